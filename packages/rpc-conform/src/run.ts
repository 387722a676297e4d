import { contractCases, type CaseOptions } from './cases/cases.ts'
import { judge } from './judge/judge.ts'
import { isServerNotification, judgeStray } from './judge/socket-messages.ts'
import { subscriptionIdIn } from './judge/subscription.ts'
import type { JudgeOptions } from './judge/remark.ts'
import type {
  CaseRequest,
  Contract,
  ContractCase,
  ContractFinding,
  Exchange,
  Outcome,
  Stray,
} from './types.ts'

/** Sends a request to a server, over the network or in the same process. */
export type Send = (request: CaseRequest) => Promise<Exchange>

/** Options of a conformance run. */
export interface RunOptions extends CaseOptions, Pick<JudgeOptions, 'dialect'> {
  readonly send: Send
  /** Returns the unexpected messages of all connections. Called once, after the last case. */
  readonly strays?: () => Promise<readonly Stray[]>
  /** Returns a reason to skip a case. */
  readonly skip?: (one: ContractCase) => string | undefined
}

type Skipped = Extract<Outcome, { kind: 'skipped' }>
type Judged = Exclude<Outcome, Skipped>

interface State {
  /** Outcomes of the methods that the server lacks, by method name. */
  readonly missing: Map<string, Judged>
  readonly answered: Set<string>
  readonly sent: Map<CaseRequest, ContractCase>
  /** Whether a call with positional params returned an error, by method and case name. */
  readonly byPosition: Map<string, boolean>
}

/**
 * Runs the cases of a contract in sequence. A missing method is called only once. A server that has no method
 * of a group does not offer the group, which is not a fault.
 */
export async function* runContract(
  contract: Contract,
  options: RunOptions,
): AsyncGenerator<Outcome, void> {
  const state: State = {
    missing: new Map(),
    answered: new Set(),
    sent: new Map(),
    byPosition: new Map(),
  }
  let notServed: string | undefined
  for (const one of contractCases(contract, options)) {
    // If nothing is served at the path, further cases would only repeat the same finding.
    const reason = notServed ?? options.skip?.(one) ?? one.skip
    if (reason !== undefined || state.missing.has(one.method)) {
      yield skipped(one, reason ?? reasonForMissing(contract, one))
      continue
    }
    state.sent.set(one.request, one)
    const context = { ...options, answered: state.answered }
    const { outcome, exchange } = await runExchange(contract, one, context)
    if (outcome.kind === 'skipped') {
      notServed = outcome.reason
      yield outcome
      continue
    }
    if (one.method !== '' && hasCode(outcome, 'not-implemented')) {
      state.missing.set(one.method, outcome)
      yield { ...skipped(one, reasonForMissing(contract, one)), isMissing: true }
      continue
    }
    if (one.method !== '') state.answered.add(one.method)
    yield comparedWithPositional(withoutMissingMethods(outcome, state), state)
    if (hasNoEvents(exchange)) {
      const reason = `no event within ${exchange.milliseconds} ms`
      yield skipped({ ...one, name: `${one.name}: events` }, reason)
    }
  }
  yield* strayOutcomes(contract, state, (await options.strays?.()) ?? [])
  yield* missingMethods(contract, state)
  yield* deprecatedMethods(contract, state)
}

/** Sends a case and judges the response. */
export async function runCase(
  contract: Contract,
  one: ContractCase,
  options: Pick<RunOptions, 'send' | 'dialect'>,
): Promise<Outcome> {
  const { outcome } = await runExchange(contract, one, options)
  return outcome
}

async function runExchange(
  contract: Contract,
  one: ContractCase,
  options: Pick<RunOptions, 'send'> & JudgeOptions,
): Promise<{ readonly outcome: Outcome; readonly exchange: Exchange }> {
  const before = performance.now()
  const exchange = await options.send(one.request)
  const milliseconds = performance.now() - before
  const outcome = isNotServed(one, exchange)
    ? skipped(one, `404: the server does not serve ${one.request.path}`)
    : judged(one, judge(contract, one, exchange, options), milliseconds)
  return { outcome, exchange }
}

function judged(
  one: ContractCase,
  findings: readonly ContractFinding[],
  milliseconds: number = 0,
): Judged {
  const isFailed = findings.some(({ severity }) => severity === 'error')
  return { kind: isFailed ? 'failed' : 'passed', case: one, findings, milliseconds }
}

function skipped({ group, method, name }: ContractCase, reason: string): Skipped {
  return { kind: 'skipped', case: { group, method, name }, reason, isMissing: false }
}

/** Whether nothing is served at the path: the response has status 404 and is not JSON. */
function isNotServed({ request }: ContractCase, exchange: Exchange): boolean {
  if (request.kind === 'get' || exchange.kind !== 'response') return false
  return exchange.status === 404 && !/json/i.test(exchange.contentType)
}

/** Whether a subscription received no events. This is not a fault, but the events could not be checked. */
function hasNoEvents(exchange: Exchange): exchange is Extract<Exchange, { kind: 'subscription' }> {
  return (
    exchange.kind === 'subscription' &&
    exchange.events.length === 0 &&
    subscriptionIdIn(exchange.opened) !== undefined
  )
}

