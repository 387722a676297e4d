import type { Type, TypeId } from '../types.ts'
import { intersect } from './compose.ts'

/**
 * Alternatives that an intersection may come to. TypeScript multiplies unions out, and refuses a type of
 * more than 100,000 members (TS2590).
 */
const maxAlternatives = 10_000

/** Finds intersections of unions that no compiler takes, and replaces them by types that it does. */
export interface Products {
  /** The same type, without those unions of an intersection that make it too large: it is wider then. */
  readonly bounded: (type: Type) => Type
}

/** Counts alternatives through references: `typeOf` gives the type behind one. */
export function openProducts(typeOf: (id: TypeId) => Type | undefined): Products {
  const known = new Map<TypeId, number>()

  function count(type: Type): number {
    switch (type.kind) {
      case 'ref': {
        const before = known.get(type.to)
        if (before !== undefined) return before
        // What leads back to a type adds nothing to it.
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
      // Of literals a compiler takes those that two sets share, and multiplies nothing.
      default:
        return 1
    }
  }

  function product(members: readonly Type[]): number {
    return members.reduce((all, member) => all * Math.max(1, count(member)), 1)
  }

  return {
    bounded(type) {
      if (type.kind !== 'intersection' || product(type.members) <= maxAlternatives) return type
      let all = 1
      const kept = type.members.filter((member) => {
        const counted = Math.max(1, count(member))
        if (all * counted > maxAlternatives) return false
        all *= counted
        return true
      })
      return intersect(kept)
    },
  }
}
