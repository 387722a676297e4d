import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestClient,
  encodeFunctionData,
  http,
  keccak256,
  numberToHex,
  parseEther,
  parseGwei,
  toHex,
  type Address,
  type Hash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { assemble } from './assemble.ts'
import { counter, counterAbi } from './contracts.ts'
import { funded, running, type Running } from './running.ts'

let node: Running
beforeEach(async () => {
  node = await running({ dev: true })
})
afterEach(() => node.close())

const clientOf = (mode: 'anvil' | 'hardhat') =>
  createTestClient({ mode, chain: node.chain, transport: http(node.url) })
const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address
const receiptOf = (hash: Hash) => node.reader.waitForTransactionReceipt({ hash })
const latest = () => node.reader.getBlock()
const height = () => node.reader.getBlockNumber({ cacheTime: 0 })
async function deployed(): Promise<Address> {
  const hash = await node.wallet.deployContract({ abi: counterAbi, bytecode: counter })
  return (await receiptOf(hash)).contractAddress ?? '0x'
}

describe.each(['anvil', 'hardhat'] as const)('the test client of viem in mode %s', (mode) => {
  test('builds blocks and changes the time', async () => {
    const client = clientOf(mode)
    const before = await latest()
    await client.mine({ blocks: 3, interval: 60 })
    const after = await latest()
    expect(after.number).toBe(before.number + 3n)
    const third = await node.reader.getBlock({ blockNumber: after.number - 1n })
    expect(after.timestamp - third.timestamp).toBe(60n)
    await client.increaseTime({ seconds: 3600 })
    await client.mine({ blocks: 1 })
    const later = await latest()
    expect(Number(later.timestamp - after.timestamp)).toBeGreaterThanOrEqual(3600)
    const timestamp = later.timestamp + 500n
    await client.setNextBlockTimestamp({ timestamp })
    await node.wallet.sendTransaction({ to: newAddress(), value: 1n })
    expect((await latest()).timestamp).toBe(timestamp)
    await expect(client.setNextBlockTimestamp({ timestamp: 1n })).rejects.toThrow(/lower/)
    await client.setBlockTimestampInterval({ interval: 12 })
    await client.mine({ blocks: 1 })
    expect((await latest()).timestamp).toBe(timestamp + 12n)
    await client.removeBlockTimestampInterval()
  })

  test('keeps filters when the time is moved', async () => {
    const filter = await node.reader.createBlockFilter()
    await clientOf(mode).increaseTime({ seconds: 86_400 })
    await clientOf(mode).mine({ blocks: 1 })
    expect(await node.reader.getFilterChanges({ filter })).toContain((await latest()).hash)
  })

  test('creates a snapshot and reverts to it', async () => {
    const client = clientOf(mode)
    const address = newAddress()
    const [block, id] = [await latest(), await client.snapshot()]
    await client.setBalance({ address, value: parseEther('5') })
    await client.increaseTime({ seconds: 86_400 })
    await client.mine({ blocks: 2 })
    await client.revert({ id })
    expect((await latest()).hash).toBe(block.hash)
    expect(await node.reader.getBalance({ address })).toBe(0n)
    expect(await node.ask('evm_revert', [id])).toMatchObject({ result: false })
  })

  test('sets accounts, which change the state root of the next block', async () => {
    const client = clientOf(mode)
    const [address, contract] = [newAddress(), await deployed()]
    const code = await node.reader.getCode({ address: contract })
    await client.setBalance({ address, value: parseEther('7') })
    await client.setNonce({ address, nonce: 9 })
    await client.setCode({ address, bytecode: code ?? '0x' })
    await client.setStorageAt({ address, index: 0, value: toHex(41, { size: 32 }) })
    const read = { abi: counterAbi, address, functionName: 'get' } as const
    const check = async () => {
      expect(await node.reader.getBalance({ address })).toBe(parseEther('7'))
      expect(await node.reader.getTransactionCount({ address })).toBe(9)
      expect(await node.reader.readContract(read)).toBe(41n)
    }
    await check()
    const before = await latest()
    await client.mine({ blocks: 1 })
    expect((await latest()).stateRoot).not.toBe(before.stateRoot)
    await check()
    const proof = await node.reader.getProof({ address, storageKeys: [] })
    expect([proof.balance, proof.nonce]).toEqual([parseEther('7'), 9])
  })

  test('sends transactions of accounts without their keys', async () => {
    const client = clientOf(mode)
    const [address, to] = [await deployed(), newAddress()]
    await client.setBalance({ address, value: parseEther('2') })
    const send = () =>
      client.request({
        method: 'eth_sendTransaction' as never,
        params: [{ from: address, to, value: numberToHex(parseEther('1')) }] as never,
      })
    await expect(send()).rejects.toThrow(/unknown account/)
    await client.impersonateAccount({ address })
    const hash: Hash = await send()
    expect((await receiptOf(hash)).from).toBe(address.toLowerCase())
    expect(await node.reader.getBalance({ address: to })).toBe(parseEther('1'))
    expect(await node.reader.getCode({ address })).not.toBe(undefined)
    const trace = await node.ask('debug_traceTransaction', [hash, { tracer: 'callTracer' }])
    expect(trace.result).toMatchObject({ from: address.toLowerCase(), to: to.toLowerCase() })
    await client.stopImpersonatingAccount({ address })
    await expect(send()).rejects.toThrow(/unknown account/)
    await client.sendUnsignedTransaction({ from: funded.address, to, value: 5n })
    expect(await node.reader.getBalance({ address: to })).toBe(parseEther('1') + 5n)
  })

  test('controls when blocks are built', async () => {
    const client = clientOf(mode)
    expect(await client.getAutomine()).toBe(true)
    await client.setAutomine(false)
    const before = await height()
    const hash = await node.wallet.sendTransaction({ to: newAddress(), value: 1n })
    const dropped = await node.wallet.sendTransaction({ to: newAddress(), value: 1n, nonce: 1 })
    expect(await client.getTxpoolStatus()).toEqual({ pending: 2, queued: 0 })
    expect(await height()).toBe(before)
    await client.dropTransaction({ hash: dropped })
    await client.mine({ blocks: 1 })
    expect((await latest()).transactions).toEqual([hash])
    await node.wallet.sendTransaction({ to: newAddress(), value: 1n })
    await client.setAutomine(true)
    expect(await height()).toBe(before + 2n)
    await client.setIntervalMining({ interval: 1 })
    await expect.poll(height, { timeout: 5000 }).toBeGreaterThan(before + 2n)
    await client.setIntervalMining({ interval: 0 })
  })

  test('sets values for the next blocks', async () => {
    const client = clientOf(mode)
    const miner = newAddress()
    await client.setCoinbase({ address: miner })
    await client.setBlockGasLimit({ gasLimit: 20_000_000n })
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('2') })
    const hash = await node.wallet.sendTransaction({
      to: newAddress(),
      value: 1n,
      gas: 16_000_000n,
    })
    const { effectiveGasPrice } = await receiptOf(hash)
    const block = await latest()
    expect(block).toMatchObject({ baseFeePerGas: parseGwei('2'), gasLimit: 20_000_000n })
    expect(block.miner).toBe(miner.toLowerCase())
    expect(await node.reader.getBalance({ address: miner })).toBe(effectiveGasPrice * 21_000n)
    await client.setMinGasPrice({ gasPrice: 0n })
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n })
    const free = await node.wallet.sendTransaction({ to: newAddress(), value: 1n, gasPrice: 0n })
    expect((await receiptOf(free)).effectiveGasPrice).toBe(0n)
    await client.setLoggingEnabled(false)
  })

  test('resets the chain, and restores a dumped state', async () => {
    const client = clientOf(mode)
    const to = newAddress()
    await node.wallet.sendTransaction({ to, value: parseEther('1') })
    await client.setBalance({ address: to, value: parseEther('3') })
    const [block, state] = [await latest(), await client.dumpState()]
    await client.reset()
    // The first block has the time of the reset.
    expect(await height()).toBe(1n)
    expect(await node.reader.getBalance({ address: to })).toBe(0n)
    await node.wallet.sendTransaction({ to, value: parseEther('2') })
    await client.loadState({ state })
    expect((await latest()).hash).toBe(block.hash)
    expect(await node.reader.getBalance({ address: to })).toBe(parseEther('3'))
    await node.wallet.sendTransaction({ to, value: 1n })
    expect(await node.reader.getBalance({ address: to })).toBe(parseEther('3') + 1n)
    await expect(client.loadState({ state: '0x1f8b' })).rejects.toThrow(/invalid state/)
  })

  test('describes the node', async () => {
    expect((await node.ask(`${mode}_metadata`)).result).toMatchObject({ chainId: 43_112 })
    expect((await node.ask(`${mode}_nodeInfo`)).result).toMatchObject({ hardFork: 'cancun' })
  })
})

