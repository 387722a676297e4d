import { isRecord } from '@rpcloom/rpc'
import type { Contract, ContractCase, ContractFinding, Expectation, Stray } from '../types.ts'
import { jsonValue, readJson } from './json.ts'
import { findingsOf, type JudgeContext, type Remark, remark } from './remark.ts'
import { bodyRemarks } from './response-body.ts'

/** Whether a message is a notification that the server may send at any time. */
export function isServerNotification(
  { notifications }: Pick<Contract, 'notifications'>,
  text: string,
): boolean {
  if (notifications.size === 0) return false
  const message = jsonValue(text)
  const method = isRecord(message) ? message['method'] : undefined
  return typeof method === 'string' && notifications.has(method)
}

/** Checks that exactly one message was received for a request, and that it is the expected message. */
export function messagesRemarks(
  context: JudgeContext,
  expects: Expectation,
  received: readonly string[],
): readonly Remark[] {
  const texts = received.filter((text) => !isServerNotification(context.contract, text))
  if (expects.kind === 'silence')
    return texts.map((text) => remark('unexpected-response', '', 'no message', text))
  const [body = '', ...others] = withResponseFirst(expects, texts)
  const read = readJson(body)
  if (read.kind === 'faulty' && others.length > 0 && readJson(texts.join('')).kind === 'value')
    return [remark('split', '', 'one message', `${texts.length} messages`)]
  const remarks = bodyRemarks(context, expects, { read, body, status: 200 })
  // If a server responds to a batch with separate messages, only the first is reported.
  const isBatch = expects.kind === 'responses' || expects.kind === 'errors'
  if (isBatch && remarks.some(({ code }) => code === 'not-a-batch')) return remarks
  return [...remarks, ...others.map((text) => remark('stray', '', 'one response', text))]
}

/** Returns the messages, starting with the message that has the expected ID. */
function withResponseFirst(expects: Expectation, texts: readonly string[]): readonly string[] {
  if (expects.kind !== 'response' && expects.kind !== 'events') return texts
  const index = texts.findIndex((text) => {
    const message = jsonValue(text)
    return isRecord(message) && message['id'] === expects.id
  })
  return index <= 0
    ? texts
    : [...texts.slice(index, index + 1), ...texts.slice(0, index), ...texts.slice(index + 1)]
}

export function judgeStray(one: ContractCase, { text }: Stray): readonly ContractFinding[] {
  return findingsOf(one, [strayRemark(one, text)])
}

function strayRemark({ expects }: ContractCase, text: string): Remark {
  const message = jsonValue(text)
  if (isRecord(message) && typeof message['method'] === 'string') {
    return expects.kind === 'events'
      ? remark('event-after-end', '', 'no event after the end of the subscription', text)
      : remark('event', '', 'only events of open subscriptions', text)
  }
  return expects.kind === 'silence'
    ? remark('unexpected-response', '', 'no message', text)
    : remark('stray', '', 'one response', text)
}
