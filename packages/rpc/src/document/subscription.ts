import { listOf, recordOf, textOf } from '../untrusted.ts'
import { type Deref, paramsOf } from './params.ts'
import type { Members, OpenRpcParam, OpenRpcSubscription } from './types.ts'

/** Reads `x-subscription` of a method with these params. */
export function subscriptionOf(
  { 'x-subscription': said }: Members,
  own: readonly OpenRpcParam[],
  deref: Deref,
): OpenRpcSubscription | undefined {
  const { notification, unsubscribe, idParam, payloadParam, inferred, ...rest } = recordOf(said)
  if (typeof notification !== 'string' || typeof unsubscribe !== 'string') return undefined
  const single = rest['single'] === true
  return {
    notification,
    ...(inferred === true && { inferred }),
    idParam: textOf(idParam) ?? 'subscription',
    payloadParam: textOf(payloadParam) ?? 'result',
    ...(single && { single }),
    unsubscribe,
    topics: listOf(rest['kinds']).flatMap((topic) => {
      const json = recordOf(deref(topic))
      const { name, params, payload = true } = json
      if (typeof name !== 'string') return []
      return [{ name, json, params: single ? own : paramsOf(params, deref), payload }]
    }),
  }
}
