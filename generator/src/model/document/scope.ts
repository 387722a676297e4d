import { element, elements, type Element } from '../../load/elements.ts'
import type { Finding } from '../../diagnostics.ts'
import type { NameEntry } from '../names/name-book.ts'
import { below } from '../place.ts'
import type { EffectPatterns } from './effect.ts'
import type { SchemaReader } from '../schema/reader.ts'
import type { Json, Place } from '../types.ts'

/** What reading a document needs, and where it leaves what it finds. */
export interface DocumentScope {
  readonly reader: SchemaReader
  readonly findings: Finding[]
  readonly entries: NameEntry[]
  /** Key of the group, which scopes its names in the report. */
  readonly group: string
  readonly effects: EffectPatterns
}

/** The objects of a list below a place, references followed. */
export function elementsAt(
  scope: DocumentScope,
  place: Place,
  json: Json | undefined,
  ...path: readonly string[]
): readonly Element[] {
  const { pointer } = below(place, ...path)
  return elements(json, place.file, pointer, scope.reader.loaded.resolve)
}

/** Whether an element is a component that something refers to, rather than written out there. */
export function isReferred({ at, file, pointer }: Element): boolean {
  return at.file !== file || at.pointer !== pointer
}

/** The object at a place, its reference followed. */
export function elementAt(
  scope: DocumentScope,
  place: Place,
  json: Json | undefined,
): Element | undefined {
  return element(json, place.file, place.pointer, scope.reader.loaded.resolve)
}

/** Says that an extension has another form than its name asks for, and is left out. */
export function malformed(scope: DocumentScope, place: Place, name: string, needs = ''): undefined {
  const message = `The extension ${name} does not have the form that it needs, and is ignored.${needs}`
  scope.findings.push({ code: 'RL301', message, place: below(place, name) })
  return undefined
}
