// Compares the development mode of the node with other development chains: CPU time of the whole process tree for an
// operation of one client over HTTP, one at a time. `node bench/dev-chains.mjs`, after a build, and `npm ci
// --ignore-scripts` in bench/ and test/hardhat-3. Env: COUNT (1000), ROUNDS (3), BLOCKS (number of blocks for another
// row of memory, none by default), NODES (names, separated by |).
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeFunctionData, getContractAddress, numberToHex, pad, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { CHAIN_ID, chosenNames, devChains, start } from './evm-nodes.mjs'
import { TOKEN } from './evm-token.mjs'

const number = (name, fallback) => Number(process.env[name] ?? fallback)
const [COUNT, ROUNDS, BLOCKS] = [number('COUNT', 1000), number('ROUNDS', 3), number('BLOCKS', 0)]
const { names, skipped } = chosenNames(devChains)
/** Transactions in a large block. */
const LARGE = 100

/** Init code of a contract that loops until its gas is used up: JUMPDEST PUSH1 1 PUSH1 2 ADD POP PUSH0 JUMP. */
const LOOP = '0x5b6001600201505f56'
const LOOP_GAS = 10_000_000
const abi = parseAbi([
  'function mint(uint256)',
  'function transfer(address,uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
])
const sender = privateKeyToAccount(pad('0xde'))
const token = getContractAddress({ from: sender.address, nonce: 0n })
const dataOf = (functionName, ...args) => encodeFunctionData({ abi, functionName, args })

let accounts = 0
const fresh = () => pad(numberToHex(++accounts), { size: 20, dir: 'right' })
const transfer = () => ({ to: fresh(), value: 1n, gas: 21_000n })
const tokenTransfer = () => ({ to: token, data: dataOf('transfer', fresh(), 1n) })

/** Signs transactions of the sender with its next nonces. */
class Sender {
  #nonce = 0

