import { jsonText } from '../json/text.ts'
import type { Api, TypeId } from '../model/types.ts'
import { hashOf } from './hash.ts'

/** A part of the model as text, with the named types that it refers to. */
export interface Described {
  readonly text: string
  readonly refs: readonly TypeId[]
}

/**
 * Returns a digest per named type that changes with everything it refers to. Mutually recursive types are
 * digested together, so that the cost is linear in the number of references.
 */
export function typeDigests(
  types: Api['types'],
  describe: (value: unknown) => Described,
): ReadonlyMap<TypeId, string> {
  const described = new Map([...types].map(([id, { type }]) => [id, describe(type)] as const))
  const digests = new Map<TypeId, string>()
  for (const circle of circles(described)) {
    const members = new Set(circle)
    const parts = circle.toSorted().map((id) => {
      const { text = '', refs = [] } = described.get(id) ?? {}
      const outside = refs.filter((ref) => !members.has(ref))
      return [id, text, outside.map((ref) => [ref, digests.get(ref) ?? ''])]
    })
    const digest = hashOf(jsonText(parts))
    for (const id of circle) digests.set(id, digest)
  }
  return digests
}

interface Visit {
  readonly id: TypeId
  readonly refs: readonly TypeId[]
  next: number
  low: number
}

/**
 * Returns the strongly connected types in dependency order: Tarjan's algorithm with an explicit stack, since
 * documents may be deeply nested.
 */
function circles(described: ReadonlyMap<TypeId, Described>): readonly (readonly TypeId[])[] {
  const found: TypeId[][] = []
  const order = new Map<TypeId, number>()
  const settled = new Set<TypeId>()
  const pending: TypeId[] = []
  const enter = (id: TypeId): Visit => {
    const index = order.size
    order.set(id, index)
    pending.push(id)
    return { id, refs: described.get(id)?.refs ?? [], next: 0, low: index }
  }
  for (const root of described.keys()) {
    if (order.has(root)) continue
    const path = [enter(root)]
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const ref = visit.refs[visit.next++]
      if (ref !== undefined) {
        const index = order.get(ref)
        if (index === undefined) path.push(enter(ref))
        else if (!settled.has(ref)) visit.low = Math.min(visit.low, index)
        continue
      }
      path.pop()
      const before = path.at(-1)
      if (before !== undefined) before.low = Math.min(before.low, visit.low)
      if (visit.low !== order.get(visit.id)) continue
      const circle = pending.splice(pending.lastIndexOf(visit.id))
      for (const id of circle) settled.add(id)
      found.push(circle)
    }
  }
  return found
}
