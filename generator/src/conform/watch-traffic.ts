import { once } from 'node:events'
import {
  judgeServerMessage,
  judgeTraffic,
  openRecorder,
  readContract,
  type Contract,
  type Dialect,
  type ContractFinding,
  type Outcome,
  type ServerMessage,
  type Recorder,
  type Traffic,
} from '@rpcloom/conform'
import { printable } from '../diagnostics/printable.ts'
import { type AddressedContract, shownAddress } from './address.ts'
import { type IoRecorder, openIoRecorder } from './io/recorder.ts'
import { overlayText } from './proxy/overlay-text.ts'
import { openProxy } from './proxy/proxy.ts'
import { type Route, targetOf } from './proxy/route.ts'
import type { GroupRecord } from './report/record.ts'
import { writeReport } from './report/write.ts'
import { findingLine } from './report/text.ts'

export interface Reporter {
  readonly json: boolean
  readonly line: (text: string) => void
  readonly error: (text: string) => void
  readonly progress: (text: string) => void
}

export interface Watching {
  readonly chosen: readonly AddressedContract[]
  readonly dialect: Dialect
  readonly url: string
  readonly routes: readonly Route[]
  readonly port: number
  readonly record: string | undefined
}

interface Watched {
  readonly addressed: AddressedContract
  readonly recorder: Recorder
  readonly called: Set<string>
  /** Findings by a key that is equal for equal findings, because many calls may cause the same finding. */
  readonly findings: Map<string, ContractFinding>
}

export interface Watch {
  readonly groups: readonly GroupRecord[]
  readonly isRecorded: boolean
}