test('development methods use the path of the C-Chain and are in its document', async () => {
  const { result } = await node.ask('rpc.discover')
  const names = (result as { methods: { name: string }[] }).methods.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['eth_call', 'evm_mine', 'anvil_setBalance']))
  const other = await fetch(node.url.replace('/C/', '/evm/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_getAutomine', params: [] }),
  })
  expect(await other.json()).toMatchObject({ result: true })
})

test('a call reads the changed state, and a transaction of a contract runs its code', async () => {
  const [client, address] = [clientOf('anvil'), await deployed()]
  await client.impersonateAccount({ address: funded.address })
  const data = encodeFunctionData({ abi: counterAbi, functionName: 'set', args: [3n] })
  await client.sendUnsignedTransaction({ from: funded.address, to: address, data })
  expect(await node.reader.readContract({ abi: counterAbi, address, functionName: 'get' })).toBe(3n)
})

test('an estimate uses the time at which a transaction would run', async () => {
  const bytecode = assemble(`
    0x80000000 TIMESTAMP LT @early JUMPI STOP
    early: 0x01 0x00 SSTORE STOP
  `)
  const client = clientOf('anvil')
  const address = newAddress()
  await client.setCode({ address, bytecode })
  const gas = () => node.reader.estimateGas({ account: funded, to: address })
  const before = await gas()
  await client.increaseTime({ seconds: 2 ** 31 - Math.floor(Date.now() / 1000) + 10 })
  expect(await gas()).toBeLessThan(before)
})

