// Compares the C-Chain with other development chains: transfers, token transfers, calls and logs over HTTP, and
// memory and disk use after many blocks. `node bench/evm.mjs`, after a build and `npm ci` in bench/. Env: COUNT
// (2000), ROUNDS (3), BLOCKS (50000), LIMIT (seconds for these blocks, 120), NODES (names, separated by |).
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, getContractAddress, numberToHex, pad, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { CHAIN_ID, chosenNames, nodes, start } from './evm-nodes.mjs'
import { TOKEN } from './evm-token.mjs'

const number = (name, fallback) => Number(process.env[name] ?? fallback)
const [COUNT, ROUNDS] = [number('COUNT', 2000), number('ROUNDS', 3)]
const [BLOCKS, LIMIT] = [number('BLOCKS', 50_000), number('LIMIT', 120)]
const { names, skipped } = chosenNames(nodes)
const SENDERS = 100
const READERS = 16
const LOGS = 64
/** Account with the whole genesis balance of our local network. */
const FUNDED = privateKeyToAccount(
  '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
)
const abi = parseAbi([
  'function mint(uint256)',
  'function transfer(address,uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
])

const deployer = privateKeyToAccount(pad('0xde'))
const miner = privateKeyToAccount(pad('0xb10c'))
const senders = Array.from({ length: SENDERS }, (_, at) =>
  privateKeyToAccount(pad(numberToHex(at + 1000))),
)
const token = getContractAddress({ from: deployer.address, nonce: 0n })
let last = 0
const fresh = () => pad(numberToHex(++last), { size: 20, dir: 'right' })
const dataOf = (functionName, ...args) => encodeFunctionData({ abi, functionName, args })

function sign(account, nonce, fields) {
  return account.signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    gas: 100_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 0n,
    nonce,
    ...fields,
  })
}

/**
 * Returns signed transactions of each sender, starting at a nonce. The transactions are the same for every
 * node.
 */
function signAll(each, firstNonce, fields) {
  return Promise.all(
    senders.map((account) =>
      Promise.all(
        Array.from({ length: each }, (_, at) => sign(account, firstNonce + at, fields())),
      ),
    ),
  )
}

const each = COUNT / SENDERS
const WARM = 5
const transfer = () => ({ to: fresh(), value: 1n, gas: 21_000n })
const tokenTransfer = () => ({ to: token, data: dataOf('transfer', fresh(), 1n) })
const mint = () => ({ to: token, data: dataOf('mint', 10n ** 18n) })
const work = {
  warm: await signAll(WARM, 0, transfer),
  transfers: await signAll(each, WARM, transfer),
  mints: await signAll(1, WARM + each, mint),
  tokenWarm: await signAll(WARM, WARM + each + 1, tokenTransfer),
  tokenTransfers: await signAll(each, 2 * WARM + each + 1, tokenTransfer),
}

async function fund({ call }) {
  const balance = 10n ** 21n
  let nonce = 0
  for (const { address } of [deployer, miner, ...senders]) {
    try {
      await call('hardhat_setBalance', [address, numberToHex(balance)])
    } catch {
      try {
        await call('evm_setAccountBalance', [address, numberToHex(balance)])
      } catch {
        const raw = await sign(FUNDED, nonce++, { to: address, value: balance })
        await call('eth_sendRawTransaction', [raw])
      }
    }
  }
}

/** Sends the transactions of each sender in order, and those of different senders in parallel. */
const send = ({ call }, lists) =>
  Promise.all(
    lists.map(async (own) => {
      let hash
      for (const raw of own) hash = await call('eth_sendRawTransaction', [raw])
      // Some nodes respond before the block is built.
      while ((await call('eth_getTransactionReceipt', [hash])) === null)
        await new Promise((done) => setTimeout(done, 5))
    }),
  )

/** Calls a method from several clients in parallel. */
const read = ({ call }, count, method, params) =>
  Promise.all(
    Array.from({ length: READERS }, async (_, reader) => {
      for (let at = reader; at < count; at += READERS) await call(method, params)
    }),
  )

/** Measures operations per second, and the node's CPU time per operation in milliseconds. */
async function measure(node, count, run) {
  const before = node.usage().cpu
  const started = performance.now()
  await run()
  const seconds = (performance.now() - started) / 1000
  return { rate: count / seconds, cpu: ((node.usage().cpu - before) / count) * 1000 }
}

