import { jsonText } from '../json/text.ts'
import { isOtherText } from '@rpcloom/schema/internal'
import type { Comparer } from './comparer.ts'
import { isBig } from './numbers.ts'
import { note, type ComparedPath } from './differences.ts'
import { possibleTypes, type View } from './view.ts'

export function compareTypes(
  comparer: Comparer,
  compared: ComparedPath,
  old: View,
  now: View,
): void {
  // `type` beside alternatives may repeat their types or exclude some.
  const isBeside = old.isUnion !== now.isUnion && old.choices.length > 0 && now.choices.length > 0
  const [was, is] = isBeside
    ? [possibleTypes(comparer.before, old), possibleTypes(comparer.after, now)]
    : [old.types, now.types]
  if (was === undefined && is === undefined) return
  if (was === undefined) {
    if (!old.isUnion) note(compared, 'type-narrowed', { from: 'any type', to: listed(is) })
    return
  }
  if (is === undefined) {
    if (!now.isUnion) note(compared, 'type-widened', { from: listed(was), to: 'any type' })
    return
  }
  const added = is.filter((name) => !admits(was, name))
  const removed = was.filter((name) => !admits(is, name))
  // Every integer is also a `number`, so changing one type to the other only widens or narrows the schema.
  const loosened = was.includes('integer') && !was.includes('number') && is.includes('number')
  const tightened = is.includes('integer') && !is.includes('number') && was.includes('number')
  const details = { from: listed(was), to: listed(is) }
  const [gains, loses] = [added.length > 0 || loosened, removed.length > 0 || tightened]
  if (gains && loses) note(compared, 'type-changed', details)
  else if (gains) note(compared, 'type-widened', details)
  else if (loses) note(compared, 'type-narrowed', details)
  else if (allowsOtherText(old) !== allowsOtherText(now)) {
    // Without a pattern, `["integer", "string"]` with an integer format is an integer or any string.
    const kind = allowsOtherText(now) ? 'type-widened' : 'type-narrowed'
    note(compared, kind, details)
  } else if (was[0] !== is[0])
    note(compared, 'written-form', { from: was[0] ?? 'nothing', to: is[0] ?? 'nothing' })
  if (isBig(old) !== isBig(now) && added.length + removed.length === 0) {
    const form = (view: View): string => (isBig(view) ? 'bigint' : 'number')
    // Programs that expect a bigint also accept a number.
    const direction = isBig(now) ? 'wider' : 'other'
    note(compared, 'number-form', { from: form(old), to: form(now) }, direction)
  }
}

function allowsOtherText(view: View): boolean {
  const [format, pattern] = ['format', 'pattern'].map((word) => view.valuesOf(word)[0])
  return isOtherText({
    ...(view.types && { type: view.types }),
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
  })
}

/** Whether the types have no value in common except null. */
export function areDisjoint({ types: was }: View, { types: is }: View): boolean {
  if (was === undefined || is === undefined) return false
  const real = is.filter((name) => name !== 'null')
  return real.length > 0 && was.length > 0 && !real.some((name) => admits(was, name))
}

export function compareValues(compared: ComparedPath, old: View, now: View): void {
  if (old.values === undefined && now.values === undefined) return
  if (old.values === undefined) {
    note(compared, 'enum-closed', { to: texts(now) })
    return
  }
  if (now.values === undefined) {
    note(compared, 'enum-opened', { from: texts(old) })
    return
  }
  const [was, is] = [new Set(texts(old)), new Set(texts(now))]
  const added = [...is].filter((text) => !was.has(text))
  const removed = [...was].filter((text) => !is.has(text))
  if (added.length > 0) note(compared, 'enum-value-added', { to: added })
  if (removed.length > 0) note(compared, 'enum-value-removed', { from: removed })
}

function admits(types: readonly string[], name: string): boolean {
  return (
    types.includes(name) ||
    (name === 'integer' && types.includes('number')) ||
    isLoosened(types, name)
  )
}

/**
 * Treats `number` and `integer` as compatible, because the caller reports a change between these two types as
 * widened or narrowed.
 */
function isLoosened(types: readonly string[], name: string): boolean {
  return name === 'number' && types.includes('integer')
}

function texts(view: View): readonly string[] {
  return (view.values ?? []).map((value) => jsonText(value))
}

function listed(types: readonly string[] | undefined): string {
  return types === undefined || types.length === 0 ? 'nothing' : types.join(' or ')
}
