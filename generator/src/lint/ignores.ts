import { append } from '../json/append.ts'
import { own } from '../json/members.ts'
import { isMatch } from '../json/path-pattern.ts'
import { child, isArray, isObject } from '../json/pointer.ts'
import type { Loaded } from '../openrpc/loaded.ts'
import type { Json, Place } from '../json/types.ts'
import { valuesIn } from './reading.ts'
import { ruleOf } from './table.ts'
import type { Problem } from './problem.ts'
import type { UserIgnored } from '../engine/user-config.ts'

const ignoreMember = 'x-lint-ignore'

/** Members whose values are data rather than parts of a document. */
const data = new Set(['const', 'default', 'enum', 'example', 'value'])

/** Ignores of a run. They record which of them suppressed a finding. */
export interface Ignores {
  readonly covers: (rule: string, place: Place) => boolean
  /** Ignores that suppressed no finding. */
  readonly unused: () => readonly Problem[]
  /** Ignores that name an unknown rule. */
  readonly faulty: readonly Problem[]
}

export function findIgnores(
  { files }: Pick<Loaded, 'files'>,
  entries: readonly UserIgnored[],
  configFile: string,
): Ignores {
  const marks = [...files.values()].flatMap(({ path, json }) => marksIn(path, json))
  const used = new Set<object>()
  return {
    covers(rule, place) {
      const covering = [
        ...marks.filter((mark) => mark.rule === rule && isInside(place, mark.element)),
        ...entries.filter((entry) => entry.rule === rule && isNamed(place, entry)),
      ]
      for (const one of covering) used.add(one)
      return covering.length > 0
    },
    unused: () => [
      ...marks
        .filter((mark) => mark.rule !== undefined && !used.has(mark))
        .map(({ word, place }) => ({
          message: `The rule ${word} reports nothing at this location.`,
          place,
        })),
      ...entries.flatMap((entry, index) => {
        const place = { file: configFile, pointer: `/lint/ignore/${index}` }
        const message = `The rule ${entry.rule} reports nothing that this entry ignores.`
        return used.has(entry) ? [] : [{ message, place }]
      }),
    ],
    faulty: marks
      .filter(({ rule }) => rule === undefined)
      .map(({ word, place }) => ({ message: `Unknown lint rule ${word}.`, place })),
  }
}

interface Mark {
  readonly word: string
  /** Name of the rule that the entry refers to by name or by code. Undefined if there is no such rule. */
  readonly rule: string | undefined
  readonly place: Place
  readonly element: Place
}

function marksIn(file: string, root: Json): readonly Mark[] {
  const marks: Mark[] = []
  for (const [pointer, json] of valuesIn(root, (name) => name === ignoreMember || data.has(name))) {
    const words = isObject(json) ? own(json, ignoreMember) : undefined
    if (words !== undefined)
      append(marks, marksOf({ file, pointer }, child(pointer, ignoreMember), words))
  }
  return marks
}

function marksOf(element: Place, at: string, json: Json): readonly Mark[] {
  const words = isArray(json) ? json : [json]
  return words.map((word, index) => ({
    word: typeof word === 'string' ? word : JSON.stringify(word),
    rule: typeof word === 'string' ? ruleOf(word)?.name : undefined,
    place: { file: element.file, pointer: isArray(json) ? child(at, index) : at },
    element,
  }))
}

function isInside(place: Place, element: Place): boolean {
  return (
    place.file === element.file &&
    (place.pointer === element.pointer || place.pointer.startsWith(`${element.pointer}/`))
  )
}

function isNamed(place: Place, { file, pointer }: UserIgnored): boolean {
  return (
    (file === undefined || isMatch(file, place.file)) &&
    (pointer === undefined || isMatch(pointer, place.pointer))
  )
}
