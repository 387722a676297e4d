import {
  addressOfServer,
  type ExamplePairing,
  type Group,
  type Json,
  type Method,
} from 'rpcloom/model'
import { isPositional, sentParams } from 'rpcloom/codegen'
import type { Leaf } from '../../page/leaf.ts'

export interface Sample {
  readonly language: string
  readonly code: Leaf
}

export type SampleParams = Pick<ExamplePairing, 'params' | 'positional' | 'result'>

export interface SampleCall {
  readonly group: Group
  readonly method: Method
  readonly params: SampleParams
  /** Names from the handlers of a peer to those of the group, if clients implement the method. */
  readonly handlers: readonly string[] | undefined
}

/**
 * Origin of URLs in samples if a document lists no server. The `.example` domain is reserved for
 * documentation (RFC 2606).
 */
const fallbackOrigin = 'https://rpc.example'

export function requestOf({ method, params }: Pick<SampleCall, 'method' | 'params'>): Json {
  const given = isPositional(method) ? params.positional : sentParams(method, params.params)
  const isEmpty = Object.keys(Object(given)).length === 0
  return { jsonrpc: '2.0', id: 1, method: method.name, ...(isEmpty ? {} : { params: given }) }
}

/**
 * Returns the URL of a group, or of a method with its own servers. The URL is that of the first
 * server, with the defaults of its variables.
 */
export function urlOf(group: Group, method?: Method): string {
  const servers = method?.servers.length ? method.servers : group.servers
  const address = servers.map(addressOfServer).find((one) => /^https?:\/\//i.test(one))
  if (address !== undefined) return address
  return fallbackOrigin + (method?.path ?? group.route.path)
}

export function originOf({ group, method }: Pick<SampleCall, 'group' | 'method'>): string {
  return /^https?:\/\/[\w.:[\]-]+/.exec(urlOf(group, method))?.[0] ?? fallbackOrigin
}

/**
 * Returns the WebSocket URL of a group: from its servers, or else with the WebSocket path at the
 * origin of the HTTP server.
 */
export function socketOf(group: Group): string {
  const declared = group.servers.map(addressOfServer).find((one) => /^wss?:\/\//i.test(one))
  if (declared !== undefined) return declared
  const origin = /^https?:\/\/[\w.:[\]-]+/.exec(urlOf(group))?.[0] ?? fallbackOrigin
  return origin.replace(/^http/, 'ws') + (group.route.wsPath ?? group.route.path)
}
