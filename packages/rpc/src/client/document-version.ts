import type { DocumentVersion } from '../descriptor.ts'
import { canonicalText } from '@rpcloom/schema/json'
import { callMethod } from './raw-call.ts'
import type { Transport } from './types.ts'

export type { DocumentVersion } from '../descriptor.ts'

/** Comparison of a service's document with the document that the client was generated from. */
export interface DocumentComparison {
  /** Key of the group. */
  readonly group: string
  /**
   * `same`: the documents are identical. `same-version`: the documents differ but have the same version, for
   * example because the service offers only some methods, or serves several documents at one path.
   * `other-version`: the versions differ. `unavailable`: the service does not return its document.
   */
  readonly status: 'same' | 'same-version' | 'other-version' | 'unavailable'
  readonly ours: Pick<DocumentVersion, 'version' | 'hash'>
  readonly theirs?: Pick<DocumentVersion, 'version' | 'hash'>
  /** Reason for the status `unavailable`. */
  readonly error?: unknown
}

/**
 * Calls `rpc.discover` for each document of a service and compares the results with `documentVersions`, the
 * documents that the client was generated from. Accepts a client or a transport; never throws.
 */
export function compareDocuments(
  target: Transport | object,
  documents: Readonly<Record<string, DocumentVersion>>,
): Promise<readonly DocumentComparison[]> {
  return Promise.all(
    Object.entries(documents).map(([group, ours]) => compareOne(target, group, ours)),
  )
}

async function compareOne(
  target: Transport | object,
  group: string,
  { version, hash, path }: DocumentVersion,
): Promise<DocumentComparison> {
  const ours = { version, hash }
  try {
    const call = { path, method: 'rpc.discover', params: [], effect: 'read' } as const
    const theirs = await versionOf(await callMethod(target, call))
    const isSameVersion = theirs.version === version
    const difference = isSameVersion ? 'same-version' : 'other-version'
    return { group, status: theirs.hash === hash ? 'same' : difference, ours, theirs }
  } catch (error) {
    return { group, status: 'unavailable', ours, error }
  }
}

async function versionOf(document: unknown): Promise<{ version: string; hash: string }> {
  const { info } = Object(document) as { readonly info?: unknown }
  const { version } = Object(info) as { readonly version?: unknown }
  return { version: typeof version === 'string' ? version : '', hash: await hashOf(document) }
}

async function hashOf(document: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalText(document))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const digits = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0'))
  return digits.join('')
}
