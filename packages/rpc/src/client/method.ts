import { HttpError, ProtocolError, RpcError } from '../errors.ts'
import { decode, encode } from '../shape/convert.ts'
import type { MethodSpec, Standalone, Transport, TransportResponse } from './types.ts'

let lastId = 0

/** The standalone form of a method; generated code gives it its explicit type. */
/* @__NO_SIDE_EFFECTS__ */
export function method<Args extends readonly unknown[], Result>(
  spec: MethodSpec,
): Standalone<Args, Result> {
  return async (transport, ...args) => {
    const result = await request(transport, spec, paramsOf(spec, args))
    return (spec.empty ? undefined : decode(spec.result, result)) as Result
  }
}

/** Sends params as they stand on the wire, and gives the result as it stands there. */
export async function request(
  transport: Transport,
  spec: MethodSpec,
  params: unknown,
): Promise<unknown> {
  const { group, wire: method, notification, stringify = JSON.stringify } = spec
  const id = notification ? undefined : ++lastId
  const body = stringify({ jsonrpc: '2.0', id, method, params })
  const response = await transport({ verb: 'POST', path: group.path, body, call: spec, id })
  return readAnswer(response, spec, id)
}

function paramsOf({ order, params }: MethodSpec, args: readonly unknown[]): unknown {
  if (!order) return encode(params, args[0])
  const given = Object.fromEntries(args.map((arg, index) => [order[index], arg]))
  const named = encode(params, given) as Record<string, unknown>
  // Arguments left out at the end are not sent; in the middle they go as null.
  const last = args.findLastIndex((arg) => arg !== undefined)
  return order.slice(0, last + 1).map((name) => named[name])
}

/** The result in an answer; throws what the answer says, or that it is none. */
function readAnswer(
  { status, body, message }: TransportResponse,
  { parse = JSON.parse, wire, reason }: MethodSpec,
  id: number | undefined,
): unknown {
  const failed = status < 200 || status > 299
  if (!id && !failed) return undefined
  let cause: unknown
  try {
    // Object() makes null and scalars harmless; a notification's answer has no id to compare.
    const answer = Object(message ?? parse(body)) as Record<string, unknown>
    const error = Object(answer['error']) as Record<string, unknown>
    const { code, data } = error
    // An error without an id answers a request that the node could not read.
    if (typeof code === 'number' && (answer['id'] ?? id) === id) {
      const text = String(error['message'])
      const own = (Object(data) as Record<string, unknown>)['reason']
      const named = typeof own === 'string' ? own : reason?.(code, text)
      cause = new RpcError(code, text, { data, reason: named, method: wire, id })
    } else if (answer['id'] === id && 'result' in answer) return answer['result']
  } catch (error) {
    cause = error
  }
  if (cause instanceof RpcError) throw cause
  if (failed) throw new HttpError(status, body)
  throw new ProtocolError(`No answer to ${wire}`, { data: body.slice(0, 1000), cause })
}
