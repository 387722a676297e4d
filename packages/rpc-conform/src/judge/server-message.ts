import { isRecord } from '@rpcloom/rpc'
import type { Contract, ContractCase, ContractFinding } from '../types.ts'
import { jsonValue } from './json.ts'
import { hideSecrets } from './message-secrets.ts'
import { findingsOf, type JudgeOptions } from './remark.ts'
import { isServerNotification, judgeStray } from './socket-messages.ts'
import { eventRemarks } from './subscription.ts'

/** A message of an observed connection that is not a response. */
export interface ServerMessage {
  readonly path: string
  readonly text: string
  /** The request that opened the subscription of the message; undefined if there is no such request. */
  readonly subscribeRequest: string | undefined
}

/** Validates an event against the topic of its subscription. `name` is the case name in findings. */
export function judgeServerMessage(
  contract: Contract,
  { path, text, subscribeRequest }: ServerMessage,
  { dialect, name }: JudgeOptions & { readonly name: string },
): readonly ContractFinding[] {
  if (subscribeRequest === undefined && isServerNotification(contract, text)) return []
  const call = jsonValue(subscribeRequest ?? '')
  const methodName = isRecord(call) && typeof call['method'] === 'string' ? call['method'] : ''
  const one: ContractCase = {
    group: contract.group,
    method: methodName,
    name,
    request: { kind: 'text', path, text: subscribeRequest ?? '' },
    // An event without a known request is allowed, since its subscription may have been opened before the
    // observation began.
    expects: { kind: 'errors', count: 0, code: 0 },
  }
  const texts = [subscribeRequest ?? '', text]
  if (subscribeRequest === undefined)
    return hideSecrets(judgeStray(one, { text, request: one.request }), contract, texts)
  const method = contract.methods.find((known) => known.name === methodName)
  const subscription = method?.subscription
  const wanted = firstParam(call, method?.params[0]?.name)
  const topic = subscription?.topics.find((known) => subscription.single || known.name === wanted)
  if (subscription === undefined || topic === undefined) return []
  const event = jsonValue(text)
  const params = isRecord(event) && isRecord(event['params']) ? event['params'] : {}
  const { idParam = 'subscription' } = subscription
  const id = params[idParam] as string | number
  const judged = { subscription, payload: topic.payload }
  const context = { contract, ...(dialect && { dialect }) }
  const findings = findingsOf(one, eventRemarks(context, judged, { text, id }))
  return hideSecrets(findings, contract, texts)
}

/** Returns the first param of a call, which names the topic. */
function firstParam(call: unknown, name: string | undefined): unknown {
  const params = isRecord(call) ? call['params'] : undefined
  if (Array.isArray(params)) return params[0] as unknown
  return isRecord(params) && name !== undefined ? params[name] : undefined
}
