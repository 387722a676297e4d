import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { running, type Running } from '../c-chain/running.ts'
import { first, someone } from './rpc.ts'

let node: Running
beforeAll(async () => {
  node = await running({ dev: true })
})
afterAll(() => node.close())

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const [contract, called] = ['cc', 'dd'].map((end) => `0x${end.padStart(40, '0')}`) as [
  string,
  string,
]
const push = (address: string): string => `73${address.slice(2)}`

/** Writes 42 to memory, slot 2 and a call of `called`, which reverts with 7, and creates an empty contract. */
const outer = `0x${[
  '602a5f52', // MSTORE of 42
  '602a600255', // SSTORE to slot 2
  `60205f60205f6001${push(called)}61fffff150`, // CALL with 32 bytes and 1 wei
  '5f5f5ff050', // CREATE
  '60205ff3', // RETURN of the memory
].join('')}`
const inner = '0x60075f5260205ffd'

const result = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
  const { result: found, error } = await node.ask(method, params)
  if (error !== undefined) throw new Error(error.message)
  return found
}
const call = {
  from: first,
  to: contract,
  input: '0x010203',
  value: '0x5',
  gasPrice: '0x6fc23ac000',
}
const stateOverrides = {
  [contract]: { code: outer, stateDiff: { [word(2)]: word(9) }, nonce: '0x3' },
  [called]: { code: inner },
}
const traced = (tracer: string | undefined, config: object = {}): Promise<unknown> =>
  result('debug_traceCall', call, 'latest', { tracer, stateOverrides, ...config })
const rejected = async (tracer: string, config: object = {}): Promise<object | undefined> => {
  const params = [call, 'latest', { tracer, stateOverrides, ...config }]
  return (await node.ask('debug_traceCall', params)).error
}
const tracer = (members: string): string =>
  `{list: [], fault: function () {}, result: function (ctx, db) { return this.list }, ${members}}`

describe('functions of a tracer', () => {
  test('step has what the steps of the default tracer have', async () => {
    const steps = await traced(
      tracer(`step: function (log) {
        var stack = []
        for (var i = log.stack.length() - 1; i >= 0; i--) stack.push('0x' + log.stack.peek(i).toString(16))
        this.list.push({
          pc: log.getPC(), op: log.op.toString(), gas: log.getGas(), gasCost: log.getCost(), depth: log.getDepth(), stack: stack,
          memory: log.memory.length() === 0 ? [] : [toHex(log.memory.slice(0, 32)).slice(2)],
        })
      }`),
    )
    const { structLogs } = Object(
      await traced(undefined, { enableMemory: true, disableStorage: true }),
    )
    expect(structLogs.length).toBeGreaterThan(20)
    const names = Object.keys(Object(steps)[0])
    const kept = structLogs.map((step: object) =>
      Object.fromEntries(names.map((name) => [name, Reflect.get(step, name)])),
    )
    expect(steps).toEqual(kept)
  })

  test('enter and exit have the calls of callTracer', async () => {
    const frames = await traced(
      tracer(`enter: function (frame) {
        this.list.push({
          type: frame.getType(), from: toHex(frame.getFrom()), to: toHex(frame.getTo()), input: toHex(frame.getInput()),
          gas: '0x' + frame.getGas().toString(16), value: '0x' + frame.getValue().toString(16),
        })
      },
      exit: function (res) {
        var last = this.list[this.list.length - 1]
        last.gasUsed = '0x' + res.getGasUsed().toString(16)
        if (res.getOutput().length > 0) last.output = toHex(res.getOutput())
        last.error = res.getError()
      }`),
    )
    const { calls } = Object(await traced('callTracer'))
    expect(calls).toHaveLength(2)
    expect(frames).toEqual(calls)
  })

  test('result has the transaction, and setup the configuration', async () => {
    const members = `setup: function (config) { this.config = JSON.parse(config) },
      result: function (ctx) {
        return {
          config: this.config, type: ctx.type, from: toHex(ctx.from), to: toHex(ctx.to), input: toHex(ctx.input),
          output: toHex(ctx.output), value: ctx.value.toString(), gasPrice: ctx.gasPrice.toString(), error: ctx.error,
          block: ctx.block, gas: ctx.gas, gasUsed: ctx.gasUsed,
        }
      }`
    const trace = await traced(tracer(members), { tracerConfig: { only: ['a'] } })
    const top = Object(await traced('callTracer'))
    expect(trace).toEqual({
      config: { only: ['a'] },
      type: 'CALL',
      from: first,
      to: contract,
      input: '0x010203',
      output: word(7),
      value: '5',
      gasPrice: '480000000000',
      block: 1,
      gas: Number(top.gas),
      gasUsed: Number(top.gasUsed),
    })
  })

  test('fault has the failed step with its error', async () => {
    const members = `fault: function (log) { this.list.push([log.op.toString(), log.getDepth(), log.getError()]) }`
    expect(await traced(tracer(members))).toEqual([['REVERT', 2, 'execution reverted']])
  })

  test('log.contract has the call of the code that runs', async () => {
    const members = `step: function (log) {
      if (log.op.toNumber() !== 0xfd) return
      var c = log.contract
      this.list = [toHex(c.getCaller()), toHex(c.getAddress()), c.getValue().toString(), toHex(c.getInput()), log.op.isPush()]
    }`
    expect(await traced(tracer(members))).toEqual([contract, called, '1', word(42), false])
  })

  test('db has the state at the step and after the run', async () => {
    const members = `step: function (log, db) {
        if (log.op.toString() === 'SSTORE' || log.op.toString() === 'CREATE')
          this.list.push(toHex(db.getState(log.contract.getAddress(), toWord('0x2'))))
      },
      result: function (ctx, db) {
        var unknown = toAddress('0x1234')
        return this.list.concat([
          db.getBalance(ctx.to).toString(), db.getNonce(ctx.to), toHex(db.getCode(toAddress('${called}'))),
          db.exists(ctx.to), db.exists(unknown), db.getBalance(unknown).toString(), toHex(db.getCode(unknown)),
        ])
      }`
    const want = [word(9), word(42), '5', 4, inner, true, false, '0', '0x']
    expect(await traced(tracer(members))).toEqual(want)
  })

  test('the functions of geth exist', async () => {
    const zero = `0x${'0'.repeat(40)}`
    const members = `result: function () {
      return [
        toHex([1, 255]), toHex(toWord('0x1ff')), toHex(toAddress('0x01')), toHex(toContract('${first}', 0)),
        toHex(toContract2('${zero}', '0x0', '0x')), isPrecompiled(toAddress('0x1')), isPrecompiled(toAddress('0x1234')),
        toHex(slice(toWord('0x010203'), 29, 31)), bigInt(7).multiply(3).toString(16),
      ]
    }`
    expect(await traced(tracer(members))).toEqual([
      '0x01ff',
      word(0x1ff),
      `0x${'1'.padStart(40, '0')}`,
      '0x5fbdb2315678afecb367f032d93f642f64180aa3',
      '0xe33c0c7f7df4809055c3eba6c09cfe4baf1bd9e0',
      true,
      false,
      '0x0102',
      '15',
    ])
  })
})

