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
export interface RunOptions extends CaseOptions, JudgeOptions {
  readonly send: Send
  /** Returns the unexpected messages of all connections. Called once, after the last case. */
  readonly strays?: () => Promise<readonly Stray[]>
  /** Returns a reason to skip a case. */
  readonly skip?: (one: ContractCase) => string | undefined
}

/**
 * Runs the cases of a contract in sequence. A method that the server does not have is called only once. A
 * server that has no method of a group does not offer the group, which is not a fault.
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
  let absence: string | undefined
  for (const one of contractCases(contract, options)) {
    // If nothing is served at the path, further cases would only report that again.
    const reason = absence ?? options.skip?.(one) ?? one.skip
    const known = state.missing.get(one.method)
    if (reason !== undefined || known !== undefined) {
      yield skipped(one, reason ?? absenceOf(contract, one))
      continue
    }
    state.sent.set(one.request, one)
    const { outcome, exchange } = await exchanged(contract, one, options)
    absence = outcome.kind === 'skipped' ? outcome.reason : undefined
    if (isMissing(outcome)) {
      state.missing.set(one.method, outcome)
      yield { ...skipped(one, absenceOf(contract, one)), isMissing: true }
      continue
    }
    if (one.method !== '') state.answered.add(one.method)
    yield comparedForms(withoutMissing(outcome, state), state)
    const quiet = quietness(one, exchange)
    if (quiet) yield quiet
  }
  yield* unasked(contract, state, (await options.strays?.()) ?? [])
  yield* conclusions(contract, state)
}

interface State {
  readonly missing: Map<string, Extract<Outcome, { kind: 'failed' | 'passed' }>>
  readonly answered: Set<string>
  readonly sent: Map<CaseRequest, ContractCase>
  /** Whether the params of an example were rejected by position, by method and case. */
  readonly byPosition: Map<string, boolean>
}

/** Sends a case and judges the response. */
export async function runCase(
  contract: Contract,
  one: ContractCase,
  options: Pick<RunOptions, 'send' | 'dialect'>,
): Promise<Outcome> {
  const { outcome } = await exchanged(contract, one, options)
  return outcome
}

interface Exchanged {
  readonly outcome: Outcome
  readonly exchange: Exchange
}

async function exchanged(
  contract: Contract,
  one: ContractCase,
  options: Pick<RunOptions, 'send' | 'dialect'>,
): Promise<Exchanged> {
  const before = performance.now()
  const exchange = await options.send(one.request)
  const milliseconds = performance.now() - before
  if (isNowhere(one, exchange)) {
    const reason = `404: the server does not serve ${one.request.path}`
    return { outcome: skipped(one, reason), exchange }
  }
  const findings = judge(contract, one, exchange, options)
  return { outcome: { kind: kindOf(findings), case: one, findings, milliseconds }, exchange }
}

function kindOf(findings: readonly ContractFinding[]): 'failed' | 'passed' {
  return findings.some(({ severity }) => severity === 'error') ? 'failed' : 'passed'
}

/** Returns the outcome of a subscription without events, which is not a fault but leaves events unchecked. */
function quietness(one: ContractCase, exchange: Exchange): Outcome | undefined {
  if (exchange.kind !== 'subscription' || exchange.events.length > 0) return undefined
  if (subscriptionIdIn(exchange.opened) === undefined) return undefined
  const reason = `no event within ${exchange.milliseconds} ms`
  return skipped({ ...one, name: `${one.name}: events` }, reason)
}

/** Reports unexpected messages. Each kind is reported once per case. */
function* unasked(
  contract: Contract,
  { sent }: State,
  strays: readonly Stray[],
): Generator<Outcome, void> {
  const reported = new Set<string>()
  const hasEvents = contract.methods.some(({ subscription }) => subscription !== undefined)
  for (const stray of strays) {
    if (isServerNotification(contract, stray.text)) continue
    const one = sent.get(stray.request)
    const findings = one ? judgeStray(one, stray) : []
    const [{ code } = {}] = findings
    const key = `${code} ${one?.method} ${one?.name}`
    // If a document has no subscriptions, it says nothing about events.
    if (!one || reported.has(key) || (code === 'event' && !hasEvents)) continue
    reported.add(key)
    const own = { ...one, name: `${one.name}: behind it` }
    yield { kind: kindOf(findings), case: own, findings, milliseconds: 0 }
  }
}

/** Returns the findings of a case that are errors rather than warnings. */
export function errorsIn(outcome: Outcome): readonly ContractFinding[] {
  if (outcome.kind === 'skipped') return []
  return outcome.findings.filter(({ severity }) => severity === 'error')
}

/** Whether nothing is served at the path: the response has status 404 and is not JSON. */
function isNowhere(one: ContractCase, exchange: Exchange): boolean {
  const isCall = one.request.kind !== 'get'
  return (
    isCall &&
    exchange.kind === 'response' &&
    exchange.status === 404 &&
    !/json/i.test(exchange.contentType)
  )
}

