// Measures signed transfers on the P-Chain of a node, over HTTP from another process. Gas limits transfers to
// about 24 per second of chain time. The clock is advanced after each round, so that the figures do not depend
// on this limit. `node bench/p-chain.mjs`, after a build. Env: TRANSFERS (6400), SENDERS (64).
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { callerOf, measure, round, startNode, stopNode, usage } from './node-process.mjs'
import { openNodeStore } from './node-store.mjs'
import { nodeModules } from './node-modules.mjs'

const senderCount = Number(process.env.SENDERS ?? 64)
const [field, pCodec, text, hashes, keys, ids, local, networks, state] = await nodeModules(
  'codec/field.js',
  'codec/p-chain.js',
  'codec/text.js',
  'crypto/hashes.js',
  'crypto/keys.js',
  'codec/ids.js',
  'network/genesis/local.js',
  'network/network.js',
  'p-chain/state/state.js',
)

/**
 * The fee of a transfer in nNATIVE. It is more than a transfer costs at the minimum gas price. The surplus is
 * burned.
 */
const FEE = 10_000n
/**
 * `ROUND` is the number of transfers that a full gas capacity allows. `RECOVERY` is the number of seconds
 * until capacity and price are restored.
 */
const ROUND = 192
const RECOVERY = 20
const network = networks.networkOf(local.localGenesis)
const assetID = network.nativeAssetID
const folder = mkdtempSync(join(tmpdir(), 'p-chain-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const senders = Array.from({ length: senderCount }, (_, at) => {
  const key = Buffer.alloc(32, 1)
  key.writeUInt32BE(at + 1, 28)
  return { key, address: keys.addressOf(key) }
})
const outputOf = ({ address }, amount) => ({
  kind: 'secpTransferOutput',
  amount,
  locktime: 0n,
  threshold: 1,
  addresses: [address],
})

/** Creates a data folder whose P-Chain has an output for each sender. The outputs are written directly. */
async function prepare() {
  const store = await openNodeStore(folder)
  const { utxos } = new state.PlatformState(store)
  const first = senders.map((sender, outputIndex) => ({
    txID: 'aa'.repeat(32),
    outputIndex,
    assetID,
    output: outputOf(sender, 10n ** 12n),
  }))
  await store.write(first.flatMap((utxo) => utxos.added(utxo)))
  await store.close()
  return first
}

/** Returns a signed transfer of everything except the fee from a sender to itself, and the created output. */
function signed(utxo, sender) {
  const { amount } = utxo.output
  const output = outputOf(sender, amount - FEE)
  const input = { kind: 'secpTransferInput', amount, sigIndices: [0] }
  const { txID, outputIndex } = utxo
  const unsignedTx = {
    kind: 'baseTx',
    networkID: network.id,
    blockchainID: ids.ZERO_ID,
    outputs: [{ assetID, output }],
    inputs: [{ txID, outputIndex, assetID, input }],
    memo: new Uint8Array(),
  }
  const hash = hashes.sha256(field.encode(pCodec.PlatformTx, unsignedTx))
  const credentials = [{ kind: 'secpCredential', signatures: [keys.sign(hash, sender.key)] }]
  const bytes = field.encode(pCodec.SignedPlatformTx, { unsignedTx, credentials })
  const next = { txID: hashes.hashID(bytes), outputIndex: 0, assetID, output }
  return { tx: text.checkedHex(bytes), next }
}

/** Returns the transfers of each round, by sender. Each transfer spends the output of the previous transfer. */
function rounds(first) {
  const perSender = Math.max(1, Math.floor(ROUND / senderCount))
  const count = Math.ceil(Number(process.env.TRANSFERS ?? 6400) / (perSender * senderCount))
  const coins = [...first]
  return Array.from({ length: count }, () =>
    senders.map((sender, at) =>
      Array.from({ length: perSender }, () => {
        const { tx, next } = signed(coins[at], sender)
        coins[at] = next
        return tx
      }),
    ),
  )
}

const work = rounds(await prepare())
const total = work.flat(2).length
const node = await startNode('--data-dir', folder, '--dev')
const call = callerOf(node)
let [seconds, cpu] = [0, 0]
for (const chains of work) {
  const count = chains.flat().length
  const one = await measure(node, count, () =>
    Promise.all(
      chains.map(async (txs) => {
        for (const tx of txs) await call('/ext/bc/P', 'platform.issueTx', { tx })
      }),
    ),
  )
  seconds += count / one.rate
  cpu += one.cpu * count
  await call('/ext/dev', 'dev.advanceTime', { seconds: RECOVERY })
}
const { height } = await call('/ext/bc/P', 'platform.getHeight', {})
const { peak } = usage(node)
await stopNode(node)

const table = markdownTable([
  ['work', 'per second', 'CPU ms for one'],
  [
    `signed transfers accepted, ${senderCount} senders, durable`,
    round(total / seconds),
    round(cpu / total),
  ],
])
console.log(table)
await writeSection(
  'P-Chain transfers',
  `${total} transfers over HTTP from another process of the same machine, ${(total / Number(height)).toFixed(1)} in a block. Gas limits the chain to
about 24 per second of its own time, which is advanced after every ${ROUND}. Memory ${peak} MB at most. ${machine()}, load ${loadavg()[0].toFixed(0)}.

${table}`,
)
