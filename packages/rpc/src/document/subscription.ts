import { listOf, recordOf, stringOf } from '@rpcloom/schema/json'
import { paramsOf } from './params.ts'
import type { Deref, Members, OpenRpcParam, OpenRpcSubscription } from './types.ts'

/** Reads `x-subscription` of a method. `own` are the params of the method. */
export function subscriptionOf(
  { name, 'x-subscription': declared }: Members,
  own: readonly OpenRpcParam[],
  deref: Deref,
): OpenRpcSubscription | undefined {
  const { notification, unsubscribe, idParam, payloadParam, inferred, ...rest } = recordOf(declared)
  if (typeof notification !== 'string') return undefined
  const isOwn = unsubscribe === undefined && notification === name
  if (typeof unsubscribe !== 'string' && !isOwn) return undefined
  const single = rest['single'] === true
  return {
    notification,
    ...(inferred === true && { inferred }),
    idParam: stringOf(idParam) ?? 'subscription',
    payloadParam: stringOf(payloadParam) ?? 'result',
    ...(single && { single }),
    ...(typeof unsubscribe === 'string' && { unsubscribe }),
    topics: listOf(rest['kinds']).flatMap((topic) => {
      const json = recordOf(deref(topic))
      const { name: topicName, params, payload = true } = json
      if (typeof topicName !== 'string') return []
      const given = isOwn ? [] : single ? own : paramsOf(params, deref)
      return [{ name: topicName, json, params: given, payload }]
    }),
  }
}
