import { isMultiple, keywordOf, keywordsWhere, limitOf } from '@rpcloom/schema/internal'
import { isNumber } from '../json/members.ts'
import type { Facts } from './change.ts'
import { note, type Spot } from './unit.ts'
import type { View } from './view.ts'

const limits = keywordsWhere(({ limit }) => limit !== undefined)

/** Compares bounds. If `allOf` combines several bounds, the tightest bound applies. */
export function compareLimits(spot: Spot, old: View, now: View): void {
  for (const name of limits) {
    const [was, is] = [limitOf(old, name), limitOf(now, name)]
    if (was === is) continue
    const isTighter =
      is !== undefined &&
      (was === undefined || is > was === (keywordOf(name)?.limit?.side === 'least'))
    note(spot, isTighter ? 'limit-tightened' : 'limit-relaxed', factsOf(name, was, is))
  }
  compareMultiples(spot, old, now)
  const [was, is] = [old, now].map((view) => view.valuesOf('uniqueItems').includes(true))
  if (was === is) return
  if (is === true) note(spot, 'limit-tightened', { name: 'uniqueItems', to: 'true' })
  else note(spot, 'limit-relaxed', { name: 'uniqueItems', to: 'false' })
}

function compareMultiples(spot: Spot, old: View, now: View): void {
  const [was, is] = [old, now].map((view) => view.valuesOf('multipleOf').filter(isNumber))
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
