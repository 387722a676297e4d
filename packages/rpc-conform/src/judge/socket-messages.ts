import { isRecord } from '@rpcloom/rpc'
import type { Contract, ContractCase, ContractFinding, Expectation, Stray } from '../types.ts'
import { readJson } from './json.ts'
import { findingsOf, type JudgeContext, type Remark } from './remark.ts'
import { truncate } from './format-value.ts'
import { bodyRemarks } from './response-body.ts'

/** Whether a message is a notification that the server may send at any time. */
export function isServerNotification(
  { notifications }: Pick<Contract, 'notifications'>,
  text: string,
): boolean {
  if (notifications.size === 0) return false
  const read = readJson(text)
  const method = read.kind === 'value' && isRecord(read.value) ? read.value['method'] : undefined
  return typeof method === 'string' && notifications.has(method)
}

/** Checks that exactly one message was received for a request, and that it is the expected one. */
export function messagesRemarks(
  context: JudgeContext,
  expects: Expectation,
  received: readonly string[],
): readonly Remark[] {
  const texts = received.filter((text) => !isServerNotification(context.contract, text))
  if (expects.kind === 'silence') {
    return texts.map((text) => remark('unexpected-response', 'nothing', truncate(text)))
  }
  const [body = '', ...others] = ownFirst(expects, texts)
  if (others.length > 0 && readJson(body).kind === 'faulty' && isSplit(texts)) {
    return [remark('split', 'one message', `${texts.length} messages`)]
  }
  const remarks = bodyRemarks(context, expects, { read: readJson(body), body, status: 200 })
  // It is already reported that the batch was answered message by message.
  const isUnbatched = expects.kind === 'responses' || expects.kind === 'errors'
  if (isUnbatched && remarks.some(({ code }) => code === 'not-a-batch')) return remarks
  return [...remarks, ...others.map((text) => remark('stray', 'one answer', truncate(text)))]
}

function remark(code: Remark['code'], expected: string, got: string): Remark {
  return { code, pointer: '', expected, got }
}

/** Returns the messages, with the one that has the right ID first. */
function ownFirst(expects: Expectation, texts: readonly string[]): readonly string[] {
  if (expects.kind !== 'response' && expects.kind !== 'events') return texts
  const own = texts.findIndex((text) => {
    const read = readJson(text)
    return read.kind === 'value' && isRecord(read.value) && read.value['id'] === expects.id
  })
  if (own <= 0) return texts
  return [...texts.slice(own, own + 1), ...texts.slice(0, own), ...texts.slice(own + 1)]
}

function isSplit(texts: readonly string[]): boolean {
  return readJson(texts.join('')).kind === 'value'
}

/** Judges a message that no open request expects. */
export function judgeStray(one: ContractCase, { text }: Stray): readonly ContractFinding[] {
  return findingsOf(one, [strayRemark(one, text)])
}

function strayRemark({ expects }: ContractCase, text: string): Remark {
  const read = readJson(text)
  const isEvent =
    read.kind === 'value' && isRecord(read.value) && typeof read.value['method'] === 'string'
  if (isEvent && expects.kind === 'events') {
    return remark('event-after-end', 'no event after the end of the subscription', truncate(text))
  }
  if (isEvent) return remark('event', 'events of open subscriptions only', truncate(text))
  if (expects.kind === 'silence') return remark('unexpected-response', 'nothing', truncate(text))
  return remark('stray', 'one answer', truncate(text))
}
