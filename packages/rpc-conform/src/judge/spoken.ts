import { isRecord } from '@rpcloom/rpc'
import type { Contract, ContractMethod, Expectation } from '../types.ts'
import { batchRemarks, errorsRemarks } from './batch.ts'
import type { ReadJson } from './json.ts'
import { messageRemarks } from './message.ts'
import type { Judging, Remark } from './report.ts'
import { resultRemarks } from './result.ts'
import { cut, shown } from './shown.ts'

/** Expectations that require a response. */
export type Spoken = Exclude<Expectation, { kind: 'silence' }>

/** Checks the text of a response against JSON-RPC and the document, and its HTTP status if there is one. */
export function bodyRemarks(
  judging: Judging,
  expects: Spoken,
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
  return [...duplicates, ...answered(judging, expects, { value: read.value, status })]
}

function unreadable(
  { reason, offset }: Extract<ReadJson, { kind: 'faulty' }>,
  body: string,
): Remark {
  const got = body === '' ? 'an empty body' : `${cut(body.slice(offset)) || 'its end'} at ${offset}`
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
  judging: Judging,
  expects: Spoken,
  { value, status }: { readonly value: unknown; readonly status: number },
): readonly Remark[] {
  switch (expects.kind) {
    case 'response':
    case 'events':
      return messageRemarks(judging, value, { ...expects, pointer: '' })
    case 'responses':
      return batchRemarks(judging, value, expects.responses)
    case 'errors':
      return errorsRemarks(judging, value, expects)
    case 'report':
      return reportRemarks(judging, expects, { value, status })
  }
}

/**
 * Checks the response of a GET route: the result of its method, and a status that agrees with a member of the
 * result.
 */
function reportRemarks(
  judging: Judging,
  { method, status: codes }: Extract<Expectation, { kind: 'report' }>,
  { value, status }: { readonly value: unknown; readonly status: number },
): readonly Remark[] {
  const schema = methodOf(judging.contract, method)?.result?.schema ?? true
  const isOk = isRecord(value) && value[codes.member] === true
  const want = isOk ? codes.ok : codes.fail
  const pointer = `/${codes.member}`
  const expected = `status ${want} when it is ${isOk ? 'true' : 'not true'}`
  return [
    ...(status === want
      ? []
      : [{ code: 'report-status' as const, pointer, expected, got: shown(status) }]),
    ...resultRemarks(judging, { schema, value, pointer: '' }),
  ]
}

function methodOf(contract: Contract, name: string): ContractMethod | undefined {
  return contract.methods.find((method) => method.name === name)
}