function isMissing(outcome: Outcome): outcome is Extract<Outcome, { kind: 'failed' | 'passed' }> {
  return (
    outcome.kind !== 'skipped' &&
    outcome.case.method !== '' &&
    outcome.findings.some(({ code }) => code === 'not-implemented')
  )
}

/** Returns why a method is missing. A method that needs a setting may be disabled. */
function absenceOf({ methods }: Contract, { method }: ContractCase): string {
  const requiredSetting = methods.find(({ name }) => name === method)?.requiredSetting
  return requiredSetting === undefined
    ? 'not implemented by the server'
    : `requires the server setting ${requiredSetting}`
}

/**
 * Removes findings about missing methods from batches: each missing method is reported once by its own case.
 */
function withoutMissing(outcome: Outcome, { missing }: State): Outcome {
  if (outcome.kind === 'skipped' || outcome.case.expects.kind !== 'responses') return outcome
  const lacks = outcome.case.expects.responses.some(
    ({ want }) => want.kind === 'result' && missing.has(want.method),
  )
  if (!lacks) return outcome
  const findings = outcome.findings.filter(({ code }) => code !== 'not-implemented')
  return { ...outcome, kind: kindOf(findings), findings }
}

/**
 * Compares an error for named params with the call by position. If both fail, the error adds nothing;
 * otherwise the server does not accept named params.
 */
function comparedForms(outcome: Outcome, { byPosition }: State): Outcome {
  if (outcome.kind === 'skipped') return outcome
  const { method, name, sameByPosition } = outcome.case
  // An error response may lack the ID if the server considers the request invalid.
  const errors = outcome.findings.filter(({ pointer }) => /^\/(error|id$)/.test(pointer))
  if (sameByPosition === undefined) {
    byPosition.set(`${method} ${name}`, errors.length > 0)
    return outcome
  }
  const [first] = errors
  if (first === undefined) return outcome
  const wasRefused = byPosition.get(`${method} ${sameByPosition}`) === true
  const findings: readonly ContractFinding[] = wasRefused
    ? []
    : [{ ...first, code: 'by-name', fault: 'document', pointer: '/error', expected: byNameWanted }]
  return { ...outcome, kind: kindOf(findings), findings }
}

const byNameWanted = 'the result of the same params by position, or `paramStructure: by-position`'

function skipped(one: ContractCase, reason: string): Extract<Outcome, { kind: 'skipped' }> {
  const { group, method, name } = one
  return { kind: 'skipped', case: { group, method, name }, reason, isMissing: false }
}

/**
 * Returns the namespace of a method name, such as `eth` for `eth_call`; undefined for a name without a
 * separator.
 */
function namespaceOf(name: string): string | undefined {
  return /^([^_.]+)[_.]./.exec(name)?.[1]
}

/**
 * Turns the finding for a missing method into a warning if the server does not offer its namespace at all, as
 * execution clients do with `engine_`.
 */
function withoutNamespace(finding: ContractFinding): ContractFinding {
  const expected = `the method ${finding.method}; the server has no method of its namespace`
  return { ...finding, severity: 'warning', fault: 'unclear', expected }
}

/** Yields the findings at the end of a run: missing methods of the group, and undocumented ones. */
function* conclusions(contract: Contract, { missing, answered }: State): Generator<Outcome, void> {
  const optional = new Set(
    contract.methods.filter(({ requiredSetting }) => requiredSetting !== undefined).map(({ name }) => name),
  )
  const served = new Set([...answered].map(namespaceOf))
  for (const [methodName, outcome] of answered.size === 0 ? [] : missing) {
    if (optional.has(methodName)) continue
    const findings = outcome.findings.filter(({ code }) => code === 'not-implemented')
    const namespace = namespaceOf(methodName)
    yield namespace === undefined || served.has(namespace)
      ? { ...outcome, findings }
      : { ...outcome, kind: 'passed', findings: findings.map(withoutNamespace) }
  }
  for (const { name: methodName, deprecation } of contract.methods) {
    if (!deprecation || !answered.has(methodName)) continue
    const { replacedBy } = deprecation
    const finding: ContractFinding = {
      code: 'deprecated',
      severity: 'warning',
      fault: 'unclear',
      group: contract.group,
      method: methodName,
      case: 'deprecated',
      pointer: '',
      expected:
        replacedBy === undefined ? 'no deprecated method' : `only the replacement ${replacedBy}`,
      got: 'the server still implements it',
    }
    yield {
      kind: 'passed',
      case: deprecationCase(contract, methodName),
      findings: [finding],
      milliseconds: 0,
    }
  }
}

function deprecationCase({ group, path }: Contract, method: string): ContractCase {
  const call = { jsonrpc: '2.0', method } as const
  return {
    group,
    method,
    name: 'deprecated',
    request: { kind: 'call', path, call },
    expects: { kind: 'silence' },
  }
}
