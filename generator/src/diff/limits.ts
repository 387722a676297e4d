import {
  commonMultiple,
  isMultiple,
  keywordOf,
  keywordsWhere,
  limitOf,
} from '@rpcloom/schema/internal'
import { isNumber } from '../json/members.ts'
import type { ChangeDetails } from './change.ts'
import { note, type ComparedPath } from './differences.ts'
import type { View } from './view.ts'

const limits = keywordsWhere(({ limit }) => limit !== undefined)

/** Compares bounds. If `allOf` combines several bounds, the tightest bound applies. */
export function compareLimits(compared: ComparedPath, old: View, now: View): void {
  const moved = (['least', 'most'] as const).filter((side) =>
    compareMoved(compared, [boundOf(old, side), boundOf(now, side)], side),
  )
  for (const name of limits) {
    const { side, unit, absent = absentLimit(name) } = keywordOf(name)?.limit ?? {}
    const [was, is] = [limitOf(old, name) ?? absent, limitOf(now, name) ?? absent]
    if (was === is || (unit === undefined && side !== undefined && moved.includes(side))) continue
    const isTightened = is !== undefined && (was === undefined || is > was === (side === 'least'))
    note(compared, isTightened ? 'limit-tightened' : 'limit-relaxed', factsOf(name, was, is))
  }
  compareMultiples(compared, old, now)
  const [was, is] = [old, now].map((view) => view.valuesOf('uniqueItems').includes(true))
  if (was === is) return
  if (is === true) note(compared, 'limit-tightened', { name: 'uniqueItems', to: 'true' })
  else note(compared, 'limit-relaxed', { name: 'uniqueItems', to: 'false' })
}

/** Returns the limit that applies if the keyword is absent: 0 for a minimum of a length or count. */
function absentLimit(name: string): number | undefined {
  const { side, unit } = keywordOf(name)?.limit ?? {}
  return side === 'least' && unit !== undefined ? 0 : undefined
}

/** The tightest lower or upper bound of a number. */
interface Bound {
  readonly name: string
  readonly value: number | bigint
  readonly isExclusive: boolean
}

function boundOf(view: View, side: 'least' | 'most'): Bound | undefined {
  const isInteger = view.types?.includes('integer') === true && !view.types.includes('number')
  const sign = side === 'least' ? 1 : -1
  const bounds = limits.flatMap((name): readonly Bound[] => {
    const { side: of, unit, isExclusive = false } = keywordOf(name)?.limit ?? {}
    const value = of === side && unit === undefined ? limitOf(view, name) : undefined
    if (value === undefined) return []
    const isWhole = typeof value === 'bigint' || Number.isInteger(value)
    if (!isExclusive || !isInteger || !isWhole) return [{ name, value, isExclusive }]
    const next = typeof value === 'bigint' ? value + BigInt(sign) : value + sign
    return [{ name, value: next, isExclusive: false }]
  })
  return bounds.reduce<Bound | undefined>(
    (tightest, bound) =>
      tightest !== undefined && isTighter(tightest, bound, side) ? tightest : bound,
    undefined,
  )
}

function isTighter(one: Bound, other: Bound, side: 'least' | 'most'): boolean {
  if (one.value === other.value) return one.isExclusive && !other.isExclusive
  return one.value > other.value === (side === 'least')
}

/** Compares a bound that another keyword states now. Returns false for a bound of the same keyword. */
function compareMoved(
  compared: ComparedPath,
  [was, is]: readonly [Bound | undefined, Bound | undefined],
  side: 'least' | 'most',
): boolean {
  if (was === undefined || is === undefined || was.name === is.name) return false
  const details = { name: is.name, from: `${was.name} ${was.value}`, to: String(is.value) }
  if (isTighter(is, was, side)) note(compared, 'limit-tightened', details)
  else if (isTighter(was, is, side)) note(compared, 'limit-relaxed', details)
  return true
}

function compareMultiples(compared: ComparedPath, old: View, now: View): void {
  const [was, is] = [factorOf(old), factorOf(now)]
  if (was === is) return
  const details = factsOf('multipleOf', was, is)
  if (was === undefined) return note(compared, 'limit-tightened', details)
  if (is === undefined) return note(compared, 'limit-relaxed', details)
  if (isMultiple(is, was)) note(compared, 'limit-tightened', details)
  else if (isMultiple(was, is)) note(compared, 'limit-relaxed', details)
  else note(compared, 'constraint-changed', details)
}

/** Returns the number of which all values are multiples. */
function factorOf(view: View): number | bigint | undefined {
  const [factor, ...others] = view.valuesOf('multipleOf').filter(isNumber)
  return factor === undefined || others.length === 0
    ? factor
    : commonMultiple([factor, ...others].map(Number))
}

function factsOf(
  name: string,
  from: number | bigint | undefined,
  to: number | bigint | undefined,
): ChangeDetails {
  return {
    name,
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && { to: String(to) }),
  }
}
