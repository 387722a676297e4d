import type { Json } from '../json/types.ts'
import { isArray, isObject } from '../json/pointer.ts'

const specifications = { openapi: 'OpenAPI', swagger: 'Swagger (OpenAPI)', asyncapi: 'AsyncAPI' }

/**
 * Returns the name and version of another specification that a document declares, such as `OpenAPI
 * 3.1.0`. Returns undefined for OpenRPC documents.
 */
export function otherSpecification(json: Json | undefined): string | undefined {
  if (!isObject(json)) return undefined
  for (const [member, name] of Object.entries(specifications)) {
    const version = json[member]
    if (typeof version === 'string' || typeof version === 'number') return `${name} ${version}`
  }
  const info = json['info']
  const isPostman = isObject(info) && typeof info['_postman_id'] === 'string'
  return isPostman && isArray(json['item']) ? 'a Postman collection' : undefined
}
