import { jsonText } from '../../json/text.ts'
import { isBig } from './numbers.ts'
import { note, type Spot } from './unit.ts'
import type { View } from './view.ts'

/** Compares the primitive types that are admitted. */
export function compareTypes(spot: Spot, old: View, now: View): void {
  const [was, is] = [old.types, now.types]
  if (was === undefined && is === undefined) return
  if (was === undefined) {
    if (!old.isUnion) note(spot, 'type-narrowed', `any type before, ${listed(is)} now`)
    return
  }
  if (is === undefined) {
    if (!now.isUnion) note(spot, 'type-widened', `${listed(was)} before, any type now`)
    return
  }
  const added = is.filter((name) => !admits(was, name))
  const removed = was.filter((name) => !admits(is, name))
  // Every integer is a number.
  const loosened = was.includes('integer') && !was.includes('number') && is.includes('number')
  const tightened = is.includes('integer') && !is.includes('number') && was.includes('number')
  const message = `${listed(was)} before, ${listed(is)} now`
  if (added.length > 0 && (removed.length > 0 || tightened)) note(spot, 'type-changed', message)
  else if (added.length > 0 || loosened) note(spot, 'type-widened', message)
  else if (removed.length > 0 || tightened) note(spot, 'type-narrowed', message)
  else if (was[0] !== is[0]) note(spot, 'written-form', `written as ${is[0]} now, not as ${was[0]}`)
  if (isBig(old) !== isBig(now) && added.length + removed.length === 0) {
    const form = isBig(now) ? 'a bigint' : 'a number'
    // Where a bigint is asked for, a number is taken as well.
    note(spot, 'number-form', `${form} in programs now`, isBig(now) ? 'wider' : 'other')
  }
}

/** Whether the types share no value but null. */
export function areDisjoint({ types: was }: View, { types: is }: View): boolean {
  if (was === undefined || is === undefined) return false
  const real = is.filter((name) => name !== 'null')
  return real.length > 0 && was.length > 0 && !real.some((name) => admits(was, name))
}

/** Compares what `enum` and `const` admit. */
export function compareValues(spot: Spot, old: View, now: View): void {
  if (old.values === undefined && now.values === undefined) return
  if (old.values === undefined) {
    note(spot, 'enum-closed', `only ${texts(now).join(', ')} now`)
    return
  }
  if (now.values === undefined) {
    note(spot, 'enum-opened', `any value, not only ${texts(old).join(', ')}`)
    return
  }
  const [was, is] = [new Set(texts(old)), new Set(texts(now))]
  const added = [...is].filter((text) => !was.has(text))
  const removed = [...was].filter((text) => !is.has(text))
  if (added.length > 0) note(spot, 'enum-value-added', `value ${added.join(', ')} added`)
  if (removed.length > 0) note(spot, 'enum-value-removed', `value ${removed.join(', ')} removed`)
}

function admits(types: readonly string[], name: string): boolean {
  return (
    types.includes(name) ||
    (name === 'integer' && types.includes('number')) ||
    isLoosened(types, name)
  )
}

/** `number` for `integer` is told apart by the caller. */
function isLoosened(types: readonly string[], name: string): boolean {
  return name === 'number' && types.includes('integer')
}

function texts(view: View): readonly string[] {
  return (view.values ?? []).map((value) => `\`${jsonText(value)}\``)
}

function listed(types: readonly string[] | undefined): string {
  return types === undefined || types.length === 0 ? 'nothing' : types.join(' or ')
}