  sign(fields) {
    const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 0n }
    const form = { type: 'eip1559', chainId: CHAIN_ID, gas: 100_000n, ...fees }
    return sender.signTransaction({ ...form, nonce: this.#nonce++, ...fields })
  }

  async signAll(count, fields) {
    const signed = []
    for (let at = 0; at < count; at++) signed.push(await this.sign(fields()))
    return signed
  }
}

/** Calls the first of some methods that the node has. */
async function callAny({ call }, [[method, params], ...others]) {
  try {
    return await call(method, params)
  } catch (error) {
    if (others.length === 0) throw error
    return callAny({ call }, others)
  }
}

/** Returns the CPU time of the node for one of `count` operations, in milliseconds. */
async function cpuOf(node, count, run) {
  const before = node.usage().cpu
  await run()
  return ((node.usage().cpu - before) / count) * 1000
}

async function repeat({ call }, count, method, params) {
  for (let at = 0; at < count; at++) await call(method, params)
}

async function send({ call }, signed) {
  for (const raw of signed) await call('eth_sendRawTransaction', [raw])
}

/** Measures the first `COUNT` repetitions in a new process, and the next ones. */
async function twice(name, node, operation) {
  return {
    [`${name}, first ${COUNT}`]: await operation(),
    [`${name}, next ${COUNT}`]: await operation(),
  }
}

async function measured(node, startedAt) {
  const started = { wall: performance.now() - startedAt, cpu: node.usage().cpu * 1000 }
  const account = new Sender()
  const balance = numberToHex(10n ** 24n)
  const ways = ['hardhat_setBalance', 'evm_setAccountBalance']
  await callAny(
    node,
    ways.map((way) => [way, [sender.address, balance]]),
  )
  await send(node, [await account.sign({ data: TOKEN, gas: 1_000_000n })])
  await send(node, [await account.sign({ to: token, data: dataOf('mint', 10n ** 18n) })])
  const read = (method, params, count = COUNT) =>
    cpuOf(node, count, () => repeat(node, count, method, params))
  const sending = async (fields) => {
    const signed = await account.signAll(COUNT, fields)
    return cpuOf(node, COUNT, () => send(node, signed))
  }
  const rows = {
    'start, wall time': started.wall,
    start: started.cpu,
    '`eth_chainId`': await read('eth_chainId', []),
    ...(await twice('transfer', node, () => sending(transfer))),
  }
  await wait(1000)
  const memory = node.usage().rss
  const request = { from: sender.address, to: token }
  const balanceOf = [{ ...request, data: dataOf('balanceOf', sender.address) }, 'latest']
  if (BigInt(await node.call('eth_call', balanceOf)) !== 10n ** 18n)
    throw new Error('The token balance of the sender is wrong')
  const estimate = [{ ...request, data: dataOf('transfer', fresh(), 1n) }]
  const filter = [{ address: token, fromBlock: '0x0' }]
  Object.assign(rows, {
    ...(await twice('ERC-20 transfer', node, () => sending(tokenTransfer))),
    ...(await twice('`eth_call`', node, () => read('eth_call', balanceOf))),
    ...(await twice('`eth_estimateGas`', node, () => read('eth_estimateGas', estimate))),
    [`\`eth_getLogs\` of ${2 * COUNT} logs, first`]: await read('eth_getLogs', filter, 1),
    [`\`eth_getLogs\` of ${2 * COUNT} logs, next 20`]: await read('eth_getLogs', filter, 20),
    ...(await blocks(node, account)),
  })
  const loop = [{ from: sender.address, data: LOOP, gas: numberToHex(LOOP_GAS) }, 'latest']
  rows['loop of 10 M gas'] = await cpuOf(node, 3, async () => {
    for (let at = 0; at < 3; at++) await node.call('eth_call', loop).catch(() => {})
  })
  return { ...rows, [`memory after ${2 * COUNT} blocks, MB`]: memory }
}

/** Measures blocks that the client requests. */
async function blocks(node, account) {
  await callAny(node, [
    ['evm_setAutomine', [false]],
    ['miner_stop', []],
  ])
  const mining = async (count, transactions) => {
    const signed = await account.signAll(count * transactions, transfer)
    return cpuOf(node, count, async () => {
      for (let at = 0; at < count; at++) {
        await send(node, signed.slice(at * transactions, (at + 1) * transactions))
        await node.call('evm_mine', [])
      }
    })
  }
  return {
    'block of a transaction': await mining(LARGE, 1),
    [`block of ${LARGE} transactions`]: await mining(5, LARGE),
  }
}

/** Returns the memory in MB after many blocks with a transfer each. */
async function grown(node) {
  const account = new Sender()
  await callAny(node, [
    ['hardhat_setBalance', [sender.address, numberToHex(10n ** 24n)]],
    ['evm_setAccountBalance', [sender.address, numberToHex(10n ** 24n)]],
  ])
  for (let at = 0; at < BLOCKS; at++) await send(node, [await account.sign(transfer())])
  await wait(1000)
  return { [`memory after ${BLOCKS} blocks, MB`]: node.usage().rss }
}

async function running(name, run) {
  const folder = mkdtempSync(join(tmpdir(), 'dev-chains-'))
  const startedAt = performance.now()
  const node = await start(devChains[name], folder)
  try {
    return await run(node, startedAt)
  } finally {
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const rounds = new Map(names.map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round++) {
  for (const name of names) {
    rounds.get(name).push(await running(name, measured))
    console.error(round, name, JSON.stringify(rounds.get(name).at(-1)))
  }
}
const growth = new Map()
if (BLOCKS > 0) for (const name of names) growth.set(name, await running(name, grown))

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const resultOf = (name, row) =>
  growth.get(name)?.[row] ?? median(rounds.get(name).map((one) => one[row]))
const text = (value) => (value < 100 ? value.toFixed(2) : String(Math.round(value)))
const [first] = names
const rows = [...Object.keys(rounds.get(first)[0]), ...Object.keys(growth.get(first) ?? {})]
const table = markdownTable([
  ['operation', ...names],
  ...rows.map((row) => [row, ...names.map((name) => text(resultOf(name, row)))]),
])
console.log(table)
await writeSection(
  'Development chains',
  `CPU milliseconds of the process and its children for one operation over HTTP, of one client that waits for each response;
median of ${ROUNDS} rounds, the nodes in turns. Each transfer has a block of its own, and goes to a new account. Ours
writes each block to the disk before it responds; the others keep the chain in memory. ${skipped}${machine()}, load ${Math.round(loadavg()[0])}.

${table}`,
)
