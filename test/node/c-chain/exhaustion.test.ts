import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { spawnNodeIn, type SpawnedNode } from '../spawn-node.ts'

// Programs that try to use up memory or time, on a node with little memory. Light calls beside them stay quick.

const isLong = process.env['RPCLOOM_LONG'] === '1'
const COUNT = isLong ? 500 : 12
const SEED = Number(process.env['RPCLOOM_SEED'] ?? 11)
const AT_ONCE = 4
/** Maximum 99th percentile of the milliseconds of a light call. Other suites may share the processors with the quick form. */
const MAX_P99 = isLong ? 100 : 1000

/** Mulberry32: a small generator of numbers from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Ask = (method: string, params?: readonly unknown[]) => Promise<Reply>
interface Reply {
  readonly hasResult?: boolean
  readonly error?: { readonly code: number; readonly message: string }
}

const self = '0x00000000000000000000000000000000000c0de0'
const other = '0x00000000000000000000000000000000000c0de1'
/** JUMPDEST, `body`, PUSH0, JUMP. */
const looping = (body: string): string => `5b${body}5f56`
const hex = (value: number, bytes: number): string => value.toString(16).padStart(2 * bytes, '0')
/** Calls `address` with all gas. PUSH20 is 73, ADDRESS is 30. */
const calling = (address: string, size = 0): string => `5f5f63${hex(size, 4)}5f5f${address}5af150`
const precompile = (number: number): string => `60${hex(number, 1)}`
/** Stores 4 bytes, or a word of ones, at an address below 256. */
const storing = (value: number, at: number): string => `63${hex(value, 4)}60${hex(at, 1)}52`
const ones = (at: number): string => `5f1960${hex(at, 1)}52`

/** Programs by what they use up. `size` is a number of bytes. */
const programs: readonly ((size: number) => string)[] = [
  () => looping(''),
  () => looping('5a5a0250'),
  // Grows memory by MSTORE8, in one step and in many.
  (size) => looping(`60016 3${hex(size, 4)}53`.replaceAll(' ', '')),
  () => looping('59600153'.replace('6001', '59')),
  // Hashes, copies and logs.
  (size) => looping(`63${hex(size, 4)}5f2050`),
  (size) => looping(`63${hex(size, 4)}5f5f37`),
  (size) => looping(`63${hex(size, 4)}5f5f39`),
  (size) => looping(`63${hex(size, 4)}5f5f5e`),
  (size) => looping(`63${hex(size, 4)}5fa0`),
  // Calls itself, with memory at each level.
  (size) => `600163${hex(size % 300_000, 4)}53${looping(calling('30'))}`,
  () => looping(calling(`73${other.slice(2)}`)),
  // Writes, transient writes, and creates contracts with empty and with large init code.
  () => looping('5a5a55'),
  () => looping('5a5a5d'),
  () => looping('5a54505a3150'),
  () => looping('5f5f5ff050'),
  (size) => looping(`63${hex(size % 49_152, 4)}5f5ff050`),
  () => looping('5a5f5f5ff550'),
  // Large input for precompiled contracts.
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(
    (number) => (size: number) => looping(calling(precompile(number), size)),
  ),
  // Multiplies points, exponentiates long numbers, and compresses for many rounds.
  () => looping(storing(1, 0) + storing(2, 32) + ones(64) + calling(precompile(7), 96)),
  (size) => {
    const lengths = [0, 32, 64].map((at) => storing(size % 1024, at)).join('')
    return looping(lengths + [96, 128, 160].map(ones).join('') + calling(precompile(5), 4000))
  },
  (size) => looping(`63${hex(size, 4)}60e01b5f52${calling(precompile(9), 213)}`),
  // Reads many slots, and few slots often.
  () => looping('5a545060015450'),
  // Returns much, and fails with much.
  (size) => `63${hex(size, 4)}5ff3`,
  (size) => `63${hex(size, 4)}5ffd`,
  () => '0a'.repeat(400_000),
]

const methods = [
  'eth_call',
  'eth_callDetailed',
  'eth_estimateGas',
  'eth_createAccessList',
  'debug_traceCall',
  'eth_simulateV1',
] as const

/** State overrides and access lists of almost 5 MB or 10,000 entries. */
const accounts = (count: number, account: object): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`0x${hex(at + 0x1000, 20)}`, account]),
  )
const slots = (count: number): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`0x${hex(at, 32)}`, `0x${hex(at, 32)}`]),
  )
const additions: readonly (() => { readonly overrides?: object; readonly accessList?: object })[] =
  [
    () => ({ overrides: { [`0x${hex(0x1000, 20)}`]: { stateDiff: slots(9_000) } } }),
    () => ({ overrides: accounts(4_500, { balance: '0x1' }) }),
    () => ({ overrides: accounts(5, { code: `0x${'5b'.repeat(400_000)}` }) }),
    () => ({ accessList: [{ address: other, storageKeys: Object.keys(slots(15_000)) }] }),
  ]

const tracers = ['callTracer', 'prestateTracer', '4byteTracer', 'flatCallTracer', 'steps']

