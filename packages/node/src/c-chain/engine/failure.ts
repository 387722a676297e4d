import { EVMError, type ExecResult } from '@ethereumjs/evm'

/** How a run of the EVM failed. */
export interface Failure {
  readonly kind: 'revert' | 'outOfGas' | 'invalidInstruction' | 'other'
  /** In the words of Ethereum clients. */
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

/** Describes the exception that ended a run, with the operation that raised it where that matters. */
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
    case errorMessages.INVALID_JUMP:
    case errorMessages.STACK_UNDERFLOW:
    case errorMessages.STACK_OVERFLOW:
    case errorMessages.STATIC_STATE_CHANGE:
    case errorMessages.OUT_OF_RANGE:
      return { kind: 'invalidInstruction', message }
    default:
      return { kind: 'other', message }
  }
}

function reasonOf({ error }: EVMError, run: ExecResult['runState']): string {
  // The library adds the place of an invalid jump.
  if (error.startsWith(errorMessages.INVALID_JUMP)) return errorMessages.INVALID_JUMP
  // It says so when there is less return data than is to be copied, too.
  const isShort = error === errorMessages.OUT_OF_GAS && run !== undefined && isPastReturnData(run)
  return isShort ? errorMessages.OUT_OF_RANGE : error
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