/** Forwards and checks traffic until the process is interrupted, and reports the findings. */
export async function watchTraffic(watching: Watching, output: Reporter): Promise<Watch> {
  const { record } = watching
  const io = record === undefined || isOverlay(record) ? undefined : openIoRecorder(record)
  const watched = watching.chosen.map((addressed): Watched => ({
    addressed,
    recorder: openRecorder(addressed.contract),
    called: new Set(),
    findings: new Map(),
  }))
  let [passed, strange] = [0, 0]
  const main = new URL(watching.url)
  const proxy = await openProxy({
    port: watching.port,
    targetOf: (path) => targetOf(main, watching.routes, path),
    onTraffic: (traffic) => {
      passed++
      io?.add(traffic, contractFor(watched, traffic))
      const one = watched.find(({ addressed }) => isFor(addressed, traffic))
      if (one === undefined) strange++
      else look(one, { traffic, dialect: watching.dialect, output })
      output.progress(`${passed} requests`)
    },
    onServerMessage: (message) => {
      const one = watched.find(({ addressed }) => isForSockets(addressed, message.path))
      io?.addEvent(message.text, one?.addressed.contract ?? anyContract)
      if (one) judgeMessage(one, { message, dialect: watching.dialect, output })
    },
  })
  const others = watching.routes.map(({ path, target }) => `, ${path} to ${target.origin}`)
  const all = `${proxy.url} to ${main.origin}${others.join('')}`
  output.error(`Forwarding ${printable(all)}; press Ctrl+C to stop.`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await proxy.close()
  output.error(`Forwarded ${passed} requests, ${strange} of them to paths that no document has.`)
  const isRecorded = io
    ? reportIo(io, record, output)
    : record === undefined || writeRecord(record, watched, output)
  return { groups: watched.map(recordOf), isRecorded }
}

/** Whether recorded traffic is written as an overlay. Otherwise it is written to a folder of `.io` files. */
export function isOverlay(path: string | undefined): boolean {
  return path?.endsWith('.json') === true
}

/** Recognizes secrets by the names of members only. */
const anyContract = readContract({})

function contractFor(watched: readonly Watched[], traffic: Traffic): Contract {
  return (
    watched.find(({ addressed }) => isFor(addressed, traffic))?.addressed.contract ?? anyContract
  )
}

/** Reports what was recorded. Returns whether everything could be written. */
export function reportIo(
  io: IoRecorder,
  folder: string | undefined,
  output: Pick<Reporter, 'error'>,
): boolean {
  const { written, skipped } = io.counts()
  const fault = io.fault()
  const others = skipped > 0 ? `, ${skipped} messages that are not JSON-RPC not recorded` : ''
  const text =
    fault === undefined ? `${written} recorded in ${folder ?? ''}${others}` : `rpcloom: ${fault}`
  output.error(`${printable(text)}.`)
  return fault === undefined
}

function isForSockets({ sockets }: AddressedContract, path: string): boolean {
  return new URL(sockets.address).pathname === path.split('?')[0]
}

function isFor(addressed: AddressedContract, { verb, path }: Traffic): boolean {
  if (verb === 'WS') return isForSockets(addressed, path)
  const { contract, addressOf } = addressed
  const [way = ''] = path.split('?')
  const places = contract.methods.flatMap((method) =>
    verb === 'GET' ? method.routes.flatMap(({ paths }) => paths) : [method.path ?? contract.path],
  )
  if (verb !== 'GET') places.push(contract.path)
  return places.some((place) => new URL(addressOf(place)).pathname === way)
}

function look(
  watched: Watched,
  {
    traffic,
    dialect,
    output,
  }: { readonly traffic: Traffic; readonly dialect: Dialect; readonly output: Reporter },
): void {
  const { addressed, recorder, called } = watched
  const contract = traffic.verb === 'WS' ? addressed.sockets.contract : addressed.contract
  const verdict = judgeTraffic(contract, traffic, { dialect, name: 'traffic' })
  for (const method of verdict.called) called.add(method)
  for (const success of verdict.successes) recorder.add(success)
  report(watched, verdict.findings, output)
}

function judgeMessage(
  watched: Watched,
  {
    message,
    dialect,
    output,
  }: { readonly message: ServerMessage; readonly dialect: Dialect; readonly output: Reporter },
): void {
  const { contract } = watched.addressed.sockets
  report(watched, judgeServerMessage(contract, message, { dialect, name: 'traffic' }), output)
}

/** Prints each finding the first time that it occurs. */
function report({ findings }: Watched, found: readonly ContractFinding[], output: Reporter): void {
  for (const finding of found) {
    const { code, method, pointer } = finding
    const key = [code, method, pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')].join(' ')
    if (findings.has(key)) continue
    findings.set(key, finding)
    if (!output.json) output.line(findingLine(finding))
  }
}

/**
 * Returns the record of a group in which each method is a case. A method that was not called is a skipped
 * case.
 */
function recordOf({ addressed, called, findings }: Watched): GroupRecord {
  const { contract, addressOf } = addressed
  const { group, methods, path } = contract
  const all = [...findings.values()]
  const names = [
    ...new Set([...methods.map(({ name }) => name), ...all.map(({ method }) => method)]),
  ]
  const outcomes = names.map((method): Outcome => {
    const own = all.filter((finding) => finding.method === method)
    if (own.length === 0 && !called.has(method)) {
      const one = { group, method, name: 'traffic' }
      return { kind: 'skipped', case: one, reason: 'not called', isMissing: false }
    }
    const one = {
      group,
      method,
      name: 'traffic',
      request: { kind: 'text', path, text: '' },
      expects: { kind: 'silence' },
    } as const
    const kind = own.some(({ severity }) => severity === 'error') ? 'failed' : 'passed'
    return { kind, case: one, findings: own, milliseconds: 0 }
  })
  return { group, address: shownAddress(addressOf(path)), methods: methods.length, outcomes }
}

function writeRecord(file: string, watched: readonly Watched[], output: Reporter): boolean {
  const pairings = new Map(watched.flatMap(({ recorder }) => [...recorder.pairings()]))
  const methods = watched.flatMap(({ addressed }) => addressed.contract.methods)
  const hasExamples = (method: string): boolean =>
    methods.some(({ name, pairings: own }) => name === method && own.length > 0)
  const count = [...pairings.values()].reduce((sum, list) => sum + list.length, 0)
  const fault = count > 0 ? writeReport(file, overlayText(pairings, hasExamples)) : undefined
  const what =
    count === 0
      ? 'Nothing recorded: the documents already have an example of each call'
      : `${count} example ${count === 1 ? 'pairing' : 'pairings'} in ${file}`
  output.error(`${printable(fault === undefined ? what : `rpcloom: ${fault}`)}.`)
  return fault === undefined
}
