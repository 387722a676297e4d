import type { MethodDescriptor } from '../descriptor.ts'
import { decode } from '../shape/decode.ts'
import { type AnyStandalone, request } from './method.ts'
import { withCallOptions } from './options.ts'
import { argumentCount, paramsOf } from './params.ts'
import type { CallOptions, Transport, TransportResponse } from './types.ts'

/** Returns the standalone function of a method whose result may be absent or null: calls then resolve to `undefined`. */
/* @__NO_SIDE_EFFECTS__ */
export function optional(descriptor: MethodDescriptor): AnyStandalone {
  const call: AnyStandalone = async (transport, ...args) => {
    const options = args[argumentCount(descriptor)] as CallOptions | undefined
    const to = withCallOptions(withResult(transport), options)
    const result = await request(to, descriptor, paramsOf(descriptor, args))
    return (result === null ? undefined : decode(descriptor.result, result)) as never
  }
  return Object.defineProperty(call, 'name', { value: descriptor.name })
}

/**
 * Adds the result null to a response without result and error, which may both be null. Null is not checked against the
 * schema.
 */
function withResult(transport: Transport): Transport {
  return async (sent): Promise<TransportResponse> => {
    const response = await transport(sent)
    const { check: _check, ...unchecked } = response
    const { id, error, result } = Object(response.message) as Record<string, unknown>
    const isAbsent = id === sent.id && error == null && result == null
    return isAbsent ? { ...unchecked, message: { id, result: null } } : response
  }
}
