import { type Json, PARSE_ERROR, isRecord } from '@rpcloom/rpc'
import { paramIssues, wholeName } from '@rpcloom/rpc/internal'
import { isValid } from '@rpcloom/schema/internal'
import { atPointer } from '@rpcloom/schema'
import { formatValue } from './judge/format-value.ts'
import { judge, textsOf } from './judge/judge.ts'
import { jsonValue, readJson } from './judge/json.ts'
import { hideSecrets } from './judge/message-secrets.ts'
import { findingsOf, type JudgeOptions, type Remark, remark } from './judge/remark.ts'
import { expectedBy } from '@rpcloom/schema/internal'
import type {
  Contract,
  ContractCase,
  ContractFinding,
  ContractMethod,
  Exchange,
  Expectation,
  ExpectedResponse,
} from './types.ts'

/** A recorded request with its response. */
export interface Traffic {
  /** The HTTP method, or `WS` for a message over a WebSocket. */
  readonly verb: string
  /** Path as requested, including the query. */
  readonly path: string
  readonly body: string
  readonly exchange: Exchange
}

/** A successful call that is valid against its document. It can be used as an example. */
export interface Success {
  readonly method: ContractMethod
  readonly params: Readonly<Record<string, unknown>>
  readonly result: unknown
}

/** Result of judging a recorded request with its response. */
export interface TrafficVerdict {
  readonly findings: readonly ContractFinding[]
  readonly successes: readonly Success[]
  /** Names of the called methods. */
  readonly called: readonly string[]
}

type TrafficOptions = JudgeOptions & { readonly name: string }

const nothing: TrafficVerdict = { findings: [], successes: [], called: [] }

/** Judges recorded traffic by the document of its endpoint. `name` is the case name in findings. */
export function judgeTraffic(
  contract: Contract,
  traffic: Traffic,
  options: TrafficOptions,
): TrafficVerdict {
  const { verb, body, exchange } = traffic
  if (verb === 'GET') return judgeRoute(contract, traffic, options)
  if (verb !== 'POST' && verb !== 'WS') return nothing
  const read = readJson(body)
  const request = read.kind === 'value' ? read.value : undefined
  const calls = [request].flat().filter(isCall)
  const expects: Expectation | undefined =
    read.kind === 'value'
      ? expectationOf({ contract, verb }, read.value)
      : { kind: 'response', id: null, response: { kind: 'error', codes: [PARSE_ERROR] } }
  const method = isCall(request) ? request.method : ''
  const one = caseOf(contract, traffic, { method, name: options.name, expects })
  const judged = expects === undefined ? [] : judge(contract, one, exchange, options)
  const requests = calls.flatMap((call) =>
    findingsOf({ ...one, method: call.method }, requestRemarks(contract, call)),
  )
  const findings = [...requests, ...judged, ...undocumented(contract, one, exchange)]
  const isSound = judged.every(({ severity }) => severity === 'warning')
  return {
    findings: hideSecrets(findings, contract, [body, ...textsOf(exchange)]),
    successes: isSound ? successesOf(contract, calls, exchange) : [],
    called: calls.map((call) => call.method),
  }
}

interface Call {
  readonly method: string
  readonly id?: string | number | null
  readonly params?: unknown
}

function isCall(value: unknown): value is Call & Record<string, unknown> {
  if (!isRecord(value) || typeof value['method'] !== 'string') return false
  const { id } = value
  return id === undefined || id === null || typeof id === 'string' || typeof id === 'number'
}

/** The document of the endpoint, with the verb of the request. */
interface Endpoint extends Pick<Traffic, 'verb'> {
  readonly contract: Contract
}

/** Returns the expected response to a request; undefined if it is unknown. */
function expectationOf(endpoint: Endpoint, request: unknown): Expectation | undefined {
  if (Array.isArray(request)) return batchExpectation(endpoint, request)
  if (!isCall(request)) return undefined
  if (request.id === undefined) return { kind: 'silence' }
  const response = expectedResponse(endpoint, request)
  return response && { kind: 'response', id: request.id, response }
}

function batchExpectation(
  endpoint: Endpoint,
  entries: readonly unknown[],
): Expectation | undefined {
  const calls = entries.filter(isCall)
  const withId = calls.filter(({ id }) => id !== undefined)
  const responses = withId.flatMap((call) => {
    const response = expectedResponse(endpoint, call)
    return response && call.id !== null && call.id !== undefined ? [{ id: call.id, response }] : []
  })
  // Batches that are empty, or contain duplicate IDs or invalid requests, have no defined response.
  const isDefined =
    entries.length > 0 &&
    calls.length === entries.length &&
    responses.length === withId.length &&
    new Set(responses.map(({ id }) => id)).size === responses.length
  if (!isDefined) return undefined
  return withId.length === 0 ? { kind: 'silence' } : { kind: 'responses', responses }
}

