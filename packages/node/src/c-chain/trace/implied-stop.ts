import type { ExecResult, InterpreterStep } from '@ethereumjs/evm'

/** What an instruction finds. */
export type Position = Pick<
  InterpreterStep,
  'pc' | 'depth' | 'gasLeft' | 'gasRefund' | 'stack' | 'memory' | 'memoryWordCount'
>

/** STOP, RETURN, REVERT, INVALID and SELFDESTRUCT, which end a frame. */
const ENDING: ReadonlySet<number> = new Set([0x00, 0xf3, 0xfd, 0xfe, 0xff])

/**
 * Returns the position of the STOP that follows the code of a frame. Other clients trace it like an
 * instruction. Undefined if an instruction or a failure ended the frame.
 */
export function impliedStop({ exceptionError, runState }: ExecResult): Position | undefined {
  if (exceptionError !== undefined || runState === undefined) return undefined
  const { env, opCode, programCounter: pc, gasLeft, gasRefund, stack, memory } = runState
  if (env.code.length === 0 || ENDING.has(opCode)) return undefined
  const { memoryWordCount } = runState
  const step = { pc, depth: env.depth, gasLeft, gasRefund, memoryWordCount }
  return { ...step, stack: stack.getStack(), memory: memory.read(0, 32 * Number(memoryWordCount)) }
}
