import { createEVM, type EVM, type PrecompileFunc } from '@ethereumjs/evm'
import { smaller } from '../bigint.ts'
import type { Meter } from './meter.ts'
import { failed } from './precompiles/result.ts'
import { replaceFrames } from './run-frame.ts'
import { hidden, recentJumps, runCode, type Interpreter, type Jumps } from './run-code.ts'

/** An EVM whose runs are counted while it has a meter. */
export interface Metered {
  meter: Meter | undefined
}

let installed: Promise<void> | undefined

/**
 * Makes the meter of a machine count each opcode of its EVM, and account for its frames. EthereumJS has no hook for this:
 * its event `step` copies the memory of the frame, and comes before an opcode that is out of gas.
 */
export async function meterSteps(evm: EVM, machine: Metered): Promise<void> {
  metered(evm).machine = machine
  await (installed ??= install())
}

/** Returns an EVM with the member that this node adds. */
function metered(evm: object): { machine?: Metered } {
  return evm
}

function meterOf(evm: object): Meter | undefined {
  return metered(evm).machine?.meter
}

const WORD = 32
/** Work of an opcode with dynamic gas besides its gas: a function of its own computes it, and most are asynchronous. */
const DYNAMIC_WORK = 12

async function install(): Promise<void> {
  const prototype = await interpreterPrototype()
  // Another copy of this module has replaced the methods, as in tests that load both the sources and the package.
  if ('meter' in prototype) return
  Object.assign(prototype, { meter: undefined })
  replaceFrames(prototype)
  const { useGas, _getValidJumpDestinations: analyze } = prototype
  prototype.run = async function (code) {
    const frame = hidden(this)
    const { _evm, _env } = frame
    const meter = meterOf(_evm)
    frame.meter = meter
    const frames = meter?.frames
    const leave = frames?.enter(code, _env.callData.length)
    const analyzed = (): Jumps => {
      // A byte takes about a unit of work, also if the jump then fails.
      meter?.spend(code.length)
      return analyze.call(this, code)
    }
    // Init code runs once, and may be a part of the memory of its creator, which the map would retain.
    const found = (): Jumps => (_env.isCreate ? analyzed() : recentJumps(code, analyzed))
    try {
      return await runCode(this, code, () => frames?.analysis(code, found) ?? found())
    } finally {
      leave?.()
    }
  }
  prototype.useGas = function (amount, context) {
    useGas.call(this, amount, context)
    // The context of an opcode is its description. Other contexts are the results of calls, whose opcodes were counted.
    if (typeof context !== 'object') return
    const { meter, _runState, listeners } = hidden(this)
    if (meter === undefined) return
    const { code, fee, dynamicGas } = context
    if (isGasSensitive(code))
      meter.spareGas = smaller(meter.spareGas, spareAt(code, _runState.gasLeft + amount))
    // Only opcodes with dynamic gas grow memory. The conversions take as long as a short opcode.
    if (dynamicGas) meter.frames.grow(WORD * Number(_runState.memoryWordCount))
    const gas = dynamicGas ? DYNAMIC_WORK + Number(amount) : fee
    meter.step(code, gas, listeners)
  }
}

const GAS = 0x5a
const SSTORE = 0x55
/** The first of the opcodes that call or create contracts, which get a part of the gas. */
const CREATE = 0xf0
const RETURN = 0xf3
const REVERT = 0xfd
/** SSTORE fails if no more gas is left (EIP-2200). */
const SENTRY = 2300n

/** Whether the outcome of an opcode depends on the gas that is left, if it is enough. */
function isGasSensitive(opcode: number): boolean {
  if (opcode < CREATE) return opcode === SSTORE || opcode === GAS
  return opcode !== RETURN && opcode !== REVERT
}

/** Returns by how much less gas may be left before an opcode without another outcome. */
function spareAt(opcode: number, gasLeft: bigint): bigint {
  return opcode === SSTORE ? gasLeft - SENTRY - 1n : 0n
}

/** Work of a precompiled contract, and work per unit of its gas: they take longer than opcodes with the same gas. */
const CALL_WORK = 2000
const WORK_PER_GAS = 3

/**
 * Makes the meter count a precompiled contract. It gets no more gas than the work that is left; a contract that is slow to
 * load runs only without a limit of work.
 */
export function meteredPrecompile(original: PrecompileFunc, isSlow: boolean): PrecompileFunc {
  return async (input) => {
    const { _EVM: evm, gasLimit: given } = input
    const meter = meterOf(evm)
    if (meter === undefined || meter.workLeft === Infinity) return original(input)
    const left = BigInt(Math.max(0, Math.floor(meter.workLeft / WORK_PER_GAS)))
    const gasLimit = given < left ? given : left
    const result = isSlow ? failed(given) : await original({ ...input, gasLimit })
    const isCut = isSlow || (gasLimit < given && result.exceptionError !== undefined)
    try {
      meter.spend(isCut ? Infinity : CALL_WORK + WORK_PER_GAS * Number(result.executionGasUsed))
    } catch {
      // A call without a frame cannot throw. The meter has recorded that the limit is exceeded.
      return failed(given)
    }
    return result
  }
}

/** Returns the prototype of the class, which EthereumJS does not export. */
async function interpreterPrototype(): Promise<Interpreter> {
  const evm = await createEVM()
  const { runState } = await evm.runCode({ code: Uint8Array.of(0), gasLimit: 1n })
  if (runState === undefined) throw new TypeError('EthereumJS returned no interpreter')
  // Safe cast: `interpreter` is an instance of the class.
  return Object.getPrototypeOf(runState.interpreter) as Interpreter
}
