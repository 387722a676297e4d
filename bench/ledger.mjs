// Measures the X-Chain of a node with a million unspent outputs, over HTTP: accepted signed transfers and pages
// of outputs. Also measures signature recovery alone, the store alone, and the memory of the node. `node
// bench/ledger.mjs`, after a build. Env: UTXOS (1000000), TRANSFERS (12000), PAGES (600), SENDERS (128).
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { callerOf, measure, round, startNode, stopNode, usage } from './node-process.mjs'
import { openNodeStore } from './node-store.mjs'
import { nodeModule, nodeModules } from './node-modules.mjs'

const utxoCount = Number(process.env.UTXOS ?? 1_000_000)
const transferCount = Number(process.env.TRANSFERS ?? 12_000)
const pageCount = Number(process.env.PAGES ?? 600)
const senderCount = Number(process.env.SENDERS ?? 128)

const [field, address, xChain, hashes, keys, recovery, local, networks, store, level, tx, text] =
  await nodeModules(
    'codec/field.js',
    'codec/address.js',
    'codec/x-chain.js',
    'crypto/hashes.js',
    'crypto/keys.js',
    'crypto/recovery.js',
    'network/genesis/local.js',
    'network/network.js',
    'store/store.js',
    'store/level-store.js',
    'x-chain/tx.js',
    'codec/text.js',
  )
const { XState } = await nodeModule('x-chain/state.js')

