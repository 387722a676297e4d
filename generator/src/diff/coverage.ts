import type { Scalar } from '../json/types.ts'
import { canHoldTogether, whenOf } from '../model/schema/when.ts'
import type { ResultCase } from '../model/types.ts'
import { areApart } from './apart.ts'
import type { Comparer } from './comparer.ts'
import type { Direction } from './direction.ts'
import type { Version } from './version.ts'
import type { Conjunction } from './view.ts'

/** Which values the alternatives of a union gain or lose, whatever pairs they form. */
export interface Coverage {
  /** Whether all values of a new alternative were valid before, in calls with the same params. */
  readonly gainsNone: (member: Conjunction) => boolean
  /** Whether all values of an old alternative are still valid, in calls with the same params. */
  readonly losesNone: (member: Conjunction) => boolean
  /**
   * Whether a call for which exactly one of the conditions holds may return an alternative of a pair that it could not
   * return before.
   */
  readonly moves: (conditions: readonly When[]) => boolean
  /**
   * Whether a value of a new alternative may match another one as well, in calls with the same params, so that it is not
   * valid with `oneOf`. Alternatives of `oneOf` that overlapped before are taken as those of `anyOf`, since documents mean that,
   * and so are very many alternatives.
   */
  readonly overlaps: (member: Conjunction) => boolean
}

type When = ResultCase['when']

/** Most pairs of alternatives, and most combinations of params, that are compared. */
const MOST = 500

/** Most alternatives of a union that are compared with each other. */
const MOST_EXCLUSIVE = 100

/** The alternatives of a union. */
export interface Union {
  readonly members: readonly Conjunction[]
  /** The keyword of the alternatives; undefined for another schema that is compared like a union. */
  readonly keyword: string | undefined
  /** Whether a value must match exactly one alternative (`oneOf`). */
  readonly isExclusive: boolean
}

interface Unions {
  readonly old: Union
  readonly now: Union
  readonly pairs: readonly (readonly [Conjunction, Conjunction])[]
}

/** Returns whether a value of an alternative may match another alternative of a union as well. */
function overlapIn(version: Version, { members, isExclusive }: Union): Coverage['overlaps'] {
  const known = new Map<Conjunction, boolean>()
  return (member) => {
    const found =
      known.get(member) ??
      (isExclusive &&
        members.some(
          (other) =>
            other !== member &&
            canHoldTogether(conditionOf(member), conditionOf(other)) &&
            !areApart(version, member, other),
        ))
    known.set(member, found)
    return found
  }
}

/** Compares all alternatives of two versions of a union. */
export function coverageOf(comparer: Comparer, { old, now, pairs }: Unions): Coverage {
  const [olds, news] = [old.members, now.members]
  const isIgnored =
    Math.max(olds.length, news.length) > MOST_EXCLUSIVE ||
    olds.some(overlapIn(comparer.before, old))
  const overlaps = isIgnored ? () => false : overlapIn(comparer.after, now)
  const calls = callsFor([...olds, ...news])
  const isLarge = olds.length * news.length > MOST || calls.length > MOST
  const has = (
    was: Conjunction,
    is: Conjunction,
    allowed: (direction: Direction) => boolean,
  ): boolean => [...comparer.directionsOf(was, is)].every(allowed)
  const isInside = (was: Conjunction, is: Conjunction): boolean => has(was, is, gainsNothing)
  const isKept = (was: Conjunction, is: Conjunction): boolean => has(was, is, losesNothing)
  const everywhere = (
    member: Conjunction,
    members: readonly Conjunction[],
    isCovered: (call: When) => boolean,
  ): boolean =>
    !isLarge &&
    calls.every((call) => !possibleIn(members, call).includes(member) || isCovered(call))
  return {
    gainsNone: (is) =>
      everywhere(is, news, (call) => possibleIn(olds, call).some((was) => isInside(was, is))),
    losesNone: (was) =>
      everywhere(was, olds, (call) =>
        possibleIn(news, call).some((is) => isKept(was, is) && !overlaps(is)),
      ),
    overlaps,
    moves: (conditions) =>
      isLarge ||
      calls
        .filter((call) => conditions.filter((one) => canHoldTogether(one, call)).length === 1)
        .some((call) => {
          const before = possibleIn(olds, call)
          const after = possibleIn(news, call)
          return pairs.some(
            ([own, is]) =>
              after.includes(is) &&
              !before.includes(own) &&
              !before.some((was) => isInside(was, is)),
          )
        }),
  }
}

function gainsNothing(direction: Direction): boolean {
  return direction === 'narrower' || direction === 'same'
}

function losesNothing(direction: Direction): boolean {
  return direction === 'wider' || direction === 'same'
}

/** Returns the condition of an alternative. */
export function conditionOf([schema]: Conjunction): When {
  return whenOf(schema?.json ?? true)
}

/** Returns the alternatives that a call may return: all of them if none is declared for its params. */
function possibleIn(members: readonly Conjunction[], call: When): readonly Conjunction[] {
  const possible = members.filter((member) => canHoldTogether(conditionOf(member), call))
  return possible.length === 0 ? members : possible
}

/**
 * Returns a call for each combination of the values that conditions name, and of other values, which have no values here.
 * There is at least one call, and one more than the limit if there are too many.
 */
function callsFor(members: readonly Conjunction[]): readonly When[] {
  const named = new Map<string, Set<Scalar>>()
  for (const { param, values } of members.flatMap(conditionOf)) {
    const known = named.get(param) ?? new Set()
    named.set(param, known)
    for (const value of values) known.add(value)
  }
  let calls: readonly When[] = [[]]
  for (const [param, values] of named) {
    const each: readonly (readonly Scalar[])[] = [...[...values].map((value) => [value]), []]
    calls = calls
      .flatMap((call) => each.map((one) => [...call, { param, values: one }]))
      .slice(0, MOST + 1)
  }
  return calls
}
