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
  differsFinding,
  responseDifferences,
  textDifference,
} from './differences.ts'
import { isJson, type IoMessage } from './format.ts'
import type { NamedIo } from './folder.ts'

/** Recognizes secrets by the names of members only. */
const anyContract = readContract({})

/** The group of the outcomes of `.io` files. */
export const ioGroup = 'io'

export interface IoOptions {
  readonly send: Send
  /** What is compared in every file. Files with `// speconly:` are always compared by shape. */
  readonly comparison: Comparison
  /** Returns a reason to skip a file. */
  readonly skip: (one: ContractCase) => string | undefined
}

/**
 * Sends the requests of `.io` files, and compares the responses with the recorded ones. Each file is a case. An
 * id that a response gives, such as that of a filter, replaces the recorded one in later messages of the file.
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

async function runFile(
  file: NamedIo,
  one: ContractCase,
  { send, comparison: usual }: IoOptions,
): Promise<Outcome> {
  const before = performance.now()
  const comparison = file.isShapeOnly ? 'shapes' : usual
  const bindings: Binding[] = []
  const findings: ContractFinding[] = []
  for (const [index, { kind, text }] of file.messages.entries()) {
    if (kind !== 'request') continue
    const recorded = readJson(text)
    const changed = boundRequest(recorded, bindings)
    const sent = changed === recorded ? text : stringify(changed)
    const exchange = await send({ kind: 'text', path: '/', text: sent })
    const [next] = file.messages.slice(index + 1)
    const wanted = next?.kind === 'response' ? next.text : ''
    const opened = usedId(recorded, wanted, file.messages.slice(index + 2))
    const compared = { wanted, opened, bindings, comparison }
    const found = exchangeDifferences(exchange, compared)
    findings.push(
      ...hideSecrets(
        found.map((difference) => differsFinding(one, sent, difference)),
        anyContract,
        [sent, textIn(exchange) ?? ''],
      ),
    )
    // After a failure, the following requests would only fail for the same reason.
    if (found.length > 0) break
  }
  const kind = findings.length > 0 ? 'failed' : 'passed'
  return { kind, case: one, findings, milliseconds: performance.now() - before }
}

/** Returns the id that a recorded response gives, if later messages of the file refer to it. */
function usedId(
  request: unknown,
  response: string,
  later: readonly IoMessage[],
): OpenedId | undefined {
  const opened = response === '' ? undefined : openedBy(request, readJson(response))
  return opened && later.some(({ text }) => refersTo(readJson(text), opened)) ? opened : undefined
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
