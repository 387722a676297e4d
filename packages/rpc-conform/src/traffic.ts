import { type Json, METHOD_NOT_FOUND, PARSE_ERROR, isRecord } from '@rpcloom/rpc'
import { paramIssues } from '@rpcloom/rpc/internal'
import { atPointer, checkSchema } from '@rpcloom/rpc/schema'
import { hideSecrets } from './judge/hide-secrets.ts'
import { judge, textsOf } from './judge/judge.ts'
import { readJson } from './judge/json.ts'
import { findingsOf, type JudgeOptions, type Remark } from './judge/remark.ts'
import { expectedBy } from './judge/result.ts'
import { formatValue } from './judge/format-value.ts'
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

/** Result of context a recorded request with its response. */
export interface TrafficVerdict {
  readonly findings: readonly ContractFinding[]
  readonly successes: readonly Success[]
  /** Names of the called methods. */
  readonly called: readonly string[]
}

/** Judges recorded traffic by the document of its endpoint. `name` is the case name in findings. */
export function judgeTraffic(
  contract: Contract,
  traffic: Traffic,
  options: JudgeOptions & { readonly name: string },
): TrafficVerdict {
  if (traffic.verb === 'GET') return judgeRoute(contract, traffic, options)
  if (traffic.verb !== 'POST' && traffic.verb !== 'WS') return nothing
  const read = readJson(traffic.body)
  const request = read.kind === 'value' ? read.value : undefined
  const calls = (Array.isArray(request) ? request : [request]).filter(isCall)
  const asking = { contract, overSocket: traffic.verb === 'WS' }
  const expects = expectationOf(asking, read.kind === 'value', request)
  const [only] = calls
  const method = !Array.isArray(request) && only ? only.method : ''
  const one = caseOf(contract, traffic, { method, name: options.name, expects })
  const found = expects === undefined ? [] : judge(contract, one, traffic.exchange, options)
  const requestIssues = calls.flatMap((call) =>
    findingsOf({ ...one, method: call.method }, requestRemarks(contract, call)),
  )
  const isSound = found.every(({ severity }) => severity === 'warning')
  return {
    findings: hideSecrets(
      [...requestIssues, ...found, ...undocumented(contract, one, { calls, traffic })],
      contract,
      () => [traffic.body, ...textsOf(traffic.exchange)],
    ),
    successes: isSound ? successesOf(contract, calls, traffic.exchange) : [],
    called: calls.map((call) => call.method),
  }
}

const nothing: TrafficVerdict = { findings: [], successes: [], called: [] }

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

/** Returns the expected response; undefined if it is unknown. */
function expectationOf(asking: Asking, isJson: boolean, request: unknown): Expectation | undefined {
  if (!isJson) {
    return { kind: 'response', id: null, want: { kind: 'error', codes: [PARSE_ERROR] } }
  }
  if (!Array.isArray(request)) {
    if (!isCall(request)) return undefined
    if (request.id === undefined) return { kind: 'silence' }
    const want = wantOf(asking, request)
    return want && { kind: 'response', id: request.id, want }
  }
  const calls = request.filter(isCall)
  const asked = calls.filter(({ id }) => id !== undefined)
  const responses = asked.flatMap((call) => {
    const want = wantOf(asking, call)
    return want && call.id !== null && call.id !== undefined ? [{ id: call.id, want }] : []
  })
  // A batch with duplicate IDs or invalid requests has no defined response.
  const isPlain =
    calls.length === request.length &&
    responses.length === asked.length &&
    new Set(responses.map(({ id }) => id)).size === responses.length
  if (!isPlain || request.length === 0) return undefined
  return asked.length === 0 ? { kind: 'silence' } : { kind: 'responses', responses }
}

/** The document of the endpoint, and whether the transport supports subscriptions. */
interface Asking {
  readonly contract: Contract
  readonly overSocket: boolean
}

function wantOf({ contract, overSocket }: Asking, call: Call): ExpectedResponse | undefined {
  const method = contract.methods.find(({ name }) => name === call.method)
  if (method === undefined) return undefined
  return method.isSubscription && !overSocket
    ? undefined
    : { kind: 'result', method: method.name, mayReject: true }
}

