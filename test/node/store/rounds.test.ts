import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createClient, http, isRpcError, type Client } from '@native-node/client'
import { expect, test } from 'vitest'
import { MovableClock } from '../../../packages/node/src/chain/clock.ts'
import { encode } from '../../../packages/node/src/codec/field.ts'
import { PlatformGenesis } from '../../../packages/node/src/codec/p-chain.ts'
import { hashID } from '../../../packages/node/src/crypto/hashes.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { platformGenesis } from '../../../packages/node/src/network/genesis/p-chain.ts'
import { startNode, type RunningNode } from '../../../packages/node/src/node.ts'
import type { Level } from '../../../packages/node/src/store/level-page.ts'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { StoreError } from '../../../packages/node/src/store/store-error.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { sum } from '../p-chain/wallet.ts'
import { funded as me } from '../x-chain/wallet.ts'
import {
  evmAccount,
  fromC,
  fromX,
  intoX,
  isAccepted,
  issueSigned,
  nonceOf,
  onC,
  onP,
  type ChainName,
  type Signed,
} from '../world/world.ts'
import { failingWrites } from './failing-writes.ts'
import { canMount, smallDisk, type SmallDisk } from './small-disk.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const UNITS = 10n ** 9n
const HOUR = 3_600_000
const owner = {
  networkID: 12_345,
  genesis: hashID(encode(PlatformGenesis, platformGenesis(localGenesis))),
}

/** A node with its folder and all acknowledged transactions. */
interface Session {
  readonly node: RunningNode
  readonly client: Client
  readonly clock: MovableClock
  /** Makes the write with this number, counted from now, fail with an error of the operating system. */
  readonly failWrite: (number: number, reason: string) => void
}

interface Acknowledged {
  readonly chain: ChainName
  readonly txID: string
}

const TIME = Date.parse('2026-11-22T12:00:00Z')

/** Opens a node on a folder; throws if it cannot be opened. */
async function session(folder: string, time = TIME, verify = false): Promise<Session> {
  const clock = MovableClock.standing(time)
  let failing: { left: number; readonly reason: string } | undefined
  const database = (name: string): Level =>
    failingWrites(name, () => {
      if (failing === undefined || failing.left-- > 0) return undefined
      const { reason } = failing
      failing = undefined
      return reason
    })
  const node = await startNode({
    port: 0,
    logLevel: 'crit',
    requiredDiskBytes: 0,
    clock,
    verify,
    dataDir: folder,
    openStore: (content) => {
      const store = join(folder, content === 'chain' ? 'db' : 'node')
      return openLevelStore(store, { ...owner, content }, { database, verify })
    },
  })
  try {
    await node.ready
  } catch (error) {
    await node.close()
    throw error
  }
  const failWrite = (left: number, reason: string): void => {
    failing = { left, reason }
  }
  return { node, clock, client: createClient({ transport: http(node.url) }), failWrite }
}

/** The sources of transactions, used in turn for the three chains. */
const sources: readonly ((client: Client, turn: number) => Promise<Signed | undefined>)[] = [
  (client) => fromX(client, { by: me, to: me, units: UNITS }),
  (client) => onP(client, me, { kind: 'baseTx' }, [sum(me, UNITS)]),
  async (client, turn) => {
    if (turn % 3 === 2) return intoX(client, me, 'C')
    const nonce = await nonceOf(client, me)
    if (turn % 3 === 1) return fromC({ by: me, to: me, units: UNITS }, nonce)
    return onC(me, nonce, { to: evmAccount(me).address, value: 7n })
  },
]

