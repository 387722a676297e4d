import { createClient, http, type Client } from '@native-node/client'
import { decode, encode, type ID } from '../../../packages/node/src/codec/field.ts'
import { idText, parseID } from '../../../packages/node/src/codec/ids.ts'
import type { Utxo } from '../../../packages/node/src/codec/structures.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { StandardBlock, XUtxo } from '../../../packages/node/src/codec/x-chain.ts'
import { utxoIDOf } from '../../../packages/node/src/chain/utxo-id.ts'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { scan } from '../../../packages/node/src/store/store.ts'
import { hashID } from '../../../packages/node/src/crypto/hashes.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { PlatformGenesis } from '../../../packages/node/src/codec/p-chain.ts'
import { platformGenesis } from '../../../packages/node/src/network/genesis/p-chain.ts'
import { ChainState } from '../../../packages/node/src/x-chain/state.ts'
import { assetTx, xChainGenesis } from '../../../packages/node/src/network/genesis/x-chain.ts'
import { parseTx, producedBy, spentBy, txOf } from '../../../packages/node/src/x-chain/tx.ts'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { spawnNode, type Spawned } from '../spawned.ts'
import {
  amount,
  base,
  FEE,
  funded,
  input,
  issue,
  signedBytes,
  someone,
  unspent,
  X,
  type Owner,
} from '../x-chain/wallet.ts'

const ROUNDS = process.env['RPCLOOM_LONG'] === '1' ? 200 : 20
const senders = Array.from({ length: 8 }, (_, at) => someone(100 + at))
/** How the rounds take turns: at once, or waiting for blocks, by the chain or by the wallet. */
const modes = [
  { flags: [], through: 'xChain' },
  { flags: ['--block-time', '15ms'], through: 'xChainWallet' },
  { flags: [], through: 'xChainWallet' },
  { flags: ['--block-time', '15ms'], through: 'xChain' },
] as const

type Mode = (typeof modes)[number]

function clientOf(url: string): Client {
  return createClient({ transport: http(url) })
}

/** Sends what it has to itself again and again, until the node is gone; every answer is noted. */
async function keepSending(
  client: Client,
  owner: Owner,
  mode: Mode,
  acknowledged: (txID: string) => void,
): Promise<void> {
  let [utxo] = await unspent(client, owner)
  for (;;) {
    if (utxo?.output.kind !== 'secpTransferOutput') throw new Error('a sender has lost its money')
    const left = utxo.output.amount - FEE
    const unsigned = { kind: 'baseTx', ...base([input(utxo)], [amount([owner], left)]) } as const
    const tx = signedBytes(unsigned, [{ by: [owner] }])
    const { txID } = await client[mode.through].issueTx({ tx: checkedHex(tx) })
    acknowledged(txID)
    ;[utxo] = producedBy(parseTx(tx).id, unsigned)
    // The chain itself only takes what spends accepted outputs.
    if (mode.through === 'xChain') await accepted(client, txID)
  }
}

