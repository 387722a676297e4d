import type { ContractTransport } from '../types.ts'
import { listOf, recordOf, textOf } from '@rpcloom/rpc/internal'

/** For the path of an address that is relative to wherever the document is served. */
const anyBase = 'http://localhost/'

/** Addresses of each transport, best first: one that names no scheme may be of either. */
const schemes: Readonly<Record<ContractTransport, readonly RegExp[]>> = {
  http: [/^(https?:\/\/|\/|\.)/i],
  ws: [/^wss?:\/\//i, /^(https?:\/\/|\/|\.)/i],
}

/** Path of the first server of a transport, variables at their defaults; undefined where there is none. */
export function pathOfServers(said: unknown, transport: ContractTransport): string | undefined {
  // Version 1.0 also allowed a single one.
  const servers = Array.isArray(said) ? listOf(said) : [said]
  const addresses = servers.map(recordOf).flatMap(addressOf)
  const address = schemes[transport]
    .map((scheme) => addresses.find((one) => scheme.test(one)))
    .find((one) => one !== undefined)
  if (address === undefined || !URL.canParse(address, anyBase)) return undefined
  const { pathname } = new URL(address, anyBase)
  // Braces that are left stand for a variable that nobody declares.
  return /%7b/i.test(pathname) ? undefined : pathname.replace(/^\/+/, '/')
}

function addressOf(server: Readonly<Record<string, unknown>>): readonly string[] {
  const url = textOf(server['url'])
  if (url === undefined) return []
  const variables = recordOf(server['variables'])
  const valueOf = (name: string): string | undefined => {
    const variable = Object.hasOwn(variables, name) ? recordOf(variables[name]) : {}
    return textOf(variable['default']) ?? textOf(listOf(variable['enum'])[0])
  }
  return [url.replaceAll(/\$?\{([^{}]*)\}/g, (all, name: string) => valueOf(name) ?? all)]
}
