import type { Type, TypeId } from '../types.ts'
import { intersect } from './compose.ts'

/**
 * Maximum number of alternatives of an intersection. TypeScript expands the unions in an
 * intersection and rejects the result beyond 100,000 members (TS2590).
 */
const maxAlternatives = 10_000

/**
 * Returns a function that drops unions from an intersection with too many alternatives, which makes
 * the type wider. `typeOf` returns the type of a reference.
 */
export function alternativesLimit(typeOf: (id: TypeId) => Type | undefined): (type: Type) => Type {
  const known = new Map<TypeId, number>()

  function count(type: Type): number {
    switch (type.kind) {
      case 'ref': {
        const before = known.get(type.to)
        if (before !== undefined) return before
        // A circular reference adds no alternatives, so it is counted as one alternative.
        known.set(type.to, 1)
        const target = typeOf(type.to)
        const counted = target === undefined ? 1 : count(target)
        known.set(type.to, counted)
        return counted
      }
      case 'union':
        return type.members.reduce((sum, member) => sum + count(member), 0)
      case 'intersection':
        return Math.min(product(type.members), maxAlternatives)
      // Intersections of literals are not expanded, because the compiler keeps only the common
      // literals.
      default:
        return 1
    }
  }

  function product(members: readonly Type[]): number {
    return members.reduce((all, member) => all * Math.max(1, count(member)), 1)
  }

  return (type) => {
    if (type.kind !== 'intersection' || product(type.members) <= maxAlternatives) return type
    let all = 1
    const kept = type.members.filter((member) => {
      const counted = Math.max(1, count(member))
      if (all * counted > maxAlternatives) return false
      all *= counted
      return true
    })
    return intersect(kept)
  }
}
