import { addressOfServer, type ExamplePairing, type Json, type Method } from 'rpcloom/model'
import { isPositional } from 'rpcloom/codegen'
import type { Leaf } from '../../page/leaf.ts'
import type { GroupFrame } from '../context.ts'

/** A code sample in one language. */
export interface Sample {
  readonly language: string
  readonly code: Leaf
}

/** Arguments of a sample call. */
export type SampleParams = Pick<ExamplePairing, 'params' | 'positional'>

/** The call that samples show. */
export interface SampleCall {
  readonly group: GroupFrame
  readonly method: Method
  readonly params: SampleParams
}

/** Used if the document lists no server. The `.example` domain is reserved (RFC 2606). */
const fallbackOrigin = 'https://rpc.example'

/** Returns the request as JSON. */
export function requestOf({ method, params }: SampleCall): Json {
  const given = isPositional(method) ? params.positional : params.params
  const isEmpty = Object.keys(given).length === 0
  return { jsonrpc: '2.0', id: 1, method: method.name, ...(isEmpty ? {} : { params: given }) }
}

/**
 * Returns the address of a group, or of a method with its own servers: the first server with the defaults of
 * its variables.
 */
export function urlOf(group: GroupFrame, method?: Method): string {
  const servers = method?.servers.length ? method.servers : group.servers
  const address = servers.map(addressOfServer).find((one) => /^https?:\/\//i.test(one))
  if (address !== undefined) return address
  return fallbackOrigin + (method?.path ?? group.route.path)
}

/** Returns the origin of a call's address. */
export function originOf({ group, method }: Pick<SampleCall, 'group' | 'method'>): string {
  return /^https?:\/\/[\w.:[\]-]+/.exec(urlOf(group, method))?.[0] ?? fallbackOrigin
}

/** Returns the WebSocket address of a group: from its servers, else its path at the origin of the HTTP server. */
export function socketOf(group: GroupFrame): string {
  const declared = group.servers.map(addressOfServer).find((one) => /^wss?:\/\//i.test(one))
  if (declared !== undefined) return declared
  const origin = /^https?:\/\/[\w.:[\]-]+/.exec(urlOf(group))?.[0] ?? fallbackOrigin
  return origin.replace(/^http/, 'ws') + (group.route.wsPath ?? group.route.path)
}
