import { isRecord } from '@rpcloom/rpc'
import type { Expectation } from '../types.ts'
import { batchRemarks, errorsRemarks } from './batch.ts'
import { truncate } from './format-value.ts'
import type { ReadJson } from './json.ts'
import { type JudgeContext, type Remark, remark } from './remark.ts'
import { responseRemarks } from './response.ts'
import { resultRemarks } from './result.ts'

export type ResponseExpectation = Exclude<Expectation, { kind: 'silence' }>

interface ResponseBody {
  readonly read: ReadJson
  readonly body: string
  readonly status: number
}

/** Checks the body of a response against JSON-RPC and the document. */
export function bodyRemarks(
  context: JudgeContext,
  expects: ResponseExpectation,
  { read, body, status }: ResponseBody,
): readonly Remark[] {
  if (read.kind === 'faulty') return [invalidJson(read, body)]
  const duplicates = read.duplicates.map((pointer) =>
    remark('duplicate-member', pointer, 'each member once', 'a duplicate'),
  )
  return [...duplicates, ...valueRemarks(context, expects, { value: read.value, status })]
}

function invalidJson(
  { reason, offset }: Extract<ReadJson, { kind: 'faulty' }>,
  body: string,
): Remark {
  const rest = truncate(body.slice(offset)) || 'the end of the text'
  const got = body === '' ? 'an empty body' : `${rest} at offset ${offset}`
  switch (reason) {
    case 'trailing':
      return remark('trailing', '', 'no data after the response', got)
    case 'truncated':
      return remark('truncated', '', 'complete JSON', got)
    default:
      return remark('json', '', 'valid JSON', got)
  }
}

function valueRemarks(
  context: JudgeContext,
  expects: ResponseExpectation,
  { value, status }: { readonly value: unknown; readonly status: number },
): readonly Remark[] {
  switch (expects.kind) {
    case 'response':
    case 'events':
      return responseRemarks(context, value, { ...expects, pointer: '' })
    case 'responses':
      return batchRemarks(context, value, expects.responses)
    case 'errors':
      return errorsRemarks(context, value, expects)
    case 'report':
      return reportRemarks(context, expects, { value, status })
  }
}

/**
 * Checks the response of a GET route: the result of its method, and a status that agrees with a member of the
 * result.
 */
function reportRemarks(
  context: JudgeContext,
  { method: name, status: { member, ok, fail } }: Extract<Expectation, { kind: 'report' }>,
  { value, status }: { readonly value: unknown; readonly status: number },
): readonly Remark[] {
  const method = context.contract.methods.find((one) => one.name === name)
  const schema = method?.result?.schema ?? true
  const isOk = isRecord(value) && value[member] === true
  const required = isOk ? ok : fail
  const expected = `status ${required} if \`${member}\` is ${isOk ? 'true' : 'not true'}`
  const remarks = resultRemarks(context, { schema, value, pointer: '' })
  if (status === required) return remarks
  return [remark('report-status', `/${member}`, expected, `status ${status}`), ...remarks]
}
