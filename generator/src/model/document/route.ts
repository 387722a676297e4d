import {
  defined,
  isObject,
  listOf,
  numberOf,
  objectOf,
  own,
  stringOf,
  stringsOf,
} from '../../json/members.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import type { Route } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'
import { pathOfServers, serversOf } from './servers.ts'

/**
 * Reads the path and transports of a document's methods from `x-group`, or else from the first
 * server.
 */
export function routeOf(scope: DocumentScope, place: Place, json: JsonObject): Route {
  const path = pathOfServers(serversOf(json)) ?? '/'
  const address = { path, ...(path === '/' ? {} : { pathIsDefault: true as const }) }
  const carriers = hasSubscriptions(json) ? (['http', 'ws'] as const) : (['http'] as const)
  const plain: Route = { ...address, transports: carriers, batch: { allowed: true } }
  const declared = own(json, 'x-group')
  if (declared === undefined) return plain
  if (
    !isObject(declared) ||
    ['path', 'chainPath', 'wsPath', 'chainWsPath'].some(isNoPath(declared))
  ) {
    malformed(scope, place, 'x-group')
    return plain
  }
  const names = stringsOf(declared, 'transports')
  const transports = (['http', 'ws'] as const).filter((transport) => names.includes(transport))
  const batch = objectOf(declared, 'batch')
  const maxPublic = numberOf(batch, 'maxPublic')
  const explicit = stringOf(declared, 'path')
  return {
    ...(explicit === undefined ? address : { path: explicit }),
    // A document that declares a WebSocket path is available over WebSocket.
    transports:
      transports.length > 0
        ? transports
        : stringOf(declared, 'wsPath')
          ? ['http', 'ws']
          : plain.transports,
    batch: {
      allowed: own(batch, 'allowed') !== false,
      ...(maxPublic === undefined ? {} : { maxPublic }),
    },
    ...defined({
      chainPath: stringOf(declared, 'chainPath'),
      chain: stringOf(declared, 'chain'),
      wsPath: stringOf(declared, 'wsPath'),
      chainWsPath: stringOf(declared, 'chainWsPath'),
    }),
  }
}

/**
 * Whether a document has subscriptions. Subscriptions require WebSocket, because HTTP cannot carry
 * events.
 */
function hasSubscriptions(json: JsonObject): boolean {
  return listOf(json, 'methods').some((method) => isObject(own(method, 'x-subscription')))
}

function isNoPath(json: JsonObject): (key: string) => boolean {
  return (key) => own(json, key) !== undefined && !(stringOf(json, key) ?? '').startsWith('/')
}
