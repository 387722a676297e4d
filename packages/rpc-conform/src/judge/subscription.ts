import { isRecord } from '@rpcloom/rpc'
import type { Expectation, Heard, SubscriptionHeard } from '../types.ts'
import { readJson } from './json.ts'
import type { Judging, Remark } from './report.ts'
import { resultRemarks } from './result.ts'
import { cut, shown } from './shown.ts'

type Events = Extract<Expectation, { kind: 'events' }>

/** How the answer to one request is judged. */
type JudgeHeard = (judging: Judging, expects: Expectation, heard: Heard) => readonly Remark[]

/** Where a subscription, its events or its end are not what the document says. */
export function subscriptionRemarks(
  judging: Judging,
  expects: Events,
  { heard, judgeHeard }: { readonly heard: SubscriptionHeard; readonly judgeHeard: JudgeHeard },
): readonly Remark[] {
  const { opened, events, broken, ended, endedAgain, late } = heard
  const own = subscriptionIdIn(opened)
  const opening = judgeHeard(judging, expects, opened)
  // What is no id by the document cannot be ended by it either.
  const isId = opening.every(({ severity }) => severity === 'warning')
  const ends = (answer: Heard | undefined, mayRefuse: boolean): readonly Remark[] => {
    if (answer === undefined || !isId) return []
    const want = { kind: 'result', method: expects.end, mayRefuse } as const
    const said = { kind: 'answer', id: endId(expects.id, mayRefuse), want } as const
    return judgeHeard(judging, said, answer).map((one) => ({ ...one, method: expects.end }))
  }
  return [
    ...opening,
    ...events.flatMap((text) => eventRemarks(judging, expects, { text, own })),
    ...(broken ? judgeHeard(judging, expects, broken) : []),
    ...ends(ended, false),
    ...late.map((text) => remark('event-after-end', '', 'no event behind the end', text)),
    ...ends(endedAgain, true),
  ]
}

/** The id of the call that ends a subscription, and of the same call again. */
export function endId(id: string | number, isAgain: boolean): string {
  return `${id} end${isAgain ? ' again' : ''}`
}

/** The id of a subscription in the answer to the call that opened it; undefined where it was refused. */
export function subscriptionIdIn(opened: Heard): string | number | undefined {
  if (opened.kind !== 'messages') return undefined
  for (const text of opened.texts) {
    const read = readJson(text)
    const result = read.kind === 'value' && isRecord(read.value) ? read.value['result'] : undefined
    if (typeof result === 'string' || typeof result === 'number') return result
  }
  return undefined
}

/** Where an event is not one of its subscription. */
export function eventRemarks(
  judging: Judging,
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
    got: shown(got),
  })
  if (!isRecord(event)) return [at('', 'an event', event)]
  if (typeof event['method'] !== 'string') {
    return [remark('stray', '', 'events alone while nothing is asked', text)]
  }
  const params = isRecord(event['params']) ? event['params'] : undefined
  const { notification, inferred, idParam, payloadParam } = subscription
  const form = `${idParam} and ${payloadParam}`
  const strange = Object.keys(params ?? {}).filter(
    (name) => name !== idParam && name !== payloadParam,
  )
  return [
    ...read.duplicates.map((pointer) =>
      remark('duplicate-member', pointer, 'each member once', 'two of that name'),
    ),
    ...(event['jsonrpc'] === '2.0'
      ? []
      : [remark('jsonrpc', '/jsonrpc', '"2.0"', shown(event['jsonrpc']))]),
    ...(event['method'] === notification || inferred
      ? []
      : [at('/method', notification, event['method'])]),
    ...('id' in event ? [at('/id', 'no id: nobody answers an event', event['id'])] : []),
    ...(params === undefined
      ? [at('/params', form, event['params'])]
      : [
          ...(params[idParam] === own
            ? []
            : [at(`/params/${idParam}`, shown(own), params[idParam])]),
          ...strange.map((name) => at(`/params/${name}`, form, params[name])),
          ...(payloadParam in params
            ? payloadRemarks(judging, { payload, payloadParam }, params[payloadParam])
            : [at(`/params/${payloadParam}`, 'what happened', undefined)]),
        ]),
  ]
}

function payloadRemarks(
  judging: Judging,
  { payload, payloadParam }: { readonly payload: unknown; readonly payloadParam: string },
  value: unknown,
): readonly Remark[] {
  const pointer = `/params/${payloadParam}`
  const remarks = resultRemarks(judging, { schema: payload, value, pointer })
  return remarks.map((one) => (one.code === 'result' ? { ...one, code: 'payload' } : one))
}

function remark(code: Remark['code'], pointer: string, expected: string, got: string): Remark {
  return { code, pointer, expected, got: cut(got) }
}
