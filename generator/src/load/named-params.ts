import { mapItems } from '../json/map.ts'
import { fragmentOf, isArray, isObject } from '../json/pointer.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { localTarget } from '../openrpc/local-target.ts'

/**
 * Replaces an `x-params` that names a param of its method by the schema of the param, whose value has all params. Other
 * names are kept, and reported when the method is read.
 */
export function withNamedParams(json: Json): Json {
  if (!isObject(json) || !isArray(json['methods'])) return json
  const methods = mapItems(json['methods'], (method) => {
    const schema = isObject(method) ? namedSchema(method, json) : undefined
    return isObject(method) && schema !== undefined ? { ...method, 'x-params': schema } : method
  })
  return methods === json['methods'] ? json : { ...json, methods }
}

function namedSchema(
  { params, 'x-params': name }: JsonObject,
  document: JsonObject,
): Json | undefined {
  if (typeof name !== 'string' || !isArray(params)) return undefined
  for (const param of params) {
    const target = localTarget(document, { json: param, pointer: '' })
    if (target === undefined || !isObject(target.json) || target.json['name'] !== name) continue
    const { json, pointer } = target
    return pointer === '' ? json['schema'] : { $ref: `#${fragmentOf(pointer)}/schema` }
  }
  return undefined
}
