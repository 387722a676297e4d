import {
  type ContractFinding,
  beforeCases,
  type CallMessage,
  type ContractCase,
  type Dialect,
  runContract,
  type Outcome,
  type Send,
} from '@rpcloom/conform'
import { commonOptions, defineCommand, type Command, type Call } from './command.ts'
import { addressedContracts } from './conform/documents.ts'
import { compareServers } from '../conform/against.ts'
import { inferDocument } from './conform/infer.ts'
import { readBefore } from '../conform/before.ts'
import { type NamedIo, readIoFolder } from '../conform/io/folder.ts'
import { ioGroup, runIo } from '../conform/io/run-io.ts'
import { type AddressedContract, shownAddress } from '../conform/address.ts'
import { entryFor, listText, type ListEntry, readLists } from '../conform/lists.ts'
import {
  conformFault,
  conformOptions,
  readOptions,
  urlFault,
  type ConformOptions,
} from './conform/options.ts'
import { unresponsive } from '../conform/program.ts'
import { unreachable } from '../conform/reach.ts'
import { jsonReport } from '../conform/report/json.ts'
import { junitReport } from '../conform/report/junit.ts'
import { markdownReport } from '../conform/report/markdown.ts'
import type { ConformRecord, GroupRecord } from '../conform/report/record.ts'
import { groupLines, totalLine } from '../conform/report/text.ts'
import { openFolder, unwritable, writeReport } from '../conform/report/write.ts'
import { type Prepared, sendOver, transportOf, turns } from '../conform/send.ts'
import { isOverlay, watchTraffic } from '../conform/watch-traffic.ts'
import { unusedEntries, verdictOf, withUnclearAsWarnings } from '../conform/verdict.ts'
import type { ExitCode } from './exit-code.ts'
import { projectOptions } from './project.ts'
import { printable } from '../diagnostics/printable.ts'
import type { Output } from './output.ts'

interface Conforming {
  readonly kind: 'prepared'
  readonly options: ConformOptions
  readonly skip: readonly ListEntry[]
  readonly expect: readonly ListEntry[]
  /** What is sent over each connection before the cases. */
  readonly before: readonly CallMessage[]
  readonly sendTo: (
    addressOf: (path: string) => string,
    prepared: Prepared,
  ) => ReturnType<typeof sendOver>
}

interface Asked {
  readonly groups: readonly GroupRecord[]
  readonly isInterrupted?: boolean
  readonly isRecorded?: boolean
}

const options = { ...projectOptions, ...conformOptions, ...commonOptions } as const

export const conformCommand: Command = defineCommand({
  about: [
    'checks a running server against the documents.',
    'URL is the host (paths come from the documents) or one endpoint: http(s), or ws(s) to check methods and subscriptions over WebSocket. Without a configuration or --input, the document comes from rpc.discover of the endpoint. Calls each method with its examples, with required params only, with all params, and with invalid params, sends notifications, batches and GET requests, and validates the responses. Calls only methods that read, unless you pass --allow-writes.',
    'With --stdio, it starts a program instead and plays its client: it answers what the program asks by the examples of the document, and checks it. --before sends a handshake first.',
    'Exit codes: 0 no findings, 1 findings, 2 wrong usage, unreachable server, or nothing to check.',
  ],
  options,
  examples: [
    'rpcloom conform http://127.0.0.1:8545 --gentle',
    'rpcloom conform http://127.0.0.1:8545 -i openrpc.json --format markdown',
    'rpcloom conform --stdio my-server --framing headers --before handshake.json -i openrpc.json',
  ],
  takes: { least: 0, most: 1, otherwise: urlFault },
  fault: conformFault,
  run,
})

