import { withoutCredentials } from '@rpcloom/rpc/internal'
import type { Json } from '../json/types.ts'
import type { ExamplePairing, Group, Method, Server } from '../model/types.ts'
import { endingMethods } from './handlers.ts'
import { addressesWith, addressOrigin, type Scheme, usableAddress } from './sample-address.ts'
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
 * usable server, with the defaults of its variables, or else of the first one.
 */
export function sampleUrl(group: Group, method?: Method): string {
  const servers = method?.servers.length ? method.servers : group.servers
  return anonymousAddress(servers, 'http') ?? fallbackOrigin + (method?.path ?? group.route.path)
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

/** Returns the address of the first usable server, or else of the first one. Variables can put a user into it. */
function anonymousAddress(servers: readonly Server[], scheme: Scheme): string | undefined {
  const found = usableAddress(servers, scheme) ?? addressesWith(servers, scheme)[0]
  return found === undefined ? undefined : withoutCredentials(found)
}

/** Returns the origin to which samples connect: that of the WebSocket server if the group cannot be called over HTTP. */
export function sampleOrigin(group: Group, method?: Method): string {
  const isHttp = group.route.transports.includes('http')
  return isHttp ? originOf(sampleUrl(group, method)) : sampleSocketOrigin(group)
}

/** Returns the origin to which samples connect over WebSocket. */
export function sampleSocketOrigin(group: Group): string {
  return originOf(sampleSocketUrl(group))
}

/** Returns the origin of a URL; one for documentation with the same scheme if the URL has a variable in its origin. */
function originOf(url: string): string {
  const [scheme = ''] = url.toLowerCase().split(':')
  return addressOrigin(url) ?? fallbackOrigin.replace('https', scheme)
}

/**
 * Returns the WebSocket URL of a group: from its servers, or else with the WebSocket path at the
 * origin of the HTTP server.
 */
export function sampleSocketUrl(group: Group): string {
  const declared = anonymousAddress(group.servers, 'ws')
  if (declared !== undefined) return declared
  const origin = originOf(sampleUrl(group))
  return origin.replace(/^http/, 'ws') + (group.route.wsPath ?? group.route.path)
}