class Generator {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  request(): { readonly method: string; readonly params: readonly unknown[] } {
    const size = this.#one([1000, 30_000, 300_000, 3_000_000, 0x7fff_ffff])
    const code = `0x${this.#one(programs)(size)}`
    const gas = `0x${this.#one([400_000, 2_000_000, 8_000_000, 2_000_000_000]).toString(16)}`
    // Returns 1 MB.
    const { overrides: more, accessList } = this.#random() < 0.2 ? this.#one(additions)() : {}
    const overrides = { ...more, [self]: { code }, [other]: { code: '0x620f42405ff3' } }
    const method = this.#one(methods)
    const target = this.#random() < 0.2 ? { data: code } : { to: self }
    const call = { ...target, gas, ...(accessList && { accessList }) }
    if (method === 'eth_simulateV1') {
      const calls = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, () => call)
      const blockOverrides = { gasLimit: '0x77359400' }
      return {
        method,
        params: [{ blockStateCalls: [{ stateOverrides: overrides, blockOverrides, calls }] }],
      }
    }
    if (method !== 'debug_traceCall') return { method, params: [call, 'latest', overrides] }
    const tracer = this.#one(tracers)
    const enableMemory = this.#random() < 0.5
    const config = { stateOverrides: overrides, timeout: '1s' }
    const own = tracer === 'steps' ? { enableMemory } : { tracer }
    return { method, params: [call, 'latest', { ...config, ...own }] }
  }

  #one<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)]
    if (item === undefined) throw new Error('no items')
    return item
  }
}

/** Starts a node with a heap of at most 512 MB. */
async function started(): Promise<{ readonly node: SpawnedNode; readonly ask: Ask }> {
  const node = spawnNodeIn(
    { NODE_OPTIONS: '--max-old-space-size=512' },
    ...'--memory --port 0 --log-level error --required-disk-bytes 0'.split(' '),
    '--rpc-gas-cap=3000000',
  )
  const url = `${await node.url}/ext/bc/C/rpc`
  const ask: Ask = async (method, params = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    // Parse only the start: parsing 25 MB in this thread would count as time of the light calls.
    let text = ''
    for await (const part of response.body ?? [])
      if (text.length < 2000) text += Buffer.from(part).toString('latin1')
    const [, code, message] = /"error":\{"code":(-?\d+),"message":"(.*?)"/.exec(text) ?? []
    if (code !== undefined) return { error: { code: Number(code), message: message ?? '' } }
    return { hasResult: text.includes('"result":') }
  }
  while ((await ask('eth_blockNumber')).hasResult !== true) await wait(50)
  return { node, ask }
}

/** Measures light calls until the work is done. Returns their times in milliseconds, in order. */
async function beside(ask: Ask, work: Promise<unknown>): Promise<readonly number[]> {
  const progress = { isDone: false }
  const done = work.finally(() => (progress.isDone = true))
  const times: number[] = []
  while (!progress.isDone) {
    for (const [method, ...params] of [
      ['eth_blockNumber'],
      ['eth_call', { data: '0x60016000f3' }, 'latest'],
    ] as const) {
      const began = performance.now()
      expect((await ask(method, params)).hasResult).toBe(true)
      times.push(performance.now() - began)
    }
    await wait(10)
  }
  await done
  return times.sort((a, b) => a - b)
}

const quantile = (times: readonly number[], part: number): number =>
  times[Math.floor(part * (times.length - 1))] ?? 0

/** Checks the times of light calls beside the work. */
async function checkLight(ask: Ask, name: string, work: Promise<unknown>): Promise<void> {
  const times = await beside(ask, work)
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)].map(Math.round)
  console.log(`figure: ${name}; light calls: median ${p50} ms, 99 % within ${p99} ms`)
  expect(p99).toBeLessThan(MAX_P99)
}

test(`${COUNT} programs that try to use up memory or time`, { timeout: 3_600_000 }, async () => {
  const { node, ask } = await started()
  const generator = new Generator(SEED)
  const requests = Array.from({ length: COUNT }, () => generator.request())
  const codes = new Map<number, number>()
  const callers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = requests.pop(); next !== undefined; next = requests.pop()) {
      const { error } = await ask(next.method, next.params)
      codes.set(error?.code ?? 0, (codes.get(error?.code ?? 0) ?? 0) + 1)
      expect([next.method, error?.code]).not.toEqual([next.method, -32_603])
    }
  })
  await checkLight(ask, `${COUNT} programs`, Promise.all(callers))
  console.log(JSON.stringify([...codes]))

  // Endless calls end at their time limits.
  const loop = { data: '0x5b600056', gas: '0x77359400' }
  const config = { tracer: 'noopTracer', timeout: '20ms' }
  const calls = Array.from({ length: isLong ? 30 : 4 }, () =>
    ask('debug_traceCall', [loop, 'latest', config]),
  )
  await checkLight(ask, 'endless calls', Promise.all(calls))
  for (const call of calls) expect((await call).error?.message).toBe('execution timeout')
  expect(node.child.exitCode).toBeNull()
})
