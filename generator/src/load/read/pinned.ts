import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodeText } from './decode.ts'
import { type Fetched, fetchText, type Limits } from './remote.ts'
import { type FragmentTree, globsOf } from '../assemble/fragment-tree.ts'

/** Matches a URL with a pinned hash: `https://example.org/api.json#sha256=3f0a…` */
const pin = /^(https?:\/\/[^#]*)#sha256=(.*)$/i

export function withoutPin(input: string): string {
  return pin.exec(input)?.[1] ?? input
}

/** Returns the pinned digests of inputs and fragments, by URL. */
export function pinsOf(
  inputs: readonly string[],
  fragments: readonly FragmentTree[] = [],
): ReadonlyMap<string, string> {
  const globs = fragments.flatMap(globsOf).map(({ glob }) => glob)
  const found = [...inputs, ...globs].flatMap((input) => {
    const [, address, digest] = pin.exec(input) ?? []
    return address === undefined || digest === undefined
      ? []
      : [[address, digest.toLowerCase()] as const]
  })
  return new Map(found)
}

export type Pinned =
  | Fetched
  | {
      readonly kind: 'changed'
      readonly digest: string
    }

/**
 * Reads the content of a pinned URL. The cache is tried first, so that a second run needs no
 * network.
 *
 * Relative references are resolved against the pinned URL itself, even if the server redirects.
 */
export async function readPinned(
  root: string,
  { address, digest }: { readonly address: string; readonly digest: string },
  limits?: Limits,
): Promise<Pinned> {
  const file = join(root, 'node_modules/.cache/rpcloom', digest)
  const cached = /^[0-9a-f]{64}$/.test(digest) ? read(file) : undefined
  if (cached !== undefined && digestOf(cached) === digest) {
    const decoded = decodeText(cached)
    if (decoded.kind === 'text') return { ...decoded, base: address, bytes: cached }
  }
  const fetched = await fetchText(address, limits)
  if (fetched.kind === 'failed') return fetched
  const actual = digestOf(fetched.bytes)
  if (actual !== digest) return { kind: 'changed', digest: actual }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, fetched.bytes)
  return { ...fetched, base: address }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
