import type { Formats } from '@rpcloom/rpc/formats'
import { withParts } from '@rpcloom/schema/internal'
import { mapItems, mapMembers } from '../../json/map.ts'
import { isArray, isObject } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { servesFormat, typeWords } from '../../openrpc/format-types.ts'
import { localTarget } from '../../openrpc/local-target.ts'

/** A custom format, and the extensions of schemas that select it. */
interface Selected {
  readonly name: string
  readonly of: 'number' | 'string'
  readonly extensions: readonly (readonly [string, unknown])[]
}

/** Maximum nesting of references and alternatives above the schema that gets a format. */
const deepest = 32

/** Writes the `format` of schemas that have the extensions of a custom format. */
export function withExtensionFormats(json: Json, formats: Formats): Json {
  const selecting = Object.entries(formats).flatMap(
    ([name, { of = 'string', extensions }]): readonly Selected[] =>
      extensions === undefined ? [] : [{ name, of, extensions: Object.entries(extensions) }],
  )
  const formatOf = (schema: JsonObject): Selected | undefined =>
    selecting.find(({ extensions }) =>
      extensions.every(([name, value]) => Object.hasOwn(schema, name) && schema[name] === value),
    )
  const formatted = (schema: JsonObject, format: Selected): JsonObject =>
    withFormat(schema, { format, document: json, depth: 0 }) ?? { ...schema, format: format.name }
  const visit = (value: Json): Json => {
    if (isArray(value)) return mapItems(value, visit)
    if (!isObject(value)) return value
    const mapped = mapMembers(value, visit)
    const format = formatOf(value)
    if (format === undefined) return mapped
    const { schema } = mapped
    return isObject(schema)
      ? { ...mapped, schema: formatted(schema, format) }
      : formatted(mapped, format)
  }
  return selecting.length === 0 ? json : visit(json)
}

interface Writing {
  readonly format: Selected
  readonly document: Json
  readonly depth: number
}

/**
 * Writes a format to the parts of a schema that allow values of its type: the schema itself, or alternatives. The target of
 * a reference in the document is copied, because other references to it do not have the format. Returns undefined if no part
 * allows such values.
 */
function withFormat(schema: JsonObject, writing: Writing): JsonObject | undefined {
  const { format, document, depth } = writing
  if (depth > deepest) return undefined
  const deeper = { ...writing, depth: depth + 1 }
  const { $ref: ref, ...own } = schema
  if (ref !== undefined) {
    const target = localTarget(document, { json: schema, pointer: '' })?.json
    const copy = isObject(target) ? withFormat(target, deeper) : undefined
    return copy && { ...copy, ...own }
  }
  const alternatives =
    own['type'] === undefined
      ? withParts(schema, (part) => (isObject(part) && withFormat(part, deeper)) || part)
      : undefined
  if (alternatives !== undefined) return alternatives
  return servesFormat(format.of, typeWords(schema)) ? { ...schema, format: format.name } : undefined
}
