import { isRecord } from '@rpcloom/rpc'
import type { CallExchange, Expectation, SubscriptionExchange } from '../types.ts'
import { formatValue } from './format-value.ts'
import { jsonValue, readJson } from './json.ts'
import { type JudgeContext, type Remark, remark } from './remark.ts'
import { resultRemarks } from './result.ts'
import { isServerNotification } from './socket-messages.ts'

type Events = Extract<Expectation, { kind: 'events' }>

type JudgeCall = (
  context: JudgeContext,
  expects: Expectation,
  exchange: CallExchange,
) => readonly Remark[]

/** Checks a subscription, its events and its end against the document. */
export function subscriptionRemarks(
  context: JudgeContext,
  expects: Events,
  {
    exchange,
    judgeCall,
  }: { readonly exchange: SubscriptionExchange; readonly judgeCall: JudgeCall },
): readonly Remark[] {
  const { opened, broken, unsubscribed, unsubscribedAgain } = exchange
  const id = subscriptionIdIn(opened)
  const isEvent = (text: string): boolean => !isServerNotification(context.contract, text)
  const opening = judgeCall(context, expects, opened)
  // Without a valid ID, the subscription cannot be ended.
  const isOpen = opening.every(({ severity }) => severity === 'warning')
  const endRemarks = (answer: CallExchange | undefined, isAgain: boolean): readonly Remark[] => {
    if (answer === undefined || !isOpen) return []
    const method = expects.end
    const response = { kind: 'result', method, mayReject: isAgain } as const
    const end = { kind: 'response', id: unsubscribeId(expects.id, isAgain), response } as const
    return judgeCall(context, end, answer).map((one) => ({ ...one, method }))
  }
  return [
    ...opening,
    ...exchange.events
      .filter(isEvent)
      .flatMap((text) => eventRemarks(context, expects, { text, id })),
    ...(broken ? judgeCall(context, expects, broken) : []),
    ...endRemarks(unsubscribed, false),
    ...exchange.late
      .filter(isEvent)
      .map((text) =>
        remark('event-after-end', '', 'no event after the end of the subscription', text),
      ),
    ...endRemarks(unsubscribedAgain, true),
  ]
}

/** Returns the ID of the call that ends a subscription, or of the repetition of that call. */
export function unsubscribeId(id: string | number, isAgain: boolean): string {
  return `${id} end${isAgain ? ' again' : ''}`
}

/** Returns the subscription ID in the response; undefined if the subscription was rejected. */
export function subscriptionIdIn(opened: CallExchange): string | number | undefined {
  if (opened.kind !== 'messages') return undefined
  for (const text of opened.texts) {
    const message = jsonValue(text)
    const result = isRecord(message) ? message['result'] : undefined
    if (typeof result === 'string' || typeof result === 'number') return result
  }
  return undefined
}

export function eventRemarks(
  context: JudgeContext,
  { subscription, payload }: Pick<Events, 'subscription' | 'payload'>,
  { text, id }: { readonly text: string; readonly id: string | number | undefined },
): readonly Remark[] {
  const read = readJson(text)
  if (read.kind === 'faulty') return [remark('json', '', 'an event as JSON', text)]
  const event = read.value
  const at = (pointer: string, expected: string, got: unknown): Remark =>
    remark('event', pointer, expected, formatValue(got))
  if (!isRecord(event)) return [at('', 'an event object', event)]
  const { method, jsonrpc } = event
  if (typeof method !== 'string')
    return [remark('stray', '', 'only events, since no request is open', text)]
  const { notification, inferred, idParam = 'subscription', payloadParam = 'result' } = subscription
  const remarks = read.duplicates.map((pointer) =>
    remark('duplicate-member', pointer, 'each member once', 'a duplicate'),
  )
  if (jsonrpc !== '2.0') remarks.push(remark('jsonrpc', '/jsonrpc', '"2.0"', formatValue(jsonrpc)))
  if (method !== notification && !inferred) remarks.push(at('/method', notification, method))
  if ('id' in event) remarks.push(at('/id', 'no id, since an event is a notification', event['id']))
  const members = `${idParam} and ${payloadParam}`
  const { params } = event
  if (!isRecord(params)) return [...remarks, at('/params', members, params)]
  if (params[idParam] !== id)
    remarks.push(at(`/params/${idParam}`, formatValue(id), params[idParam]))
  for (const name of Object.keys(params)) {
    if (name !== idParam && name !== payloadParam)
      remarks.push(at(`/params/${name}`, `only ${members}`, params[name]))
  }
  const pointer = `/params/${payloadParam}`
  if (!(payloadParam in params)) return [...remarks, at(pointer, 'a payload', undefined)]
  const judged = resultRemarks(context, { schema: payload, value: params[payloadParam], pointer })
  return [
    ...remarks,
    ...judged.map((one) => (one.code === 'result' ? { ...one, code: 'payload' as const } : one)),
  ]
}
