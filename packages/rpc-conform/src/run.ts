import { contractCases, type CaseOptions } from './cases/cases.ts'
import { judge } from './judge/judge.ts'
import { judgeStray } from './judge/messages.ts'
import { subscriptionIdIn } from './judge/subscription.ts'
import type { JudgeOptions } from './judge/report.ts'
import type {
  CaseRequest,
  Contract,
  ContractCase,
  ContractFinding,
  Exchange,
  Outcome,
  Stray,
} from './types.ts'

/** How requests reach a server: over the network, or straight into a dispatcher. */
export type Send = (request: CaseRequest) => Promise<Exchange>

export interface RunOptions extends CaseOptions, JudgeOptions {
  readonly send: Send
  /** What came over connections and was owed to nothing; asked for once, behind the last case. */
  readonly strays?: () => Promise<readonly Stray[]>
  /** A reason where a case is not to be run. */
  readonly skip?: (one: ContractCase) => string | undefined
}

/**
 * Runs the cases of a contract one after another. A method of which the server says that it has none such
 * is asked once; where that is so of all methods, the server does not have the group, which is no fault.
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
    // Nothing serves the path: what follows would only say so again.
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
  /** By method and case: whether the params of an example were refused when they were sent by position. */
  readonly byPosition: Map<string, boolean>
}

/** Sends one case and judges what comes back. */
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
    const reason = `nothing is served at ${one.request.path}`
    return { outcome: skipped(one, reason), exchange }
  }
  const findings = judge(contract, one, exchange, options)
  return { outcome: { kind: kindOf(findings), case: one, findings, milliseconds }, exchange }
}

function kindOf(findings: readonly ContractFinding[]): 'failed' | 'passed' {
  return findings.some(({ severity }) => severity === 'error') ? 'failed' : 'passed'
}

/** That nothing came of a subscription is no fault, but nothing was judged either. */
function quietness(one: ContractCase, exchange: Exchange): Outcome | undefined {
  if (exchange.kind !== 'subscription' || exchange.events.length > 0) return undefined
  if (subscriptionIdIn(exchange.opened) === undefined) return undefined
  const reason = `no event came within ${exchange.milliseconds} ms`
  return skipped({ ...one, name: `${one.name}: events` }, reason)
}

/** What came over a connection and was owed to nothing, each kind once for a case. */
function* unasked(
  contract: Contract,
  { sent }: State,
  strays: readonly Stray[],
): Generator<Outcome, void> {
  const said = new Set<string>()
  const hasEvents = contract.methods.some(({ subscription }) => subscription !== undefined)
  for (const stray of strays) {
    const one = sent.get(stray.request)
    const findings = one ? judgeStray(one, stray) : []
    const [{ code } = {}] = findings
    const key = `${code} ${one?.method} ${one?.name}`
    // Where a document knows no subscriptions, it promises nothing about events.
    if (!one || said.has(key) || (code === 'event' && !hasEvents)) continue
    said.add(key)
    const own = { ...one, name: `${one.name}: behind it` }
    yield { kind: kindOf(findings), case: own, findings, milliseconds: 0 }
  }
}

/** What breaks a promise, of all that was found in a case; warnings break none. */
export function errorsIn(outcome: Outcome): readonly ContractFinding[] {
  if (outcome.kind === 'skipped') return []
  return outcome.findings.filter(({ severity }) => severity === 'error')
}

/** A path that leads nowhere answers 404 without JSON. */
function isNowhere(one: ContractCase, exchange: Exchange): boolean {
  const isCall = one.request.kind !== 'get'
  return (
    isCall &&
    exchange.kind === 'answer' &&
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

/** Why a method is not there; one that a setting turns on may be off. */
function absenceOf({ methods }: Contract, { method }: ContractCase): string {
  const offUnless = methods.find(({ wire }) => wire === method)?.offUnless
  return offUnless === undefined
    ? 'the server has no such method'
    : `off unless the setting ${offUnless} is on`
}

/** That a method is missing is said once, and not by every batch that calls it. */
function withoutMissing(outcome: Outcome, { missing }: State): Outcome {
  if (outcome.kind === 'skipped' || outcome.case.expects.kind !== 'answers') return outcome
  const lacks = outcome.case.expects.answers.some(
    ({ want }) => want.kind === 'result' && missing.has(want.method),
  )
  if (!lacks) return outcome
  const findings = outcome.findings.filter(({ code }) => code !== 'not-implemented')
  return { ...outcome, kind: kindOf(findings), findings }
}

/**
 * An error for params by name says nothing new where the same params by position got one too, and else that the
 * server does not take params by name.
 */
function comparedForms(outcome: Outcome, { byPosition }: State): Outcome {
  if (outcome.kind === 'skipped') return outcome
  const { method, name, sameByPosition } = outcome.case
  // An invalid request may be answered without its id.
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

/** `eth` of `eth_call`; undefined for names without a separator. */
function namespaceOf(wire: string): string | undefined {
  return /^([^_.]+)[_.]./.exec(wire)?.[1]
}

/** A server that has nothing of a namespace does not offer it, as execution clients keep `engine_` to themselves. */
function withoutNamespace(finding: ContractFinding): ContractFinding {
  const expected = `the method ${finding.method}; the server has none of its namespace`
  return { ...finding, severity: 'warning', fault: 'unclear', expected }
}

/** What can only be said in the end: methods that a group lacks, and those that it should lose. */
function* conclusions(contract: Contract, { missing, answered }: State): Generator<Outcome, void> {
  const optional = new Set(
    contract.methods.filter(({ offUnless }) => offUnless !== undefined).map(({ wire }) => wire),
  )
  const served = new Set([...answered].map(namespaceOf))
  for (const [wire, outcome] of answered.size === 0 ? [] : missing) {
    if (optional.has(wire)) continue
    const findings = outcome.findings.filter(({ code }) => code === 'not-implemented')
    const namespace = namespaceOf(wire)
    yield namespace === undefined || served.has(namespace)
      ? { ...outcome, findings }
      : { ...outcome, kind: 'passed', findings: findings.map(withoutNamespace) }
  }
  for (const { wire, deprecation } of contract.methods) {
    if (!deprecation || !answered.has(wire)) continue
    const { replacedBy } = deprecation
    const finding: ContractFinding = {
      code: 'deprecated',
      severity: 'warning',
      fault: 'unclear',
      group: contract.group,
      method: wire,
      case: 'deprecated',
      pointer: '',
      expected: replacedBy === undefined ? 'to be gone one day' : `${replacedBy} in its place`,
      got: 'it is still answered',
    }
    yield {
      kind: 'passed',
      case: deprecationCase(contract, wire),
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
