import {
  type ContractCase,
  type ContractFinding,
  type Exchange,
  hideSecrets,
  type Outcome,
  readContract,
  type Send,
} from '@rpcloom/conform'
import { recordOf, stringify } from '@rpcloom/schema/internal'
import { isObject } from '../../json/pointer.ts'
import { readJson } from '../../json/text.ts'
import { type Binding, boundRequest, idIn, openedBy, type OpenedId, refersTo } from './captures.ts'
import {
  type Comparison,
  type Difference,
  differences,
  differsFinding,
  responseDifferences,
  textDifference,
} from './differences.ts'
import { exchangesOf, type IoExchange, isJson } from './format.ts'
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
 * id that a response gives, such as that of a filter, replaces the recorded one in later messages of the file.
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
  for (const [index, exchange] of exchanges.entries()) {
    const later = [...exchange.events, ...exchanges.slice(index + 1).flatMap(textsOf)]
    const { sent, received, found } = await runExchange(exchange, {
      ...options,
      comparison,
      bindings,
      later,
    })
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

interface Running extends Pick<IoOptions, 'send' | 'events' | 'comparison'> {
  readonly bindings: Binding[]
  /** The messages after the response in the file. */
  readonly later: readonly string[]
}

/** Sends a request. Returns what was sent and received, and the differences. */
async function runExchange(
  { request, response, events }: IoExchange,
  { send, events: receive, comparison, bindings, later }: Running,
): Promise<{
  readonly sent: string
  readonly received: readonly string[]
  readonly found: readonly Difference[]
}> {
  const recorded = readJson(request)
  const changed = boundRequest(recorded, bindings)
  const sent = changed === recorded ? request : stringify(changed)
  const exchange = await send({ kind: 'text', path: '/', text: sent })
  const opened = usedId(recorded, response, later)
  const compared = { wanted: response, opened, bindings, comparison }
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
  const { method, params } = recordOf(event)
  return stringify([method, recordOf(params)['subscription']])
}

function textsOf({ request, response, events }: IoExchange): readonly string[] {
  return [request, ...(response === '' ? [] : [response]), ...events]
}

/** Returns the id that a recorded response gives, if later messages of the file refer to it. */
function usedId(
  request: unknown,
  response: string,
  later: readonly string[],
): OpenedId | undefined {
  const opened = response === '' ? undefined : openedBy(request, readJson(response))
  return opened && later.some((text) => refersTo(readJson(text), opened)) ? opened : undefined
}

interface Compared {
  /** The recorded response; empty if there is none. */
  readonly wanted: string
  readonly opened: OpenedId | undefined
  readonly bindings: Binding[]
  readonly comparison: Comparison
}

function exchangeDifferences(
  exchange: Exchange,
  { wanted, opened, bindings, comparison }: Compared,
): readonly Difference[] {
  const text = textIn(exchange)
  const whole = (expected: string, got: string): readonly Difference[] => [
    textDifference(expected, got),
  ]
  if (text === undefined) return whole('a response', reasonIn(exchange))
  if (wanted === '') return text.trim() === '' ? [] : whole('no response', text)
  if (!isJson(text)) return whole('a JSON response', text.trim() === '' ? 'nothing' : text)
  const got = readJson(text)
  const given = idIn(got)
  if (opened && typeof given === typeof opened.id) {
    bindings.push({ opened, given })
    return responseDifferences({ ...recordOf(readJson(wanted)), result: given }, got, comparison)
  }
  return responseDifferences(readJson(wanted), got, comparison)
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
  const request = readJson(text)
  const method = isObject(request) ? request['method'] : undefined
  return {
    group: ioGroup,
    method: typeof method === 'string' ? method : '',
    name,
    request: { kind: 'text', path: '/', text },
    expects: { kind: 'silence' },
  }
}
