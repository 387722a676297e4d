import { isMultiple } from '@rpcloom/schema/internal'
import { isNumber } from '../json/members.ts'
import type { Facts } from './change.ts'
import { wordsOf } from './numbers.ts'
import { note, type Spot } from './unit.ts'
import type { View } from './view.ts'

const lower = [
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
]
const upper = [
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'maxContains',
]

/** Keywords that `compareLimits` handles. */
export const limitWords: ReadonlySet<string> = new Set([
  ...lower,
  ...upper,
  'multipleOf',
  'uniqueItems',
])

/** Compares bounds. If `allOf` combines several bounds, the tightest bound applies. */
export function compareLimits(spot: Spot, old: View, now: View): void {
  for (const word of lower)
    compareBound(
      spot,
      word,
      [old, now].map((view) => bound(view, word, 1)),
    )
  for (const word of upper)
    compareBound(
      spot,
      word,
      [old, now].map((view) => bound(view, word, -1)),
    )
  compareMultiples(spot, old, now)
  const [was, is] = [old, now].map((view) => wordsOf(view, 'uniqueItems').includes(true))
  if (was === is) return
  if (is === true) note(spot, 'limit-tightened', { name: 'uniqueItems', to: 'true' })
  else note(spot, 'limit-relaxed', { name: 'uniqueItems', to: 'false' })
}

interface Bound {
  readonly value: number | bigint
  /** A higher number means a stricter bound, which allows fewer values. */
  readonly strictness: number | bigint
}

function bound(view: View, word: string, sign: 1 | -1): Bound | undefined {
  const bounds = wordsOf(view, word)
    .filter(isNumber)
    .map((value): Bound => ({ value, strictness: sign === 1 ? value : -value }))
  return bounds.toSorted((a, b) => (a.strictness > b.strictness ? -1 : 1))[0]
}

function compareBound(spot: Spot, word: string, [old, now]: readonly (Bound | undefined)[]): void {
  if (old?.value === now?.value) return
  const isTighter = now !== undefined && (old === undefined || now.strictness > old.strictness)
  const facts = factsOf(word, old?.value, now?.value)
  note(spot, isTighter ? 'limit-tightened' : 'limit-relaxed', facts)
}

function compareMultiples(spot: Spot, old: View, now: View): void {
  const [was, is] = [old, now].map((view) => wordsOf(view, 'multipleOf').filter(isNumber))
  const [old1, new1] = [was?.[0], is?.[0]]
  if (old1 === new1) return
  const facts = factsOf('multipleOf', old1, new1)
  if (old1 === undefined) return note(spot, 'limit-tightened', facts)
  if (new1 === undefined) return note(spot, 'limit-relaxed', facts)
  if (isMultiple(new1, old1)) note(spot, 'limit-tightened', facts)
  else if (isMultiple(old1, new1)) note(spot, 'limit-relaxed', facts)
  else note(spot, 'constraint-changed', facts)
}

function factsOf(
  name: string,
  from: number | bigint | undefined,
  to: number | bigint | undefined,
): Facts {
  return {
    name,
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && { to: String(to) }),
  }
}
