import { parseLossless } from '@rpcloom/rpc/internal/call'
import {
  accepts,
  acceptsText,
  isUnconstrained,
  itemSchema,
  type SchemaIn,
} from '@rpcloom/schema/internal'
import { stringify } from '@rpcloom/schema/json'

/**
 * Reads a text as the schema allows: lists and objects as JSON, other values as a string if the schema accepts
 * it, or else as JSON. If the schema accepts everything, JSON takes precedence.
 */
export function readValue(one: SchemaIn, source: string | boolean): unknown {
  if (typeof source === 'boolean') return source
  const json = jsonOf(source)
  if (json === undefined) return source
  const isStructure = typeof json.value === 'object' && json.value !== null
  if (isStructure ? accepts(one, json.value) : isUnconstrained(one)) return json.value
  if (accepts(one, source)) return source
  if (isStructure || accepts(one, json.value)) return json.value
  // An invalid string, or a list with a single item, which the caller adds.
  return acceptsText(one) || (itemSchema(one) && accepts(one, [source])) ? source : json.value
}

/** Returns the argument that is read as a value. */
export function argumentText(one: SchemaIn, value: unknown): string {
  const isText = typeof value === 'string' && readValue(one, value) === value
  return isText ? value.replace(/^[-@\\]/, '\\$&') : stringify(value)
}

function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseLossless(text) }
  } catch {
    // Any other text is a string.
    return undefined
  }
}
