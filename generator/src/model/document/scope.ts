import type { Elements } from '@rpcloom/rpc/internal'
import type { Element } from '../../openrpc/elements.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { NameEntry } from '../names/name-book.ts'
import { own } from '../../json/members.ts'
import { below } from '../../json/place.ts'
import type { EffectPatterns } from './effect.ts'
import type { SchemaReader } from '../schema/reader.ts'
import type { JsonObject, Place } from '../../json/types.ts'

/** State of reading a document, with the findings and types so far. */
export interface DocumentScope {
  readonly reader: SchemaReader
  readonly elements: Elements<Element>
  readonly findings: Finding[]
  readonly entries: NameEntry[]
  /** Key of the group, under which the name report lists the document's names. */
  readonly group: string
  readonly effects: EffectPatterns
}

/** Whether an element is a reference to a component rather than an inline object. */
export function isReferred({ at, file, pointer }: Element): boolean {
  return at.file !== file || at.pointer !== pointer
}

/** Reports an extension with an invalid form, which is ignored. Always returns undefined. */
export function malformed(scope: DocumentScope, place: Place, name: string, needs = ''): undefined {
  const message = `The extension ${name} is malformed and ignored.${needs}`
  scope.findings.push({ code: 'RL301', message, place: below(place, name) })
  return undefined
}

const needs: Readonly<Record<string, string>> = {
  'x-cost': ' It must be a positive integer.',
  'x-pagination':
    ' It requires `cursor` with `param` and `result`, and `items`; `end` is `short-page` or `empty-page`.',
  'x-search': ' It must be a list of strings.',
  'x-subscription':
    ' It requires `notification`, `unsubscribe`, and at least one named topic in `kinds`; with `single`, exactly one. A notification without a subscription has `x-implemented-by: ["client"]` instead.',
}

/** Reports the extensions of an element that the reader could not read, by their names. */
export function reportUnread(
  scope: DocumentScope,
  { place, json }: { readonly place: Place; readonly json: JsonObject },
  read: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(read)) {
    const isUnread = value === undefined && own(json, name) !== undefined
    if (isUnread) malformed(scope, place, name, needs[name])
  }
}
