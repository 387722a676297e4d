import { listOf, recordOf, stringOf } from '@rpcloom/schema/json'
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
