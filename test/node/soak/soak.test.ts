import { createClient, http, isRpcError, type Client } from '@native-node/client'
import { startNode } from '../../../packages/node/src/testing.ts'
import { expect, onTestFinished, test } from 'vitest'
import { MovableClock } from '../../../packages/node/src/chain/clock.ts'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { sum } from '../p-chain/wallet.ts'
import { someone, X, type Owner } from '../x-chain/wallet.ts'
import {
  evmAccount,
  fromC,
  fromX,
  intoC,
  intoP,
  intoX,
  isAccepted,
  issueSigned,
  nonceOf,
  onC,
  onP,
  type ChainName,
  type Signed,
} from '../world/world.ts'

// All chains at their fee limits for a long time. RPCLOOM_SOAK sets the seconds of one run.

const isLong = process.env['RPCLOOM_LONG'] === '1'
const SECONDS = Number(process.env['RPCLOOM_SOAK'] ?? (isLong ? 600 : 1))
const owner = { networkID: 12_345, genesis: 'aa' }
const UNITS = 10n ** 9n
/** Milliseconds that the clock of the node advances in addition, at each tick of 10 ms. */
const ADVANCE = 40
/** An endless loop, which uses all gas of its transaction. */
const LOOP = '0x5b600056'
/** Gas price of the P-Chain above which no more gas is used on purpose, because it rises without limit. */
const MAX_PRICE = 50n

type Source = (client: Client, turn: number) => Promise<Signed | undefined>

/** Transactions of one wallet, in turn: out of each chain into another one, and within each chain. */
const mover = (me: Owner): readonly Source[] => [
  (client) => fromX(client, { by: me, to: me, units: UNITS, destination: 'P' }),
  (client) => intoP(client, me, 'X'),
  (client) => fromX(client, { by: me, to: me, units: UNITS, destination: 'C' }),
  (client) => intoC(client, me, 'X'),
  (client) =>
    onP(client, me, {
      kind: 'exportTx',
      destinationChain: X,
      exportedOutputs: [sum(me, UNITS / 4n)],
    }),
  (client) => intoX(client, me, 'P'),
  async (client) => fromC({ by: me, to: me, units: UNITS / 4n }, await nonceOf(client, me)),
  (client) => intoX(client, me, 'C'),
]

const many = Array.from({ length: 300 }, (_, at) => sum(someone(99), BigInt(at + 1)))
/** Uses up the gas of the P-Chain. */
const gasOfP = (me: Owner): readonly Source[] => [
  async (client) => {
    const { price } = await client.pChain.getFeeState()
    return price > MAX_PRICE ? undefined : onP(client, me, { kind: 'baseTx' }, many)
  },
]
/** Uses up the gas of the blocks of the C-Chain, whose base fee rises until it is above the fee cap. */
const gasOfC = (me: Owner): readonly Source[] => [
  async (client) => onC(me, await nonceOf(client, me), { data: LOOP, gas: 2_000_000n }),
]

interface Load {
  readonly client: Client
  /** `performance.now()` at the end of the load. */
  readonly until: number
  readonly acknowledged: { readonly chain: ChainName; readonly txID: string }[]
  /** Number of refusals by message. */
  readonly refusals: Map<string, number>
}

/** Issues transactions one after another until the end. */
async function issueAll(load: Load, sources: readonly Source[]): Promise<void> {
  const { client, until, acknowledged, refusals } = load
  for (let turn = 0; performance.now() < until; turn++) {
    try {
      const signed = await sources[turn % sources.length]?.(client, turn)
      if (signed === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
      else acknowledged.push({ chain: signed.chain, txID: await issueSigned(client, signed) })
    } catch (error) {
      if (!isRpcError(error)) throw error
      const [message = ''] = error.message.split(':')
      refusals.set(message, (refusals.get(message) ?? 0) + 1)
    }
  }
}

/** Gives a wallet an amount on each chain. */
async function endow(client: Client, wallet: Owner): Promise<void> {
  const body = wallet.text.slice(2)
  for (const address of [`X-${body}`, `P-${body}`, evmAccount(wallet).address])
    await client.dev.fund({ address, amount: 1_000_000n * UNITS })
}

test.each([0, 20])(
  `all chains at their fee limits for ${SECONDS} seconds answer each call, with a block time of %i ms`,
  { timeout: (SECONDS + 180) * 1000 },
  async (blockTime) => {
    const clock = MovableClock.running()
    const node = await startNode({
      dev: true,
      clock,
      blockTime,
      requiredDiskBytes: 0,
      logLevel: 'crit',
      openStore: (content) =>
        openLevelStore(temporaryFolder({}), { ...owner, content }, { sync: false }),
    })
    const ticking = setInterval(() => clock.advance(ADVANCE), 10)
    onTestFinished(() => {
      clearInterval(ticking)
      return node.close()
    })
    const client = createClient({ transport: http(node.url) })
    const wallets = Array.from({ length: 14 }, (_, at) => someone(at + 1))
    for (const wallet of wallets) await endow(client, wallet)
    const until = performance.now() + SECONDS * 1000
    const load: Load = { client, until, acknowledged: [], refusals: new Map() }
    await Promise.all(
      wallets.map((wallet, at) =>
        issueAll(load, at < 3 ? gasOfP(wallet) : at < 6 ? gasOfC(wallet) : mover(wallet)),
      ),
    )
    for (const { chain, txID } of load.acknowledged)
      await expect
        .poll(() => isAccepted(client, chain, txID), { timeout: 60_000, interval: 10 })
        .toBe(true)
    const count = (name: ChainName): number =>
      load.acknowledged.filter(({ chain }) => chain === name).length
    const counts = { X: count('X'), P: count('P'), C: count('C') }
    console.log(`figure: block time ${blockTime} ms: accepted ${JSON.stringify(counts)}`)
    console.log(`figure: refused ${JSON.stringify(Object.fromEntries(load.refusals))}`)
    for (const each of Object.values(counts)) expect(each).toBeGreaterThan(0)
    // Without a block time, each wallet spends outputs only after they were listed as accepted.
    const missing = [...load.refusals.keys()].filter((message) => /UTXO/.test(message))
    if (blockTime === 0) expect(missing).toEqual([])
  },
)
