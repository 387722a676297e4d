import { INVALID_REQUEST, isRecord } from '@rpcloom/rpc'
import type { ExpectedResponse } from '../types.ts'
import { errorRemarks, errorShape } from './error.ts'
import type { JudgeContext, Remark } from './remark.ts'
import { resultRemarks } from './result.ts'
import { formatValue } from './format-value.ts'

const members: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'result', 'error'])

/** Requirements of a single response. */
export interface Wanted {
  readonly id: string | number | null
  readonly want: ExpectedResponse
  /** Pointer to the response in the received text. */
  readonly pointer: string
}

/** Checks a response object against JSON-RPC and the document. */
export function messageRemarks(
  context: JudgeContext,
  answer: unknown,
  wanted: Wanted,
): readonly Remark[] {
  const { pointer, want } = wanted
  if (!isRecord(answer)) {
    return [{ code: 'not-a-response', pointer, expected: 'an object', got: formatValue(answer) }]
  }
  return [
    ...envelope(answer, pointer),
    ...idRemarks(answer, wanted),
    ...('error' in answer && answer['error'] !== null
      ? [
          ...errorShape(answer['error'], `${pointer}/error`),
          ...errorRemarks(context, { want, error: answer['error'], pointer: `${pointer}/error` }),
        ]
      : 'result' in answer
        ? success(context, answer['result'], wanted)
        : []),
  ]
}

function envelope(answer: Readonly<Record<string, unknown>>, pointer: string): readonly Remark[] {
  const { jsonrpc } = answer
  const [hasResult, hasError] = ['result' in answer, 'error' in answer]
  const strange = Object.keys(answer).filter((name) => !members.has(name))
  return [
    ...(jsonrpc === '2.0' ? [] : [remark('jsonrpc', `${pointer}/jsonrpc`, '"2.0"', jsonrpc)]),
    ...(hasResult && hasError
      ? [remark('error-and-result', `${pointer}/error`, 'a result or an error', answer['error'])]
      : []),
    ...(!hasResult && !hasError
      ? [remark('neither', pointer, 'a result or an error', answer)]
      : []),
    ...(!hasResult && hasError && answer['error'] === null
      ? [remark('error-shape', `${pointer}/error`, 'an object', null)]
      : []),
    ...strange.map((name) =>
      remark('unknown-member', `${pointer}/${name}`, [...members].join(', '), answer[name]),
    ),
  ]
}

function idRemarks(
  answer: Readonly<Record<string, unknown>>,
  { id, pointer, want }: Wanted,
): readonly Remark[] {
  const got = answer['id']
  // JSON-RPC allows the ID null in the response to an invalid request.
  const mayBeNull = want.kind === 'error' && want.codes.includes(INVALID_REQUEST)
  if (got === id || (got === null && mayBeNull)) return []
  const code = typeof got === typeof id && got !== null ? 'id' : 'id-type'
  return [remark(code, `${pointer}/id`, formatValue(id), got)]
}

function success(context: JudgeContext, value: unknown, wanted: Wanted): readonly Remark[] {
  const { want } = wanted
  const pointer = `${wanted.pointer}/result`
  switch (want.kind) {
    case 'error':
      return [remark('accepted', pointer, `error ${want.codes.join(' or ')}`, value)]
    case 'rejection':
      return [remark('accepted', pointer, 'error -32602 (invalid params)', value)]
    case 'result': {
      const method = context.contract.methods.find(({ name }) => name === want.method)
      const { schema = true } = method?.result ?? {}
      return resultRemarks(context, { schema, value, pointer, example: want.example, method })
    }
  }
}

function remark(code: Remark['code'], pointer: string, expected: string, got: unknown): Remark {
  return { code, pointer, expected, got: formatValue(got) }
}
