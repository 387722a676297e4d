import { transportOf } from './client.ts'
import { request } from './method.ts'
import type { Effect, MethodDescriptor, Transport, TransportResponse } from './types.ts'

/** A call to a method that is not in the documents. */
export interface RawCall {
  /** Path of the endpoint, such as `/ext/bc/P`. */
  readonly path: string
  readonly method: string
  /** Params in JSON form. */
  readonly params?: unknown
  /** Effect of the method: `write` by default. Calls that may write are never repeated. */
  readonly effect?: Effect
}

/** Calls a method that is not in the documents. The result is neither decoded nor validated. */
export function callMethod(target: Transport | object, call: RawCall): Promise<unknown> {
  const { path, method: name, params, effect = 'write' } = call
  const transport = isTransport(target) ? target : transportOf(target)
  return request(transport, unlisted({ name, effect, path }), params)
}

/** Returns a descriptor for a method that is not in the documents. */
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

/** A result together with its response, for the status and headers. */
export interface WithResponse<Result> {
  readonly result: Result
  /** The last response, if the call required several requests. */
  readonly response: TransportResponse
}

/** Makes a call with the transport that is passed to the callback. Returns the result with its response. */
export async function withResponse<Result>(
  transport: Transport,
  call: (transport: Transport) => Promise<Result>,
): Promise<WithResponse<Result>> {
  let last: TransportResponse | undefined
  const result = await call(async (sent) => (last = await transport(sent)))
  if (!last) throw new TypeError('The callback did not use the transport passed to it')
  return { result, response: last }
}

function isTransport(target: Transport | object): target is Transport {
  return typeof target === 'function'
}
