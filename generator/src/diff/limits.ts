import { isMultiple, keywordOf, keywordsWhere, limitOf } from '@rpcloom/schema/internal'
import { isNumber } from '../json/members.ts'
import type { ChangeDetails } from './change.ts'
import { note, type ComparedPath } from './differences.ts'
import type { View } from './view.ts'

const limits = keywordsWhere(({ limit }) => limit !== undefined)

/** Compares bounds. If `allOf` combines several bounds, the tightest bound applies. */
export function compareLimits(compared: ComparedPath, old: View, now: View): void {
  for (const name of limits) {
    const { side, absent } = keywordOf(name)?.limit ?? {}
    const [was, is] = [limitOf(old, name) ?? absent, limitOf(now, name) ?? absent]
    if (was === is) continue
    const isTighter = is !== undefined && (was === undefined || is > was === (side === 'least'))
    note(compared, isTighter ? 'limit-tightened' : 'limit-relaxed', factsOf(name, was, is))
  }
  compareMultiples(compared, old, now)
  const [was, is] = [old, now].map((view) => view.valuesOf('uniqueItems').includes(true))
  if (was === is) return
  if (is === true) note(compared, 'limit-tightened', { name: 'uniqueItems', to: 'true' })
  else note(compared, 'limit-relaxed', { name: 'uniqueItems', to: 'false' })
}

function compareMultiples(compared: ComparedPath, old: View, now: View): void {
  const [was, is] = [old, now].map((view) => view.valuesOf('multipleOf').filter(isNumber))
  const [old1, new1] = [was?.[0], is?.[0]]
  if (old1 === new1) return
  const details = factsOf('multipleOf', old1, new1)
  if (old1 === undefined) return note(compared, 'limit-tightened', details)
  if (new1 === undefined) return note(compared, 'limit-relaxed', details)
  if (isMultiple(new1, old1)) note(compared, 'limit-tightened', details)
  else if (isMultiple(old1, new1)) note(compared, 'limit-relaxed', details)
  else note(compared, 'constraint-changed', details)
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
