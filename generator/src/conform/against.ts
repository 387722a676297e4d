import {
  type CaseOptions,
  type Contract,
  contractCases,
  type ContractCase,
  type Exchange,
  hideSecrets,
  type Outcome,
  requestText,
  type Send,
} from '@rpcloom/conform'
import { stringify } from '@rpcloom/schema/internal'
import { isObject } from '../json/pointer.ts'
import { readJson } from '../json/text.ts'
import { idIn } from './io/captures.ts'
import {
  type Comparison,
  type Difference,
  differsFinding,
  responseDifferences,
  textDifference,
} from './io/differences.ts'
import { isJson } from './io/format.ts'

export interface AgainstOptions extends CaseOptions {
  readonly send: Send
  /** Sends to the other server, whose responses are expected. */
  readonly sendToOther: Send
  readonly comparison: Comparison
  /** Returns a reason to skip a case. */
  readonly skip: (one: ContractCase) => string | undefined
}

/**
 * Sends each case of a contract to two servers, and compares the responses. The responses are not compared with
 * the document. Ids that the servers give, such as those of filters, are compared by type only.
 */
export async function* compareServers(
  contract: Contract,
  { send, sendToOther, comparison, skip, ...options }: AgainstOptions,
): AsyncGenerator<Outcome, void> {
  for (const one of contractCases(contract, options)) {
    const reason = skip(one) ?? one.skip
    if (reason !== undefined) {
      yield { kind: 'skipped', case: one, reason, isMissing: false }
      continue
    }
    const before = performance.now()
    const [expected, got] = await Promise.all([sendToOther(one.request), send(one.request)])
    const opensId = opensIdIn(contract, one.method)
    const differing = exchangeDifferences({ expected, got, comparison, opensId })
    const request = requestText(one.request) ?? one.request.path
    const findings = hideSecrets(
      differing.map((difference) => differsFinding(one, request, difference)),
      contract,
      [request, textIn(expected), textIn(got)],
    )
    const kind = findings.length > 0 ? 'failed' : 'passed'
    yield { kind, case: one, findings, milliseconds: performance.now() - before }
  }
}

interface Compared {
  readonly expected: Exchange
  readonly got: Exchange
  readonly comparison: Comparison
  /** Whether the result is an id that each server chooses. */
  readonly opensId: boolean
}

/** Whether a method returns an id: it subscribes, or creates a filter such as `eth_newBlockFilter`. */
function opensIdIn({ methods }: Contract, method: string): boolean {
  const isSubscription = methods.some((one) => one.name === method && one.subscription)
  return isSubscription || /new\w*filter/i.test(method)
}

function exchangeDifferences({
  expected,
  got,
  comparison,
  opensId,
}: Compared): readonly Difference[] {
  if (expected.kind === 'subscription' && got.kind === 'subscription') {
    const opened = { expected: expected.opened, got: got.opened }
    return exchangeDifferences({ ...opened, comparison, opensId })
  }
  const [first, second] = [textIn(expected), textIn(got)]
  if (!isJson(first) || !isJson(second))
    return first === second ? [] : [textDifference(first, second)]
  const [wanted, received] = [ordered(readJson(first)), ordered(readJson(second))]
  const isId = opensId && idIn(wanted) !== undefined && idIn(received) !== undefined
  return responseDifferences(wanted, received, isId ? 'shapes' : comparison)
}

/** Returns the text of a response; a description in parentheses if there is none. */
function textIn(exchange: Exchange): string {
  switch (exchange.kind) {
    case 'response':
      return exchange.body.trim() === '' ? '(no response)' : exchange.body
    case 'messages':
      return exchange.texts[0] ?? '(no response)'
    case 'timeout':
      return '(timeout)'
    case 'failed':
      return `(${exchange.reason})`
    case 'subscription':
      return textIn(exchange.opened)
  }
}

/** Sorts the responses to a batch by their ids, because servers may send them in any order. */
function ordered(message: unknown): unknown {
  if (!Array.isArray(message)) return message
  return message.toSorted((one, other) => (idText(one) < idText(other) ? -1 : 1))
}

function idText(message: unknown): string {
  return isObject(message) ? stringify(message['id']) : ''
}
