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
import { messagesRemarks } from './socket-messages.ts'
import { findingsOf, type JudgeOptions, type JudgeContext, type Remark } from './remark.ts'
import { truncate } from './format-value.ts'
import { bodyRemarks, type ResponseExpectation } from './response-body.ts'
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
    request: truncate(finding.request ?? '', MAX_REQUEST),
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

function remarksOf(context: JudgeContext, expects: Expectation, exchange: Exchange): readonly Remark[] {
  if (exchange.kind !== 'subscription') return callRemarks(context, expects, exchange)
  return expects.kind === 'events'
    ? subscriptionRemarks(context, expects, { exchange, judgeCall: callRemarks })
    : callRemarks(context, expects, exchange.opened)
}

function callRemarks(
  context: JudgeContext,
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
      return [{ code, pointer: '', expected, got: truncate(reason) }]
    }
    case 'messages':
      return messagesRemarks(context, expects, exchange.texts)
    case 'response':
      return expects.kind === 'silence' ? silence(exchange) : spoken(context, expects, exchange)
  }
}

function silence({ status, body }: Responded): readonly Remark[] {
  const remarks: readonly Remark[] =
    body.trim() === ''
      ? []
      : [{ code: 'unexpected-response', pointer: '', expected: 'no response', got: truncate(body) }]
  if (status >= 200 && status < 300) return remarks
  return [...remarks, statusRemark('200, 202 or 204', status)]
}

function spoken(context: JudgeContext, expects: ResponseExpectation, exchange: Responded): readonly Remark[] {
  const { body, status, contentType } = exchange
  const read = readJson(body)
  if (read.kind === 'faulty' && status >= 400) {
    // The response contains nothing to judge except the error page.
    const got = truncate(`${status} ${contentType}: ${body}`)
    return [{ code: 'http-status', pointer: '', expected: '200 and a JSON-RPC response', got }]
  }
  return [
    ...carriage(expects, exchange, read),
    ...bodyRemarks(context, expects, { read, body, status }),
  ]
}

/** Checks the HTTP status and headers. A status other than 200 is allowed for errors, but not for results. */
function carriage(
  expects: Expectation,
  { status, contentType, isInvalidUtf8 }: Responded,
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
            got: truncate(contentType) || 'none',
          },
        ]),
    ...(isInvalidUtf8
      ? [{ code: 'not-text' as const, pointer: '', expected: 'UTF-8', got: 'other bytes' }]
      : []),
  ]
}

function statusRemark(expected: string, status: number): Remark {
  return { code: 'http-status', pointer: '', expected, got: String(status) }
}