/** Sends on all chains until a number of further transactions were acknowledged; resolves with the errors. */
async function load(
  { client, clock }: Session,
  count: number,
  acknowledged: Acknowledged[],
): Promise<readonly string[]> {
  const faults: string[] = []
  const target = acknowledged.length + count
  const deadline = performance.now() + 30_000
  const send = async (source: (typeof sources)[number]): Promise<void> => {
    for (let turn = 0; acknowledged.length < target; turn++) {
      if (performance.now() > deadline) throw new Error(`no progress after ${faults.join()}`)
      try {
        clock.set(clock.now() + 1000)
        const signed = await source(client, turn)
        if (signed === undefined) continue
        acknowledged.push({ chain: signed.chain, txID: await issueSigned(client, signed) })
      } catch (error) {
        if (!isRpcError(error)) throw error
        expect(error).toMatchObject({ code: -32_002, data: { reason: 'storeUnavailable' } })
        expect(error.message).toMatch(/^Cannot access the database: /)
        faults.push(error.message)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  await Promise.all(sources.map(send))
  return faults
}

/** Returns the same numbers for the same seed (xorshift). */
function numbersOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

type Numbers = ReturnType<typeof numbersOf>

const filesOf = (folder: string, kind: RegExp): string[] =>
  readdirSync(join(folder, 'db'))
    .filter((name) => kind.test(name))
    .map((name) => join(folder, 'db', name))

function fileOf(folder: string, kind: RegExp): string {
  const file = filesOf(folder, kind).at(-1)
  if (file === undefined) throw new Error(`no file ${kind.source}`)
  return file
}

function flip(file: string, pick: Numbers): void {
  const bytes = readFileSync(file)
  const at = pick(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8))
  writeFileSync(file, bytes)
}

/** Returns the ends of the physical records of a log. */
function recordEnds(bytes: Buffer): readonly number[] {
  const ends: number[] = []
  for (let at = 0; at + 7 < bytes.length;) {
    const left = 32_768 - (at % 32_768)
    if (left < 7) at += left
    else ends.push((at += 7 + bytes.readUInt16LE(at + 4)))
  }
  return ends
}

/** A fault of the running node, or of its files after it exited. */
type Fault =
  | { readonly kind: 'running'; readonly work: (at: Session, pick: Numbers) => void }
  | { readonly kind: 'files'; readonly work: (folder: string, pick: Numbers) => void }
  | { readonly kind: 'disk'; readonly work: (disk: SmallDisk) => () => void }
  | { readonly kind: 'remount' }

const running = (work: Extract<Fault, { kind: 'running' }>['work']): Fault => ({
  kind: 'running',
  work,
})
const files = (work: Extract<Fault, { kind: 'files' }>['work']): Fault => ({ kind: 'files', work })

/** Without the file ACKNOWLEDGED, a node starts only with --verify. */
const NOT_ACKNOWLEDGED = 'missing ACKNOWLEDGED'

const faults: Readonly<Record<string, Fault>> = {
  'no space at a write': running(({ failWrite }, pick) =>
    failWrite(pick(12), 'No space left on device'),
  ),
  'input/output error at a write': running(({ failWrite }, pick) =>
    failWrite(pick(12), 'Input/output error'),
  ),
  'clock back': running(({ clock }, pick) => clock.set(clock.now() - pick(48) * HOUR)),
  'clock forward': running(({ clock }, pick) => clock.set(clock.now() + pick(48) * HOUR)),
  'unfinished record': files((folder, pick) => {
    const log = fileOf(folder, /log$/)
    const [first = 7] = recordEnds(readFileSync(log))
    appendFileSync(log, readFileSync(log).subarray(0, 1 + pick(first - 1)))
  }),
  'torn record': files((folder, pick) => {
    const log = fileOf(folder, /log$/)
    const [last = 0, previous = 0] = recordEnds(readFileSync(log)).toReversed()
    truncateSync(log, previous + 1 + pick(last - previous - 1))
  }),
  'cut between records': files((folder, pick) => {
    const log = fileOf(folder, /log$/)
    const ends = recordEnds(readFileSync(log)).slice(0, -1)
    truncateSync(log, ends[pick(ends.length)])
  }),
  'flipped bit in the log': files((folder, pick) => flip(fileOf(folder, /log$/), pick)),
  'flipped bit in a table': files((folder, pick) => flip(fileOf(folder, /ldb$/), pick)),
  'flipped bit in the manifest': files((folder, pick) => flip(fileOf(folder, /^MANIFEST/), pick)),
  'missing file': files((folder, pick) => {
    const kinds = [/^MANIFEST/, /^CURRENT/, /ldb$/, /log$/]
    rmSync(fileOf(folder, kinds[pick(kinds.length)] ?? /log$/))
  }),
  [NOT_ACKNOWLEDGED]: files((folder) => rmSync(fileOf(folder, /^ACKNOWLEDGED/))),
  'full disk': {
    kind: 'disk',
    work: ({ folder, fill, free }) => {
      fill(free() - 24_000)
      return () => rmSync(join(folder, 'filler'))
    },
  },
  'read-only at a write': running(({ failWrite }, pick) =>
    failWrite(pick(12), 'Read-only file system'),
  ),
  'read-only remount': { kind: 'remount' },
}

/** One round: two sessions with load, the fault in or after the second one, and the findings of a third one. */
async function round(name: string, fault: Fault, pick: Numbers): Promise<string> {
  const needsDisk = fault.kind === 'disk' || fault.kind === 'remount'
  const disk = needsDisk ? smallDisk(16 * 1024 * 1024) : undefined
  const folder = join(disk?.folder ?? temporaryFolder({}), 'data')
  mkdirSync(folder)
  const acknowledged: Acknowledged[] = []
  const first = await session(folder)
  await load(first, 6, acknowledged)
  await first.node.close()
  const second = await session(folder, first.clock.now())
  await load(second, 4, acknowledged)
  let seen: readonly string[] = []
  if (fault.kind === 'running') fault.work(second, pick)
  if (fault.kind === 'disk' && disk !== undefined) {
    const repair = fault.work(disk)
    setTimeout(repair, 400)
  }
  if (fault.kind !== 'files') seen = await load(second, 12 + pick(10), acknowledged)
  // A kill leaves the files as they are; a regular exit closes them.
  const left = disk === undefined && pick(2) === 0 ? copyOf(folder) : folder
  await second.node.close()
  if (fault.kind === 'remount' && disk !== undefined) {
    disk.remount('ro')
    await expect(session(left)).rejects.toMatchObject({ name: 'StoreError', code: 'readOnly' })
    disk.remount('rw')
  }
  if (fault.kind === 'files') fault.work(left, pick)
  const verify = pick(3) === 0
  try {
    const third = await session(left, second.clock.now(), verify)
    for (const { chain, txID } of acknowledged)
      expect([name, await isAccepted(third.client, chain, txID)]).toEqual([name, true])
    await load(third, 3, acknowledged)
    await third.node.close()
    return seen.length > 0 ? 'answered with the fault, nothing lost' : 'nothing lost'
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    expect(error).toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/(?:damaged|missing).*Restore.*backup/),
    })
    expect(fault.kind).toBe('files')
    if (name === NOT_ACKNOWLEDGED) expect(verify).toBe(false)
    return 'refused at the start'
  }
}

