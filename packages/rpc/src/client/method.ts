import { RpcError } from '../errors.ts'
import { noAnswer } from './body.ts'
import type { MethodSpec, Standalone, Transport } from './types.ts'

let lastId = 0

/** The standalone form of a method; generated code gives it its explicit type. */
/* @__NO_SIDE_EFFECTS__ */
export function method<Args extends readonly unknown[], Result>(
  spec: MethodSpec,
): Standalone<Args, Result> {
  return async (transport, ...args) => {
    const params = spec.params ? spec.params(args) : args[0]
    const answer = await request(transport, spec, params)
    return (spec.result ? spec.result(answer) : answer) as Result
  }
}

/** The same for a method whose only argument and whose result pass as they are. */
/* @__NO_SIDE_EFFECTS__ */
export function plain<Args extends readonly unknown[], Result>(
  spec: MethodSpec,
): Standalone<Args, Result> {
  const call: Standalone<[params: unknown], unknown> = (transport, params) =>
    request(transport, spec, params)
  return call as unknown as Standalone<Args, Result>
}

/** The same for a method of whose values the result alone needs work. */
/* @__NO_SIDE_EFFECTS__ */
export function reading<Args extends readonly unknown[], Result>(
  spec: MethodSpec & Required<Pick<MethodSpec, 'result'>>,
): Standalone<Args, Result> {
  const call: Standalone<[params: unknown], unknown> = (transport, params) =>
    request(transport, spec, params).then(spec.result)
  return call as unknown as Standalone<Args, Result>
}

/** Sends params as they stand on the wire, and gives the result as it stands there. */
export async function request(
  transport: Transport,
  call: MethodSpec,
  params: unknown,
): Promise<unknown> {
  const { wire: method, group, parse = JSON.parse, stringify = JSON.stringify } = call
  const id = ++lastId
  const response = await transport({
    path: group.path,
    body: stringify({ jsonrpc: '2.0', id, method, params }),
    call,
    id,
  })
  let { message } = response
  try {
    message ??= parse(response.body)
  } catch {
    // Without a message there is no answer, which is what is thrown below.
  }
  // Object() makes null and scalars harmless.
  const { id: to, result, error } = Object(message) as Record<string, unknown>
  const { code, message: text, data } = Object(error) as ErrorObject
  // An error without an id answers a request that the node could not read.
  if (typeof code === 'number' && typeof text === 'string' && (to ?? id) === id) {
    const reason = data?.reason ?? response.reason?.(method, code, text)
    throw new RpcError(code, text, { data, reason, method, id })
  }
  if (to === id && result !== undefined) return result
  throw noAnswer(method, response)
}

/** An error as a node may answer it; nodes of this package name it in `data`. */
interface ErrorObject {
  readonly code?: number
  readonly message?: unknown
  readonly data?: { readonly reason?: string } | null
}
