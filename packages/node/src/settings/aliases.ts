import { readFile } from 'node:fs/promises'
import type { Aliases } from '@rpcloom/rpc/server'
import { parseJson } from './parse-json.ts'

/**
 * An overlay file, which maps the neutral names in the OpenRPC documents to the names of a vendor.
 */
export interface Overlay {
  readonly namespaces: Readonly<Record<string, string>>
  readonly methods: Readonly<Record<string, string>>
  readonly pathSegments: Readonly<Record<string, string>>
  /** Vendor aliases of assets, by neutral alias. */
  readonly assets: Readonly<Record<string, string>>
}

/** Error for a file that is not a valid overlay. The message contains the reason. */
export class OverlayError extends Error {
  override readonly name = 'OverlayError'
}

/** Reads an overlay file. Throws an {@link OverlayError} if it is invalid. */
export async function readOverlay(file: string): Promise<Overlay> {
  return parseOverlay(file, await textOf(file))
}

/**
 * Inverts an overlay: returns a map from the vendor's names to the neutral names that the node
 * uses.
 */
export function aliasesOf(overlay: Overlay, paths: readonly string[]): Aliases {
  return {
    namespaces: inverted(overlay.namespaces),
    methods: inverted(overlay.methods),
    paths: Object.fromEntries(paths.flatMap((path) => vendorPath(path, overlay.pathSegments))),
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new OverlayError(`Cannot read the overlay ${file}: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function vendorPath(path: string, segments: Readonly<Record<string, string>>): [string, string][] {
  const renamed = path
    .split('/')
    .map((segment) => (Object.hasOwn(segments, segment) ? segments[segment] : segment))
    .join('/')
  return renamed === path ? [] : [[renamed, path]]
}

function inverted(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([neutral, vendor]) => [vendor, neutral]))
}

function parseOverlay(file: string, text: string): Overlay {
  let json: unknown
  try {
    json = parseJson(text)
  } catch (error) {
    throw new OverlayError(`The overlay ${file} is not valid JSON: ${messageOf(error)}`)
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new OverlayError(`The overlay ${file} must be a JSON object`)
  const members = new Map(Object.entries(json))
  const names = (key: string): Record<string, string> =>
    stringsOf(file, key, members.get(key) ?? {})
  return {
    namespaces: names('namespaces'),
    methods: names('methods'),
    pathSegments: names('pathSegments'),
    assets: stringsOf(file, 'assets.aliases', aliasesIn(members.get('assets'))),
  }
}

function aliasesIn(assets: unknown): unknown {
  return typeof assets === 'object' && assets !== null && 'aliases' in assets ? assets.aliases : {}
}

function stringsOf(file: string, key: string, value: unknown): Record<string, string> {
  const wrong = new OverlayError(
    `The overlay ${file} is invalid: '${key}' must be an object of strings`,
  )
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong
  return Object.fromEntries(
    Object.entries(value).map(([name, other]: [string, unknown]) => {
      if (typeof other !== 'string') throw wrong
      return [name, other]
    }),
  )
}
