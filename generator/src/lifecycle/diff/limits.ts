import { isMultiple } from '@rpcloom/rpc/internal'
import { isNumber } from '../../model/json.ts'
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

/** Words that `compareLimits` is about. */
export const limitWords: ReadonlySet<string> = new Set([
  ...lower,
  ...upper,
  'multipleOf',
  'uniqueItems',
])

/** Compares bounds; of several that hold at once the tightest counts. */
export function compareLimits(spot: Spot, old: View, now: View): void {
  // Of lower bounds the highest is the tightest, of upper ones the lowest.
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
  if (is === true) note(spot, 'limit-tightened', 'every item differs from the others now')
  else note(spot, 'limit-relaxed', 'items may be equal now')
}

interface Bound {
  readonly value: number | bigint
  /** Grows as fewer values are admitted. */
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
  if (old === undefined) return note(spot, 'limit-tightened', `\`${word}\` is ${now?.value} now`)
  if (now === undefined) {
    return note(spot, 'limit-relaxed', `no \`${word}\` any more, ${old.value} before`)
  }
  const kind = now.strictness > old.strictness ? 'limit-tightened' : 'limit-relaxed'
  note(spot, kind, `\`${word}\` is ${now.value} now, ${old.value} before`)
}

function compareMultiples(spot: Spot, old: View, now: View): void {
  const [was, is] = [old, now].map((view) => wordsOf(view, 'multipleOf').filter(isNumber))
  const [old1, new1] = [was?.[0], is?.[0]]
  if (old1 === new1) return
  if (old1 === undefined) return note(spot, 'limit-tightened', `multiples of ${new1} only`)
  if (new1 === undefined) return note(spot, 'limit-relaxed', `not only multiples of ${old1}`)
  const message = `multiples of ${new1} now, of ${old1} before`
  if (isMultiple(new1, old1)) note(spot, 'limit-tightened', message)
  else if (isMultiple(old1, new1)) note(spot, 'limit-relaxed', message)
  else note(spot, 'constraint-changed', message)
}
