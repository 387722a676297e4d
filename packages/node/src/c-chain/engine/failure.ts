import { EVMError, type ExecResult } from '@ethereumjs/evm'
import { stackNeeded } from './stack-needed.ts'

export interface Failure {
  readonly kind: 'revert' | 'outOfGas' | 'invalidInstruction' | 'other'
  /** The error message with which Ethereum clients report this failure. */
  readonly message: string
}

const texts: Readonly<Record<string, string>> = {
  'out of gas': 'out of gas',
  'code store out of gas': 'contract creation code storage out of gas',
  'code size to deposit exceeds maximum code size': 'max code size exceeded',
  'invalid JUMP': 'invalid jump destination',
  'static state change': 'write protection',
  'create collision': 'contract address collision',
  'insufficient balance': 'insufficient balance for transfer',
  'invalid bytecode deployed': 'invalid code: must not begin with 0xef',
  'initcode exceeds max initcode size': 'max initcode size exceeded',
  'value out of range': 'return data out of bounds',
  revert: 'execution reverted',
}

const { errorMessages } = EVMError

/**
 * Converts the exception of a run to a failure. The message includes the opcode in those cases in
 * which Ethereum clients include it.
 */
export function failureOf(error: EVMError, run: ExecResult['runState']): Failure {
  const text = reasonOf(error, run)
  const message = texts[text] ?? text
  switch (text) {
    case errorMessages.REVERT:
      return { kind: 'revert', message }
    case errorMessages.OUT_OF_GAS:
    case errorMessages.CODESTORE_OUT_OF_GAS:
      return { kind: 'outOfGas', message }
    case errorMessages.INVALID_OPCODE:
      return { kind: 'invalidInstruction', message: `invalid opcode: ${opcodeText(run?.opCode)}` }
    case errorMessages.STACK_UNDERFLOW:
      return { kind: 'invalidInstruction', message: `${message}${shortage(run)}` }
    case errorMessages.STACK_OVERFLOW:
      return { kind: 'invalidInstruction', message: 'stack limit reached 1024 (1023)' }
    case errorMessages.STATIC_STATE_CHANGE:
      return { kind: 'invalidInstruction', message: `${gasError(run)}${message}` }
    case errorMessages.INVALID_JUMP:
    case errorMessages.OUT_OF_RANGE:
      return { kind: 'invalidInstruction', message }
    default:
      return { kind: 'other', message }
  }
}

/**
 * SSTORE, CALL and SELFDESTRUCT. Geth computes the gas of these opcodes from the state, and rejects
 * the opcodes in a static call during this computation.
 */
const PRICED_BY_STATE: ReadonlySet<number> = new Set([0x55, 0xf1, 0xff])

/** Returns the prefix that geth adds to the messages of opcodes whose gas depends on the state. */
function gasError(run: ExecResult['runState']): string {
  return run !== undefined && PRICED_BY_STATE.has(run.opCode) ? 'out of gas: ' : ''
}

function reasonOf({ error }: EVMError, run: ExecResult['runState']): string {
  // EthereumJS appends the position of an invalid jump to the message.
  if (error.startsWith(errorMessages.INVALID_JUMP)) return errorMessages.INVALID_JUMP
  if (error !== errorMessages.OUT_OF_GAS || run === undefined) return error
  // EthereumJS also reports "out of gas" for a copy past the return data, and when the code of a
  // new contract cannot be stored.
  if (isPastReturnData(run)) return errorMessages.OUT_OF_RANGE
  return hasReturned(run) ? errorMessages.CODESTORE_OUT_OF_GAS : error
}

/**
 * Whether the init code of a new contract returned data. If so, the run failed only when the code
 * was stored.
 */
function hasReturned(run: NonNullable<ExecResult['runState']>): boolean {
  return 'returnValue' in run && run.returnValue instanceof Uint8Array && run.returnValue.length > 0
}

/** Formats the actual and the required number of stack entries, as in geth. */
function shortage(run: ExecResult['runState']): string {
  if (run === undefined) return ''
  const { stack, opCode, code, programCounter } = run
  // When a log opcode fails because topics are missing, it has already popped the offset and the
  // length of its data from the stack.
  const isLog = opCode >= 0xa0 && opCode <= 0xa4 && code[programCounter] !== opCode
  return ` (${stack.length + (isLog ? 2 : 0)} <=> ${stackNeeded(opCode)})`
}

const RETURNDATACOPY = 0x3e

function isPastReturnData(run: NonNullable<ExecResult['runState']>): boolean {
  if (run.opCode !== RETURNDATACOPY || run.stack.length < 3) return false
  const [, offset = 0n, length = 0n] = run.stack.peek(3)
  return offset + length > run.interpreter.getReturnDataSize()
}

function opcodeText(opcode: number | undefined): string {
  if (opcode === undefined || opcode === 0xfe) return 'INVALID'
  return `opcode 0x${opcode.toString(16)} not defined`
}
