import type { ContractTransport } from '../types.ts'
import { listOf, recordOf, textOf } from '@rpcloom/rpc/internal'

/** Base of addresses that are relative to the location of the document. */
const anyBase = 'http://localhost/'

/** Addresses of each transport, best first: one without a scheme may be either. */
const schemes: Readonly<Record<ContractTransport, readonly RegExp[]>> = {
  http: [/^(https?:\/\/|\/|\.)/i],
  ws: [/^wss?:\/\//i, /^(https?:\/\/|\/|\.)/i],
}

/**
 * Returns the path of the first server of a transport, with the defaults of its variables; undefined if there
 * is none.
 */
export function pathOfServers(said: unknown, transport: ContractTransport): string | undefined {
  // Version 1.0 also allowed a single server.
  const servers = Array.isArray(said) ? listOf(said) : [said]
  const addresses = servers.map(recordOf).flatMap(addressOf)
  const address = schemes[transport]
    .map((scheme) => addresses.find((one) => scheme.test(one)))
    .find((one) => one !== undefined)
  if (address === undefined || !URL.canParse(address, anyBase)) return undefined
  const { pathname } = new URL(address, anyBase)
  // Remaining braces belong to an undeclared variable.
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