async function rates(node) {
  await fund(node)
  await node.call('eth_sendRawTransaction', [
    await sign(deployer, 0, { data: TOKEN, gas: 10n ** 6n }),
  ])
  await send(node, work.warm)
  const transfers = await measure(node, COUNT, () => send(node, work.transfers))
  await send(node, work.mints)
  await send(node, work.tokenWarm)
  const tokenTransfers = await measure(node, COUNT, () => send(node, work.tokenTransfers))
  const owner = senders[0].address
  const request = [{ to: token, data: dataOf('balanceOf', owner) }, 'latest']
  if (BigInt(await node.call('eth_call', request)) !== 10n ** 18n - BigInt(WARM + each))
    throw new Error('The token balance of the sender is wrong: a transfer is missing')
  await read(node, 200, 'eth_call', request)
  const calls = await measure(node, COUNT, () => read(node, COUNT, 'eth_call', request))
  const filter = [{ address: token, fromBlock: '0x0', topics: [null, pad(owner.toLowerCase())] }]
  const found = await node.call('eth_getLogs', filter)
  if (found.length !== WARM + each)
    throw new Error(`eth_getLogs returned ${found.length} logs, expected ${WARM + each}`)
  await read(node, LOGS, 'eth_getLogs', filter)
  const logs = await measure(node, LOGS, () => read(node, LOGS, 'eth_getLogs', filter))
  return { transfers, tokenTransfers, calls, logs }
}

/** Creates blocks with one transfer each, until the number of blocks or the time limit is reached. */
async function blocks(node) {
  await fund(node)
  const height = async () => Number(await node.call('eth_blockNumber', []))
  const [before, first] = [node.usage(), await height()]
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  let nonce = 0
  while (nonce < BLOCKS && seconds() < LIMIT) {
    const raw = await sign(miner, nonce++, transfer())
    await node.call('eth_sendRawTransaction', [raw])
  }
  const time = seconds()
  // Wait for delayed writes.
  await new Promise((done) => setTimeout(done, 3000))
  const after = node.usage()
  const count = (await height()) - first
  const cpu = ((after.cpu - before.cpu) / count) * 1000
  return { count, time, cpu, rss: [before.rss, after.rss], disk: after.disk - before.disk }
}

async function running(name, run) {
  const folder = mkdtempSync(join(tmpdir(), 'evm-bench-'))
  const node = await start(nodes[name], folder)
  try {
    return await run(node)
  } finally {
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const measured = new Map(names.map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round++) {
  for (const name of names) {
    measured.get(name).push(await running(name, rates))
    console.error(round, name, JSON.stringify(measured.get(name).at(-1)))
  }
}
const grown = new Map()
for (const name of names) {
  grown.set(name, await running(name, blocks))
  console.error(name, JSON.stringify(grown.get(name)))
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const cell = (rounds, kind) => {
  const rate = median(rounds.map((one) => one[kind].rate))
  return `${Math.round(rate)}/s, ${median(rounds.map((one) => one[kind].cpu)).toFixed(2)} ms`
}
const kinds = ['transfers', 'tokenTransfers', 'calls', 'logs']
const rateTable = markdownTable([
  ['node', 'transfers', 'ERC-20 transfers', '`eth_call`', '`eth_getLogs`'],
  ...names.map((name) => [name, ...kinds.map((kind) => cell(measured.get(name), kind))]),
])
const growthTable = markdownTable([
  ['node', 'blocks', 'seconds', 'CPU ms for a block', 'memory before, after', 'disk'],
  ...names.map((name) => {
    const { count, time, cpu, rss, disk } = grown.get(name)
    const [before, after] = rss.map(Math.round)
    return [
      name,
      count,
      Math.round(time),
      cpu.toFixed(2),
      `${before}, ${after} MB`,
      `${disk.toFixed(1)} MB`,
    ]
  }),
])
console.log(`${rateTable}\n\n${growthTable}`)
await writeSection(
  'EVM',
  `Over HTTP from another process of the same machine, the nodes in turns, median of ${ROUNDS} rounds: what was done in a second of
wall time, and CPU time of the node for one. ${SENDERS} senders with one transaction in flight each, transfers to new
accounts; ${READERS} readers; ${WARM + each} logs of ${COUNT} found by their topic. Ours is durable when it answers, \`anvil --state\` and \`ganache\` on
disk are not. ${skipped}${machine()}, load ${Math.round(loadavg()[0])}.

${rateTable}

Blocks of one transfer each, at most ${BLOCKS} and ${LIMIT} seconds:

${growthTable}`,
)
