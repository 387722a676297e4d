import type { Formats } from '@rpcloom/rpc/formats'
import { mapItems, mapMembers } from '../../json/map.ts'
import { isArray, isObject } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../json/types.ts'

/** Writes the `format` of schemas that have the extensions of a custom format. */
export function withExtensionFormats(json: Json, formats: Formats): Json {
  const selecting = Object.entries(formats).flatMap(([name, { extensions }]) =>
    extensions === undefined ? [] : [{ name, extensions: Object.entries(extensions) }],
  )
  const formatOf = (schema: JsonObject): string | undefined =>
    selecting.find(({ extensions }) =>
      extensions.every(([name, value]) => Object.hasOwn(schema, name) && schema[name] === value),
    )?.name
  const visit = (value: Json): Json => {
    if (isArray(value)) return mapItems(value, visit)
    if (!isObject(value)) return value
    const mapped = mapMembers(value, visit)
    const format = formatOf(value)
    if (format === undefined) return mapped
    const { schema } = mapped
    return isObject(schema) ? { ...mapped, schema: { ...schema, format } } : { ...mapped, format }
  }
  return selecting.length === 0 ? json : visit(json)
}
