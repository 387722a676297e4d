import type { TypeId } from '../model/types.ts'

interface Visit {
  readonly id: TypeId
  readonly refs: readonly TypeId[]
  next: number
  low: number
}

/**
 * Returns the strongly connected components of the types by Tarjan's algorithm. A component comes after the
 * components that it refers to. The stack is explicit, since documents may be deeply nested.
 */
export function circles(
  ids: Iterable<TypeId>,
  refsOf: (id: TypeId) => readonly TypeId[],
): readonly (readonly TypeId[])[] {
  const found: TypeId[][] = []
  const order = new Map<TypeId, number>()
  const visited = new Set<TypeId>()
  const pending: TypeId[] = []
  const enter = (id: TypeId): Visit => {
    const index = order.size
    order.set(id, index)
    pending.push(id)
    return { id, refs: refsOf(id), next: 0, low: index }
  }
  for (const root of ids) {
    if (order.has(root)) continue
    const path = [enter(root)]
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const ref = visit.refs[visit.next++]
      if (ref !== undefined) {
        const index = order.get(ref)
        if (index === undefined) path.push(enter(ref))
        else if (!visited.has(ref)) visit.low = Math.min(visit.low, index)
        continue
      }
      path.pop()
      const before = path.at(-1)
      if (before !== undefined) before.low = Math.min(before.low, visit.low)
      if (visit.low !== order.get(visit.id)) continue
      const circle = pending.splice(pending.lastIndexOf(visit.id))
      for (const id of circle) visited.add(id)
      found.push(circle)
    }
  }
  return found
}
