import { addressOfServer, type ExamplePairing, type Json, type Method } from 'rpcloom/model'
import { isPositional } from 'rpcloom/emit'
import type { Leaf } from '../../page/leaf.ts'
import type { GroupFrame } from '../context.ts'

/** A call in one language. */
export interface Sample {
  readonly language: string
  readonly code: Leaf
}

/** What a call is made with. */
export type SampleParams = Pick<ExamplePairing, 'params' | 'positional'>

/** A call that samples show. */
export interface SampleCall {
  readonly group: GroupFrame
  readonly method: Method
  readonly params: SampleParams
}

/** Stands for the server of a document that names none: a name that is reserved for examples. */
const fallbackOrigin = 'https://rpc.example'

/** The request as JSON, ready to be sent. */
export function requestOf({ method, params }: SampleCall): Json {
  const given = isPositional(method) ? params.positional : params.params
  const isEmpty = Object.keys(given).length === 0
  return { jsonrpc: '2.0', id: 1, method: method.wire, ...(isEmpty ? {} : { params: given }) }
}

/** Address of a group, or of a method with servers of its own: the first server, variables at their defaults. */
export function urlOf(group: GroupFrame, method?: Method): string {
  const servers = method?.servers.length ? method.servers : group.servers
  const address = servers.map(addressOfServer).find((one) => /^https?:\/\//i.test(one))
  if (address !== undefined) return address
  return fallbackOrigin + (method?.path ?? group.route.path)
}

/** Scheme and host of a call's address. */
export function originOf({ group, method }: Pick<SampleCall, 'group' | 'method'>): string {
  return /^https?:\/\/[\w.:[\]-]+/.exec(urlOf(group, method))?.[0] ?? fallbackOrigin
}

/** Address of a group's WebSocket: that of a server, or its path at the origin of the others. */
export function socketOf(group: GroupFrame): string {
  const said = group.servers.map(addressOfServer).find((one) => /^wss?:\/\//i.test(one))
  if (said !== undefined) return said
  const origin = /^https?:\/\/[\w.:[\]-]+/.exec(urlOf(group))?.[0] ?? fallbackOrigin
  return origin.replace(/^http/, 'ws') + (group.route.wsPath ?? group.route.path)
}
