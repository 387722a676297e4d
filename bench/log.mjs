// Compares a node that writes its chain data to a log in PostgreSQL with one that writes it to LevelDB: transfers on the X-,
// P- and C-Chain over HTTP, and the writes of the same batches alone. Both nodes run, and get slices of the transfers in turns,
// so that other work of the machine affects both. `node bench/log.mjs`, after a build, with PostgreSQL of Debian. Env: X
// (3200), P (1344), C (1920) transfers of a round, ROUNDS (3), PROFILES (folder for CPU profiles of the nodes).
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { numberToHex, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { callerOf, listening, measure, round, stopNode } from './node-process.mjs'
import { nodeModules } from './node-modules.mjs'
import { openNodeStore } from './node-store.mjs'
import { startPostgres } from './postgres.mjs'

const number = (name, fallback) => Number(process.env[name] ?? fallback)
const counts = { X: number('X', 3200), P: number('P', 1344), C: number('C', 1920) }
const ROUNDS = number('ROUNDS', 3)
const SENDERS = 64
const CHAIN_ID = 43_112
/** Transfers of a sender in a slice. The gas of the P-Chain allows no more, and recovers in the seconds below. */
const SLICES = { X: 5, P: 3, C: 3 }
const P_RECOVERY = 20
/** Account with the whole genesis balance of the local network. */
const FUNDED = privateKeyToAccount(
  '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
)

const [field, pCodec, xCodec, text, hashes, keys, ids, local, networks] = await nodeModules(
  'codec/field.js',
  'codec/p-chain.js',
  'codec/x-chain.js',
  'codec/text.js',
  'crypto/hashes.js',
  'crypto/keys.js',
  'codec/ids.js',
  'network/genesis/local.js',
  'network/network.js',
)
const [{ XState }, { PlatformState }, level, batches, postgresLogs, seals] = await nodeModules(
  'x-chain/state.js',
  'p-chain/state/state.js',
  'store/level-store.js',
  'store/batch.js',
  'store/log/postgres-log.js',
  'store/seal.js',
)

const network = networks.networkOf(local.localGenesis)
const assetID = network.nativeAssetID
const folder = mkdtempSync(join(tmpdir(), 'log-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const owners = Array.from({ length: SENDERS }, (_, at) => {
  const key = Buffer.alloc(32, 1)
  key.writeUInt32BE(at + 1, 28)
  return { key, address: keys.addressOf(key) }
})
const accounts = owners.map((_, at) => privateKeyToAccount(pad(numberToHex(at + 1000))))
const outputOf = ({ address }, amount) => ({
  kind: 'secpTransferOutput',
  amount,
  locktime: 0n,
  threshold: 1,
  addresses: [address],
})

/** The chains with outputs: how to sign, and the fee in nNATIVE. */
const utxoChains = {
  X: {
    fee: 1_000_000n,
    blockchainID: network.chains.X,
    unsigned: xCodec.UnsignedTx,
    signed: xCodec.SignedTx,
    path: '/ext/bc/X',
    method: 'xvm.issueTx',
  },
  P: {
    // More than a transfer costs; the surplus is burned.
    fee: 10_000n,
    blockchainID: ids.ZERO_ID,
    unsigned: pCodec.PlatformTx,
    signed: pCodec.SignedPlatformTx,
    path: '/ext/bc/P',
    method: 'platform.issueTx',
  },
}

/** Creates a data folder with an output for each sender on each chain. */
async function prepare() {
  const store = await openNodeStore(join(folder, 'prepared'))
  const first = owners.map((owner, outputIndex) => ({
    txID: 'aa'.repeat(32),
    outputIndex,
    assetID,
    output: outputOf(owner, 10n ** 13n),
  }))
  for (const { utxos } of [new XState(store, network.chains.X), new PlatformState(store)])
    await store.write(first.flatMap((utxo) => utxos.added(utxo)))
  await store.close()
  return first
}

/** Returns a signed transfer of everything except the fee from a sender to itself, and the created output. */
function transfer({ fee, blockchainID, unsigned, signed }, utxo, owner) {
  const { amount } = utxo.output
  const output = outputOf(owner, amount - fee)
  const input = { kind: 'secpTransferInput', amount, sigIndices: [0] }
  const { txID, outputIndex } = utxo
  const unsignedTx = {
    kind: 'baseTx',
    networkID: network.id,
    blockchainID,
    outputs: [{ assetID, output }],
    inputs: [{ txID, outputIndex, assetID, input }],
    memo: new Uint8Array(),
  }
  const hash = hashes.sha256(field.encode(unsigned, unsignedTx))
  const credentials = [{ kind: 'secpCredential', signatures: [keys.sign(hash, owner.key)] }]
  const bytes = field.encode(signed, { unsignedTx, credentials })
  const next = { txID: hashes.hashID(bytes), outputIndex: 0, assetID, output }
  return { tx: text.checkedHex(bytes), next }
}

/** Returns the transfers of each sender, each of which spends the output of the one before it. */
function transfers(chain, first) {
  return owners.map((owner, at) => {
    let utxo = first[at]
    return Array.from({ length: Math.ceil(counts[chain] / SENDERS) }, () => {
      const { tx, next } = transfer(utxoChains[chain], utxo, owner)
      utxo = next
      return tx
    })
  })
}

const sign = (account, nonce, fields) =>
  account.signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    gas: 21_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 0n,
    nonce,
    ...fields,
  })

