import { listOf, recordOf, stringOf } from '@rpcloom/schema/json'
import type { GroupDescriptor } from '../descriptor.ts'
import { filledPath, valuesIn, variablesOf } from '../path-template.ts'
import type { Members, TransportName } from './types.ts'

/** Base URL for relative addresses. Only the path of the resolved address is used. */
const anyBase = 'http://localhost/'

const httpAddress = /^(https?:\/\/|\/|\.)/i
const socketAddress = /^wss?:\/\//i

/**
 * Returns the path of the first server for a transport, with the defaults of its variables; undefined if
 * there is no such server. Both transports accept an address without a scheme, and WebSockets that of an HTTP server.
 */
export function pathOfServers(declared: unknown, transport: TransportName): string | undefined {
  const http = (): string | undefined => firstPath(declared, httpAddress)
  return transport === 'http' ? http() : (firstPath(declared, socketAddress) ?? http())
}

function firstPath(declared: unknown, scheme: RegExp): string | undefined {
  return addressesWith(declared, scheme).flatMap(pathOf)[0]
}

function addressesWith(declared: unknown, scheme: RegExp): readonly string[] {
  // Version 1.0 of OpenRPC also allowed a single server object.
  const servers = Array.isArray(declared) ? listOf(declared) : [declared]
  return servers
    .map(recordOf)
    .flatMap(addressOf)
    .filter((one) => scheme.test(one))
}

/**
 * Returns the paths of a group. If its path has variables, calls go to the path of the first server, unless they pass
 * values. A document without paths of its own has those of its servers, also for WebSockets.
 */
export function pathsOf(
  servers: unknown,
  {
    path: declared,
    wsPath: declaredSocket,
  }: { readonly path?: string | undefined; readonly wsPath?: string | undefined },
): Pick<GroupDescriptor, 'path' | 'at' | 'wsPath' | 'wsAt'> {
  const socket = socketPathOf(servers)
  const usual = pathOfServers(servers, 'http') ?? socket ?? '/'
  const at = withVariables(declared ?? templateOfServers(servers, usual))
  const values = at === undefined ? undefined : valuesIn(at, usual)
  const http = {
    path: at === undefined ? (declared ?? usual) : usual,
    ...(at !== undefined && { at }),
  }
  const isOwn = declared === undefined && declaredSocket === undefined && socket !== usual
  const wsPath = isOwn ? socket : declaredSocket
  if (wsPath === undefined) return http
  const wsAt = withVariables(isOwn ? templateOfServers(servers, wsPath) : declaredSocket)
  if (wsAt === undefined) return { ...http, wsPath }
  // Calls pass values for the variables of `at`.
  const hasValues = values && variablesOf(wsAt).every((name) => Object.hasOwn(values, name))
  if (isOwn) return { ...http, wsPath, ...(hasValues && { wsAt }) }
  return { ...http, ...(hasValues && { wsPath: filledPath(wsAt, values) }), wsAt }
}

/**
 * Returns the transports of a group that declares none: those of its servers, by default HTTP. The addresses may have
 * variables without values. `isPushed` says whether its server sends events or requests, which it cannot do over HTTP.
 */
export function transportsOfServers(servers: unknown, isPushed: boolean): readonly TransportName[] {
  const hasSocket = addressesWith(servers, socketAddress).length > 0
  const isHttp = !hasSocket || addressesWith(servers, httpAddress).length > 0
  return [...(isHttp ? ['http' as const] : []), ...(hasSocket || isPushed ? ['ws' as const] : [])]
}

function withVariables(path: string | undefined): string | undefined {
  return path !== undefined && variablesOf(path).length > 0 ? path : undefined
}

/** Returns the path of the first WebSocket server; undefined if there is none. */
function socketPathOf(servers: unknown): string | undefined {
  return firstPath(servers, socketAddress)
}

/** Returns the path of the server that has the given path, with its variables. */
function templateOfServers(declared: unknown, usual: string): string | undefined {
  const servers = Array.isArray(declared) ? listOf(declared) : [declared]
  const templates = servers.flatMap((server) => {
    const address = stringOf(recordOf(server)['url'])?.replaceAll('${', '{') ?? ''
    // The first variable of an address may contain more than a segment of its path.
    const [, path] = /^(?!\{)(?:[a-z][\w+.-]*:\/\/[^/?#]*)?\/*([^?#]*)/i.exec(address) ?? []
    return path === undefined ? [] : `/${path}`
  })
  return templates.find((template) => valuesIn(template, usual))
}

function pathOf(address: string): readonly string[] {
  if (!URL.canParse(address, anyBase)) return []
  const { pathname } = new URL(address, anyBase)
  // Braces that remain in the path belong to an undeclared variable, so the server is skipped.
  return /%7b/i.test(pathname) ? [] : [pathname.replace(/^\/+/, '/')]
}

function addressOf(server: Members): readonly string[] {
  const url = stringOf(server['url'])
  if (url === undefined) return []
  const variables = recordOf(server['variables'])
  const valueOf = (name: string): string | undefined => {
    const variable = Object.hasOwn(variables, name) ? recordOf(variables[name]) : {}
    return stringOf(variable['default']) ?? stringOf(listOf(variable['enum'])[0])
  }
  return [url.replaceAll(/\$?\{([^{}]*)\}/g, (all, name: string) => valueOf(name) ?? all)]
}
