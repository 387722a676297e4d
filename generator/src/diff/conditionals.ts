import { own } from '../json/members.ts'
import { jsonText } from '../json/text.ts'
import { below, type Located } from '../json/place.ts'
import type { Comparer } from './comparer.ts'
import { type ComparedPath, note } from './differences.ts'
import type { Direction } from './direction.ts'
import { directionsIn, keywordText } from './keyword-text.ts'
import type { Version } from './version.ts'
import { placesOf, type View, viewOf } from './view.ts'

/** The keywords of a conditional schema. */
export const conditionalWords = ['if', 'then', 'else'] as const

type Word = (typeof conditionalWords)[number]

/** The `if`, `then` and `else` of a schema, with texts that are equal if the schemas are. An absent schema is `true`. */
interface Conditional {
  readonly parts: Readonly<Record<Word, Located>>
  readonly texts: Readonly<Record<Word, string>>
}

/** The text of a schema that allows any value. */
const anything = '[true]'

/** Compares the conditional schemas of two versions. Pairs them by content, by `if`, or else by `then` and `else`. */
export function compareConditionals(
  comparer: Comparer,
  compared: ComparedPath,
  old: View,
  now: View,
): void {
  let [removed, added] = [conditionalsOf(comparer.before, old), conditionalsOf(comparer.after, now)]
  for (const words of [conditionalWords, ['if'], ['then', 'else']] as const) {
    const waiting = [...added]
    removed = removed.filter((was) => {
      const at = waiting.findIndex(({ texts }) =>
        words.every((word) => texts[word] === was.texts[word]),
      )
      const [is] = at < 0 ? [] : waiting.splice(at, 1)
      if (is !== undefined) compareConditional(comparer, compared, was, is)
      return is === undefined
    })
    added = waiting
  }
  for (const was of removed) {
    const path = pathOf(compared, comparer.before, was)
    const here = { ...compared, path, before: was.parts.if.place }
    note(here, 'constraint-removed', { name: 'if' })
  }
  for (const is of added) {
    const path = pathOf(compared, comparer.after, is)
    note({ ...compared, path, after: is.parts.if.place }, 'constraint-added', { name: 'if' })
  }
}

/** Returns the conditional schemas in the schemas of a view. Without `then` and `else`, an `if` has no effect. */
function conditionalsOf(version: Version, { schemas }: View): readonly Conditional[] {
  return schemas.flatMap(({ json, place }) => {
    const has = (word: Word): boolean => own(json, word) !== undefined
    if (!has('if') || !(has('then') || has('else'))) return []
    const partOf = (word: Word): Located => ({
      json: own(json, word) ?? true,
      place: has(word) ? below(place, word) : place,
    })
    const parts = { if: partOf('if'), then: partOf('then'), else: partOf('else') }
    const textOf = (word: Word): string =>
      keywordText(version, { word, file: place.file }, [parts[word].json])
    return [{ parts, texts: { if: textOf('if'), then: textOf('then'), else: textOf('else') } }]
  })
}

function compareConditional(
  comparer: Comparer,
  compared: ComparedPath,
  was: Conditional,
  is: Conditional,
): void {
  const path = pathOf(compared, comparer.after, is)
  for (const name of conditionalWords) {
    const [old, now] = [was.parts[name], is.parts[name]]
    const found = directionsIn(comparer, [old], [now])
    if (was.texts[name] === is.texts[name] && found.size === 0) continue
    const here = { ...compared, path, ...placesOf([old], [now]) }
    if (name === 'if') note(here, 'constraint-changed', { name })
    else if (was.texts[name] === anything) note(here, 'constraint-added', { name })
    else if (is.texts[name] === anything) note(here, 'constraint-removed', { name })
    else note(here, 'constraint-changed', { name }, soleOf(found))
  }
}

/** Returns the only direction of differences, or `other` if they are not known to have one effect. */
function soleOf(directions: ReadonlySet<Direction>): Direction {
  const [direction = 'other', ...others] = directions
  return others.length === 0 ? direction : 'other'
}

/** Appends the members that `if` tests to a path: `result<type is "a">`. */
function pathOf({ path }: ComparedPath, version: Version, { parts }: Conditional): string {
  const tests = [...viewOf(version, [parts.if]).properties].flatMap(([name, schemas]) => {
    const { values } = viewOf(version, schemas)
    return values === undefined
      ? []
      : [`${name} is ${values.map((value) => jsonText(value)).join(' or ')}`]
  })
  return tests.length === 0 ? path : `${path}<${tests.join(' and ')}>`
}
