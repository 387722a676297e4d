import { type OpenRpcGroup, pathsOf, rolesOf, transportsOfServers } from '@rpcloom/rpc/internal'
import { isObject, listOf, own, stringOf } from '../../json/members.ts'
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
  const servers = own(json, 'servers')
  const ofServers = pathsOf(servers, {})
  const isDefault = {
    ...(ofServers.path !== '/' && { pathIsDefault: true as const }),
    ...(ofServers.wsPath !== undefined && { wsPathIsDefault: true as const }),
  }
  const carriers = transportsOfServers(servers, needsConnection(json))
  const declared = own(json, 'x-group')
  if (
    declared !== undefined &&
    (!isObject(declared) || ['path', 'wsPath'].some(isNoPath(declared)))
  ) {
    malformed(scope, place, 'x-group')
    return { ...ofServers, ...isDefault, transports: carriers, batch: { allowed: true } }
  }
  const { path, wsPath, transports, batch } = read
  const { pathIsDefault, wsPathIsDefault } = path === undefined ? isDefault : {}
  return {
    ...pathsOf(servers, { path, wsPath }),
    ...(pathIsDefault && { pathIsDefault }),
    ...(wsPath === undefined && wsPathIsDefault && { wsPathIsDefault }),
    // A document that declares a WebSocket path is available over WebSocket.
    transports: transports.length > 0 ? transports : wsPath ? ['http', 'ws'] : carriers,
    batch,
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

/** Whether a member is no path. A segment of a path may have one variable. */
function isNoPath(json: JsonObject): (key: string) => boolean {
  return (key) =>
    own(json, key) !== undefined && !/^\/(?!.*\{[^/]*\{)/.test(stringOf(json, key) ?? '')
}
