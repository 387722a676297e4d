import { withoutCredentials } from '@rpcloom/rpc/internal'
import type { Json } from '../json/types.ts'
import { addressOfServer } from '../model/document/servers.ts'
import type { ExamplePairing, Group, Method, Server } from '../model/types.ts'
import { endingMethods } from './handlers.ts'
import { isPositional, sentParams } from './signature.ts'

/**
 * Origin of URLs in samples if a document lists no server. The `.example` domain is reserved for
 * documentation (RFC 2606).
 */
const fallbackOrigin = 'https://rpc.example'

/** Returns the request of an example. */
export function sampleRequest(
  method: Method,
  { params, positional }: Pick<ExamplePairing, 'params' | 'positional'>,
): Json {
  const given = isPositional(method) ? positional : sentParams(method, params)
  const isEmpty = Object.keys(Object(given)).length === 0
  const id = method.result === undefined ? {} : { id: 1 }
  return { jsonrpc: '2.0', ...id, method: method.name, ...(isEmpty ? {} : { params: given }) }
}

/**
 * Returns the URL of a group, or of a method with its own servers. The URL is that of the first
 * server, with the defaults of its variables.
 */
export function sampleUrl(group: Group, method?: Method): string {
  const servers = method?.servers.length ? method.servers : group.servers
  const address = servers.map(anonymousAddress).find((one) => /^https?:\/\//i.test(one))
  if (address !== undefined) return address
  return fallbackOrigin + (method?.path ?? group.route.path)
}

/**
 * Whether samples call a method over HTTP. Subscriptions need the connection on which their events arrive, and so do
 * the methods that end them.
 */
export function isCalledByHttp(group: Group, method: Method): boolean {
  const { http, ws } = method.availability
  if (http === 'absent' || ws === 'absent') return http !== 'absent'
  return method.subscription === undefined && !endingMethods(group).has(method.name)
}

/** Returns the address of a server. Variables can put a user into it. */
function anonymousAddress(server: Server): string {
  return withoutCredentials(addressOfServer(server))
}

/** Returns the origin to which samples connect: that of the WebSocket server if the group cannot be called over HTTP. */
export function sampleOrigin(group: Group, method?: Method): string {
  const isHttp = group.route.transports.includes('http')
  return originOf(isHttp ? sampleUrl(group, method) : sampleSocketUrl(group))
}

/** Returns the origin of a URL; that of samples without a server if the URL has a variable in its origin. */
function originOf(url: string): string {
  const scheme = url.startsWith('ws') ? 'ws' : 'http'
  return /^(https?|wss?):\/\/[\w.:[\]-]+/i.exec(url)?.[0] ?? fallbackOrigin.replace('http', scheme)
}

/**
 * Returns the WebSocket URL of a group: from its servers, or else with the WebSocket path at the
 * origin of the HTTP server.
 */
export function sampleSocketUrl(group: Group): string {
  const declared = group.servers.map(anonymousAddress).find((one) => /^wss?:\/\//i.test(one))
  if (declared !== undefined) return declared
  const origin = originOf(sampleUrl(group))
  return origin.replace(/^http/, 'ws') + (group.route.wsPath ?? group.route.path)
}