async function run({ values, positionals, output }: Call<typeof options>): Promise<ExitCode> {
  const prepared = prepare(readOptions(values, positionals))
  if (prepared.kind === 'faulty') {
    output.fault(prepared.code, printable(prepared.message))
    return 2
  }
  const { options, before, sendTo } = prepared
  const fail = (what: string, reason: string): ExitCode => {
    output.fault('RL031', `${what} ${shownAddress(options.url)}: ${printable(reason)}`)
    return 2
  }
  if (options.infer !== undefined) return inferDocument(options, values, output)
  const refused = options.program ? undefined : await firstUnreachable(options)
  if (refused !== undefined) return fail('Could not connect to', refused)
  if (options.io !== undefined) return runFolder(options.io, prepared, output)
  const ask = async (address: string): ReturnType<Send> => {
    const { send, close } = sendTo(() => address, { before: beforeCases(before) })
    return send(discover).finally(close)
  }
  const documents = await addressedContracts({ values, options, before, ask }, output)
  const chosen = documents && chosenOf(documents.all, options.groups, output)
  const [first] = chosen ?? []
  if (documents === undefined || chosen === undefined) return 2
  const reason = options.program && first && (await unresponsive(sendTo(String, first)))
  if (reason !== undefined) return fail('Could not check', reason)
  const dialect = options.dialect ?? documents.dialect
  const { url, routes, proxy: port, record } = options
  if (port === undefined && !options.gentle) announce(options.format, output)
  const asked =
    port === undefined
      ? await runAll(prepared, { chosen, dialect }, output)
      : await watchTraffic({ chosen, dialect, url, routes, port, record }, output)
  if (port === undefined) await reportCrash(options, asked.groups, output)
  return reportOutcomes(prepared, asked, output)
}

/** Returns why the server, or the one that it is compared with, is unreachable. */
async function firstUnreachable({
  url,
  against,
  timeoutMs,
}: ConformOptions): Promise<string | undefined> {
  const own = await unreachable(url, timeoutMs)
  if (own !== undefined || against === undefined) return own
  const other = await unreachable(against, timeoutMs)
  return other && `${shownAddress(against)}: ${other}`
}

/** Runs a folder of `.io` files. */
async function runFolder(folder: string, prepared: Conforming, output: Output): Promise<ExitCode> {
  const read = readIoFolder(folder)
  if (read.kind === 'faulty') {
    output.fault('RL030', printable(read.message))
    return 2
  }
  const { options, skip, before, sendTo } = prepared
  const { comparison } = options
  const { send, events, close } = sendTo(() => options.url, {
    before: beforeCases(before),
    keepEvents: true,
  })
  const cases = runIo(read.files, {
    send,
    ...(transportOf(options) !== 'http' && { events }),
    comparison,
    skip: (one) => reasonIn(skip, one),
  })
  const address = shownAddress(options.url)
  const about = { group: ioGroup, address, methods: new Set(read.files.map(folderOf)).size }
  const { done, interrupted } = interruption()
  const { group, isInterrupted } = await runGroup(about, { cases, interrupted, prepared }, output)
  done()
  close()
  return reportOutcomes(prepared, { groups: [group], isInterrupted }, output)
}

function folderOf({ name }: NamedIo): string {
  return name.split('/')[0] ?? ''
}

function reasonIn(skip: readonly ListEntry[], one: ContractCase): string | undefined {
  const entry = entryFor(skip, one)
  return entry && (entry.reason ?? 'listed in --skip')
}

/** Printed before any request is sent, because some requests have crashed servers. */
const crashWarning =
  'This also sends malformed requests, such as the batch `[1,{},null]`, which can crash servers; --gentle skips them.'

const discover = {
  kind: 'call',
  path: '/',
  call: { jsonrpc: '2.0', id: 1, method: 'rpc.discover', params: [] },
} as const

function prepare(
  options: ConformOptions,
): Conforming | { kind: 'faulty'; code: 'RL030' | 'RL033'; message: string } {
  const [skip, expect] = [readLists(options.skip), readLists(options.expect)]
  const before = readBefore(options.before)
  if (before.kind === 'faulty') return { kind: 'faulty', code: 'RL030', message: before.message }
  if (skip.kind === 'faulty') return { kind: 'faulty', code: 'RL030', message: skip.message }
  if (expect.kind === 'faulty') return { kind: 'faulty', code: 'RL030', message: expect.message }
  const { junit, markdown, writeExpected, infer, record } = options
  const overlay = isOverlay(record) ? record : undefined
  const places = [junit, markdown, writeExpected, infer, overlay]
  const [fault = record !== overlay && record !== undefined ? openFolder(record) : undefined] =
    places.flatMap((file) => (file === undefined ? [] : (unwritable(file) ?? [])))
  // A run may take long, so check in advance that the output files can be written.
  if (fault !== undefined)
    return { kind: 'faulty', code: 'RL033', message: `Cannot write the output: ${fault}` }
  const { headers, timeoutMs, eventMs } = options
  const turn = turns(options.rate)
  return {
    kind: 'prepared',
    options,
    skip: skip.items,
    expect: expect.items,
    before: before.items,
    sendTo: (addressOf, addressed) =>
      sendOver({ addressOf, headers, timeoutMs, eventMs, turn }, options, addressed),
  }
}

