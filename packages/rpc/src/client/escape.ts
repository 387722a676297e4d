import { transportOf } from './client.ts'
import { request } from './method.ts'
import type { Effect, MethodDescriptor, Transport, TransportResponse } from './types.ts'

/** A call of a method that no document knows. */
export interface RawCall {
  /** Path of its endpoint: `/ext/bc/P`. */
  readonly path: string
  readonly method: string
  /** As they go on the wire. */
  readonly params?: unknown
  /** `write` unless given, which is sent once. */
  readonly effect?: Effect
}

/** Calls a method that no document knows; the result is as the node sent it, checked by nobody. */
export function callMethod(target: Transport | object, call: RawCall): Promise<unknown> {
  const { path, method: name, params, effect = 'write' } = call
  const transport = isTransport(target) ? target : transportOf(target)
  return request(transport, unlisted({ name, effect, path }), params)
}

/** Descriptor of a method that no document lists. */
export function unlisted({
  name,
  effect,
  path,
}: {
  readonly name: string
  readonly effect: Effect
  readonly path: string
}): MethodDescriptor {
  return {
    name,
    effect,
    group: { key: '', path, transports: ['http', 'ws'], batch: { allowed: true } },
    structure: 'by-position',
    order: [],
  }
}

/** A result together with the answer that it stood in, for its status and headers. */
export interface WithResponse<Result> {
  readonly result: Result
  /** The last answer, where it took several. */
  readonly response: TransportResponse
}

/** Makes a call by the transport given to it, and gives the answer beside the result. */
export async function withResponse<Result>(
  transport: Transport,
  call: (transport: Transport) => Promise<Result>,
): Promise<WithResponse<Result>> {
  let last: TransportResponse | undefined
  const result = await call(async (sent) => (last = await transport(sent)))
  if (!last) throw new TypeError('Nothing was asked for by the transport that was given')
  return { result, response: last }
}

function isTransport(target: Transport | object): target is Transport {
  return typeof target === 'function'
}