function expectedResponse({ contract, verb }: Endpoint, call: Call): ExpectedResponse | undefined {
  const method = methodOf(contract, call)
  // Without a connection, a subscription may be rejected with any error.
  if (method === undefined || (method.isSubscription && verb !== 'WS')) return undefined
  return { kind: 'result', method: method.name, mayReject: true }
}

function methodOf({ methods }: Contract, call: Call): ContractMethod | undefined {
  return methods.find(({ name }) => name === call.method)
}

/** Reports invalid params, which are a fault of the caller rather than of the server. */
function requestRemarks(contract: Contract, call: Call): readonly Remark[] {
  const method = methodOf(contract, call)
  if (method === undefined || method.isSubscription) return []
  const params = namedParams(method, call.params)
  return paramIssues(method.params, params, { resolve: contract.resolve }).map((issue) => {
    const got = formatValue(atPointer(params, issue.pointer))
    // The name of the only param of `x-params` is not sent.
    const pointer = method.structure === 'whole' ? issue.pointer : `/params${issue.pointer}`
    const found = remark('request', pointer, expectedBy(issue), got)
    return { ...found, severity: 'warning' }
  })
}

/** Reports a call that succeeds although the document does not contain the method. */
function undocumented(
  contract: Contract,
  one: ContractCase,
  exchange: Exchange,
): readonly ContractFinding[] {
  const { method } = one
  if (method === '' || methodOf(contract, { method }) || method.startsWith('rpc.')) return []
  const [answer] = answersIn(exchange)
  if (!isRecord(answer) || !('result' in answer) || isRecord(answer['error'])) return []
  const found = remark('undocumented', '/result', 'a method of the document', formatValue(method))
  return findingsOf(one, [{ ...found, severity: 'warning' }])
}

function answersIn(exchange: Exchange): readonly unknown[] {
  return [jsonValue(textsOf(exchange)[0] ?? '')].flat()
}

function successesOf(
  contract: Contract,
  calls: readonly Call[],
  exchange: Exchange,
): readonly Success[] {
  const answers = answersIn(exchange)
  return calls.flatMap((call) => {
    const method = methodOf(contract, call)
    const answer = answers.find((one) => isRecord(one) && one['id'] === call.id)
    if (method === undefined || method.isSubscription || !isRecord(answer)) return []
    if (!('result' in answer) || requestRemarks(contract, call).length > 0) return []
    const { result } = answer
    // The result may be invalid: results of a batch with duplicate IDs have not been checked before.
    if (!isValid(method.result?.schema ?? true, result, { resolve: contract.resolve })) return []
    return [{ method, params: namedParams(method, call.params), result }]
  })
}

/** Returns params by name, whether they were sent by name or by position. */
function namedParams(
  { params: described, structure }: ContractMethod,
  params: unknown,
): Readonly<Record<string, unknown>> {
  if (structure === 'whole') return { [wholeName]: params ?? {} }
  if (isRecord(params)) return params
  if (!Array.isArray(params)) return {}
  const named = described.slice(0, params.length)
  return Object.fromEntries(named.map(({ name }, index) => [name, params[index] as unknown]))
}

function judgeRoute(contract: Contract, traffic: Traffic, options: TrafficOptions): TrafficVerdict {
  const [path = ''] = traffic.path.split('?')
  for (const { name: method, routes } of contract.methods) {
    const route = routes.find(({ paths }) => paths.includes(path))
    if (route === undefined) continue
    const expects = { kind: 'report', method, status: route.status } as const
    const one = caseOf(contract, traffic, { method, name: options.name, expects })
    const findings = judge(contract, one, traffic.exchange, options)
    return { findings, successes: [], called: [method] }
  }
  return nothing
}

function caseOf(
  { group }: Contract,
  { path, body }: Traffic,
  {
    method,
    name,
    expects = { kind: 'silence' },
  }: { readonly method: string; readonly name: string; readonly expects: Expectation | undefined },
): ContractCase {
  const value = jsonValue(body)
  const request: ContractCase['request'] = isCall(value)
    ? {
        kind: 'call',
        path,
        // The params are JSON, since they were parsed from JSON.
        call: { jsonrpc: '2.0', method: value.method, params: value.params as Json },
      }
    : { kind: 'text', path, text: body }
  return { group, method, name, request, expects }
}