function* strayOutcomes(
  contract: Contract,
  { sent }: State,
  strays: readonly Stray[],
): Generator<Outcome, void> {
  const reported = new Set<string>()
  const hasEvents = contract.methods.some(({ subscription }) => subscription !== undefined)
  for (const stray of strays) {
    const one = sent.get(stray.request)
    if (!one || isServerNotification(contract, stray.text)) continue
    const findings = judgeStray(one, stray)
    const [{ code } = {}] = findings
    const key = `${code} ${one.method} ${one.name}`
    // A document without subscriptions makes no statement about events.
    if (reported.has(key) || (code === 'event' && !hasEvents)) continue
    reported.add(key)
    yield judged({ ...one, name: `${one.name}: later messages` }, findings)
  }
}

/** Returns the findings of a case that are errors rather than warnings. */
export function errorsIn(outcome: Outcome): readonly ContractFinding[] {
  if (outcome.kind === 'skipped') return []
  return outcome.findings.filter(({ severity }) => severity === 'error')
}

function hasCode({ findings }: Judged, wanted: ContractFinding['code']): boolean {
  return findings.some(({ code }) => code === wanted)
}

function reasonForMissing({ methods }: Contract, { method }: ContractCase): string {
  const setting = methods.find(({ name }) => name === method)?.requiredSetting
  return setting === undefined
    ? 'not implemented by the server'
    : `requires the server setting ${setting}`
}

/**
 * Removes findings about missing methods from batches: each missing method is reported once by its own case.
 */
function withoutMissingMethods(outcome: Judged, { missing }: State): Judged {
  const { case: one, findings, milliseconds } = outcome
  const hasMissing =
    one.expects.kind === 'responses' &&
    one.expects.responses.some(
      ({ response }) => response.kind === 'result' && missing.has(response.method),
    )
  if (!hasMissing) return outcome
  const others = findings.filter(({ code }) => code !== 'not-implemented')
  return judged(one, others, milliseconds)
}

/**
 * Compares an error for named params with the same call by position. If both calls fail, the form of the
 * params is not the cause, so the error is not reported again. If only the call by name fails, the server
 * does not accept named params.
 */
function comparedWithPositional(outcome: Judged, { byPosition }: State): Judged {
  const { case: one, findings, milliseconds } = outcome
  const { method, name, sameByPosition } = one
  // An error response may lack the ID if the server considers the request invalid.
  const [error] = findings.filter(({ pointer }) => /^\/(error|id$)/.test(pointer))
  if (sameByPosition === undefined) byPosition.set(`${method} ${name}`, error !== undefined)
  if (sameByPosition === undefined || error === undefined) return outcome
  if (byPosition.get(`${method} ${sameByPosition}`) === true) return judged(one, [], milliseconds)
  const expected = 'the result of the same params by position, or `paramStructure: by-position`'
  const got = error.pointer === '/id' ? 'an error without the id of the request' : error.got
  const byName = { code: 'by-name', fault: 'document', pointer: '/error', expected, got } as const
  return judged(one, [{ ...error, ...byName }], milliseconds)
}

/**
 * Returns the namespace of a method name, such as `eth` for `eth_call`; undefined for a name without a
 * separator.
 */
function namespaceOf(name: string): string | undefined {
  return /^([^_.]+)[_.]./.exec(name)?.[1]
}

/**
 * Reports missing methods. The finding is a warning if the server does not offer the namespace of the method
 * at all: execution clients do not offer `engine_`, for example.
 */
function* missingMethods(
  { methods }: Contract,
  { missing, answered }: State,
): Generator<Outcome, void> {
  const served = new Set([...answered].map(namespaceOf))
  for (const [name, outcome] of answered.size === 0 ? [] : missing) {
    if (methods.find((one) => one.name === name)?.requiredSetting !== undefined) continue
    const findings = outcome.findings.filter(({ code }) => code === 'not-implemented')
    const namespace = namespaceOf(name)
    if (namespace === undefined || served.has(namespace)) yield { ...outcome, findings }
    else {
      const expected = `the method ${name}; the server has no method of its namespace`
      const warning = { severity: 'warning', fault: 'unclear', expected } as const
      yield judged(
        outcome.case,
        findings.map((finding) => ({ ...finding, ...warning })),
        outcome.milliseconds,
      )
    }
  }
}

function* deprecatedMethods(
  { group, path, methods }: Contract,
  { answered }: State,
): Generator<Outcome, void> {
  for (const { name: method, deprecation } of methods) {
    if (!deprecation || !answered.has(method)) continue
    const { replacedBy } = deprecation
    const name = 'deprecated'
    const call = { jsonrpc: '2.0', method } as const
    const request = { kind: 'call', path, call } as const
    const finding: ContractFinding = {
      code: 'deprecated',
      severity: 'warning',
      fault: 'unclear',
      group,
      method,
      case: name,
      pointer: '',
      expected:
        replacedBy === undefined ? 'no deprecated method' : `only the replacement ${replacedBy}`,
      got: 'a response of the deprecated method',
    }
    yield judged({ group, method, name, request, expects: { kind: 'silence' } }, [finding])
  }
}
