import { element, elements, type Element } from '../../openrpc/elements.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { NameEntry } from '../names/name-book.ts'
import { below } from '../../json/place.ts'
import type { EffectPatterns } from './effect.ts'
import type { SchemaReader } from '../schema/reader.ts'
import type { Json, Place } from '../../json/types.ts'

/** The context of reading a document, and the output collected so far. */
export interface DocumentScope {
  readonly reader: SchemaReader
  readonly findings: Finding[]
  readonly entries: NameEntry[]
  /** Key of the group, which is the scope of its names in the report. */
  readonly group: string
  readonly effects: EffectPatterns
}

/** Returns the objects of a list at a place, with references resolved. */
export function elementsAt(
  scope: DocumentScope,
  place: Place,
  json: Json | undefined,
  ...path: readonly string[]
): readonly Element[] {
  const { pointer } = below(place, ...path)
  return elements(json, place.file, pointer, scope.reader.loaded.resolve)
}

/** Whether an element is a referenced component rather than written inline. */
export function isReferred({ at, file, pointer }: Element): boolean {
  return at.file !== file || at.pointer !== pointer
}

/** Returns the object at a place, with its reference resolved. */
export function elementAt(
  scope: DocumentScope,
  place: Place,
  json: Json | undefined,
): Element | undefined {
  return element(json, place.file, place.pointer, scope.reader.loaded.resolve)
}

/** Reports that an extension has an invalid form and is ignored. Returns undefined. */
export function malformed(scope: DocumentScope, place: Place, name: string, needs = ''): undefined {
  const message = `The extension ${name} is malformed and ignored.${needs}`
  scope.findings.push({ code: 'RL301', message, place: below(place, name) })
  return undefined
}
