import type { Json, JsonObject } from 'rpcloom/model'

/** Files by path; the documents among them are those that say `openrpc`. */
export type Files = Readonly<Record<string, Json | string>>

/** A document of these methods, and of what else it says. */
export function documentOf(methods: Json, more: JsonObject = {}): JsonObject {
  return { openrpc: '1.3.2', info: { title: 'Vendor', version: '1.0.0' }, methods, ...more }
}

/** Component schemas. */
export function schemas(all: Readonly<Record<string, Json>>): JsonObject {
  return { components: { schemas: all } }
}

/** A reference to a component schema. */
export function ref(to: string): JsonObject {
  return { $ref: `#/components/schemas/${to}` }
}

/** A schema of an object, whose members are required where their names end in `!`. */
export function record(members: Readonly<Record<string, Json>>, more: JsonObject = {}): JsonObject {
  const entries = Object.entries(members).map(([key, json]) => [key.replace(/!$/, ''), json])
  const required = Object.keys(members).flatMap((key) =>
    key.endsWith('!') ? [key.slice(0, -1)] : [],
  )
  const names = required.length === 0 ? {} : { required }
  return { type: 'object', properties: Object.fromEntries(entries), ...names, ...more }
}

/** A method that takes params by these schemas, required where their names end in `!`. */
export function method(
  name: string,
  params: Readonly<Record<string, Json>>,
  result: Json,
  more: JsonObject = {},
): JsonObject {
  const descriptors = Object.entries(params).map(([key, schema]) =>
    key.endsWith('!') ? { name: key.slice(0, -1), required: true, schema } : { name: key, schema },
  )
  return { name, params: descriptors, result: { name: 'result', schema: result }, ...more }
}

/** Example pairings from params by name and a result. */
export function examples(...pairs: readonly (readonly [JsonObject, Json])[]): JsonObject {
  const pairings = pairs.map(([params, value], index) => ({
    name: `example ${index + 1}`,
    params: Object.entries(params).map(([name, given]) => ({ name, value: given })),
    result: { name: 'result', value },
  }))
  return { examples: pairings }
}
