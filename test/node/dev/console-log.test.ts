import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { EventEmitter } from 'node:events'
import { printed, watchConsole } from '../../../packages/node/src/c-chain/engine/console-log.ts'
import { bytesOf } from '../../../packages/node/src/c-chain/hex.ts'
import { assemble } from '../c-chain/assemble.ts'
import { funded, running, type Running } from '../c-chain/running.ts'

// Contracts print by `console.sol` of Hardhat and Foundry: a call to an address without code.

const abi: Abi = parseAbi([
  'function log(string)',
  'function log(string,uint256)',
  'function log(string,string,bool,address)',
  'function log(int256)',
  'function log(uint256,uint256)',
  'function log(bool)',
  'function log()',
])

/** Encodes a call of one of the functions above. */
function consoleCall(functionName: 'log', ...args: unknown[]): Hex {
  return encodeFunctionData({ abi, functionName, args })
}

/** Encodes a call of the overload of `log` with some types. */
function logOf(types: string, ...values: unknown[]): Hex {
  const params = encodeAbiParameters(parseAbiParameters(types), values)
  return concatHex([toFunctionSelector(`log(${types})`), params])
}

/** A contract that passes its input to the console. */
const forward = `
  CALLDATASIZE 0x00 0x00 CALLDATACOPY
  0x00 0x00 CALLDATASIZE 0x00 0x636f6e736f6c652e6c6f67 GAS STATICCALL POP`
const codes = {
  plain: assemble(`${forward} STOP`),
  reverting: assemble(`${forward} 0x00 0x00 REVERT`),
  // Too long for the main thread.
  long: assemble(`0x8000 loop: 0x01 SWAP1 SUB DUP1 @loop JUMPI POP ${forward} STOP`),
}
const addressOf: Record<keyof typeof codes, Address> = {
  plain: '0x00000000000000000000000000000000000c0de1',
  reverting: '0x00000000000000000000000000000000000c0de2',
  long: '0x00000000000000000000000000000000000c0de3',
}

let node: Running
let lines: string[] = []

beforeAll(async () => {
  node = await running({ dev: true, onPrint: (line) => lines.push(line) })
  for (const name of ['plain', 'reverting', 'long'] as const)
    await node.ask('hardhat_setCode', [addressOf[name], codes[name]])
})
beforeEach(() => {
  lines = []
})
afterAll(() => node.close())

const send = (to: Address, data: Hex, gas?: string) =>
  node.ask('eth_sendTransaction', [{ from: funded.address, to, data, ...(gas && { gas }) }])

test.each([
  [consoleCall('log', 'hello'), 'hello'],
  [consoleCall('log', 'a %d of %s', 2n ** 200n), `a ${2n ** 200n} of %s`],
  [
    consoleCall('log', 'x', 'y', true, `0x${'aB'.repeat(20).toLowerCase()}`),
    'x y true 0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB',
  ],
  [consoleCall('log', -5n), '-5'],
  [consoleCall('log', 1n, 2n), '1 2'],
  [consoleCall('log', false), 'false'],
  [consoleCall('log'), ''],
  [logOf('bytes', '0x1234'), '0x1234'],
  [logOf('bytes4', '0x12345678'), '0x12345678'],
  // The selector of early versions: log(uint).
  [`0xf5b1bba9${'7'.padStart(64, '0')}`, '7'],
  [consoleCall('log', '\u001B[2Jé\n\u202E'), '\\u{1b}[2Jé\n\\u{202e}'],
] as const)('%# prints %j', (data, line) => {
  expect(printed(bytesOf(data))).toBe(line)
})

test.each<[what: string, data: Hex]>([
  ['another function', '0x12345678'],
  ['nothing', '0x'],
  ['missing params', consoleCall('log', 'hello').slice(0, 74) as Hex],
  ['an offset beyond the end', `0x41304fac${'f'.repeat(64)}`],
  ['a length beyond the end', `0x41304fac${'20'.padStart(64, '0')}${'f'.repeat(64)}`],
])('%s prints nothing', (_, data) => {
  expect(printed(bytesOf(data))).toBeUndefined()
})

test('a long text is cut', () => {
  expect(printed(bytesOf(consoleCall('log', 'x'.repeat(20_000))))).toHaveLength(10_000)
  expect(printed(bytesOf(consoleCall('log', '\u0001'.repeat(20_000))))).toHaveLength(10_000)
})

