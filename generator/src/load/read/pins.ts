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
