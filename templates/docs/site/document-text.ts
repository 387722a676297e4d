import { jsonText, visibleJson } from 'rpcloom/emit'
import type { JsonObject } from 'rpcloom/model'

const known = new WeakMap<JsonObject, string>()

/** A document as the site offers it. */
export function documentText(document: JsonObject): string {
  const text = known.get(document) ?? printDocument(document)
  known.set(document, text)
  return text
}

/** The text of a document that nobody asks for again. */
export function printDocument(document: JsonObject): string {
  return `${visibleJson(jsonText(document, undefined, 1))}\n`
}
