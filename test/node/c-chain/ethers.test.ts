import {
  Contract,
  ContractFactory,
  JsonRpcProvider,
  NonceManager,
  Wallet,
  WebSocketProvider,
  isError,
  parseEther,
  type EventLog,
} from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { counter } from './contracts.ts'
import { running, type Running } from './running.ts'

const KEY = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027'
const abi = [
  'function set(uint256 value)',
  'function get() view returns (uint256)',
  'function fail()',
  'event Changed(address indexed by, uint256 value)',
]

let node: Running
let provider: JsonRpcProvider
let signer: NonceManager
beforeAll(async () => {
  node = await running({ dev: true })
  provider = new JsonRpcProvider(node.url, undefined, { pollingInterval: 50, cacheTimeout: -1 })
  signer = new NonceManager(new Wallet(KEY, provider))
})
afterAll(async () => {
  provider.destroy()
  await node.close()
})

async function deployed(): Promise<Contract> {
  const contract = await new ContractFactory(abi, counter, signer).deploy()
  await contract.waitForDeployment()
  return new Contract(await contract.getAddress(), abi, signer)
}
const calling = (contract: Contract, name: string, ...args: readonly unknown[]) =>
  contract.getFunction(name).send(...args)

test('a contract is deployed, written and read, and its events are found', async () => {
  const contract = await deployed()
  const receipt = await (await calling(contract, 'set', 7n)).wait()
  expect(receipt?.status).toBe(1)
  expect(await contract.getFunction('get').staticCall()).toBe(7n)
  const events = await contract.queryFilter('Changed', 0, 'latest')
  expect(events.map((event) => (event as EventLog).args.toArray())).toEqual([
    [await signer.getAddress(), 7n],
  ])
})

test('a revert reason is decoded, in a call and in an estimate', async () => {
  const contract = await deployed()
  for (const work of [
    contract.getFunction('fail').staticCall(),
    contract.getFunction('fail').estimateGas(),
  ]) {
    const error: unknown = await work.catch((caught: unknown) => caught)
    expect(isError(error, 'CALL_EXCEPTION') && error.reason).toBe('nope')
  }
})

test('a transaction that reverts is traced', async () => {
  const contract = await deployed()
  const sent = await contract.getFunction('fail').send({ gasLimit: 100_000n })
  await expect(sent.wait()).rejects.toThrow(/execution reverted/)
  const trace: unknown = await provider.send('debug_traceTransaction', [
    sent.hash,
    { tracer: 'callTracer' },
  ])
  expect(trace).toMatchObject({ error: 'execution reverted', revertReason: 'nope' })
})

test('blocks and events reach a WebSocketProvider', async () => {
  const socket = new WebSocketProvider(node.socketUrl)
  try {
    const contract = await deployed()
    const watched = new Contract(await contract.getAddress(), abi, socket)
    const seen: unknown[] = []
    const heights: number[] = []
    await watched.on('Changed', (_by: string, value: bigint) => void seen.push(value))
    await socket.on('block', (height: number) => void heights.push(height))
    await expect.poll(async () => (await socket.listenerCount('block')) > 0).toBe(true)
    await (await calling(contract, 'set', 3n)).wait()
    await expect.poll(() => seen, { timeout: 5000 }).toEqual([3n])
    await expect.poll(() => heights.length, { timeout: 5000 }).toBeGreaterThan(0)
  } finally {
    await socket.destroy()
  }
})

test('an impersonated account sends through a signer of the node', async () => {
  const from = Wallet.createRandom().address
  await provider.send('anvil_setBalance', [from, '0xde0b6b3a7640000'])
  await provider.send('anvil_impersonateAccount', [from])
  const to = Wallet.createRandom().address
  const sent = await (await provider.getSigner(from)).sendTransaction({ to, value: 5n })
  expect((await sent.wait())?.from).toBe(from)
  expect(await provider.getBalance(to)).toBe(5n)
})

test('the time and the state can be changed and reverted', async () => {
  const contract = await deployed()
  const id: unknown = await provider.send('evm_snapshot', [])
  const before = await provider.getBlock('latest')
  await provider.send('evm_increaseTime', [3600])
  await provider.send('evm_mine', [])
  await (await calling(contract, 'set', 9n)).wait()
  const after = await provider.getBlock('latest')
  expect((after?.timestamp ?? 0) - (before?.timestamp ?? 0)).toBeGreaterThanOrEqual(3600)
  expect(await provider.send('evm_revert', [id])).toBe(true)
  signer.reset()
  expect(await contract.getFunction('get').staticCall()).toBe(0n)
})

test('logs of many blocks are read in pages', async () => {
  const contract = await deployed()
  const start = await provider.getBlockNumber()
  for (const value of [1n, 2n, 3n]) {
    await provider.send('anvil_mine', ['0xfa'])
    await (await calling(contract, 'set', value)).wait()
  }
  const end = await provider.getBlockNumber()
  expect(end - start).toBe(753)
  const found: unknown[] = []
  for (let from = start; from <= end; from += 200) {
    const page = await contract.queryFilter('Changed', from, Math.min(from + 199, end))
    found.push(...page.map((event) => (event as EventLog).args['value'] as unknown))
  }
  expect(found).toEqual([1n, 2n, 3n])
  const fees = await provider.getFeeData()
  expect(fees.gasPrice).toBeLessThan(parseEther('1'))
})
