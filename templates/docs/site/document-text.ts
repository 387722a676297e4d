import type { JsonObject } from 'rpcloom/model'

const known = new WeakMap<JsonObject, string>()

/** A document as the site offers it. */
export function documentText(document: JsonObject): string {
  const text = known.get(document) ?? `${JSON.stringify(document, undefined, 1)}\n`
  known.set(document, text)
  return text
}