const library = join(import.meta.dirname, '../../ethereum-tools/node_modules/hardhat/console.sol')
const isInstalled = existsSync(library)
if (!isInstalled)
  console.warn('Skipped: Hardhat is missing; run `npm ci --ignore-scripts` in test/ethereum-tools.')

test.skipIf(!isInstalled)('every function of the library of Hardhat is known', () => {
  const signatures = readFileSync(library, 'utf8').matchAll(
    /encodeWithSignature\("log\(([^)]*)\)"/g,
  )
  const types = [...signatures].flatMap(([, list]) => list || [])
  expect(types.length).toBeGreaterThan(370)
  const zero = (type: string): unknown =>
    type === 'string'
      ? ''
      : type === 'bool'
        ? false
        : /^u?int/.test(type)
          ? 0n
          : `0x${'00'.repeat(sizeOf(type))}`
  const unknown = types.filter((list) => {
    const values = list.split(',').map(zero)
    return printed(bytesOf(logOf(list, ...values))) === undefined
  })
  expect(unknown).toEqual([])
})

function sizeOf(type: string): number {
  return type === 'address' ? 20 : Number(type.slice('bytes'.length) || 0)
}

test('a contract that prints the same long text many times is cut off', () => {
  const events = new EventEmitter()
  const found: string[] = []
  // Safe cast: only the events are used.
  const stop = watchConsole({ events } as unknown as Parameters<typeof watchConsole>[0], found)
  const to = { bytes: bytesOf('0x000000000000000000636f6e736f6c652e6c6f67') }
  const data = bytesOf(consoleCall('log', 'x'.repeat(250_000)))
  for (let at = 0; at < 1000; at++) events.emit('beforeMessage', { to, data })
  expect(found.join('').length).toBeLessThan(220_000)
  expect(found.at(-1)).toBe('further lines are left out')
  stop()
  expect(events.listenerCount('beforeMessage')).toBe(0)
})

test('a transaction prints once, when its block is accepted', async () => {
  const data = consoleCall('log', 'sent %d', 1n)
  expect(await send(addressOf.plain, data)).toMatchObject({ result: expect.stringMatching(/^0x/) })
  expect(lines).toEqual(['sent 1'])
  await send(addressOf.long, data, '0x200000')
  expect(lines).toEqual(['sent 1', 'sent 1'])
})

test('calls print, also in a worker; estimates only if they fail', async () => {
  const data = consoleCall('log', 'called')
  for (const to of [addressOf.plain, addressOf.long, addressOf.reverting]) {
    await node.ask('eth_call', [{ to, data }])
  }
  expect(lines).toEqual(['called', 'called', 'called'])
  await node.ask('eth_estimateGas', [{ to: addressOf.plain, data }])
  expect(lines).toHaveLength(3)
  expect(await node.ask('eth_estimateGas', [{ to: addressOf.reverting, data }])).toMatchObject({
    error: { code: 3 },
  })
  expect(lines).toHaveLength(4)
})

test('reading the pending block prints nothing', async () => {
  const data = consoleCall('log', 'later')
  await node.ask('evm_setAutomine', [false])
  await send(addressOf.plain, data, '0x100000')
  await node.ask('eth_getBlockByNumber', ['pending', true])
  expect(lines).toEqual([])
  await node.ask('evm_mine')
  await node.ask('evm_setAutomine', [true])
  expect(lines).toEqual(['later'])
})

test('tools turn the lines off and on', async () => {
  const call = () =>
    node.ask('eth_call', [{ to: addressOf.plain, data: consoleCall('log', 'shown') }])
  await node.ask('hardhat_setLoggingEnabled', [false])
  await call()
  await node.ask('hardhat_setLoggingEnabled', [true])
  await call()
  expect(lines).toEqual(['shown'])
})

test('printing changes no gas', async () => {
  const silent = await running({ dev: true })
  try {
    const request = { to: addressOf.plain, data: consoleCall('log', 'gas') }
    await silent.ask('hardhat_setCode', [addressOf.plain, codes.plain])
    const [here, there] = [
      await node.ask('eth_estimateGas', [request]),
      await silent.ask('eth_estimateGas', [request]),
    ]
    expect(here).toEqual(there)
  } finally {
    await silent.close()
  }
})
