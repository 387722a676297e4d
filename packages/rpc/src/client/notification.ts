import { noAnswer } from './body.ts'
import type { MethodSpec, Standalone } from './types.ts'

/** The standalone form of a notification: it is sent, and no answer comes. */
/* @__NO_SIDE_EFFECTS__ */
export function notification<Args extends readonly unknown[]>(
  call: MethodSpec,
): Standalone<Args, void> {
  const { group, wire: method, params, stringify = JSON.stringify } = call
  return async (transport, ...args) => {
    const body = stringify({ jsonrpc: '2.0', method, params: params ? params(args) : args[0] })
    const response = await transport({ path: group.path, body, call })
    if (response.status > 299) throw noAnswer(method, response)
  }
}
