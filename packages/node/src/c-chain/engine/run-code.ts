import { BoundedMap } from '../../codec/bounded-map.ts'
import { EVMError, type EVM, type ExecResult } from '@ethereumjs/evm'
import type { Meter } from './meter.ts'

type RunState = NonNullable<ExecResult['runState']>
export type Interpreter = RunState['interpreter']
type RunResult = Awaited<ReturnType<Interpreter['run']>>
export type Jumps = ReturnType<Interpreter['_getValidJumpDestinations']>

/** The members of the interpreter that its declarations hide, and those that this node adds. */
interface Hidden {
  readonly _evm: EVM
  readonly _env: { readonly callData: Uint8Array; readonly isCreate: boolean }
  readonly _runState: RunState
  readonly common: EVM['common']
  /** The meter of the machine while the frame runs. */
  meter: Meter | undefined
  /** Number of listeners of opcodes: tracers listen before the first frame. */
  listeners: number
}

/** Safe cast: the interface lists members of the class. */
export function hidden(interpreter: Interpreter): Hidden {
  return interpreter as unknown as Hidden
}

const JUMP = 0x56
const JUMPI = 0x57

/**
 * Runs code. Replaces the method `run` of EthereumJS, which waits for a promise after each opcode, and that takes longer than
 * most opcodes. Only this node's hard forks are supported: they have no EVM object format. `analyze` is called at the first jump.
 */
export async function runCode(
  interpreter: Interpreter,
  code: Uint8Array,
  analyze: () => Jumps,
): Promise<RunResult> {
  const frame = hidden(interpreter)
  const { _evm, _runState: runState, common } = frame
  const listeners = _evm.events.listenerCount('step')
  frame.listeners = listeners
  runState.code = code
  try {
    while (runState.programCounter < code.length) {
      const opcode = code[runState.programCounter] ?? 0
      runState.opCode = opcode
      if (runState.shouldDoJumpAnalysis && (opcode === JUMP || opcode === JUMPI)) {
        const { jumps, pushes } = analyze()
        Object.assign(runState, { validJumps: jumps, cachedPushes: pushes })
        runState.shouldDoJumpAnalysis = false
      }
      const operation = interpreter.lookupOpInfo(opcode)
      const { opcodeInfo, gasHandler, opHandler } = operation
      const { dynamicGas, feeBigInt, isAsync, isInvalid } = opcodeInfo
      if (isInvalid || listeners > 0) {
        await interpreter.runStep(operation)
        continue
      }
      const gas = dynamicGas ? await gasHandler(runState, feeBigInt, common) : feeBigInt
      interpreter.useGas(gas, opcodeInfo)
      runState.programCounter++
      const done = opHandler(runState, common)
      if (isAsync) await done
    }
  } catch (error) {
    if (!(error instanceof EVMError)) throw error
    if (error.error !== EVMError.errorMessages.STOP) return { runState, exceptionError: error }
  }
  return { runState }
}

/** Maximum length of the code of a contract. */
const LONGEST = 24_576
/** Maximum length of all codes whose analyses are kept. An analysis takes up to 32 bytes per byte of code. */
const KEPT = 1_048_576
/** Analyses of the contracts that ran last, the last one at the end. */
const recent = new BoundedMap<Uint8Array, Jumps>(KEPT, (code) => code.length)

/** Returns the analysis of a code, which is kept for later calls of the same contract. */
export function recentJumps(code: Uint8Array, analyze: () => Jumps): Jumps {
  const known = recent.get(code)
  if (known === undefined && code.length > LONGEST) return analyze()
  // The opcodes are those of one machine, and only the method `run` of EthereumJS reads them.
  const jumps = known ?? { ...analyze(), opcodesCached: [] }
  recent.set(code, jumps)
  return jumps
}
