import { isRecord } from '@rpcloom/rpc'
import type { Expectation } from '../types.ts'
import { messageRemarks } from './response.ts'
import type { JudgeContext, Remark } from './remark.ts'
import { formatValue } from './format-value.ts'

type Responses = Extract<Expectation, { kind: 'responses' }>['responses']

/** Checks that the responses to a batch match its calls, in any order. */
export function batchRemarks(
  context: JudgeContext,
  received: unknown,
  responses: Responses,
): readonly Remark[] {
  if (!Array.isArray(received)) {
    return [{ code: 'not-a-batch', pointer: '', expected: 'an array', got: formatValue(received) }]
  }
  const open = new Map(responses.map(({ id, want }) => [id, want]))
  const done = new Set<unknown>()
  const remarks = (received as readonly unknown[]).flatMap((response, index): readonly Remark[] => {
    const pointer = `/${index}`
    const id = idOf(response)
    const want = open.get(id as string)
    if (want !== undefined) {
      open.delete(id as string)
      done.add(id)
      return messageRemarks(context, response, { id: id as string, want, pointer })
    }
    // Notifications have no ID, so a response cannot be assigned to one.
    if (id === null || id === undefined) {
      return [
        {
          code: 'unexpected-response',
          pointer,
          expected: 'no response to a notification',
          got: formatValue(response),
        },
      ]
    }
    const code = done.has(id) ? 'batch-duplicate' : 'batch-unknown-id'
    const expected = done.has(id) ? `one response with the id ${formatValue(id)}` : 'the id of a request'
    return [{ code, pointer: `${pointer}/id`, expected, got: formatValue(id) }]
  })
  const missing = [...open.keys()].map((id): Remark => {
    const expected = `a response with the id ${formatValue(id)}`
    return { code: 'batch-missing', pointer: '', expected, got: 'none' }
  })
  return [...remarks, ...missing]
}

/** Checks that the response to a batch of invalid requests is a list of errors. */
export function errorsRemarks(
  context: JudgeContext,
  received: unknown,
  { count, code }: Extract<Expectation, { kind: 'errors' }>,
): readonly Remark[] {
  if (!Array.isArray(received) || received.length !== count) {
    const expected = `an array of ${count} errors`
    return [{ code: 'not-a-batch', pointer: '', expected, got: formatValue(received) }]
  }
  const want = { kind: 'error', codes: [code] } as const
  return received.flatMap((response, index) =>
    messageRemarks(context, response, { id: null, want, pointer: `/${index}` }),
  )
}

function idOf(response: unknown): unknown {
  return isRecord(response) ? response['id'] : undefined
}