describe('eth_sendRawTransactionSync', () => {
  const signed = async (nonce: number): Promise<Hash> => {
    const request = {
      to: newAddress(),
      value: 1n,
      nonce,
      gas: 21_000n,
      maxFeePerGas: parseGwei('500'),
    }
    return node.wallet.signTransaction({ ...request, maxPriorityFeePerGas: 1n, type: 'eip1559' })
  }

  test('returns the receipt to viem', async () => {
    const serializedTransaction = await signed(0)
    const receipt = await node.wallet.sendRawTransactionSync({ serializedTransaction })
    expect(await receiptOf(receipt.transactionHash)).toEqual(receipt)
    const to = newAddress()
    const next = await node.wallet.sendTransactionSync({ to, value: 1n, timeout: 30_000 })
    expect(next).toMatchObject({ status: 'success', to: to.toLowerCase() })
  })

  test('waits for the block, and fails with the hash when the time is over', async () => {
    const client = clientOf('anvil')
    await client.setAutomine(false)
    const serializedTransaction = await signed(0)
    const { error } = await node.ask('eth_sendRawTransactionSync', [serializedTransaction, 50])
    expect(error).toMatchObject({ code: 4, data: keccak256(serializedTransaction) })
    const sent = node.wallet.sendRawTransactionSync({ serializedTransaction: await signed(1) })
    await expect.poll(() => client.getTxpoolStatus()).toEqual({ pending: 2, queued: 0 })
    await client.mine({ blocks: 1 })
    expect(await sent).toMatchObject({ status: 'success', transactionIndex: 1 })
  })

  test('fails with the expected nonce after a gap, and with the errors of eth_sendRawTransaction', async () => {
    const gap = await signed(2)
    const { error } = await node.ask('eth_sendRawTransactionSync', [gap])
    expect(error).toMatchObject({ code: 6, data: '0x0' })
    const again = await node.ask('eth_sendRawTransactionSync', [gap])
    expect(again.error).toMatchObject({ code: -32_000, message: 'already known' })
  })

  test('fails when the transaction is dropped', async () => {
    const client = clientOf('anvil')
    await client.setAutomine(false)
    const serializedTransaction = await signed(0)
    const sent = node.ask('eth_sendRawTransactionSync', [serializedTransaction, '0xffff'])
    const hash = keccak256(serializedTransaction)
    await expect.poll(() => client.getTxpoolStatus()).toEqual({ pending: 1, queued: 0 })
    await client.dropTransaction({ hash })
    await client.mine({ blocks: 1 })
    expect(await sent).toMatchObject({ error: { code: 5, data: hash } })
  })
})

describe('a node outside of development mode', () => {
  test('has none of these methods', async () => {
    const plain = await running()
    try {
      for (const method of [
        'evm_mine',
        'anvil_setBalance',
        'hardhat_setBalance',
        'eth_sendRawTransactionSync',
      ])
        expect(await plain.ask(method)).toMatchObject({ error: { code: -32_601 } })
    } finally {
      await plain.close()
    }
  })
})
