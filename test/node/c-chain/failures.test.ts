import { afterAll, beforeAll, expect, test } from 'vitest'
import { getContractAddress, sha256, type Address, type Hex } from 'viem'
import { funded, running, type Running } from './running.ts'

// Errors of the EVM, with the messages of the reference client.

let node: Running
beforeAll(async () => {
  node = await running()
})
afterAll(() => node.close())

const contract = '0x00000000000000000000000000000000000c0de0'
const inner = '0x00000000000000000000000000000000000c0de1'

test.each<readonly [string, Hex, string]>([
  ['invalid jump destination', '0x600456', 'invalidInstruction'],
  ['invalid jump destination', '0x6001600557', 'invalidInstruction'],
  ['stack underflow (0 <=> 2)', '0x01', 'invalidInstruction'],
  ['stack underflow (1 <=> 2)', '0x5f01', 'invalidInstruction'],
  ['stack underflow (1 <=> 3)', '0x5f91', 'invalidInstruction'],
  ['stack underflow (1 <=> 2)', '0x5f81', 'invalidInstruction'],
  ['stack underflow (2 <=> 7)', '0x5f5ff1', 'invalidInstruction'],
  ['stack underflow (3 <=> 4)', '0x5f5f5fa2', 'invalidInstruction'],
  ['stack underflow (0 <=> 1)', '0x54', 'invalidInstruction'],
  ['stack limit reached 1024 (1023)', '0x5b5f5f56', 'invalidInstruction'],
  ['invalid opcode: INVALID', '0xfe', 'invalidInstruction'],
  ['invalid opcode: opcode 0xc not defined', '0x0c', 'invalidInstruction'],
  ['invalid opcode: opcode 0xef not defined', '0xef', 'invalidInstruction'],
  ['return data out of bounds', '0x60015f5f3e', 'invalidInstruction'],
  ['out of gas', '0x5b5f56', 'outOfGas'],
])('%s: %s', async (message, code, reason) => {
  const call = { to: contract, gas: '0x100000' }
  const { error } = await node.ask('eth_call', [call, 'latest', { [contract]: { code } }])
  expect(error).toMatchObject({ code: -32_000, message, data: { reason } })
})

test.each<readonly [string, Hex, Hex]>([
  ['max code size exceeded', '0x6160015ff3', '0x2faf080'],
  ['contract creation code storage out of gas', '0x6103e85ff3', '0x10000'],
  ['out of gas', '0x623fffff5ff3', '0x10000'],
  ['invalid code: must not begin with 0xef', '0x60ef5f5360015ff3', '0x20000'],
])('creating a contract: %s', async (message, data, gas) => {
  expect((await node.ask('eth_call', [{ data, gas }])).error).toMatchObject({ message })
})

test.each<readonly [string, Hex, Hex]>([
  // STATICCALL of code that writes a slot, of code that sends one wei, and of code that writes a log.
  ['out of gas: write protection', `0x5f5f5f5f73${inner.slice(2)}5afa`, '0x60015f55'],
  ['out of gas: write protection', `0x5f5f5f5f73${inner.slice(2)}5afa`, '0x5f5f5f5f60015f5af1'],
  ['write protection', `0x5f5f5f5f73${inner.slice(2)}5afa`, '0x5f5fa0'],
  // CREATE at an address that has code.
  ['contract address collision', '0x5f5f5ff0', '0x00'],
])('inside a call: %s', async (message, code, innerCode) => {
  const created: Address = getContractAddress({ from: contract, nonce: 0n })
  const stateOverrides = {
    [contract]: { code },
    [inner]: { code: innerCode },
    [created]: { code: '0x00' },
  }
  const config = { tracer: 'callTracer', stateOverrides }
  const traced = await node.ask('debug_traceCall', [{ to: contract }, 'latest', config])
  expect(traced).toMatchObject({ result: { calls: [{ error: message }] } })
})

const pointEvaluation = `0x${'a'.padStart(40, '0')}` as const

test('the point evaluation precompile verifies a blob commitment', async () => {
  // The blob of zeros: its commitment and the proof at any point are the point at infinity.
  const infinity = `c0${'00'.repeat(47)}` as const
  const versioned = sha256(`0x${infinity}`).slice(4)
  const zeros = '00'.repeat(64)
  const data = `0x01${versioned}${zeros}${infinity}${infinity}`
  const { result } = await node.ask('eth_call', [{ to: pointEvaluation, data }])
  const modulus = '73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001'
  expect(result).toBe(`0x${'1000'.padStart(64, '0')}${modulus}`)
})

test('the error for insufficient funds contains the balance and the cost', async () => {
  const call = { from: funded.address, to: contract, gas: '0x5208', value: `0x${'f'.repeat(30)}` }
  const balance = await node.reader.getBalance(funded)
  const want = BigInt(call.value)
  const message = `insufficient funds for gas * price + value: address ${funded.address} have ${balance} want ${want}`
  expect((await node.ask('eth_call', [call])).error).toMatchObject({
    message: `err: ${message} (supplied gas 21000)`,
  })
  const request = {
    chainId: 43_112,
    nonce: 0,
    gas: 21_000n,
    gasPrice: 10n ** 12n,
    to: contract,
  } as const
  const signed = await funded.signTransaction({ ...request, type: 'legacy', value: want })
  const { error } = await node.ask('eth_sendRawTransaction', [signed])
  const cost = want + request.gas * request.gasPrice
  expect(error?.message).toBe(
    `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`,
  )
})

test('a transfer to the point evaluation precompile is accepted and fails', async () => {
  const hash = await node.wallet.sendTransaction({ to: pointEvaluation, value: 1n, gas: 100_000n })
  const { status } = await node.reader.waitForTransactionReceipt({ hash })
  expect(status).toBe('reverted')
})
