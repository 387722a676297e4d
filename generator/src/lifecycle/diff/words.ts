import { jsonText } from '../../json/text.ts'
import { isArray, isObject, own } from '../../model/json.ts'
import type { Json } from '../../model/types.ts'
import { compareFormats, isNumeric, wordsOf } from './numbers.ts'
import { limitWords } from './limits.ts'
import type { SchemaComparer } from './schemas.ts'
import { comparePatterns, type PatternRelation } from './patterns.ts'
import { namedBy, type Side } from './side.ts'
import { note, type Spot } from './unit.ts'
import type { View } from './view.ts'

/** Compares the words that stand alone: formats, patterns, defaults, units, and what is only validated. */
export function compareWords(comparer: SchemaComparer, spot: Spot, old: View, now: View): void {
  compareFormat(spot, old, now)
  compareDefault(spot, old, now)
  compareAnnotations(spot, old, now)
  const words = new Set([...old.words.keys(), ...now.words.keys()])
  for (const word of words) {
    if (!isConstraint(word)) continue
    const [was, is] = [
      textOf(comparer.before, spot.before?.file, wordsOf(old, word)),
      textOf(comparer.after, spot.after?.file, wordsOf(now, word)),
    ]
    if (was === is) continue
    const [before, after] = [wordsOf(old, word), wordsOf(now, word)]
    if (word === 'pattern') {
      comparePattern(spot, before, after)
      continue
    }
    const kind = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'changed'
    note(spot, `constraint-${kind}`, constraintMessage(word)(kind))
  }
}

type Told = 'added' | 'removed' | 'changed'

function comparePattern(spot: Spot, before: readonly Json[], after: readonly Json[]): void {
  const [was, is] = [quoted(before), quoted(after)]
  if (before.length === 0) note(spot, 'pattern-added', `has to match ${is} now`)
  else if (after.length === 0) note(spot, 'pattern-removed', `need not match ${was} any more`)
  else {
    const relation = relationOf(before, after)
    const direction = relation === 'unknown' ? 'other' : relation
    note(spot, 'pattern-changed', patternMessages[relation](was, is), direction)
  }
}

/** Several patterns hold together, which is compared only where one of them changed. */
function relationOf(before: readonly Json[], after: readonly Json[]): PatternRelation {
  const [was, ...gone] = before.filter((pattern) => !after.includes(pattern))
  const [is, ...come] = after.filter((pattern) => !before.includes(pattern))
  if (gone.length > 0 || come.length > 0) return 'unknown'
  return typeof was === 'string' && typeof is === 'string' ? comparePatterns(was, is) : 'unknown'
}

const patternMessages: Readonly<Record<PatternRelation, (was: string, is: string) => string>> = {
  same: (was, is) => `pattern ${is} now, which matches the same strings as ${was}`,
  narrower: (was, is) => `has to match ${is} now, which matches fewer strings than ${was}`,
  wider: (was, is) => `may match ${is} now, which matches more strings than ${was}`,
  other: (was, is) => `has to match ${is} now, ${was} before`,
  unknown: (was, is) => `pattern changed from ${was} to ${is}; cannot tell whether it is narrower`,
}

/** What a schema says by a word that is a schema, or more than one, in a sentence. */
export function constraintMessage(word: string): (kind: Told) => string {
  const messages = {
    added: `restricted by \`${word}\` now`,
    removed: `not restricted by \`${word}\` any more`,
    changed: `\`${word}\` says something else now`,
  }
  return (kind) => messages[kind]
}

function quoted(values: readonly Json[]): string {
  const texts = values.filter((value) => typeof value === 'string')
  return texts.map((value) => `\`${value}\``).join(' and ')
}

/** Words that restrict values and are neither structure, bounds nor format. */
function isConstraint(word: string): boolean {
  return constraints.has(word) && !limitWords.has(word)
}

const constraints = new Set([
  'contains',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'pattern',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])

function compareFormat(spot: Spot, old: View, now: View): void {
  const [was, is] = [old, now].map((view) =>
    wordsOf(view, 'format').find((format) => typeof format === 'string'),
  )
  if (was === is) return
  if (typeof is === 'string' && typeof was === 'string') {
    const numeric = isNumeric(was) && isNumeric(is)
    const direction = numeric ? compareFormats(was, is) : 'other'
    note(spot, 'format-changed', `format \`${is}\` now, \`${was}\` before`, direction)
  } else if (typeof is === 'string') {
    note(spot, 'format-added', `format \`${is}\` now`)
  } else {
    note(spot, 'format-removed', `no format \`${was}\` any more`)
  }
}

function compareDefault(spot: Spot, old: View, now: View): void {
  const [was, is] = [wordsOf(old, 'default')[0], wordsOf(now, 'default')[0]]
  const [before, after] = [jsonText(was), jsonText(is)]
  if (before === after) return
  if (was === undefined) note(spot, 'default-added', `default \`${after}\` added`)
  else if (is === undefined) note(spot, 'default-removed', `default \`${before}\` removed`)
  else note(spot, 'default-changed', `default \`${after}\` now, \`${before}\` before`)
}

function compareAnnotations(spot: Spot, old: View, now: View): void {
  const differs = (word: string): boolean =>
    jsonText(wordsOf(old, word)) !== jsonText(wordsOf(now, word))
  if (differs('x-unit')) {
    const [was, is] = [old, now].map(
      (view) => wordsOf(view, 'x-unit').find((unit) => typeof unit === 'string') ?? 'no unit',
    )
    note(spot, 'unit-changed', `in ${is} now, ${was} before`)
  }
  const isNow = (word: string): boolean => wordsOf(now, word).includes(true)
  if (differs('x-secret')) {
    const message = isNow('x-secret') ? 'a secret now' : 'no secret any more'
    note(spot, 'secret-changed', message)
  }
  if (differs('deprecated')) {
    const message = isNow('deprecated') ? 'deprecated now' : 'not deprecated any more'
    note(spot, 'schema-deprecated', message)
  }
  if (['title', 'description', 'examples', 'summary'].some(differs)) {
    note(spot, 'schema-described', 'described in other words')
  }
}

/** Values as text in which members are in order and references go by the names of their types. */
function textOf(side: Side, file: string | undefined, values: readonly Json[]): string {
  const ordered = (value: Json): Json => {
    if (isArray(value)) return value.map(ordered)
    if (!isObject(value)) return value
    const ref = own(value, '$ref')
    if (typeof ref === 'string' && file !== undefined) {
      const named = namedBy(side, { place: { file, pointer: '' }, json: { $ref: ref } })
      if (named !== undefined) return { $ref: named.name }
    }
    const entries = Object.entries(value).filter(([key]) => !prose.has(key))
    return Object.fromEntries(
      entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, ordered(inner)]),
    )
  }
  return jsonText(values.map(ordered))
}

const prose = new Set(['title', 'description', 'examples', '$comment'])