async function accepted(client: Client, txID: string): Promise<void> {
  for (;;) {
    const { status } = await client.xChain.getTxStatus({ txID })
    if (status === 'Accepted') return
    if (status !== 'Processing') throw new Error(`${txID} was acknowledged, and is ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Loads the node until so many transactions were acknowledged, and kills it at a moment of its own choosing. */
async function loadAndKill(node: Spawned, mode: Mode, enough: number): Promise<string[]> {
  const client = clientOf(await node.url)
  const acknowledged: string[] = []
  let killed = false
  const note = (txID: string): void => {
    acknowledged.push(txID)
    if (acknowledged.length < enough || killed) return
    killed = true
    setTimeout(() => node.child.kill('SIGKILL'), enough % 7)
  }
  const work = senders.map((owner) => keepSending(client, owner, mode, note))
  const outcomes = await Promise.allSettled(work)
  expect(await node.ended).toMatchObject({ signal: 'SIGKILL' })
  const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  // Nothing but the end of the node ended them.
  const gone: unknown = expect.stringMatching(/^No response from/)
  for (const failure of failures) expect(failure).toMatchObject({ message: gone })
  expect(failures).toHaveLength(senders.length)
  return acknowledged
}

/** What stands unspent after all blocks, from the genesis on. */
async function replayed(client: Client): Promise<ReadonlyMap<ID, Utxo>> {
  const utxos = new Map<ID, Utxo>()
  const [asset] = xChainGenesis(localGenesis).assets
  if (asset === undefined) throw new Error('no asset')
  const first = parseTx(assetTx(asset))
  for (const utxo of producedBy(first.id, first.unsigned)) utxos.set(utxoIDOf(utxo), utxo)
  const { height } = await client.xChain.getHeight()
  let parentID: ID | undefined
  for (let at = 0n; at <= height; at++) {
    const { block } = await client.xChain.getBlockByHeight({ height: at })
    if (typeof block !== 'string') throw new Error('no bytes')
    const bytes = fromCheckedHex(block)
    const { txs, ...link } = decode(StandardBlock, bytes, Infinity)
    if (parentID !== undefined) expect(link).toMatchObject({ parentID, height: at })
    parentID = hashID(bytes)
    for (const { id, unsigned } of txs.map(txOf)) {
      expect(await client.xChain.getTxStatus({ txID: idText(id) })).toEqual({ status: 'Accepted' })
      for (const spent of spentBy(unsigned)) expect(utxos.delete(utxoIDOf(spent))).toBe(true)
      for (const utxo of producedBy(id, unsigned)) utxos.set(utxoIDOf(utxo), utxo)
    }
  }
  return utxos
}

/** Every entry that the folder has for outputs: by ID, and by owner. */
async function storedKeys(folder: string): Promise<Map<string, string>> {
  const genesis = hashID(encode(PlatformGenesis, platformGenesis(localGenesis)))
  const store = await openLevelStore(join(folder, 'db'), { networkID: 12_345, genesis })
  const keys = new Map<string, string>()
  const prefix = new ChainState(store, X).key(Buffer.from('utxo/'))
  for await (const { key, value } of scan(store, prefix))
    keys.set(Buffer.from(key.subarray(prefix.length)).toString('hex'), hashID(value))
  await store.close()
  return keys
}

function keysOf(utxos: ReadonlyMap<ID, Utxo>): Map<string, string> {
  const name = (kind: string): string => Buffer.from(kind).toString('hex')
  return new Map(
    [...utxos].flatMap(([id, utxo]) => {
      const hash = hashID(encode(XUtxo, utxo))
      const owned = utxo.output.addresses.map(
        (address) => [name('a') + address + id, hash] as const,
      )
      return [[name('u') + id, hash] as const, ...owned]
    }),
  )
}

test(
  `${ROUNDS} kills under load lose nothing that was acknowledged, and leave no half block`,
  { timeout: 30 * 60_000 },
  async () => {
    const folder = temporaryFolder({})
    const start = (mode: Mode): Spawned =>
      spawnNode(
        '--port',
        '0',
        '--data-dir',
        folder,
        '--required-disk-bytes',
        '0',
        '--log-level',
        'error',
        ...mode.flags,
      )
    const first = start(modes[0])
    const funding = clientOf(await first.url)
    const [held] = await unspent(funding, funded)
    if (held === undefined) throw new Error('nothing to begin with')
    const shares = senders.map((owner) => amount([owner], 30_000_000_000_000_000n))
    await issue(funding, funded, { kind: 'baseTx', ...base([input(held)], shares) })
    first.child.kill('SIGKILL')
    await first.ended

    const all: string[] = []
    let last: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const mode = modes[round % modes.length] ?? modes[0]
      const node = start(mode)
      const client = clientOf(await node.url)
      // What was acknowledged before the last kill is there, or on its way.
      for (const txID of last) await accepted(client, txID)
      last = await loadAndKill(node, mode, 20 + ((round * 37) % 50))
      all.push(...last)
    }
    const node = start(modes[0])
    const client = clientOf(await node.url)
    for (const txID of last) await accepted(client, txID)
    const utxos = await replayed(client)
    const { height } = await client.xChain.getHeight()
    node.child.kill('SIGTERM')
    await node.ended
    expect(await storedKeys(folder)).toEqual(keysOf(utxos))
    expect(new Set(all.map((txID) => parseID(txID))).size).toBe(all.length)
    console.log(
      `figure: ${ROUNDS} kills under load, ${all.length} acknowledged transactions in ${height} blocks: 0 lost, 0 half blocks, outputs equal to a replay`,
    )
  },
)
