import { compareText } from '../json/compare-text.ts'
import { jsonText } from '../json/text.ts'
import type { Api, TypeId } from '../model/types.ts'
import { circles } from '../codegen/circles.ts'
import { hashOf } from '../json/hash.ts'

/** Serialized part of the model, with the named types that it refers to. */
export interface Described {
  readonly text: string
  readonly refs: readonly TypeId[]
}

/**
 * Returns a digest of every named type. A digest covers everything that the type refers to. Mutually recursive
 * types are digested together, so that the cost is linear in the number of references.
 */
export function typeDigests(
  types: Api['types'],
  describe: (value: unknown) => Described,
  stableId: (id: TypeId) => string,
): ReadonlyMap<TypeId, string> {
  const described = new Map([...types].map(([id, { type }]) => [id, describe(type)] as const))
  const digests = new Map<TypeId, string>()
  for (const circle of circles(described.keys(), (id) => described.get(id)?.refs ?? [])) {
    const members = new Set(circle)
    const inOrder = circle.toSorted((a, b) => compareText(stableId(a), stableId(b)))
    const parts = inOrder.map((id) => {
      const { text = '', refs = [] } = described.get(id) ?? {}
      const outside = refs.filter((ref) => !members.has(ref))
      return [stableId(id), text, outside.map((ref) => [stableId(ref), digests.get(ref) ?? ''])]
    })
    const digest = hashOf(jsonText(parts))
    for (const id of circle) digests.set(id, digest)
  }
  return digests
}
