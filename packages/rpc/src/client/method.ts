import { HttpError, ProtocolError, RpcError } from '../errors.ts'
import { isRecord } from '../json-rpc.ts'
import { decode, encode } from '../shape/convert.ts'
import { stringify } from '../shape/stringify.ts'
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
  const { group, wire, notification, ...rest } = spec
  const id = notification ? undefined : ++lastId
  const response = await transport({
    verb: 'POST',
    path: group.path,
    body: stringify({ jsonrpc: '2.0', id, method: wire, params }),
    call: { ...rest, group, method: wire, ...(id && { id }) },
  })
  return id ? readAnswer(response, spec, id) : checkStatus(response)
}

function paramsOf({ order, params }: MethodSpec, args: readonly unknown[]): unknown {
  if (!order) return encode(params, args[0])
  const named = encode(params, Object.fromEntries(args.map((arg, i) => [order[i], arg]))) as Record<
    string,
    unknown
  >
  const list = order.map((name) => named[name])
  while (list.length && list.at(-1) === undefined) list.pop()
  return list
}

/** The result in an answer; throws what the answer says, or that it is none. */
export function readAnswer(response: TransportResponse, spec: MethodSpec, id: number): unknown {
  const answer = response.message ?? parseBody(response, spec.parse)
  if (isRecord(answer)) {
    const { error } = answer
    // An error without an id answers a request that the node could not read.
    if (isRecord(error) && typeof error['code'] === 'number' && (answer['id'] ?? id) === id) {
      throw rpcError(error, spec, id)
    }
    if (answer['id'] === id && 'result' in answer) return answer['result']
  }
  checkStatus(response)
  throw new ProtocolError('The answer is not for this request', answer)
}

/** Parses a body that should be JSON. */
export function parseBody(
  response: TransportResponse,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  try {
    return parse(response.body)
  } catch (cause) {
    checkStatus(response)
    throw new ProtocolError('The answer is not JSON', response.body.slice(0, 1000), { cause })
  }
}

function checkStatus({ status, body }: TransportResponse): void {
  if (status < 200 || status > 299) throw new HttpError(status, body)
}

function rpcError(error: Record<string, unknown>, spec: MethodSpec, id: number): RpcError {
  const code = error['code'] as number
  const message = String(error['message'])
  const data = error['data']
  const named = isRecord(data) ? data['reason'] : undefined
  const reason = typeof named === 'string' ? named : spec.reason?.(code, message)
  return new RpcError(code, message, { data, reason, method: spec.wire, id })
}
