import {
  type ContractCase,
  type ContractFinding,
  type Exchange,
  hideSecrets,
  type Outcome,
  readContract,
  REDACTED,
  redactMessage,
  type Send,
} from '@rpcloom/conform'
import { atPointer } from '@rpcloom/schema'
import { recordOf, stringify } from '@rpcloom/schema/internal'
import { readJson } from '../../json/text.ts'
import {
  type Binding,
  boundRequest,
  boundResponse,
  openedBy,
  type OpenedId,
  refersTo,
  sentIn,
  streamIn,
} from './captures.ts'
import {
  type Comparison,
  type Difference,
  differences,
  differsFinding,
  jsonType,
  responseDifferences,
  textDifference,
} from './differences.ts'
import { exchangesOf, type IoExchange, isJson, methodOf } from './format.ts'
import type { NamedIo } from './folder.ts'

/** Recognizes secrets by the names of members only. */
const anyContract = readContract({})

/** The group of the outcomes of `.io` files. */
export const ioGroup = 'io'

export interface IoOptions {
  readonly send: Send
  /** Returns the events that were received since the last call, after waiting for a number of them. */
  readonly events?: (count: number) => Promise<readonly string[]>
  /** What is compared in every file. Files with `// speconly:` are always compared by shape. */
  readonly comparison: Comparison
  /** Returns a reason to skip a file. */
  readonly skip: (one: ContractCase) => string | undefined
}

/**
 * Sends the requests of `.io` files, and compares the responses with the recorded ones. Each file is a case. An
 * id that a response gives, such as that of a filter or a session, replaces the recorded one in later messages of the file.
 * Events are compared only over connections that can receive them.
 */
export async function* runIo(
  files: readonly NamedIo[],
  options: IoOptions,
): AsyncGenerator<Outcome, void> {
  for (const file of files) {
    const one = caseOf(file)
    const reason = options.skip(one)
    if (reason === undefined) yield await runFile(file, one, options)
    else yield { kind: 'skipped', case: one, reason, isMissing: false }
  }
}

async function runFile(file: NamedIo, one: ContractCase, options: IoOptions): Promise<Outcome> {
  const before = performance.now()
  const comparison = file.isShapeOnly ? 'shapes' : options.comparison
  const bindings: Binding[] = []
  const findings: ContractFinding[] = []
  const exchanges = exchangesOf(file)
  const uses = firstUses(exchanges)
  for (const [index, exchange] of exchanges.entries()) {
    const { request, response, events } = exchange
    const later = (): readonly string[] => [
      ...events,
      ...exchanges.slice(index + 1).flatMap(textsOf),
    ]
    const isUsed = (opened: OpenedId): boolean =>
      opened.isDistinct
        ? (uses.get(opened.id) ?? 0) > index
        : later().some((text) => refersTo(readJson(text), opened))
    const ids = response === '' ? [] : openedBy(readJson(request), readJson(response))
    const opened = ids.filter(isUsed)
    const running = { ...options, comparison, bindings, opened }
    const { sent, received, found } = await runExchange(exchange, running)
    findings.push(
      ...hideSecrets(
        found.map((difference) => differsFinding(one, sent, difference)),
        anyContract,
        [sent, ...received],
      ),
    )
    // After a failure, the following requests would only fail for the same reason.
    if (found.length > 0) break
  }
  const kind = findings.length > 0 ? 'failed' : 'passed'
  return { kind, case: one, findings, milliseconds: performance.now() - before }
}

/**
 * Returns for each distinct value the index of the exchange that sends it first. The events of a subscription count for
 * the exchange after which they were received, plus a half.
 */
function firstUses(exchanges: readonly IoExchange[]): ReadonlyMap<unknown, number> {
  const uses = new Map<unknown, number>()
  for (const [index, { request, events }] of exchanges.entries()) {
    for (const id of sentIn(readJson(request))) if (!uses.has(id)) uses.set(id, index)
    for (const event of events) {
      const stream = streamIn(readJson(event))
      if (!uses.has(stream)) uses.set(stream, index + 0.5)
    }
  }
  return uses
}

interface Running extends Pick<IoOptions, 'send' | 'events' | 'comparison'> {
  readonly bindings: Binding[]
  /** The ids of the recorded response that later messages of the file send. */
  readonly opened: readonly OpenedId[]
}