/** Prints the crash warning to stderr if stdout contains the report, otherwise to stdout. */
function announce(format: ConformOptions['format'], output: Output): void {
  if (format === 'text') output.note(crashWarning)
  else output.error(crashWarning)
}

function isError({ severity }: ContractFinding): boolean {
  return severity === 'error'
}

function chosenOf(
  all: readonly AddressedContract[],
  names: readonly string[],
  output: Output,
): readonly AddressedContract[] | undefined {
  const known = all.flatMap((one) => one.names)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    const there = all.map(({ names: [name = ''] }) => name).join(', ')
    output.fault(
      'RL030',
      `Unknown group: ${printable(unknown.join(', '))}. The groups are ${there}.`,
    )
    return undefined
  }
  return names.length === 0
    ? all
    : all.filter((one) => one.names.some((name) => names.includes(name)))
}

/** Reports the last failed request if the server no longer accepts connections. */
async function reportCrash(
  { url, program, timeoutMs }: ConformOptions,
  groups: readonly GroupRecord[],
  output: Output,
): Promise<void> {
  // A program that ends is started again.
  if (program) return
  const last = groups
    .flatMap(({ outcomes }) => outcomes)
    .flatMap((outcome) => (outcome.kind === 'skipped' ? [] : outcome.findings))
    .findLast(({ code }) => code === 'connection')
  if (last === undefined || (await unreachable(url, timeoutMs)) === undefined) return
  output.fault(
    'RL031',
    `${shownAddress(url)} stopped responding after the request ${printable(last.request ?? last.case)}`,
  )
}

async function runAll(
  prepared: Conforming,
  { chosen, dialect }: { readonly chosen: readonly AddressedContract[]; readonly dialect: Dialect },
  output: Output,
): Promise<Asked> {
  const groups: GroupRecord[] = []
  const { interrupted, done } = interruption()
  let isInterrupted = false
  for (const addressed of chosen) {
    const { contract, addressOf } = addressed
    const { cases, close } = casesOf(prepared, addressed, dialect)
    const about = {
      group: contract.group,
      address: shownAddress(addressOf(contract.path)),
      methods: contract.methods.length,
    }
    const further = (): readonly Outcome[] => {
      close()
      return [addressed.before, addressed.client].flatMap((one) => one?.outcomes() ?? [])
    }
    const run = await runGroup(about, { cases, interrupted, prepared, further }, output)
    groups.push(run.group)
    isInterrupted = run.isInterrupted
    if (isInterrupted) break
  }
  done()
  return { groups, isInterrupted }
}

interface Running {
  readonly cases: AsyncIterator<Outcome>
  readonly interrupted: Promise<'interrupted'>
  readonly prepared: Conforming
  /** Returns outcomes that are known after the cases. */
  readonly further?: () => readonly Outcome[]
}