const FEE = 1_000_000n
const network = networks.networkOf(local.localGenesis)
const NATIVE = network.nativeAssetID
const X = network.chains.X
const folder = mkdtempSync(join(tmpdir(), 'ledger-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

function owner(number) {
  const key = Buffer.alloc(32, 1)
  key.writeUInt32BE(number, 28)
  return { key, address: keys.addressOf(key) }
}
const senders = Array.from({ length: senderCount }, (_, at) => owner(at + 1))
const holders = Array.from({ length: 100 }, (_, at) => owner(10_000 + at))
const sum = ({ address: name }, amount) => ({
  kind: 'secpTransferOutput',
  amount,
  locktime: 0n,
  threshold: 1,
  addresses: [name],
})

/**
 * Creates a data folder with the outputs. They are written directly, because creating them by transactions
 * would cost too many fees.
 */
async function prepare() {
  const opened = await openNodeStore(folder)
  const { utxos } = new XState(opened, X)
  const utxoOf = (txID, outputIndex, output) => ({ txID, outputIndex, assetID: NATIVE, output })
  const first = senders.map((one, at) => utxoOf('aa'.repeat(32), at, sum(one, 10n ** 15n)))
  await opened.write(first.flatMap((utxo) => utxos.added(utxo)))
  for (let at = 0; at < utxoCount; at += 5000) {
    const part = Array.from({ length: Math.min(5000, utxoCount - at) }, (_, more) =>
      utxoOf('bb'.repeat(32), at + more, sum(holders[(at + more) % holders.length], 1000n)),
    )
    await opened.write(part.flatMap((utxo) => utxos.added(utxo)))
  }
  await opened.close()
  return first
}

function signed(utxo, { key, address: name }) {
  const unsignedTx = {
    kind: 'baseTx',
    networkID: network.id,
    blockchainID: X,
    outputs: [{ assetID: NATIVE, output: sum({ address: name }, utxo.output.amount - FEE) }],
    inputs: [
      {
        txID: utxo.txID,
        outputIndex: utxo.outputIndex,
        assetID: NATIVE,
        input: { kind: 'secpTransferInput', amount: utxo.output.amount, sigIndices: [0] },
      },
    ],
    memo: new Uint8Array(),
  }
  const hash = hashes.sha256(field.encode(xChain.UnsignedTx, unsignedTx))
  const credentials = [{ kind: 'secpCredential', signatures: [keys.sign(hash, key)] }]
  const bytes = field.encode(xChain.SignedTx, { unsignedTx, credentials })
  const { id } = tx.parseTx(bytes)
  return {
    hash,
    bytes,
    next: tx.producedBy(id, unsignedTx)[0],
    signature: credentials[0].signatures[0],
  }
}

/**
 * Returns a list of transfers for each sender, who sends to their own address. Each transfer spends the output
 * of the one before it.
 */
function chains(first) {
  return senders.map((sender, at) => {
    let utxo = first[at]
    return Array.from({ length: Math.ceil(transferCount / senderCount) }, () => {
      const transfer = signed(utxo, sender)
      utxo = transfer.next
      return transfer
    })
  })
}

function ratePerSecond(count, work) {
  const started = process.cpuUsage()
  for (let at = 0; at < count; at++) work(at)
  const { user, system } = process.cpuUsage(started)
  return { rate: (count / (user + system)) * 1e6, cpu: (user + system) / 1000 / count }
}

/** Measures the store alone: writes of blocks with a number of transfers each. */
async function storeAlone(batches, perBatch) {
  const opened = await level.openLevelStore(join(folder, 'alone'), { networkID: 1, genesis: '' })
  const value = Buffer.alloc(300)
  const started = performance.now()
  for (let at = 0; at < batches; at++) {
    const changes = Array.from({ length: perBatch * 5 + 3 }, (_, more) =>
      store.put(Buffer.from(`${at}/${more}`.padEnd(60)), value),
    )
    await opened.write(changes)
  }
  const seconds = (performance.now() - started) / 1000
  await opened.close()
  return (batches * perBatch) / seconds
}

console.log(`Preparing ${utxoCount} outputs and ${transferCount} transfers`)
const first = await prepare()
const work = chains(first)
const started = performance.now()
const node = await startNode('--data-dir', folder)
const request = callerOf(node)
const call = (method, params) => request('/ext/bc/X', method, params)
const ready = performance.now() - started
const idle = usage(node)

const transfers = await measure(node, work.flat().length, () =>
  Promise.all(
    work.map(async (chain) => {
      for (const { bytes } of chain) await call('xvm.issueTx', { tx: text.checkedHex(bytes) })
    }),
  ),
)
const { height } = await call('xvm.getHeight', {})
const perBlock = work.flat().length / Number(height)

const pages = await measure(node, pageCount, () =>
  Promise.all(
    holders.slice(0, 4).map(async (holder) => {
      const addresses = [`X-${address.bareAddress('local', holder.address)}`]
      let startIndex
      for (let at = 0; at < pageCount / 4; at++) {
        const page = await call('xvm.getUTXOs', {
          addresses,
          ...(startIndex && { startIndex }),
        })
        startIndex = page.numFetched === '1024' ? page.endIndex : undefined
      }
    }),
  ),
)
await stopNode(node)

const samples = work.flat().slice(0, 300)
const at = (index) => samples[index % samples.length]
const recover = (how) => (index) =>
  how(at(index).hash, at(index).signature.subarray(0, 64), at(index).signature[64])
const native = recovery.recoverNatively && ratePerSecond(3000, recover(recovery.recoverNatively))
const portable = ratePerSecond(300, recover(recovery.recoverPortably))
const alone = await storeAlone(200, Math.max(1, Math.round(perBlock)))

const table = markdownTable([
  ['work', 'per second', 'CPU ms for one'],
  [
    `signed transfers accepted, ${senderCount} senders, durable`,
    round(transfers.rate),
    round(transfers.cpu),
  ],
  ['pages of 1024 outputs, 4 readers', round(pages.rate), round(pages.cpu)],
  ...(native ? [['recovering a signer, native', round(native.rate), round(native.cpu)]] : []),
  ['recovering a signer, JavaScript', round(portable.rate), round(portable.cpu)],
  [
    `the store alone: batches of ${Math.max(1, Math.round(perBlock))} transfers, durable`,
    round(alone),
    '-',
  ],
])
console.log(table)
await writeSection(
  'Ledger',
  `A node with ${utxoCount} unspent outputs on disk, over HTTP from another process of the same machine; ${Math.round(perBlock * 10) / 10} transfers, signed beforehand, in a block.
Per second is wall time for the first two and the store, CPU time for the signatures. Ready ${Math.round(ready)} ms after its start;
memory ${idle.rss} MB then, ${transfers.rss} MB after the transfers, ${pages.peak} MB at most. ${machine()}, load ${loadavg()[0].toFixed(0)}.

${table}`,
)