/** Sends a request. Returns what was sent and received, and the differences. */
async function runExchange(
  { request, response, events }: IoExchange,
  { send, events: receive, comparison, bindings, opened }: Running,
): Promise<{
  readonly sent: string
  readonly received: readonly string[]
  readonly found: readonly Difference[]
}> {
  const recorded = readJson(request)
  const changed = boundRequest(recorded, bindings)
  const sent = changed === recorded ? request : stringify(changed)
  const exchange = await send({ kind: 'text', path: '/', text: sent })
  const compared = { wanted: response, opened, bindings, comparison, requests: [request, sent] }
  const text = textIn(exchange) ?? ''
  const found = exchangeDifferences(exchange, compared)
  if (found.length > 0 || receive === undefined || events.length === 0)
    return { sent, received: [text], found }
  const received = await receive(events.length)
  const wanted = events.map((event) => boundRequest(readJson(event), bindings))
  return {
    sent,
    received: [text, ...received],
    found: eventDifferences(wanted, received, comparison),
  }
}

/** Compares each recorded event with the next event of the same subscription. */
function eventDifferences(
  wanted: readonly unknown[],
  received: readonly string[],
  comparison: Comparison,
): readonly Difference[] {
  const rest = received.map((text) => (isJson(text) ? readJson(text) : text))
  return wanted.flatMap((event) => {
    const index = rest.findIndex((one) => streamOf(one) === streamOf(event))
    if (index < 0) return [textDifference(`the event ${stringify(event)}`, 'no event')]
    const [next] = rest.splice(index, 1)
    return differences(event, next, comparison)
  })
}

/** Returns a text that is equal for events of one subscription. */
function streamOf(event: unknown): string {
  return stringify([recordOf(event)['method'], streamIn(event)])
}

function textsOf({ request, response, events }: IoExchange): readonly string[] {
  return [request, ...(response === '' ? [] : [response]), ...events]
}

interface Compared {
  /** The recorded response; empty if there is none. */
  readonly wanted: string
  readonly opened: readonly OpenedId[]
  readonly bindings: Binding[]
  readonly comparison: Comparison
  /** The recorded request, and the one that was sent. */
  readonly requests: readonly string[]
}

function exchangeDifferences(
  exchange: Exchange,
  { wanted, opened, bindings, comparison, requests }: Compared,
): readonly Difference[] {
  const text = textIn(exchange)
  const whole = (expected: string, got: string): readonly Difference[] => [
    textDifference(expected, got),
  ]
  if (text === undefined) return whole('a response', reasonIn(exchange))
  if (wanted === '') return text.trim() === '' ? [] : whole('no response', text)
  if (!isJson(text)) return whole('a JSON response', text.trim() === '' ? 'nothing' : text)
  const got = readJson(text)
  const given = opened.flatMap((one): Binding[] => {
    const value = atPointer(got, one.pointer)
    return jsonType(value) === jsonType(one.id) && value !== ''
      ? [{ opened: one, given: value }]
      : []
  })
  bindings.push(...given)
  const expected = withShortId(boundResponse(visible(wanted, requests), bindings), given)
  const shown = visible(text, requests)
  return responseDifferences(expected, shown, comparison).filter(
    ({ pointer }) => !isSecret(atPointer(expected, pointer), atPointer(shown, pointer)),
  )
}

/** Parses a response without its secrets, which recordings do not have. */
function visible(response: string, requests: readonly string[]): unknown {
  return readJson(redactMessage(anyContract, response, requests))
}

/** Whether one of two scalars is a secret that was replaced. */
function isSecret(expected: unknown, got: unknown): boolean {
  const isScalar = [expected, got].every((one) =>
    ['string', 'number', 'bigint'].includes(typeof one),
  )
  return isScalar && [expected, got].includes(REDACTED)
}

/** Replaces a result that is a short id by the id that the server gave. */
function withShortId(response: unknown, given: readonly Binding[]): unknown {
  const short = given.find(({ opened }) => !opened.isDistinct)
  return short ? { ...recordOf(response), result: short.given } : response
}

function textIn(exchange: Exchange): string | undefined {
  if (exchange.kind === 'response') return exchange.body
  return exchange.kind === 'messages' ? (exchange.texts[0] ?? '') : undefined
}

function reasonIn(exchange: Exchange): string {
  if (exchange.kind === 'timeout') return `no response within ${exchange.milliseconds} ms`
  return exchange.kind === 'failed' ? exchange.reason : exchange.kind
}

function caseOf({ name, messages: [first] }: NamedIo): ContractCase {
  const text = first?.text ?? ''
  return {
    group: ioGroup,
    method: methodOf(readJson(text)) ?? '',
    name,
    request: { kind: 'text', path: '/', text },
    expects: { kind: 'silence' },
  }
}
