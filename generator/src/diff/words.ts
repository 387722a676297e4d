import { jsonText } from '../json/text.ts'
import type { Json } from '../json/types.ts'
import { compareFormats, isNumeric } from './numbers.ts'
import { keywordsWhere } from '@rpcloom/schema/internal'
import type { Comparer } from './comparer.ts'
import { conditionalWords } from './conditionals.ts'
import { directionsIn, keywordText, schemasOf } from './keyword-text.ts'
import { comparePatterns, type PatternRelation } from './patterns.ts'
import type { Version } from './version.ts'
import { note, type ComparedPath } from './differences.ts'
import type { View } from './view.ts'

/**
 * Compares keywords that do not depend on each other: formats, patterns, defaults, units, and keywords that
 * only affect validation.
 */
export function compareWords(
  comparer: Comparer,
  compared: ComparedPath,
  old: View,
  now: View,
): void {
  compareFormat(comparer, compared, old, now)
  compareMeaning(compared, old, now)
  for (const word of constraints) compareConstraint(comparer, compared, { word, old, now })
}

function compareConstraint(
  comparer: Comparer,
  compared: ComparedPath,
  { word, old, now }: { readonly word: string; readonly old: View; readonly now: View },
): void {
  const [before, after] = [old.valuesOf(word), now.valuesOf(word)]
  const [was, is] = [
    keywordText(comparer.before, { word, file: compared.before?.file }, before),
    keywordText(comparer.after, { word, file: compared.after?.file }, after),
  ]
  if (was === is) {
    const isMoved = directionsIn(comparer, schemasOf(old, word), schemasOf(now, word)).size > 0
    if (isMoved) note(compared, 'constraint-changed', { name: word })
  } else if (word === 'pattern') comparePattern(compared, before, after)
  else {
    const kind = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'changed'
    note(compared, `constraint-${kind}`, { name: word })
  }
}

function comparePattern(
  compared: ComparedPath,
  before: readonly Json[],
  after: readonly Json[],
): void {
  const [from, to] = [stringsOf(before), stringsOf(after)]
  if (before.length === 0) note(compared, 'pattern-added', { to })
  else if (after.length === 0) note(compared, 'pattern-removed', { from })
  else {
    const relation = relationOf(before, after)
    const direction = relation === 'unknown' ? 'other' : relation
    note(compared, 'pattern-changed', { from, to, relation }, direction)
  }
}

/**
 * Compares patterns. If `allOf` combines several patterns and more than one of them changed, the relation is
 * unknown.
 */
function relationOf(before: readonly Json[], after: readonly Json[]): PatternRelation {
  const [was, ...gone] = before.filter((pattern) => !after.includes(pattern))
  const [is, ...come] = after.filter((pattern) => !before.includes(pattern))
  if (gone.length > 0 || come.length > 0) return 'unknown'
  return typeof was === 'string' && typeof is === 'string' ? comparePatterns(was, is) : 'unknown'
}

function stringsOf(values: readonly Json[]): readonly string[] {
  return values.filter((value) => typeof value === 'string')
}

const conditionals = new Set<string>(conditionalWords)

/** Keywords that restrict values and whose values are only compared for equality. */
const constraints = keywordsWhere(
  ({ kind, isMerged, limit, isOrdered }) => (kind ?? isMerged ?? limit ?? isOrdered) === undefined,
).filter((word) => !conditionals.has(word))

function compareFormat(comparer: Comparer, compared: ComparedPath, old: View, now: View): void {
  const [was, is] = [old, now].map((view) =>
    view.valuesOf('format').find((format) => typeof format === 'string'),
  )
  if (was === is) {
    if (typeof is === 'string') compareCustom(comparer, compared, is)
    return
  }
  if (typeof is === 'string' && typeof was === 'string') {
    const numeric = isNumeric(was) && isNumeric(is)
    const direction = numeric ? compareFormats(was, is) : 'other'
    note(compared, 'format-changed', { from: was, to: is }, direction)
  } else if (typeof is === 'string') {
    note(compared, 'format-added', { to: is }, codecDirection(comparer.after, is))
  } else if (typeof was === 'string') {
    note(compared, 'format-removed', { from: was }, codecDirection(comparer.before, was))
  }
}

/** Compares what a format of the configuration is in programs. */
function compareCustom({ before, after }: Comparer, compared: ComparedPath, name: string): void {
  const [from, to] = [before, after].map((version) => programTypeOf(version, name))
  if (from === to) return
  const details = { from: `${name} (${from ?? 'as sent'})`, to: `${name} (${to ?? 'as sent'})` }
  note(compared, 'format-changed', details)
}

/** Returns the type of values in programs; undefined for those of a format without a type of its own. */
function programTypeOf({ loaded }: Version, name: string): string | undefined {
  const format = loaded.formats?.types.get(name)
  if (format === undefined) return undefined
  const { type, of, hasCodec } = format
  const own = type.kind === 'string' ? of : type.kind === 'template' ? type.text : type.name
  return own === of && !hasCodec ? undefined : own
}

/** Returns `other` for a custom format with a codec, which changes the type of values in programs. */
function codecDirection({ loaded }: Version, format: string): 'other' | undefined {
  return loaded.formats?.types.get(format)?.hasCodec === true ? 'other' : undefined
}

/** Annotations that apply to a value as a whole, whatever alternative it matches. */
export const meaningWords: readonly string[] = ['default', 'x-unit', 'x-secret', 'deprecated']

/** Compares defaults and annotations. */
export function compareMeaning(compared: ComparedPath, old: View, now: View): void {
  compareDefault(compared, old, now)
  compareAnnotations(compared, old, now)
}

function compareDefault(compared: ComparedPath, old: View, now: View): void {
  const [was, is] = [old.valuesOf('default')[0], now.valuesOf('default')[0]]
  const [before, after] = [jsonText(was), jsonText(is)]
  if (before === after) return
  if (was === undefined) note(compared, 'default-added', { to: after })
  else if (is === undefined) note(compared, 'default-removed', { from: before })
  else note(compared, 'default-changed', { from: before, to: after })
}

function compareAnnotations(compared: ComparedPath, old: View, now: View): void {
  const differs = (word: string): boolean =>
    jsonText(old.valuesOf(word)) !== jsonText(now.valuesOf(word))
  if (differs('x-unit')) {
    const [from, to] = [old, now].map((view) =>
      view.valuesOf('x-unit').find((unit) => typeof unit === 'string'),
    )
    note(compared, 'unit-changed', {
      ...(typeof from === 'string' && { from }),
      ...(typeof to === 'string' && { to }),
    })
  }
  const isNow = (word: string): boolean => now.valuesOf(word).includes(true)
  if (differs('x-secret')) {
    note(compared, 'secret-changed', isNow('x-secret') ? { to: 'secret' } : { from: 'secret' })
  }
  if (differs('deprecated')) {
    const details = isNow('deprecated') ? { to: 'deprecated' } : { from: 'deprecated' }
    note(compared, 'schema-deprecated', details)
  }
  if (['title', 'description', 'examples', 'summary'].some(differs)) {
    note(compared, 'schema-described')
  }
}
