import { isRecord } from '@rpcloom/rpc'
import type {
  CaseRequest,
  Contract,
  ContractCase,
  ContractFinding,
  Exchange,
  Expectation,
  CallExchange,
} from '../types.ts'
import { hideSecrets } from './hide-secrets.ts'
import { readJson, type ReadJson } from './json.ts'
import { messagesRemarks } from './messages.ts'
import { findingsOf, type JudgeOptions, type Judging, type Remark } from './report.ts'
import { cut } from './shown.ts'
import { bodyRemarks, type Spoken } from './spoken.ts'
import { subscriptionRemarks } from './subscription.ts'
import { exposedSecrets } from './exposed-secrets.ts'

/** Checks a response against the document, JSON-RPC and HTTP. */
export function judge(
  contract: Contract,
  one: ContractCase,
  exchange: Exchange,
  options: JudgeOptions = {},
): readonly ContractFinding[] {
  const remarks = remarksOf({ contract, options }, one.expects, exchange)
  const all = [...remarks, ...secretRemarks(contract, one, exchange)]
  if (all.length === 0) return []
  const request = writtenRequest(one.request)
  const findings = findingsOf(one, all).map((finding) => ({ ...finding, request }))
  return hideSecrets(findings, contract, () => [request, ...textsOf(exchange)]).map((finding) => ({
    ...finding,
    request: cut(finding.request ?? '', MAX_REQUEST),
  }))
}

/** Maximum length of a request in a report. It suffices to repeat most requests. */
const MAX_REQUEST = 400

function secretRemarks(
  contract: Contract,
  { request }: ContractCase,
  exchange: Exchange,
): readonly Remark[] {
  return textsOf(exchange).flatMap((text) => {
    const read = text.includes('"error"') ? readJson(text) : undefined
    return read?.kind === 'value' ? exposedSecrets(contract, request, read.value) : []
  })
}

/** Serializes a request. Integers that a double cannot represent become strings. */
function writtenRequest(request: CaseRequest): string {
  if (request.kind === 'text') return request.text
  if (request.kind === 'get') return ''
  return JSON.stringify(
    request.kind === 'batch' ? request.calls : request.call,
    (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part),
  )
}

/** Returns the received messages. */
export function textsOf(exchange: Exchange): readonly string[] {
  switch (exchange.kind) {
    case 'response':
      return [exchange.body]
    case 'messages':
      return exchange.texts
    case 'subscription':
      return textsOf(exchange.opened)
    default:
      return []
  }
}

type Responded = Extract<Exchange, { kind: 'response' }>

function remarksOf(judging: Judging, expects: Expectation, exchange: Exchange): readonly Remark[] {
  if (exchange.kind !== 'subscription') return callRemarks(judging, expects, exchange)
  return expects.kind === 'events'
    ? subscriptionRemarks(judging, expects, { exchange, judgeCall: callRemarks })
    : callRemarks(judging, expects, exchange.opened)
}

function callRemarks(
  judging: Judging,
  expects: Expectation,
  exchange: CallExchange,
): readonly Remark[] {
  switch (exchange.kind) {
    case 'timeout': {
      const expected = `a response within ${exchange.milliseconds} ms`
      return [{ code: 'timeout', pointer: '', expected, got: 'none' }]
    }
    case 'failed': {
      const { fault: code = 'connection', reason } = exchange
      const expected = expects.kind === 'silence' ? 'no response' : 'a response'
      return [{ code, pointer: '', expected, got: cut(reason) }]
    }
    case 'messages':
      return messagesRemarks(judging, expects, exchange.texts)
    case 'response':
      return expects.kind === 'silence' ? silence(exchange) : spoken(judging, expects, exchange)
  }
}

function silence({ status, body }: Responded): readonly Remark[] {
  const remarks: readonly Remark[] =
    body.trim() === ''
      ? []
      : [{ code: 'unexpected-response', pointer: '', expected: 'no response', got: cut(body) }]
  if (status >= 200 && status < 300) return remarks
  return [...remarks, statusRemark('200, 202 or 204', status)]
}

function spoken(judging: Judging, expects: Spoken, exchange: Responded): readonly Remark[] {
  const { body, status, contentType } = exchange
  const read = readJson(body)
  if (read.kind === 'faulty' && status >= 400) {
    // The response contains nothing to judge except the error page.
    const got = cut(`${status} ${contentType}: ${body}`)
    return [{ code: 'http-status', pointer: '', expected: '200 and a JSON-RPC response', got }]
  }
  return [
    ...carriage(expects, exchange, read),
    ...bodyRemarks(judging, expects, { read, body, status }),
  ]
}

/** Checks the HTTP status and headers. A status other than 200 is allowed for errors, but not for results. */
function carriage(
  expects: Expectation,
  { status, contentType, isGarbled }: Responded,
  read: ReadJson,
): readonly Remark[] {
  const isJson = /^application\/([\w.-]+\+)?json(-rpc|request)?\s*(;|$)/i.test(contentType)
  const isFailure = read.kind === 'value' && isRecord(read.value) && 'error' in read.value
  const isFine = status === 200 || expects.kind === 'report' || (isFailure && status >= 400)
  return [
    ...(isFine ? [] : [statusRemark('200', status)]),
    ...(isFine && status !== 200 && expects.kind !== 'report'
      ? [
          {
            ...statusRemark('200: JSON-RPC errors are sent with status 200', status),
            severity: 'warning' as const,
          },
        ]
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
