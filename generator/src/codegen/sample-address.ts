import { addressOfServer } from '../model/document/servers.ts'
import type { Api, Group, Server } from '../model/types.ts'
import { quoteString } from './quote.ts'

const usual = 'http://127.0.0.1:8545'

/**
 * Returns the base URL for code samples: that of the first documented server whose variables have defaults,
 * without its path, user and password.
 */
export function sampleAddress({ groups }: Pick<Api, 'groups'>): string {
  const [first] = groups.flatMap((group) => serverOrigin(group) ?? [])
  return first ?? usual
}

/** Returns the base URL for code samples over WebSocket: that of the group's first WebSocket server, if it has one. */
export function sampleSocketAddress(api: Pick<Api, 'groups'>, group: Group): string {
  return socketUrl(group)?.origin ?? sampleAddress(api).replace(/^http/, 'ws')
}

/** Returns the address to which samples of peers connect: the first documented WebSocket server, with its path. */
export function samplePeerAddress(api: Pick<Api, 'groups'>): string {
  const [found] = api.groups.flatMap((group) => socketUrl(group) ?? [])
  if (found === undefined) return sampleAddress(api).replace(/^http/, 'ws')
  return found.origin + found.pathname.replace(/\/$/, '')
}

/** The transport of a client in code samples. */
export interface SampleTransport {
  /** The function that creates it. */
  readonly name: 'http' | 'webSocket'
  /** Base URL. */
  readonly url: string
  /** Expression: `http('https://rpc.example')`. */
  readonly code: string
}

/** Returns the transport for code samples: HTTP, unless all methods are only available over WebSocket. */
export function sampleTransport(api: Pick<Api, 'groups'>): SampleTransport {
  const { groups } = api
  const listed = groups.find((group) => socketUrl(group) !== undefined) ?? groups[0]
  const isSocket = listed && groups.every(({ route }) => !route.transports.includes('http'))
  const name = isSocket ? 'webSocket' : 'http'
  const url = isSocket ? sampleSocketAddress(api, listed) : sampleAddress(api)
  return { name, url, code: `${name}(${quoteString(url)})` }
}

/** Returns the base URL of the first documented HTTP server of a group, without its path; undefined if there is none. */
function serverOrigin(group: Pick<Group, 'servers'>): string | undefined {
  return urlOf(usableAddress(group.servers, 'http'))?.origin
}

/** Returns the addresses that a program connects to. The paths of calls are added to them. */
export function programAddresses(group: Pick<Group, 'servers'>): ProgramAddresses {
  const url = serverOrigin(group)
  const ws = socketUrl(group)?.origin
  return url === undefined ? { url: ws } : { url, wsUrl: ws }
}

interface ProgramAddresses {
  readonly url: string | undefined
  readonly wsUrl?: string | undefined
}

function socketUrl(group: Pick<Group, 'servers'>): URL | undefined {
  return urlOf(usableAddress(group.servers, 'ws'))
}

function urlOf(address: string | undefined): URL | undefined {
  return address === undefined ? undefined : new URL(address)
}

export type Scheme = 'http' | 'ws'

/** Returns the addresses of the servers with a scheme or its variant over TLS. */
export function addressesWith(servers: readonly Server[], scheme: Scheme): readonly string[] {
  const prefix = new RegExp(`^${scheme}s?://`, 'i')
  return servers.map(addressOfServer).filter((address) => prefix.test(address))
}

/**
 * Returns the first address of servers with a scheme that has no variable without a value in its origin. The origin is
 * written as that of a URL, without user and password.
 */
export function usableAddress(servers: readonly Server[], scheme: Scheme): string | undefined {
  const [found] = addressesWith(servers, scheme).flatMap((address) => {
    const origin = addressOrigin(address)
    return origin === undefined ? [] : address.replace(/^\w+:\/\/[^/\\?#]*/, () => origin)
  })
  return found
}

/** Returns the origin of an address; undefined if it has a variable in its origin. */
export function addressOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { host, origin } = new URL(address)
  return /[{}]/.test(host) ? undefined : origin
}

/** Returns the port on which servers in code samples listen. */
export function samplePort(api: Pick<Api, 'groups'>): string {
  return new URL(sampleTransport(api).url).port || new URL(usual).port
}
