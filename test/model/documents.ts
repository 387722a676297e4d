import { posix } from 'node:path'
import type { Loaded } from 'rpcloom/load'
import { isObject, step, tokensOf } from '../../generator/src/json/pointer.ts'
import { buildApi, type Built, type Json, type JsonObject } from 'rpcloom/model'

/** Returns files as if they had been loaded, without reading or validating them. */
export function loadedFrom(
  files: Readonly<Record<string, JsonObject>>,
  documents: readonly string[] = Object.keys(files).slice(0, 1),
): Loaded {
  const valueAt = (file: string, pointer: string): Json | undefined =>
    tokensOf(pointer).reduce<Json | undefined>(
      (value, token) => (value === undefined ? undefined : step(value, token)),
      files[file],
    )
  const resolve: Loaded['resolve'] = (fromFile, ref) => {
    const [path = '', pointer = ''] = ref.split('#')
    const file = path === '' ? fromFile : posix.join(posix.dirname(fromFile), path)
    const json = valueAt(file, pointer)
    const next = isObject(json) ? json['$ref'] : undefined
    if (typeof next === 'string') return resolve(file, next)
    return json === undefined ? undefined : { place: { file, pointer }, json }
  }
  return {
    documents: documents.map((file) => ({ file, json: files[file] ?? {} })),
    files: new Map(
      Object.entries(files).map(([path, json]) => [
        path,
        { path, text: '', json, locate: () => ({ line: 1, column: 1 }) },
      ]),
    ),
    resolve,
  }
}

/** Returns a document with the given methods and component schemas. */
export function documentOf(
  methods: readonly JsonObject[],
  schemas: JsonObject = {},
  more: JsonObject = {},
): JsonObject {
  const info = { title: 'Test', version: '1.0.0' }
  return { openrpc: '1.3.2', info, methods, components: { schemas }, ...more }
}

/** Returns the model of one document, `test.openrpc.json`. */
export function build(document: JsonObject): Built {
  return buildApi(loadedFrom({ 'test.openrpc.json': document }), { scope: '@test' })
}

/** Returns a method without params whose result has the schema. */
export function answering(name: string, schema: Json): JsonObject {
  return { name, params: [], result: { name: 'result', schema } }
}
