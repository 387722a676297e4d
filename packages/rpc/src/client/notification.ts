import type { MethodDescriptor } from '../descriptor.ts'
import { noAnswer } from './body.ts'
import { withOptions } from './options.ts'
import { argumentCount, paramsOf } from './params.ts'
import type { CallOptions, Standalone } from './types.ts'

/** The standalone function of a notification: it is sent, and there is no response. */
/* @__NO_SIDE_EFFECTS__ */
export function notification<Args extends readonly unknown[]>(
  descriptor: MethodDescriptor,
): Standalone<Args, void> {
  const { name, group, path = group.path, json = JSON } = descriptor
  const send: Standalone<Args, void> = async (transport, ...args) => {
    const options = args[argumentCount(descriptor)] as CallOptions | undefined
    const to = options ? withOptions(transport, options) : transport
    const params = paramsOf(descriptor, args)
    const body = json.stringify({ jsonrpc: '2.0', method: name, params })
    const response = await to({ path, body, call: descriptor, params })
    if (response.status > 299) throw noAnswer(name, response)
  }
  return Object.defineProperty(send, 'name', { value: name })
}
