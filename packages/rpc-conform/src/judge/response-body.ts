import { isRecord } from '@rpcloom/rpc'
import type { Contract, ContractMethod, Expectation } from '../types.ts'
import { batchRemarks, errorsRemarks } from './batch.ts'
import type { ReadJson } from './json.ts'
import { messageRemarks } from './response.ts'
import type { JudgeContext, Remark } from './remark.ts'
import { resultRemarks } from './result.ts'
import { truncate, formatValue } from './format-value.ts'

/** Expectations that require a response. */
export type ResponseExpectation = Exclude<Expectation, { kind: 'silence' }>

/** Checks the text of a response against JSON-RPC and the document, and its HTTP status if there is one. */
export function bodyRemarks(
  context: JudgeContext,
  expects: ResponseExpectation,
  {
    read,
    body,
    status,
  }: { readonly read: ReadJson; readonly body: string; readonly status: number },
): readonly Remark[] {
  if (read.kind === 'faulty') return [unreadable(read, body)]
  const duplicates = read.duplicates.map((pointer): Remark => {
    const expected = 'each member once'
    return { code: 'duplicate-member', pointer, expected, got: 'a duplicate' }
  })
  return [...duplicates, ...answered(context, expects, { value: read.value, status })]
}

function unreadable(
  { reason, offset }: Extract<ReadJson, { kind: 'faulty' }>,
  body: string,
): Remark {
  const got = body === '' ? 'an empty body' : `${truncate(body.slice(offset)) || 'its end'} at ${offset}`
  switch (reason) {
    case 'trailing':
      return { code: 'trailing', pointer: '', expected: 'no data after the response', got }
    case 'truncated':
      return { code: 'truncated', pointer: '', expected: 'complete JSON', got }
    default:
      return { code: 'json', pointer: '', expected: 'JSON', got }
  }
}

function answered(
  context: JudgeContext,
  expects: ResponseExpectation,
  { value, status }: { readonly value: unknown; readonly status: number },
): readonly Remark[] {
  switch (expects.kind) {
    case 'response':
    case 'events':
      return messageRemarks(context, value, { ...expects, pointer: '' })
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
  { method, status: codes }: Extract<Expectation, { kind: 'report' }>,
  { value, status }: { readonly value: unknown; readonly status: number },
): readonly Remark[] {
  const schema = methodOf(context.contract, method)?.result?.schema ?? true
  const isOk = isRecord(value) && value[codes.member] === true
  const want = isOk ? codes.ok : codes.fail
  const pointer = `/${codes.member}`
  const expected = `status ${want} when it is ${isOk ? 'true' : 'not true'}`
  return [
    ...(status === want
      ? []
      : [{ code: 'report-status' as const, pointer, expected, got: formatValue(status) }]),
    ...resultRemarks(context, { schema, value, pointer: '' }),
  ]
}

function methodOf(contract: Contract, name: string): ContractMethod | undefined {
  return contract.methods.find((method) => method.name === name)
}
