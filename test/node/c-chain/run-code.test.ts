import { createBlock } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM, EVM } from '@ethereumjs/evm'
import {
  createAccount,
  createAddressFromBigInt,
  setLengthLeft,
  type Address,
} from '@ethereumjs/util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  recentJumps,
  runCode,
  type Interpreter,
} from '../../../packages/node/src/c-chain/engine/run-code.ts'
import { replaceFrames } from '../../../packages/node/src/c-chain/engine/run-frame.ts'

// The frames and the loop of the node have the same results and steps as those of EthereumJS for any code.

const RUNS = process.env['RPCLOOM_LONG'] === '1' ? 3000 : 60

const evmOf = async (hardfork: Hardfork): Promise<EVM> =>
  createEVM({ common: createCustomCommon({ chainId: 1, name: 'c-chain' }, Mainnet, { hardfork }) })
const machines = {
  cancun: await evmOf(Hardfork.Cancun),
  prague: await evmOf(Hardfork.Prague),
}
const contracts = [createAddressFromBigInt(0x1001n), createAddressFromBigInt(0x1002n)] as const
const anna = createAddressFromBigInt(7n)
const header = { number: 1n, gasLimit: 30_000_000n, baseFeePerGas: 7n }

const { runState } = await machines.cancun.runCode({ code: Uint8Array.of(0), gasLimit: 1n })
const prototype = Object.getPrototypeOf(runState?.interpreter) as Interpreter
const { run: libraryRun, _getValidJumpDestinations: analyze } = prototype
const nodeRun: Run = async function (this: Interpreter, code) {
  return runCode(this, code, () => recentJumps(code, () => analyze.call(this, code)))
}

/** The methods of the EVM and of its interpreters that run messages. */
type Runner = () => void
const methodsOf = (names: readonly string[]): PropertyDescriptorMap =>
  Object.fromEntries(
    names.map((name) => [name, Object.getOwnPropertyDescriptor(EVM.prototype, name) ?? {}]),
  )
const FRAMES = ['runInterpreter', '_executeCall']
const libraryFrames = methodsOf(FRAMES)
replaceFrames(prototype)
const nodeFrames = methodsOf(FRAMES)
const library: Runner = () => {
  prototype.run = libraryRun
  Object.defineProperties(EVM.prototype, libraryFrames)
}
const node: Runner = () => {
  prototype.run = nodeRun
  Object.defineProperties(EVM.prototype, nodeFrames)
}

interface Sample {
  readonly fork: keyof typeof machines
  readonly codes: readonly [Uint8Array, Uint8Array]
  readonly input: Uint8Array
  readonly gas: bigint
  readonly isStatic: boolean
  /** Whether the code of the first contract is that of a new contract. */
  readonly isCreation: boolean
  readonly value: bigint
}

interface Outcome {
  readonly failure: string | undefined
  readonly state: readonly unknown[]
  readonly steps: readonly unknown[]
}

async function prepare(state: EVM['stateManager'], codes: Sample['codes']): Promise<void> {
  await state.putAccount(anna, createAccount({ balance: 1000n }))
  for (const at of [0, 1] as const) {
    await state.putAccount(contracts[at], createAccount({ balance: 100n, nonce: 1n }))
    await state.putCode(contracts[at], codes[at])
  }
}

type Run = Interpreter['run']

/** Runs a sample in one of the ways, and returns what it does, and each step if `isTraced`. */
async function outcome(runner: Runner, given: Sample, isTraced: boolean): Promise<Outcome> {
  runner()
  const evm = machines[given.fork]
  const { stateManager, journal, transientStorage } = evm
  await stateManager.checkpoint()
  await prepare(stateManager, given.codes)
  const steps: unknown[] = []
  if (isTraced) {
    evm.events.on('step', ({ pc, gasLeft, gasRefund, opcode, stack, depth, memory }, done) => {
      steps.push([pc, gasLeft, gasRefund, opcode, [...stack], depth, memory.length])
      done?.()
    })
  }
  const { input, gas: gasLimit, isStatic, isCreation } = given
  // EthereumJS throws if the sender of a new contract has too little, which transactions exclude before.
  const value = isCreation ? 0n : given.value
  const block = createBlock({ header }, { common: evm.common })
  const target = isCreation ? { data: given.codes[0] } : { to: contracts[0], data: input }
  const call = { block, caller: anna, gasLimit, isStatic, value, ...target }
  const { runState: _, exceptionError, ...rest } = (await evm.runCall(call)).execResult
  const state = await Promise.all([anna, ...contracts].map(async (at) => stored(stateManager, at)))
  evm.events.removeAllListeners('step')
  await stateManager.revert()
  await journal.cleanup()
  transientStorage.clear()
  return { ...rest, failure: exceptionError?.error, state, steps }
}

