import { type OpenRpcGroup, pathOfServers, rolesOf } from '@rpcloom/rpc/internal'
import { defined, isObject, listOf, own, stringOf } from '../../json/members.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import type { Route } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/**
 * Completes the path and transports of a document's methods from `x-group`, or else from the first
 * server.
 */
export function routeOf(
  scope: DocumentScope,
  { place, json }: { readonly place: Place; readonly json: JsonObject },
  read: OpenRpcGroup,
): Route {
  const path = pathOfServers(own(json, 'servers'), 'http') ?? '/'
  const address = { path, ...(path === '/' ? {} : { pathIsDefault: true as const }) }
  const carriers = needsConnection(json) ? (['http', 'ws'] as const) : (['http'] as const)
  const declared = own(json, 'x-group')
  if (
    declared !== undefined &&
    (!isObject(declared) || ['path', 'chainPath', 'wsPath', 'chainWsPath'].some(isNoPath(declared)))
  ) {
    malformed(scope, place, 'x-group')
    return { ...address, transports: carriers, batch: { allowed: true } }
  }
  const { path: explicit, chainPath, chain, wsPath, chainWsPath, transports, batch } = read
  return {
    ...(explicit === undefined ? address : { path: explicit }),
    // A document that declares a WebSocket path is available over WebSocket.
    transports: transports.length > 0 ? transports : wsPath ? ['http', 'ws'] : carriers,
    batch,
    ...defined({ chainPath, chain, wsPath, chainWsPath }),
  }
}

/**
 * Whether a document has subscriptions, or methods that servers call. They require WebSocket, because servers
 * cannot send requests or events over HTTP.
 */
function needsConnection(json: JsonObject): boolean {
  return listOf(json, 'methods').some(
    (method) =>
      isObject(method) &&
      (isObject(own(method, 'x-subscription')) ||
        rolesOf(method).some((role) => role !== 'server')),
  )
}

function isNoPath(json: JsonObject): (key: string) => boolean {
  return (key) => own(json, key) !== undefined && !(stringOf(json, key) ?? '').startsWith('/')
}
