import type { Json } from '../../json/types.ts'
import { child, isArray, isObject, step } from '../../json/pointer.ts'
import type { LocalValue } from '../../openrpc/local-target.ts'

/**
 * Members of a response that contain a document. Some services nest the document twice: `{
 * "result": { "schema": { "openrpc": ... } } }`.
 */
const carriers = ['result', 'schema']
const maxWrappings = 2

/**
 * Returns the document in a response to `rpc.discover`. Returns undefined for other values,
 * including a document that is not wrapped in a response.
 */
export function documentInResponse(json: Json): LocalValue | undefined {
  if (isDocument(json)) return undefined
  let level: readonly LocalValue[] = [{ json, pointer: '' }]
  for (let depth = 0; depth < maxWrappings; depth++) {
    level = level.flatMap(inside)
    const [found, ...others] = level.filter((one) => isDocument(one.json))
    if (found !== undefined) return others.length === 0 ? found : undefined
  }
  return undefined
}

function inside({ json, pointer }: LocalValue): readonly LocalValue[] {
  return carriers.flatMap((name) => {
    const value = isObject(json) ? step(json, name) : undefined
    return value === undefined ? [] : [{ json: value, pointer: child(pointer, name) }]
  })
}

function isDocument(json: Json): boolean {
  return isObject(json) && typeof json['openrpc'] === 'string' && isArray(json['methods'])
}