async function stored(state: EVM['stateManager'], address: Address): Promise<readonly unknown[]> {
  const account = await state.getAccount(address)
  const keys = [0, 1, 2, 3].map((last) => setLengthLeft(Uint8Array.of(last), 32))
  const words = keys.map(async (key) => state.getStorage(address, key))
  return [account?.balance, account?.nonce, await Promise.all(words)]
}

const bytes = (...values: number[]): number[] => values
const small = fc.constantFrom(0, 1, 2, 3, 4, 31, 32, 64, 255)
const pushed = small.map((value) => bytes(0x60, value))
const address = fc.constantFrom(
  bytes(0x61, 0x10, 0x01),
  bytes(0x61, 0x10, 0x02),
  bytes(0x60, 2),
  bytes(0x60, 4),
  bytes(0x60, 7),
)
/** A call with 0 to 65,535 gas, of each of the four kinds. */
const call = fc
  .tuple(fc.constantFrom(0xf1, 0xf2, 0xf4, 0xfa), address, small, fc.nat(255), fc.boolean())
  .map(([opcode, to, size, gas, hasValue]) => [
    ...bytes(0x60, size, 0x5f, 0x60, size, 0x5f),
    ...(opcode === 0xf1 || opcode === 0xf2 ? bytes(0x60, hasValue ? 1 : 0) : []),
    ...to,
    ...bytes(0x61, gas, 0xff, opcode),
  ])
/** Creates a contract from the start of the own code. */
const create = fc
  .tuple(small, fc.boolean())
  .map(([size, isSalted]) => [
    ...bytes(0x60, size, 0x5f, 0x5f, 0x39),
    ...(isSalted ? bytes(0x60, 1) : []),
    ...bytes(0x60, size, 0x5f, 0x60, 0, isSalted ? 0xf5 : 0xf0),
  ])
const jump = fc
  .tuple(fc.nat(80), fc.boolean())
  .map(([to, isConditional]) =>
    isConditional ? bytes(0x5a, 0x60, to, 0x57) : bytes(0x60, to, 0x56),
  )
const jumpOver = fc.constantFrom(bytes(0x58, 0x60, 5, 0x01, 0x56, 0x5b))
const part = fc.oneof(
  { weight: 8, arbitrary: pushed },
  { weight: 8, arbitrary: fc.integer({ min: 0x01, max: 0x5f }).map((opcode) => bytes(opcode)) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 255 }).map((opcode) => bytes(opcode)) },
  { weight: 2, arbitrary: fc.integer({ min: 0x80, max: 0x84 }).map((opcode) => bytes(opcode)) },
  { weight: 3, arbitrary: fc.tuple(small, small).map(([a, b]) => bytes(0x60, a, 0x60, b, 0x55)) },
  { weight: 3, arbitrary: small.map((size) => bytes(0x60, size, 0x5f, 0xa0)) },
  { weight: 3, arbitrary: call },
  { weight: 2, arbitrary: create },
  { weight: 2, arbitrary: jump },
  { weight: 4, arbitrary: jumpOver },
  { weight: 1, arbitrary: fc.constant(bytes(0x60, 32, 0x5f, 0xfd)) },
  { weight: 1, arbitrary: fc.constant(bytes(0x60, 32, 0x5f, 0xf3)) },
)
const code = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.array(part, { maxLength: 40 }))
  .map(([depth, parts]) => Uint8Array.from([...Array(depth).fill(0x5a), ...parts.flat()]))
const sample: fc.Arbitrary<Sample> = fc.record({
  fork: fc.constantFrom('cancun', 'prague'),
  codes: fc.tuple(code, code),
  input: fc.uint8Array({ maxLength: 40 }),
  gas: fc.integer({ min: 0, max: 60_000 }).map(BigInt),
  isStatic: fc.boolean(),
  isCreation: fc.boolean(),
  // The balance of the sender is 1000.
  value: fc.constantFrom(0n, 1n, 1001n),
})

test('code has the same result and steps as in EthereumJS', async () => {
  const failures = new Set<string | undefined>()
  const property = fc.asyncProperty(sample, async (given) => {
    for (const isTraced of [false, true]) {
      const want = await outcome(library, given, isTraced)
      failures.add(want.failure?.split(' at ')[0])
      expect(await outcome(node, given, isTraced)).toEqual(want)
    }
  })
  await fc.assert(property, { seed: 7, numRuns: RUNS })
  expect([...failures]).toEqual(
    expect.arrayContaining([
      undefined,
      'out of gas',
      'static state change',
      'stack underflow',
      'invalid opcode',
      'invalid JUMP',
      'revert',
      'insufficient balance',
    ]),
  )
})
