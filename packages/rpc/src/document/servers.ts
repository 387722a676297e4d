import { listOf, recordOf, stringOf } from '@rpcloom/schema/json'
import type { GroupDescriptor } from '../descriptor.ts'
import { filledPath, valuesIn, variablesOf } from '../path-template.ts'
import type { Members, TransportName } from './types.ts'

/** Base URL for relative addresses. Only the path of the resolved address is used. */
const anyBase = 'http://localhost/'

/**
 * Address patterns of each transport, in order of preference. Both transports accept an address without a
 * scheme.
 */
const schemes: Readonly<Record<TransportName, readonly RegExp[]>> = {
  http: [/^(https?:\/\/|\/|\.)/i],
  ws: [/^wss?:\/\//i, /^(https?:\/\/|\/|\.)/i],
}

/**
 * Returns the path of the first server for a transport, with the defaults of its variables; undefined if
 * there is no such server.
 */
export function pathOfServers(declared: unknown, transport: TransportName): string | undefined {
  // Version 1.0 of OpenRPC also allowed a single server object.
  const servers = Array.isArray(declared) ? listOf(declared) : [declared]
  const addresses = servers.map(recordOf).flatMap(addressOf)
  const paths = schemes[transport].flatMap((scheme) =>
    addresses.filter((one) => scheme.test(one)).flatMap(pathOf),
  )
  return paths[0]
}

/**
 * Returns the paths of a group. If its path has variables, calls go to the path of the first server, unless they pass
 * values.
 */
export function pathsOf(
  servers: unknown,
  {
    path: declared,
    wsPath,
  }: { readonly path?: string | undefined; readonly wsPath?: string | undefined },
): Pick<GroupDescriptor, 'path' | 'at' | 'wsPath' | 'wsAt'> {
  const usual = pathOfServers(servers, 'http') ?? '/'
  const [at, wsAt] = [declared ?? templateOfServers(servers), wsPath].map((one) =>
    one !== undefined && variablesOf(one).length > 0 ? one : undefined,
  )
  const values = at === undefined ? undefined : valuesIn(at, usual)
  const usualWsPath =
    wsAt === undefined
      ? wsPath
      : values && variablesOf(wsAt).every((name) => Object.hasOwn(values, name))
        ? filledPath(wsAt, values)
        : undefined
  return {
    path: at === undefined ? (declared ?? usual) : usual,
    ...(at !== undefined && { at }),
    ...(usualWsPath !== undefined && { wsPath: usualWsPath }),
    ...(wsAt !== undefined && { wsAt }),
  }
}

/** Returns the path of the server that calls over HTTP go to, with its variables. */
function templateOfServers(declared: unknown): string | undefined {
  const usual = pathOfServers(declared, 'http') ?? '/'
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
