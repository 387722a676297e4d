import { jsonText, visibleJson } from 'rpcloom/codegen'
import type { JsonObject } from 'rpcloom/model'

const known = new WeakMap<JsonObject, string>()

export function documentText(document: JsonObject): string {
  const text = known.get(document) ?? printDocument(document)
  known.set(document, text)
  return text
}

export function printDocument(document: JsonObject): string {
  return `${visibleJson(jsonText(document, undefined, 1))}\n`
}