function evmTransfers() {
  return Promise.all(
    accounts.map((account, at) =>
      Promise.all(
        Array.from({ length: Math.ceil(counts.C / SENDERS) }, (_, nonce) =>
          sign(account, nonce, {
            to: pad(numberToHex(at + 1), { size: 20, dir: 'right' }),
            value: 1n,
          }),
        ),
      ),
    ),
  )
}

const first = await prepare()
const work = { X: transfers('X', first), P: transfers('P', first), C: await evmTransfers() }
const postgres = await startPostgres()
const urlOf = (database) => `postgres://node@127.0.0.1:${postgres.port}/${database}`

async function query(database, sql) {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function start(data, url) {
  const program = new URL('log-node.mjs', import.meta.url).pathname
  const profile = process.env.PROFILES
    ? ['--cpu-prof', `--cpu-prof-dir=${join(process.env.PROFILES, url ? 'log' : 'level')}`]
    : []
  const args = [...profile, program, data, ...(url === undefined ? [] : [url])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  return listening(child)
}

const calls = {
  X: (call, tx) => call('/ext/bc/X', 'xvm.issueTx', { tx }),
  P: (call, tx) => call('/ext/bc/P', 'platform.issueTx', { tx }),
  C: (call, tx) => call('/ext/bc/C/rpc', 'eth_sendRawTransaction', [tx]),
}

/** Sends the transfers of each sender in order, and those of different senders in parallel. */
const send = (chain, call, lists) =>
  Promise.all(
    lists.map(async (own) => {
      for (const tx of own) await calls[chain](call, tx)
    }),
  )

async function fund(call) {
  for (const [nonce, { address }] of accounts.entries())
    await calls.C(call, await sign(FUNDED, nonce, { to: address, value: 10n ** 21n }))
}

function advance({ child }, seconds) {
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.send({ seconds })
  })
}

/** Sends the transfers of a chain to the nodes in turns. Adds the seconds and the CPU time of each node to its totals. */
async function runChain(chain, nodes) {
  const each = SLICES[chain]
  for (let at = 0; at < work[chain][0].length; at += each) {
    const lists = work[chain].map((own) => own.slice(at, at + each))
    const count = lists.flat().length
    for (const { node, call, totals } of nodes) {
      const { rate, cpu } = await measure(node, count, () => send(chain, call, lists))
      const { seconds, cpuMs } = totals[chain]
      totals[chain] = { seconds: seconds + count / rate, cpuMs: cpuMs + cpu * count }
      if (chain === 'P') await advance(node, P_RECOVERY)
    }
    // Each is first in every other slice.
    nodes.reverse()
  }
}

async function startFunded(name, database) {
  const data = join(folder, name)
  cpSync(join(folder, 'prepared'), data, { recursive: true })
  const node = await start(data, database && urlOf(database))
  const call = callerOf(node)
  await fund(call)
  const none = { seconds: 0, cpuMs: 0 }
  return { name, node, call, totals: { X: none, P: none, C: none } }
}

