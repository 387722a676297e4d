import { element, elements, type Element } from '../../openrpc/elements.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { NameEntry } from '../names/name-book.ts'
import { below } from '../../json/place.ts'
import type { EffectPatterns } from './effect.ts'
import type { SchemaReader } from '../schema/reader.ts'
import type { Json, Place } from '../../json/types.ts'

/** State of reading a document, with the findings and types so far. */
export interface DocumentScope {
  readonly reader: SchemaReader
  readonly findings: Finding[]
  readonly entries: NameEntry[]
  /** Key of the group, under which the name report lists the document's names. */
  readonly group: string
  readonly effects: EffectPatterns
}

/** Returns the objects in a list, with references resolved. */
export function elementsAt(
  scope: DocumentScope,
  place: Place,
  json: Json | undefined,
  ...path: readonly string[]
): readonly Element[] {
  const { pointer } = below(place, ...path)
  return elements(json, place.file, pointer, scope.reader.loaded.resolve)
}

/** Whether an element is a reference to a component rather than an inline object. */
export function isReferred({ at, file, pointer }: Element): boolean {
  return at.file !== file || at.pointer !== pointer
}

/** Returns an object with its reference resolved. */
export function elementAt(
  scope: DocumentScope,
  place: Place,
  json: Json | undefined,
): Element | undefined {
  return element(json, place.file, place.pointer, scope.reader.loaded.resolve)
}

/** Reports an extension with an invalid form, which is ignored. Always returns undefined. */
export function malformed(scope: DocumentScope, place: Place, name: string, needs = ''): undefined {
  const message = `The extension ${name} is malformed and ignored.${needs}`
  scope.findings.push({ code: 'RL301', message, place: below(place, name) })
  return undefined
}
