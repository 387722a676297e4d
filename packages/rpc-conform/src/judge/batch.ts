import { isRecord } from '@rpcloom/rpc'
import type { Expectation } from '../types.ts'
import { formatValue } from './format-value.ts'
import { type JudgeContext, MAX_REMARKS, type Remark, remark } from './remark.ts'
import { responseRemarks } from './response.ts'

type Responses = Extract<Expectation, { kind: 'responses' }>['responses']

/** Checks that the responses to a batch match its calls, in any order. */
export function batchRemarks(
  context: JudgeContext,
  received: unknown,
  responses: Responses,
): readonly Remark[] {
  if (!Array.isArray(received))
    return [remark('not-a-batch', '', 'an array', formatValue(received))]
  const open = new Map<unknown, Responses[number]>(responses.map((one) => [one.id, one]))
  const done = new Set<unknown>()
  const remarks: Remark[] = []
  for (const [index, answer] of (received as readonly unknown[]).entries()) {
    const pointer = `/${index}`
    const id = isRecord(answer) ? answer['id'] : undefined
    const expected = open.get(id)
    if (expected !== undefined) {
      open.delete(id)
      done.add(id)
      remarks.push(...responseRemarks(context, answer, { ...expected, pointer }))
    } else if (remarks.length < MAX_REMARKS) remarks.push(unexpected(answer, { pointer, id, done }))
  }
  const missing = [...open.keys()].map((id) =>
    remark('batch-missing', '', `a response with the id ${formatValue(id)}`, 'no response'),
  )
  return [...remarks, ...missing]
}

/** Returns the remark about a response to none of the calls. */
function unexpected(
  answer: unknown,
  {
    pointer,
    id,
    done,
  }: { readonly pointer: string; readonly id: unknown; readonly done: ReadonlySet<unknown> },
): Remark {
  // Notifications have no ID, so a response cannot be assigned to a notification.
  if (id === null || id === undefined) {
    const expected = 'no response to a notification'
    return remark('unexpected-response', pointer, expected, formatValue(answer))
  }
  const got = formatValue(id)
  return done.has(id)
    ? remark('batch-duplicate', `${pointer}/id`, `one response with the id ${got}`, got)
    : remark('batch-unknown-id', `${pointer}/id`, 'the id of a request', got)
}

/** Checks that the response to a batch of invalid requests is a list of errors. */
export function errorsRemarks(
  context: JudgeContext,
  received: unknown,
  { count, code }: Extract<Expectation, { kind: 'errors' }>,
): readonly Remark[] {
  if (!Array.isArray(received) || received.length !== count) {
    const expected = `an array of ${count} errors`
    return [remark('not-a-batch', '', expected, formatValue(received))]
  }
  const response = { kind: 'error', codes: [code] } as const
  return received.flatMap((answer, index) =>
    responseRemarks(context, answer, { id: null, response, pointer: `/${index}` }),
  )
}
