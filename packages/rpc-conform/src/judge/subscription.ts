import { isRecord } from '@rpcloom/rpc'
import type { Expectation, CallExchange, SubscriptionExchange } from '../types.ts'
import { readJson } from './json.ts'
import type { JudgeContext, Remark } from './remark.ts'
import { isServerNotification } from './socket-messages.ts'
import { resultRemarks } from './result.ts'
import { truncate, formatValue } from './format-value.ts'

type Events = Extract<Expectation, { kind: 'events' }>

/** Judges the response to a request. */
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
  const { opened, broken, ended, unsubscribedAgain } = exchange
  const own = subscriptionIdIn(opened)
  const isOwn = (text: string): boolean => !isServerNotification(context.contract, text)
  const opening = judgeCall(context, expects, opened)
  // Without a valid ID, the subscription cannot be ended.
  const isId = opening.every(({ severity }) => severity === 'warning')
  const ends = (answer: CallExchange | undefined, mayReject: boolean): readonly Remark[] => {
    if (answer === undefined || !isId) return []
    const want = { kind: 'result', method: expects.end, mayReject } as const
    const expected = { kind: 'response', id: endId(expects.id, mayReject), want } as const
    return judgeCall(context, expected, answer).map((one) => ({ ...one, method: expects.end }))
  }
  return [
    ...opening,
    ...exchange.events
      .filter(isOwn)
      .flatMap((text) => eventRemarks(context, expects, { text, own })),
    ...(broken ? judgeCall(context, expects, broken) : []),
    ...ends(ended, false),
    ...exchange.late
      .filter(isOwn)
      .map((text) =>
        remark('event-after-end', '', 'no event after the end of the subscription', text),
      ),
    ...ends(unsubscribedAgain, true),
  ]
}

/** Returns the ID of the call that ends a subscription, or of the repetition of that call. */
export function endId(id: string | number, isAgain: boolean): string {
  return `${id} end${isAgain ? ' again' : ''}`
}

/** Returns the subscription ID in the response; undefined if the subscription was rejected. */
export function subscriptionIdIn(opened: CallExchange): string | number | undefined {
  if (opened.kind !== 'messages') return undefined
  for (const text of opened.texts) {
    const read = readJson(text)
    const result = read.kind === 'value' && isRecord(read.value) ? read.value['result'] : undefined
    if (typeof result === 'string' || typeof result === 'number') return result
  }
  return undefined
}

/** Checks that an event belongs to its subscription. */
export function eventRemarks(
  context: JudgeContext,
  { subscription, payload }: Pick<Events, 'subscription' | 'payload'>,
  { text, own }: { readonly text: string; readonly own: string | number | undefined },
): readonly Remark[] {
  const read = readJson(text)
  if (read.kind === 'faulty') return [remark('json', '', 'an event as JSON', text)]
  const event = read.value
  const at = (pointer: string, expected: string, got: unknown): Remark => ({
    code: 'event',
    pointer,
    expected,
    got: formatValue(got),
  })
  if (!isRecord(event)) return [at('', 'an event', event)]
  if (typeof event['method'] !== 'string') {
    return [remark('stray', '', 'only events while no request is open', text)]
  }
  const params = isRecord(event['params']) ? event['params'] : undefined
  const { notification, inferred, idParam, payloadParam } = subscription
  const form = `${idParam} and ${payloadParam}`
  const strange = Object.keys(params ?? {}).filter(
    (name) => name !== idParam && name !== payloadParam,
  )
  return [
    ...read.duplicates.map((pointer) =>
      remark('duplicate-member', pointer, 'each member once', 'a duplicate'),
    ),
    ...(event['jsonrpc'] === '2.0'
      ? []
      : [remark('jsonrpc', '/jsonrpc', '"2.0"', formatValue(event['jsonrpc']))]),
    ...(event['method'] === notification || inferred
      ? []
      : [at('/method', notification, event['method'])]),
    ...('id' in event ? [at('/id', 'no id, since an event is a notification', event['id'])] : []),
    ...(params === undefined
      ? [at('/params', form, event['params'])]
      : [
          ...(params[idParam] === own
            ? []
            : [at(`/params/${idParam}`, formatValue(own), params[idParam])]),
          ...strange.map((name) => at(`/params/${name}`, form, params[name])),
          ...(payloadParam in params
            ? payloadRemarks(context, { payload, payloadParam }, params[payloadParam])
            : [at(`/params/${payloadParam}`, 'what happened', undefined)]),
        ]),
  ]
}

function payloadRemarks(
  context: JudgeContext,
  { payload, payloadParam }: { readonly payload: unknown; readonly payloadParam: string },
  value: unknown,
): readonly Remark[] {
  const pointer = `/params/${payloadParam}`
  const remarks = resultRemarks(context, { schema: payload, value, pointer })
  return remarks.map((one) => (one.code === 'result' ? { ...one, code: 'payload' } : one))
}

function remark(code: Remark['code'], pointer: string, expected: string, got: string): Remark {
  return { code, pointer, expected, got: truncate(got) }
}
