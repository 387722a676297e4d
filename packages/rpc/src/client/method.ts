import type { MethodDescriptor } from '../descriptor.ts'
import { RpcError } from '../errors.ts'
import { decode } from '../shape/decode.ts'
import { unexpected } from './message.ts'
import { withOptions } from './options.ts'
import { argumentCount, paramsOf } from './params.ts'
import type { CallOptions, Standalone, Transport } from './types.ts'

let lastId = 0

/** The standalone function of a method, called like it in stack traces; generated code gives it its explicit type. */
/* @__NO_SIDE_EFFECTS__ */
export function method<Args extends readonly unknown[], Result>(
  descriptor: MethodDescriptor,
): Standalone<Args, Result> {
  const call: Standalone<Args, Result> = async (transport, ...args) => {
    const options = args[argumentCount(descriptor)] as CallOptions | undefined
    const to = options ? withOptions(transport, options) : transport
    const params = paramsOf(descriptor, args)
    const result = await request(to, descriptor, params)
    if (descriptor.returns === 'empty') return undefined as Result
    return decode(descriptor.result, result) as Result
  }
  return Object.defineProperty(call, 'name', { value: descriptor.name })
}

/** Sends params as they are, and returns the result as the node sent it. */
export async function request(
  transport: Transport,
  call: MethodDescriptor,
  params: unknown,
): Promise<unknown> {
  const { name: method, group, path = group.path, json, auth } = call
  const id = ++lastId
  const response = await transport({
    path,
    method,
    params,
    id,
    call,
    json,
    containsCredentials: auth !== undefined,
  })
  // Object() makes null and scalars harmless.
  const { id: to, result, error } = Object(response.message) as Record<string, unknown>
  const { code, message, data } = Object(error) as ErrorObject
  // An error without an id responds to a request that the node could not read.
  if (typeof code === 'number' && typeof message === 'string' && (to ?? id) === id) {
    const reason = data?.reason ?? response.reason?.(method, code, message)
    throw new RpcError(code, message, { data, reason, method, id })
  }
  if (to !== id || result === undefined) throw unexpected(method, response)
  const fault = response.check?.(call, result)
  if (fault) throw fault
  return result
}

/** An error as a node may send it; nodes of this package send its name in `data`. */
interface ErrorObject {
  readonly code?: number
  readonly message?: unknown
  readonly data?: { readonly reason?: string } | null
}