/** Runs all transfers on both nodes. Returns their transfers per second, and CPU ms of the node for one. */
async function run(database) {
  const nodes = [await startFunded('level'), await startFunded('log', database)]
  const before = postgres.cpu()
  for (const chain of ['X', 'P', 'C']) await runChain(chain, nodes)
  const result = { postgres: postgres.cpu() - before }
  for (const { name, node, totals } of nodes) {
    result[name] = Object.fromEntries(
      Object.entries(totals).map(([chain, { seconds, cpuMs }]) => {
        const count = work[chain].flat().length
        return [chain, { rate: count / seconds, cpu: cpuMs / count }]
      }),
    )
    await stopNode(node)
    rmSync(join(folder, name), { recursive: true })
  }
  return result
}

/** Measures the writes of batches of a log, one after another, in milliseconds each. */
async function writesAlone(database) {
  const source = await postgresLogs.postgresLog(urlOf(database))
  const { seal: start } = await source.start()
  const rows = []
  for (let more = await source.after(start.count); more.length > 0 && rows.length < 182;)
    more = await source.after(rows.push(...more) && rows.at(-1).seal.count)
  await source.close()
  const changes = rows.map(({ bytes }) => batches.decodeBatch(bytes))
  const timed = async (write) => {
    const began = performance.now()
    for (let at = 0; at < rows.length; at++) await write(at)
    return (performance.now() - began) / rows.length
  }
  const inLevel = async (name, sync) => {
    const store = await level.openLevelStore(
      join(folder, name),
      { networkID: 1, genesis: '' },
      { sync },
    )
    const ms = await timed((at) => store.write(changes[at]))
    await store.close()
    return ms
  }
  await query('postgres', 'create database alone')
  const log = await postgresLogs.postgresLog(urlOf('alone'))
  await log.create({ seal: { count: 0n, digest: Buffer.alloc(32) }, owner: '{}' })
  const epoch = await log.takeOver({ name: 'alone', url: undefined, leaseMs: 1000 })
  let seal = { count: 0n, digest: Buffer.alloc(32) }
  const inLog = await timed(async (at) => {
    const next = seals.sealAfter(seal, rows[at].bytes)
    await log.append(epoch, seal.digest, { seal: next, bytes: rows[at].bytes })
    seal = next
  })
  await log.close()
  const bytes = rows.reduce((sum, row) => sum + row.bytes.length, 0) / rows.length
  return {
    count: rows.length,
    bytes,
    synced: await inLevel('synced', true),
    inLog,
    unsynced: await inLevel('unsynced', false),
  }
}

const rounds = []
for (let at = 0; at < ROUNDS; at++) {
  await query('postgres', `create database round${at}`)
  const result = await run(`round${at}`)
  rounds.push(result)
  console.error(at, JSON.stringify(result))
}
const last = `round${ROUNDS - 1}`
const [stored] = await query(
  last,
  'select count(*) as batches, avg(octet_length(bytes)) as bytes, avg(pg_column_size(bytes)) as stored from log where epoch > 0',
)
const alone = await writesAlone(last)

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const rows = ['X', 'P', 'C'].map((chain) => {
  const cells = ['rate', 'cpu'].flatMap((member) => {
    const of = (figure) => median(rounds.map(({ level, log }) => figure(level[chain], log[chain])))
    return [
      round(of((level) => level[member])),
      round(of((_level, log) => log[member])),
      of((level, log) => log[member] / level[member]).toFixed(2),
    ]
  })
  return [`${work[chain].flat().length} transfers on ${chain}`, ...cells]
})
const table = markdownTable([
  ['work', 'LevelDB /s', 'log /s', 'ratio', 'LevelDB CPU ms', 'log CPU ms', 'ratio'],
  ...rows,
])
console.log(table)
await writeSection(
  'Log of batches',
  `A node whose chain data is in a log of PostgreSQL and in a local store, against one with LevelDB, over HTTP from another process; the median of ${ROUNDS} rounds, in which both run and get slices of ${SLICES.X * SENDERS} (X) or ${SLICES.P * SENDERS} transfers in turns.
CPU is that of the node for one transfer; PostgreSQL used ${median(rounds.map((one) => one.postgres)).toFixed(2)} s in a round. A batch has ${round(Number(stored.bytes) / 1000)} kB, ${round(Number(stored.stored) / 1000)} kB with lz4.
Writing ${alone.count} of the batches (${round(alone.bytes / 1000)} kB) one after another: synced LevelDB ${round(alone.synced)} ms each, the log ${round(alone.inLog)} ms, LevelDB without waiting for the disk ${round(alone.unsynced)} ms.
${machine()}, load ${loadavg()[0].toFixed(0)}.

${table}`,
)
process.exit()