test('transactions of blocks are traced, with their hashes', async () => {
  const hash = await result('eth_sendTransaction', { from: first, to: someone, value: '0x1' })
  const members = `result: function (ctx) { return [toHex(ctx.txHash), ctx.txIndex, ctx.block, ctx.gasUsed] }`
  const config = { tracer: tracer(members) }
  const { blockNumber } = Object(await result('eth_getTransactionReceipt', hash))
  const want = [hash, 0, Number(blockNumber), 21_000]
  expect(await result('debug_traceTransaction', hash, config)).toEqual(want)
  expect(await result('debug_traceBlockByNumber', blockNumber, config)).toEqual([
    { txHash: hash, result: want },
  ])
})

describe('a tracer that fails gets an error', () => {
  const failed = (message: RegExp): object => ({
    code: -32_000,
    message: expect.stringMatching(message),
    data: { reason: 'tracerFailed' },
  })
  test.each([
    ['{', /SyntaxError/],
    ['{result: function () {}}', /must expose a function fault\(\)/],
    ['{fault: function () {}}', /must expose a function result\(\)/],
    [tracer('enter: function () {}'), /both or none of enter\(\) and exit\(\)/],
    [tracer('setup: function () { throw Error("no setup") }'), /no setup/],
    [tracer('step: function () { missing.member }'), /missing.*'step'/],
    [tracer('step: function (log) { log.stack.peek(9) }'), /out of bound stack: size 0, index 9/],
    [tracer('step: function (log) { log.memory.slice(0, 1e9) }'), /limit for padding/],
    [tracer('step: function (log) { log.memory.slice(-1, 2) }'), /out of bound memory/],
    [tracer('step: function (log, db) { db.getBalance("0x00") }'), /invalid buffer type/],
    [tracer('result: function () { return 1n }'), /'result'/],
    [tracer('result: function () { var a = {}; a.a = a; return a }'), /circular/],
    [tracer('result: function () { return (function f() { return f() + 1 })() }'), /stack/],
    [
      tracer(
        'result: function () { var a = {}; for (var i = 0; i < 2e4; i++) a = {a: a}; return a }',
      ),
      /stack/,
    ],
    [`${'('.repeat(50_000)}{}${')'.repeat(50_000)}`, /stack/],
    [tracer('step: function () { for (;;) this.list.push(new Uint8Array(1e6)) }'), /out of memory/],
    [tracer('step: function () { throw {toString: function () { throw 1 }} }'), /'step'/],
    [tracer('result: function () { return process.env }'), /process/],
    [tracer('result: function () { return (0, eval)("require")("fs") }'), /require/],
    [tracer('result: function () { return toHex.constructor("return process")().env }'), /process/],
  ])('%#', async (code, message) => {
    expect(await rejected(code)).toMatchObject(failed(message))
  })

  test('too large results are refused', async () => {
    const large = (name: string): string =>
      tracer(`${name}: 1, result: function () { return "x".repeat(13e6) }`)
    const tracerConfig = { [large('a')]: {}, [large('b')]: {} }
    expect(await rejected('muxTracer', { tracerConfig })).toMatchObject({ code: -32_003 })
  })

  test('endless loops end with the time limit, also at the start and at the end', async () => {
    for (const members of [
      'setup: function () { for (;;); }',
      'result: function () { /(a+)+$/.test("a".repeat(60) + "b") }',
    ])
      expect(await rejected(tracer(members), { timeout: '300ms' }), members).toMatchObject({
        code: -32_000,
        data: { reason: 'traceTimedOut' },
      })
    // The node goes on.
    expect(await traced(tracer(''))).toEqual([])
  })
})

test('a tracer sees nothing of another one', async () => {
  expect(
    await traced(tracer('result: function () { globalThis.seen = 1; return typeof seen }')),
  ).toBe('number')
  expect(await traced(tracer('result: function () { return typeof seen }'))).toBe('undefined')
})

test('muxTracer runs a tracer in JavaScript', async () => {
  const code = tracer('')
  const tracerConfig = { callTracer: null, [code]: {} }
  expect(await traced('muxTracer', { tracerConfig })).toMatchObject({
    callTracer: { type: 'CALL' },
    [code]: [],
  })
})

test('a name is no tracer in JavaScript', async () => {
  expect(await rejected('opcodeTracer')).toMatchObject({ code: -32_602 })
})