/** Copies the files of a running node, as a kill would leave them. */
function copyOf(folder: string): string {
  const copy = join(temporaryFolder({}), 'data')
  cpSync(folder, copy, { recursive: true })
  return copy
}

const names = Object.keys(faults).filter((name) => canMount || !/full disk|remount/.test(name))
const ROUNDS = isLong ? 200 : names.length

test(
  `${ROUNDS} rounds of store faults under load on all chains lose nothing that was acknowledged, or are refused`,
  { timeout: 40 * 60_000 },
  async () => {
    const outcomes = new Map<string, Map<string, number>>()
    for (let at = 0; at < ROUNDS; at++) {
      const name = names[at % names.length] ?? ''
      const fault = faults[name]
      if (fault === undefined) throw new Error(name)
      const outcome = await round(name, fault, numbersOf(at + 1))
      const counts = outcomes.get(name) ?? new Map<string, number>()
      outcomes.set(name, counts.set(outcome, (counts.get(outcome) ?? 0) + 1))
    }
    for (const name of ['torn record', 'cut between records', 'missing file'])
      expect([name, [...(outcomes.get(name)?.keys() ?? [])]]).toEqual([
        name,
        ['refused at the start'],
      ])
    for (const name of ['no space at a write', 'input/output error at a write'])
      expect(outcomes.get(name)?.get('answered with the fault, nothing lost')).toBeGreaterThan(0)
    for (const [name, counts] of outcomes)
      console.log(
        `figure: ${name}: ${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`,
      )
  },
)
