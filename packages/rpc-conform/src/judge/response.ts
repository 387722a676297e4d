import { INVALID_REQUEST, isRecord } from '@rpcloom/rpc'
import type { ExpectedResponse } from '../types.ts'
import { errorRemarks, errorShape } from './error.ts'
import { formatValue } from './format-value.ts'
import { type JudgeContext, MAX_REMARKS, type Remark, remark } from './remark.ts'
import { resultRemarks } from './result.ts'

type Answer = Readonly<Record<string, unknown>>

const members: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'result', 'error'])

interface Requirements {
  readonly id: string | number | null
  readonly response: ExpectedResponse
  readonly pointer: string
}

export function responseRemarks(
  context: JudgeContext,
  answer: unknown,
  required: Requirements,
): readonly Remark[] {
  const { pointer, response } = required
  if (!isRecord(answer))
    return [remark('not-a-response', pointer, 'an object', formatValue(answer))]
  const { error } = answer
  const remarks = [...memberRemarks(answer, pointer), ...idRemarks(answer, required)]
  if (error !== undefined && error !== null) {
    const at = `${pointer}/error`
    const judged = errorRemarks(context, { response, error, pointer: at })
    return [...remarks, ...errorShape(error, at), ...judged]
  }
  return 'result' in answer
    ? [...remarks, ...resultOrAccepted(context, answer['result'], required)]
    : remarks
}

function memberRemarks(answer: Answer, pointer: string): readonly Remark[] {
  const { jsonrpc, error } = answer
  const [hasResult, hasError] = ['result' in answer, 'error' in answer]
  const remarks = Object.keys(answer)
    .filter((name) => !members.has(name))
    .slice(0, MAX_REMARKS)
    .map((name) =>
      remark(
        'unknown-member',
        `${pointer}/${name}`,
        `only ${[...members].join(', ')}`,
        formatValue(answer[name]),
      ),
    )
  if (jsonrpc !== '2.0')
    remarks.push(remark('jsonrpc', `${pointer}/jsonrpc`, '"2.0"', formatValue(jsonrpc)))
  const either = 'a result or an error'
  if (hasResult && hasError)
    remarks.push(remark('error-and-result', `${pointer}/error`, either, formatValue(error)))
  else if (!hasResult && !hasError)
    remarks.push(remark('neither', pointer, either, formatValue(answer)))
  else if (error === null)
    remarks.push(remark('error-shape', `${pointer}/error`, 'an object', formatValue(null)))
  return remarks
}

function idRemarks(
  { id: got }: Answer,
  { id, pointer, response }: Requirements,
): readonly Remark[] {
  // JSON-RPC allows the ID null in the response to an invalid request.
  const mayBeNull = response.kind === 'error' && response.codes.includes(INVALID_REQUEST)
  if (got === id || (got === null && mayBeNull)) return []
  const code = typeof got === typeof id && got !== null ? 'id' : 'id-type'
  return [remark(code, `${pointer}/id`, formatValue(id), formatValue(got))]
}

function resultOrAccepted(
  context: JudgeContext,
  value: unknown,
  { response, pointer: at }: Requirements,
): readonly Remark[] {
  const pointer = `${at}/result`
  switch (response.kind) {
    case 'error':
      return [
        remark('accepted', pointer, `error ${response.codes.join(' or ')}`, formatValue(value)),
      ]
    case 'rejection':
      return [remark('accepted', pointer, 'error -32602 (invalid params)', formatValue(value))]
    case 'result': {
      const method = context.contract.methods.find(({ name }) => name === response.method)
      const { json, schema = true } = method?.result ?? {}
      // A result that is not required can be null, whatever its schema.
      if (value === null && json?.['required'] === false) return []
      return resultRemarks(context, { schema, value, pointer, example: response.example, method })
    }
  }
}
