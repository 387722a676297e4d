import { isRecord } from '@rpcloom/rpc'
import { requestText } from '../request-text.ts'
import type {
  CallExchange,
  Contract,
  ContractCase,
  ContractFinding,
  Exchange,
  Expectation,
} from '../types.ts'
import { truncate } from './format-value.ts'
import { readJson, type ReadJson } from './json.ts'
import { exposedSecrets, hideSecrets } from './message-secrets.ts'
import { findingsOf, type JudgeContext, type JudgeOptions, type Remark, remark } from './remark.ts'
import { bodyRemarks, type ResponseExpectation } from './response-body.ts'
import { messagesRemarks } from './socket-messages.ts'
import { subscriptionRemarks } from './subscription.ts'

/** Maximum length of a request in a report. Most requests are shorter, so that they are reported in full. */
const MAX_REQUEST = 400

/** Checks a response against the document, JSON-RPC and HTTP. */
export function judge(
  contract: Contract,
  one: ContractCase,
  exchange: Exchange,
  options: JudgeOptions = {},
): readonly ContractFinding[] {
  const texts = textsOf(exchange)
  const remarks = [
    ...exchangeRemarks({ ...options, contract }, one.expects, exchange),
    ...exposedSecrets(contract, one.request, texts),
  ]
  const request = requestText(one.request) ?? ''
  const findings = findingsOf(one, remarks).map((finding) => ({ ...finding, request }))
  return hideSecrets(findings, contract, [request, ...texts]).map((finding) => ({
    ...finding,
    request: truncate(finding.request ?? '', MAX_REQUEST),
  }))
}

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

type Response = Extract<Exchange, { kind: 'response' }>

function exchangeRemarks(
  context: JudgeContext,
  expects: Expectation,
  exchange: Exchange,
): readonly Remark[] {
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
      return [remark('timeout', '', expected, 'no response')]
    }
    case 'failed': {
      const { fault: code = 'connection', reason } = exchange
      const expected = expects.kind === 'silence' ? 'no response' : 'a response'
      return [remark(code, '', expected, reason)]
    }
    case 'messages':
      return messagesRemarks(context, expects, exchange.texts)
    case 'response':
      return expects.kind === 'silence'
        ? silenceRemarks(exchange)
        : responseRemarks(context, expects, exchange)
  }
}

function silenceRemarks({ status, body }: Response): readonly Remark[] {
  const isOk = status >= 200 && status < 300
  return [
    ...(body.trim() === '' ? [] : [remark('unexpected-response', '', 'no response', body)]),
    ...(isOk ? [] : [statusRemark('200, 202 or 204', status)]),
  ]
}

function responseRemarks(
  context: JudgeContext,
  expects: ResponseExpectation,
  exchange: Response,
): readonly Remark[] {
  const { body, status, contentType } = exchange
  const read = readJson(body)
  if (read.kind === 'faulty' && status >= 400) {
    // The body of an HTTP error is usually an HTML or text page, so its JSON is not checked.
    const got = `${status} ${contentType}: ${body}`
    return [remark('http-status', '', '200 and a JSON-RPC response', got)]
  }
  return [
    ...httpRemarks(expects, exchange, read),
    ...bodyRemarks(context, expects, { read, body, status }),
  ]
}

/** Checks the HTTP status and headers. A status other than 200 is allowed for errors, but not for results. */
function httpRemarks(
  expects: Expectation,
  { status, contentType, isInvalidUtf8 }: Response,
  read: ReadJson,
): readonly Remark[] {
  const isJson = /^application\/([\w.-]+\+)?json(-rpc|request)?\s*(;|$)/i.test(contentType)
  const isError = read.kind === 'value' && isRecord(read.value) && 'error' in read.value
  const remarks: Remark[] = []
  if (status !== 200 && expects.kind !== 'report') {
    remarks.push(
      isError && status >= 400
        ? {
            ...statusRemark('200, also for JSON-RPC errors', status),
            severity: 'warning',
          }
        : statusRemark('200', status),
    )
  }
  if (!isJson) remarks.push(remark('content-type', '', 'application/json', contentType || 'none'))
  if (isInvalidUtf8) remarks.push(remark('not-text', '', 'UTF-8', 'other bytes'))
  return remarks
}

function statusRemark(expected: string, status: number): Remark {
  return remark('http-status', '', expected, String(status))
}
