import { isRecord } from '@rpcloom/rpc'
import type { Contract, ContractCase, ContractFinding } from '../types.ts'
import { hideSecrets } from './hide-secrets.ts'
import { readJson } from './json.ts'
import { isServerNotification, judgeStray } from './socket-messages.ts'
import { findingsOf, type JudgeOptions } from './remark.ts'
import { eventRemarks } from './subscription.ts'

/** A message of an observed connection that is not a response. */
export interface ServerMessage {
  readonly path: string
  readonly text: string
  /** The request that opened the subscription of the message; undefined if it belongs to none. */
  readonly opened: string | undefined
}

/** Validates an event against the topic of its subscription. `name` is the case name in findings. */
export function judgeServerMessage(
  contract: Contract,
  { path, text, opened }: ServerMessage,
  options: JudgeOptions & { readonly name: string },
): readonly ContractFinding[] {
  if (opened === undefined && isServerNotification(contract, text)) return []
  const call = opened === undefined ? undefined : valueIn(opened)
  const methodName = isRecord(call) && typeof call['method'] === 'string' ? call['method'] : ''
  const one: ContractCase = {
    group: contract.group,
    method: methodName,
    name: options.name,
    request: { kind: 'text', path, text: opened ?? '' },
    // An event without a known request is allowed, since its subscription may have been opened before the
    // observation began.
    expects: { kind: 'errors', count: 0, code: 0 },
  }
  const texts = (): readonly string[] => [opened ?? '', text]
  if (opened === undefined) {
    return hideSecrets(judgeStray(one, { text, request: one.request }), contract, texts)
  }
  const method = contract.methods.find((known) => known.name === methodName)
  const subscription = method?.subscription
  const kind = subscription?.topics.find(
    ({ name }) => subscription.single || name === kindIn(call, method?.params[0]?.name),
  )
  if (subscription === undefined || kind === undefined) return []
  const event = valueIn(text)
  const params = isRecord(event) && isRecord(event['params']) ? event['params'] : {}
  const own = params[subscription.idParam] as string | number
  const judged = { subscription, payload: kind.payload }
  const findings = findingsOf(one, eventRemarks({ contract, options }, judged, { text, own }))
  return hideSecrets(findings, contract, texts)
}

/** Returns the topic that a call subscribes to: its first param. */
function kindIn(call: unknown, name: string | undefined): unknown {
  const params = isRecord(call) ? call['params'] : undefined
  if (Array.isArray(params)) return params[0] as unknown
  return isRecord(params) && name !== undefined ? params[name] : undefined
}

function valueIn(text: string): unknown {
  const read = readJson(text)
  return read.kind === 'value' ? read.value : undefined
}
