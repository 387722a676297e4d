import type { MethodDescriptor } from '../descriptor.ts'
import { RpcError } from '../errors.ts'
import { decode } from '../shape/decode.ts'
import { unexpected } from './message.ts'
import { withCallOptions } from './options.ts'
import { argumentCount, paramsOf } from './params.ts'
import type { CallOptions, Transport } from './types.ts'

let lastId = 0

/** A standalone function. Generated code declares the types of its params and result. */
export type AnyStandalone = (transport: Transport, ...args: readonly unknown[]) => Promise<never>

/** Returns the standalone function of a method, with the method's name in stack traces. */
/* @__NO_SIDE_EFFECTS__ */
export function method(descriptor: MethodDescriptor): AnyStandalone {
  const call: AnyStandalone = async (transport, ...args) => {
    const to = withCallOptions(
      transport,
      args[argumentCount(descriptor)] as CallOptions | undefined,
    )
    const result = await request(to, descriptor, paramsOf(descriptor, args))
    return (descriptor.returns === 'empty' ? undefined : decode(descriptor.result, result)) as never
  }
  return Object.defineProperty(call, 'name', { value: descriptor.name })
}

/** Sends a request with params in JSON form and returns the result as the server sent it. */
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
  // `Object()` allows to destructure null and scalars.
  const { id: to, result, error } = Object(response.message) as Record<string, unknown>
  const { code, message, data } = Object(error) as ErrorObject
  // An error without an ID means that the server could not read the request.
  if (typeof code === 'number' && typeof message === 'string' && (to ?? id) === id) {
    const reason = data?.reason ?? response.reason?.(method, code, message)
    throw new RpcError(code, message, {
      data: call.errorData?.decode(code, data, reason) ?? data,
      reason,
      method,
      id,
    })
  }
  if (to !== id || result === undefined) throw unexpected(method, response)
  response.check?.(call, result)
  return result
}

/** An error object. Servers of this package send the reason in `data`. */
interface ErrorObject {
  readonly code?: number
  readonly message?: unknown
  readonly data?: { readonly reason?: string } | null
}