/** Reports invalid params, which are a fault of the caller rather than of the server. */
function requestRemarks(contract: Contract, call: Call): readonly Remark[] {
  const method = contract.methods.find(({ name }) => name === call.method)
  if (method === undefined || method.isSubscription) return []
  const params = namedParams(method, call.params)
  const { resolve } = contract
  return paramIssues(method.params, params, { resolve }).map((issue) => ({
    code: 'request',
    severity: 'warning',
    pointer: `/params${issue.pointer}`,
    expected: expectedBy(issue),
    got: formatValue(atPointer(params, issue.pointer)),
  }))
}

/** Reports calls that succeed although the document does not contain the method. */
function undocumented(
  contract: Contract,
  one: ContractCase,
  { calls, traffic }: { readonly calls: readonly Call[]; readonly traffic: Traffic },
): readonly ContractFinding[] {
  const [call] = calls
  const isKnown = contract.methods.some(({ name }) => name === call?.method)
  if (calls.length !== 1 || call === undefined || isKnown || call.method.startsWith('rpc.'))
    return []
  const answer = answerIn(traffic.exchange)
  if (!isRecord(answer) || codeOf(answer) === METHOD_NOT_FOUND || !('result' in answer)) return []
  return findingsOf(one, [
    {
      code: 'undocumented',
      severity: 'warning',
      pointer: '/result',
      expected: 'a method of the document',
      got: formatValue(call.method),
    },
  ])
}

function codeOf(answer: Readonly<Record<string, unknown>>): unknown {
  return isRecord(answer['error']) ? answer['error']['code'] : undefined
}

function answerIn(exchange: Exchange): unknown {
  const body = exchange.kind === 'messages' ? exchange.texts[0] : bodyIn(exchange)
  const read = readJson(body ?? '')
  return read.kind === 'value' ? read.value : undefined
}

function bodyIn(exchange: Exchange): string | undefined {
  return exchange.kind === 'response' ? exchange.body : undefined
}

function successesOf(
  contract: Contract,
  calls: readonly Call[],
  exchange: Exchange,
): readonly Success[] {
  const answer = answerIn(exchange)
  const answers: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  return calls.flatMap((call) => {
    const method = contract.methods.find(({ name }) => name === call.method)
    const own = answers.find((one) => isRecord(one) && one['id'] === call.id)
    if (method === undefined || method.isSubscription || !isRecord(own) || !('result' in own))
      return []
    if (requestRemarks(contract, call).length > 0 || !isResult(contract, method, own['result']))
      return []
    return [{ method, params: namedParams(method, call.params), result: own['result'] }]
  })
}

/** Whether a result is valid. Checked here because the results of a batch with duplicate IDs are not judged. */
function isResult({ resolve }: Contract, method: ContractMethod, value: unknown): boolean {
  const schema = method.result?.schema ?? true
  return checkSchema(schema, value, { resolve, maxIssues: 1 }).length === 0
}

/** Returns params by name, whether they were sent by name or by position. */
function namedParams(
  { params: described }: ContractMethod,
  params: unknown,
): Readonly<Record<string, unknown>> {
  if (isRecord(params)) return params
  if (!Array.isArray(params)) return {}
  return Object.fromEntries(
    params.flatMap((value: unknown, index) => {
      const name = described[index]?.name
      return name === undefined ? [] : [[name, value] as const]
    }),
  )
}

function judgeRoute(
  contract: Contract,
  traffic: Traffic,
  options: JudgeOptions & { readonly name: string },
): TrafficVerdict {
  const [path] = traffic.path.split('?')
  for (const method of contract.methods) {
    const route = method.routes.find(({ paths }) => paths.includes(path ?? ''))
    if (route === undefined) continue
    const expects = { kind: 'report', method: method.name, status: route.status } as const
    const one = caseOf(contract, traffic, { method: method.name, name: options.name, expects })
    const findings = judge(contract, one, traffic.exchange, options)
    return { findings, successes: [], called: [method.name] }
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
  const read = readJson(body)
  const call = read.kind === 'value' && isCall(read.value) ? read.value : undefined
  return {
    group,
    method,
    name,
    request:
      call === undefined
        ? { kind: 'text', path, text: body }
        : {
            kind: 'call',
            path,
            // The params are JSON, since they were parsed from it.
            call: { jsonrpc: '2.0', method: call.method, params: call.params as Json },
          },
    expects,
  }
}
