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
import { atPointer } from '@rpcloom/schema'
import { deepEqual, stringify } from '@rpcloom/schema/internal'
import { isObject } from '../json/pointer.ts'
import { readJson } from '../json/text.ts'
import { idIn } from './io/captures.ts'
import {
  type Comparison,
  type Difference,
  differences,
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
 * the document. If they differ, the case is sent to both servers again: values that a server chooses anew for each call,
 * such as ids of filters and sessions, are compared by type only.
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
    if (one.request.kind !== 'get' && [expected, got].every(isNotServed)) {
      const notServed = `404: neither server serves ${one.request.path}`
      yield { kind: 'skipped', case: one, reason: notServed, isMissing: false }
      continue
    }
    const opensId = opensIdIn(contract, one.method)
    const found = exchangeDifferences({ one, expected, got, comparison, opensId })
    const isRepeated = found.length > 0 && isJson(textIn(expected)) && isJson(textIn(got))
    const again = isRepeated ? await Promise.all([sendToOther(one.request), send(one.request)]) : []
    const differing = again.length === 0 ? found : withoutChosen(found, [[expected, got], again])
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
  readonly one: ContractCase
  readonly expected: Exchange
  readonly got: Exchange
  readonly comparison: Comparison
  /** Whether the result is an id that each server chooses. */
  readonly opensId: boolean
}

/** Whether a method of the document returns the id of a subscription, which is not opened twice. */
function opensIdIn({ methods }: Contract, method: string): boolean {
  return methods.some((one) => one.name === method && one.subscription)
}

/** Matches pointers to members of a response that no server chooses. */
const prescribed = /^(?:\/\d+)?\/(?:id|jsonrpc)$/

/**
 * Drops differences of values that have the same type, and that one of the servers changed although the request is the
 * same. `rounds` has the responses of both servers to both requests.
 */
function withoutChosen(
  found: readonly Difference[],
  rounds: readonly (readonly Exchange[])[],
): readonly Difference[] {
  const messages = rounds.map((exchanges) => exchanges.map(messageIn))
  return found.filter(({ pointer }) => {
    if (prescribed.test(pointer)) return true
    const [first = [], again = []] = messages.map((round) =>
      round.map((message) => atPointer(message, pointer)),
    )
    const isChosen = first.some((value, server) => !deepEqual(value, again[server]))
    return !isChosen || differences(first[0], first[1], 'shapes').length > 0
  })
}

/** Returns the message of a response; undefined if it is not JSON. */
function messageIn(exchange: Exchange): unknown {
  const text = textIn(exchange)
  return isJson(text) ? ordered(readJson(text)) : undefined
}

function exchangeDifferences({
  one,
  expected,
  got,
  comparison,
  opensId,
}: Compared): readonly Difference[] {
  if (expected.kind === 'subscription' && got.kind === 'subscription') {
    const opened = { expected: expected.opened, got: got.opened }
    return exchangeDifferences({ ...opened, one, comparison, opensId })
  }
  const [first, second] = [textIn(expected), textIn(got)]
  if (!isJson(first) || !isJson(second)) {
    const [wanted, received] = [statusIn(expected) + first, statusIn(got) + second]
    if (wanted !== received) return [textDifference(wanted, received)]
    return mayLackJson(one, got)
      ? []
      : [textDifference('a JSON response of both servers', received)]
  }
  const [wanted, received] = [ordered(readJson(first)), ordered(readJson(second))]
  const isId = opensId && idIn(wanted) !== undefined && idIn(received) !== undefined
  return responseDifferences(wanted, received, isId ? 'shapes' : comparison)
}

/** Whether nothing is served at the path: the response has status 404 and is not JSON. */
function isNotServed(exchange: Exchange): boolean {
  return exchange.kind === 'response' && exchange.status === 404 && !isJson(exchange.body)
}

/** Whether a server may respond to a request by what it did, which is not JSON: to a notification, or an invalid request. */
function mayLackJson({ request, expects }: ContractCase, { kind }: Exchange): boolean {
  if (kind === 'timeout' || kind === 'failed') return false
  return expects.kind === 'silence' || request.kind === 'text' || request.kind === 'get'
}

/** Returns the HTTP status of a response, unless it is a success. */
function statusIn(exchange: Exchange): string {
  const isOther = exchange.kind === 'response' && (exchange.status < 200 || exchange.status > 299)
  return isOther ? `(HTTP ${exchange.status}) ` : ''
}

/** Returns the text of a response; a description in parentheses if there is none. */
function textIn(exchange: Exchange): string {
  switch (exchange.kind) {
    case 'response':
      return exchange.body.trim() === '' ? '(no response)' : exchange.body
    case 'messages':
      return exchange.texts.join('\n') || '(no response)'
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
