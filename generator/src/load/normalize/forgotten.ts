import type { Json, JsonObject } from '../../json/types.ts'
import { forgottenProperties } from '../../openrpc/schema-keywords.ts'
import { type At, inside, note, type NormalizeContext } from './context.ts'
import { isObject } from '../../json/pointer.ts'

/** Adds a required property that is not declared and would therefore be forbidden. */
export function withForgotten(context: NormalizeContext, schema: JsonObject, at: At): JsonObject {
  const forgotten = forgottenProperties(schema)
  if (forgotten.length === 0) return schema
  for (const { index, message, help } of forgotten) {
    const sentence = `${message}; read as a property of any type.`
    note(context, 'RL207', inside(inside(at, 'required'), index), { message: sentence, help })
  }
  const { properties } = schema
  const own = isObject(properties) ? Object.entries(properties) : []
  const added = forgotten.map(({ name }): readonly [string, Json] => [name, {}])
  return { ...schema, properties: Object.fromEntries([...own, ...added]) }
}
