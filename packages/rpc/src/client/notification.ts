import type { MethodDescriptor } from '../descriptor.ts'
import { unexpected } from './message.ts'
import type { AnyStandalone } from './method.ts'
import { withCallOptions } from './options.ts'
import { argumentCount, paramsOf } from './params.ts'
import type { CallOptions, Transport } from './types.ts'

/**
 * Returns the standalone function of a notification. Its promise resolves when the notification has been
 * sent.
 */
/* @__NO_SIDE_EFFECTS__ */
export function notification(descriptor: MethodDescriptor): AnyStandalone {
  const { name: method, group, path = group.path, json, auth } = descriptor
  const send = async (transport: Transport, ...args: readonly unknown[]): Promise<void> => {
    const to = withCallOptions(
      transport,
      args[argumentCount(descriptor)] as CallOptions | undefined,
    )
    const params = paramsOf(descriptor, args)
    const response = await to({
      path,
      method,
      params,
      call: descriptor,
      json,
      containsCredentials: auth !== undefined,
    })
    if (response.status > 299) throw unexpected(method, response)
  }
  const call = (transport: Transport, ...args: readonly unknown[]): Promise<void> => {
    const sent = send(transport, ...args)
    // Few programs wait for a notification. If it cannot be sent, others must not end with an unhandled rejection.
    sent.catch(() => undefined)
    return sent
  }
  return Object.defineProperty(call, 'name', { value: method }) as AnyStandalone
}
