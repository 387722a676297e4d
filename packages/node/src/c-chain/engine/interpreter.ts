import { createEVM, type EVM, type ExecResult } from '@ethereumjs/evm'
import type { Watch } from './watch.ts'

type RunState = NonNullable<ExecResult['runState']>
type Interpreter = RunState['interpreter']

/** The members of the interpreter that its declarations hide. */
interface Hidden {
  readonly _evm: EVM
  readonly _env: { readonly callData: Uint8Array }
  readonly _runState: RunState
}

const watches = new WeakMap<EVM, Watch>()
let installed: Promise<void> | undefined

/**
 * Makes a watch check each opcode of an EVM, and account for its frames. EthereumJS has no hook for
 * this: its event `step` copies the memory of the frame. EVMs without a watch run as before.
 */
export async function watchSteps(evm: EVM, watch: Watch): Promise<void> {
  watches.set(evm, watch)
  await (installed ??= install())
}

async function install(): Promise<void> {
  const prototype = await interpreterPrototype()
  const { run, runStep, _getValidJumpDestinations: analyze } = prototype
  prototype.run = async function (code, options) {
    const { _evm, _env } = hidden(this)
    const leave = watches.get(_evm)?.frames.enter(code, _env.callData.length)
    try {
      return await run.call(this, code, options)
    } finally {
      leave?.()
    }
  }
  prototype.runStep = function (opcode) {
    const { _evm, _runState } = hidden(this)
    const { _store } = _runState.memory
    const listeners = _evm.events.listenerCount('step')
    const pause = watches.get(_evm)?.step(_runState.opCode, _store.length, listeners)
    return pause === undefined
      ? runStep.call(this, opcode)
      : pause.then(() => runStep.call(this, opcode))
  }
  const analyzeOnce: typeof analyze = function (this: Interpreter, code) {
    const found = (): ReturnType<typeof analyze> => analyze.call(this, code)
    const { _evm } = hidden(this)
    return watches.get(_evm)?.frames.analysis(code, found) ?? found()
  }
  Object.assign(prototype, { _getValidJumpDestinations: analyzeOnce })
}

/** Returns the prototype of the class, which EthereumJS does not export. */
async function interpreterPrototype(): Promise<Interpreter> {
  const evm = await createEVM()
  const { runState } = await evm.runCode({ code: Uint8Array.of(0), gasLimit: 1n })
  if (runState === undefined) throw new TypeError('EthereumJS returned no interpreter')
  // Safe cast: `interpreter` is an instance of the class.
  return Object.getPrototypeOf(runState.interpreter) as Interpreter
}

/** Safe cast: the interface lists members of the class. */
function hidden(interpreter: Interpreter): Hidden {
  return interpreter as unknown as Hidden
}
