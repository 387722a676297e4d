import { isArray, isObject, own, textOf } from '../json.ts'
import type { JsonObject, Method } from '../types.ts'
import { followed } from './followed.ts'

type Named = Pick<Method, 'wire' | 'params'>

/**
 * Gives unnamed params the name that generated code uses, for readers of the bundle. Servers do not know these
 * names: such params are sent by position.
 */
export function withParamNames(bundle: JsonObject, methods: readonly Named[]): JsonObject {
  const list = own(bundle, 'methods')
  if (!isArray(list)) return bundle
  const byName = new Map(methods.map((method) => [method.wire, method]))
  const named = list.map((json) => {
    const method = byName.get(textOf(json, 'name') ?? '')
    return method && isObject(json) ? withNames(bundle, json, method) : json
  })
  const isSame = named.every((json, index) => json === list[index])
  return isSame ? bundle : { ...bundle, methods: named }
}

function withNames(bundle: JsonObject, json: JsonObject, { params }: Named): JsonObject {
  const list = own(json, 'params')
  if (!isArray(list) || list.length !== params.length) return json
  const named = list.map((entry, index) => {
    const descriptor = followed(bundle, entry)
    const name = params[index]?.name
    const isNameless = descriptor !== undefined && textOf(descriptor, 'name') === undefined
    return isNameless && name !== undefined ? { ...descriptor, name } : entry
  })
  if (named.every((entry, index) => entry === list[index])) return json
  return { paramStructure: 'by-position', ...json, params: named }
}
