import { isRecord } from '../../json-rpc.ts'
import type {
  Contract,
  ContractCase,
  ContractFinding,
  ContractMethod,
  Exchange,
  Expectation,
} from '../types.ts'
import { batchRemarks, errorsRemarks } from './batch.ts'
import { readJson, type ReadJson } from './json.ts'
import { messageRemarks } from './message.ts'
import { findingsOf, type JudgeOptions, type Judging, type Remark } from './report.ts'
import { resultRemarks } from './result.ts'
import { cut, shown } from './shown.ts'
import { toldSecrets } from './told-secrets.ts'

/** Where the answer to a case is not what the document, JSON-RPC or HTTP promise. */
export function judge(
  contract: Contract,
  one: ContractCase,
  exchange: Exchange,
  options: JudgeOptions = {},
): readonly ContractFinding[] {
  const remarks = remarksOf({ contract, options }, one.expects, exchange)
  return findingsOf(one, [...remarks, ...secretRemarks(contract, one, exchange)])
}

function secretRemarks(
  contract: Contract,
  { request }: ContractCase,
  exchange: Exchange,
): readonly Remark[] {
  const isError = exchange.kind === 'answer' && exchange.body.includes('"error"')
  const read = isError ? readJson(exchange.body) : undefined
  return read?.kind === 'value' ? toldSecrets(contract, request, read.value) : []
}

type Answered = Extract<Exchange, { kind: 'answer' }>

function remarksOf(judging: Judging, expects: Expectation, exchange: Exchange): readonly Remark[] {
  switch (exchange.kind) {
    case 'timeout': {
      const expected = `an answer within ${exchange.milliseconds} ms`
      return [{ code: 'timeout', pointer: '', expected, got: 'none' }]
    }
    case 'failed':
      return [{ code: 'connection', pointer: '', expected: 'an answer', got: cut(exchange.reason) }]
    case 'answer':
      return expects.kind === 'silence' ? silence(exchange) : spoken(judging, expects, exchange)
  }
}

function silence({ status, body }: Answered): readonly Remark[] {
  const heard: readonly Remark[] =
    body.trim() === ''
      ? []
      : [{ code: 'answered', pointer: '', expected: 'nothing', got: cut(body) }]
  if (status >= 200 && status < 300) return heard
  return [...heard, statusRemark('200, 202 or 204', status)]
}

function spoken(
  judging: Judging,
  expects: Exclude<Expectation, { kind: 'silence' }>,
  exchange: Answered,
): readonly Remark[] {
  const read = readJson(exchange.body)
  return [
    ...carriage(expects, exchange, read),
    ...(read.kind === 'faulty'
      ? [unreadable(read, exchange.body)]
      : [
          ...read.duplicates.map((pointer): Remark => {
            const expected = 'each member once'
            return { code: 'duplicate-member', pointer, expected, got: 'two of that name' }
          }),
          ...answered(judging, expects, { value: read.value, status: exchange.status }),
        ]),
  ]
}

/** What HTTP says about the answer: an error may have a status of its own, a result may not. */
function carriage(
  expects: Expectation,
  { status, contentType, isGarbled }: Answered,
  read: ReadJson,
): readonly Remark[] {
  const isJson = /^application\/([\w.-]+\+)?json(-rpc|request)?\s*(;|$)/i.test(contentType)
  const isFailure = read.kind === 'value' && isRecord(read.value) && 'error' in read.value
  const isFine = status === 200 || expects.kind === 'report' || (isFailure && status >= 400)
  return [
    ...(isFine ? [] : [statusRemark('200', status)]),
    ...(isFine && status !== 200 && expects.kind !== 'report'
      ? [{ ...statusRemark('200, since the call was heard', status), severity: 'warning' as const }]
      : []),
    ...(isJson
      ? []
      : [
          {
            code: 'content-type' as const,
            pointer: '',
            expected: 'application/json',
            got: cut(contentType) || 'none',
          },
        ]),
    ...(isGarbled
      ? [{ code: 'not-text' as const, pointer: '', expected: 'UTF-8', got: 'other bytes' }]
      : []),
  ]
}

function statusRemark(expected: string, status: number): Remark {
  return { code: 'http-status', pointer: '', expected, got: String(status) }
}

function unreadable(
  { reason, offset }: Extract<ReadJson, { kind: 'faulty' }>,
  body: string,
): Remark {
  const got = body === '' ? 'an empty body' : `${cut(body.slice(offset)) || 'its end'} at ${offset}`
  switch (reason) {
    case 'trailing':
      return { code: 'trailing', pointer: '', expected: 'nothing after the answer', got }
    case 'truncated':
      return { code: 'truncated', pointer: '', expected: 'whole JSON', got }
    default:
      return { code: 'json', pointer: '', expected: 'JSON', got }
  }
}

function answered(
  judging: Judging,
  expects: Exclude<Expectation, { kind: 'silence' }>,
  { value, status }: { readonly value: unknown; readonly status: number },
): readonly Remark[] {
  switch (expects.kind) {
    case 'answer':
      return messageRemarks(judging, value, { ...expects, pointer: '' })
    case 'answers':
      return batchRemarks(judging, value, expects.answers)
    case 'errors':
      return errorsRemarks(judging, value, expects)
    case 'report':
      return reportRemarks(judging, expects, { value, status })
  }
}

/** A GET route answers with the method's result, and says by its status what a member of it says. */
function reportRemarks(
  judging: Judging,
  { method, status: codes }: Extract<Expectation, { kind: 'report' }>,
  { value, status }: { readonly value: unknown; readonly status: number },
): readonly Remark[] {
  const schema = methodOf(judging.contract, method)?.result?.schema ?? true
  const isOk = isRecord(value) && value[codes.member] === true
  const want = isOk ? codes.ok : codes.fail
  const pointer = `/${codes.member}`
  const expected = `${want} where it is ${isOk ? 'true' : 'not true'}`
  return [
    ...(status === want
      ? []
      : [{ code: 'report-status' as const, pointer, expected, got: shown(status) }]),
    ...resultRemarks(judging, { schema, value, pointer: '' }),
  ]
}

function methodOf(contract: Contract, wire: string): ContractMethod | undefined {
  return contract.methods.find((method) => method.wire === wire)
}