/** Runs the cases of a group, and prints its report. */
async function runGroup(
  about: Omit<GroupRecord, 'outcomes'>,
  { cases, interrupted, prepared, further }: Running,
  output: Output,
): Promise<{ readonly group: GroupRecord; readonly isInterrupted: boolean }> {
  const outcomes: Outcome[] = []
  let isInterrupted = false
  while (!isInterrupted) {
    const next = await Promise.race([cases.next(), interrupted])
    if (next === 'interrupted') isInterrupted = true
    else if (next.done === true) break
    else {
      outcomes.push(withUnclearAsWarnings(next.value))
      output.progress(`${about.group} ${outcomes.length} ${next.value.case.method}`)
    }
  }
  outcomes.push(...(further?.() ?? []))
  const group = { ...about, outcomes }
  if (prepared.options.format === 'text') {
    const { findings } = verdictOf(outcomes, prepared.expect)
    const shown = output.quiet ? findings.filter(isError) : findings
    const print = shown.length === 0 ? output.note : output.line
    print(groupLines(group, shown))
  }
  return { group, isInterrupted }
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Resolves on the first SIGINT or SIGTERM. A second signal ends the process. */
function interruption(): {
  readonly interrupted: Promise<'interrupted'>
  readonly done: () => void
} {
  let done = (): void => undefined
  const interrupted = new Promise<'interrupted'>((resolve) => {
    const interrupt = (): void => {
      done()
      resolve('interrupted')
    }
    done = () => {
      for (const name of signals) process.off(name, interrupt)
    }
    for (const name of signals) process.on(name, interrupt)
  })
  return { interrupted, done }
}

/** Returns an iterator over the outcomes of a group's cases. A case is run when its outcome is requested. */
function casesOf(
  { options, skip, before, sendTo }: Conforming,
  addressed: AddressedContract,
  dialect: Dialect,
): { readonly cases: AsyncIterator<Outcome>; readonly close: () => void } {
  const { send, strays, close } = sendTo(addressed.addressOf, addressed)
  const { allowWrites, isPublic, gentle, against, comparison } = options
  const shared = {
    send,
    dialect,
    allowWrites,
    isPublic,
    gentle,
    skip: (one: ContractCase) =>
      before.some(({ method }) => method === one.method)
        ? 'sent before the cases (--before)'
        : reasonIn(skip, one),
  }
  if (against === undefined)
    return { cases: runContract(addressed.contract, { ...shared, strays }), close }
  const other = sendTo((path) => addressed.addressAt(against, path), addressed)
  return {
    cases: compareServers(addressed.contract, { ...shared, comparison, sendToOther: other.send }),
    close: () => {
      close()
      other.close()
    },
  }
}

function reportOutcomes(
  { options, skip, expect }: Conforming,
  { groups, isInterrupted = false, isRecorded = true }: Asked,
  output: Output,
): ExitCode {
  const outcomes = groups.flatMap((group) => group.outcomes)
  const { findings, expected, gone } = verdictOf(outcomes, expect)
  const record: ConformRecord = {
    url: shownAddress(options.url),
    groups,
    findings,
    expected,
    gone,
  }
  const reports = [
    [options.junit, () => junitReport(record)],
    [options.markdown, () => markdownReport(record)],
    // After an interruption, do not write this list, because the findings of the remaining cases would be
    // missing.
    [isInterrupted ? undefined : options.writeExpected, () => listText([...expected, ...findings])],
  ] as const
  const faults = reports.flatMap(([file, text]) =>
    file === undefined ? [] : (writeReport(file, text()) ?? []),
  )
  for (const fault of faults) output.fault('RL033', printable(fault))
  if (options.format === 'json') output.line(jsonReport(record))
  else if (options.format === 'markdown') output.line(markdownReport(record))
  else output.note(totalLine(record))
  if (isInterrupted) {
    output.fault('RL032', 'Interrupted: the reports contain only the cases run so far.')
    return 2
  }
  for (const entry of gone) {
    output.fault('RL034', `This --expect entry did not occur: ${printable(JSON.stringify(entry))}`)
  }
  for (const entry of unusedEntries(outcomes, [...skip, ...expect])) {
    output.fault('RL034', `This entry matches no case: ${printable(JSON.stringify(entry))}`)
  }
  if (outcomes.length > 0 && outcomes.every(({ kind }) => kind === 'skipped')) {
    // If all cases were skipped, the absence of findings proves nothing.
    output.fault('RL032', 'No case was run: all were skipped, for the reasons above.')
    return 2
  }
  if (faults.length > 0 || !isRecorded) return 2
  const isBroken = findings.some(({ severity }) => severity === 'error' || options.denyWarnings)
  return isBroken || gone.length > 0 ? 1 : 0
}
