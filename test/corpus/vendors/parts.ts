import type { Json, JsonObject } from 'rpcloom/model'

/** Files by path; those with `openrpc` are documents. */
export type Files = Readonly<Record<string, Json | string>>

export function documentOf(methods: Json, more: JsonObject = {}): JsonObject {
  return { openrpc: '1.3.2', info: { title: 'Vendor', version: '1.0.0' }, methods, ...more }
}

export function schemas(all: Readonly<Record<string, Json>>): JsonObject {
  return { components: { schemas: all } }
}

export function ref(to: string): JsonObject {
  return { $ref: `#/components/schemas/${to}` }
}

/** Members whose names end in `!` are required. */
export function record(members: Readonly<Record<string, Json>>, more: JsonObject = {}): JsonObject {
  const entries = Object.entries(members).map(([key, json]) => [key.replace(/!$/, ''), json])
  const required = Object.keys(members).flatMap((key) =>
    key.endsWith('!') ? [key.slice(0, -1)] : [],
  )
  const names = required.length === 0 ? {} : { required }
  return { type: 'object', properties: Object.fromEntries(entries), ...names, ...more }
}

/** Params whose names end in `!` are required. */
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

/** Returns example pairings from params by name and a result. */
export function examples(...pairs: readonly (readonly [JsonObject, Json])[]): JsonObject {
  const pairings = pairs.map(([params, value], index) => ({
    name: `example ${index + 1}`,
    params: Object.entries(params).map(([name, given]) => ({ name, value: given })),
    result: { name: 'result', value },
  }))
  return { examples: pairings }
}
