import { EVMError } from '@ethereumjs/evm'
import { hexOf } from '../hex.ts'

/** How a run of the EVM failed. */
export interface Failure {
  readonly kind: 'revert' | 'outOfGas' | 'invalidOpcode' | 'other'
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

/** Describes the exception that ended a run, with the operation that raised it where that matters. */
export function failureOf(error: EVMError, opcode?: number): Failure {
  const { errorMessages } = EVMError
  const message = texts[error.error] ?? error.error
  switch (error.error) {
    case errorMessages.REVERT:
      return { kind: 'revert', message }
    case errorMessages.OUT_OF_GAS:
    case errorMessages.CODESTORE_OUT_OF_GAS:
      return { kind: 'outOfGas', message }
    case errorMessages.INVALID_OPCODE:
      return { kind: 'invalidOpcode', message: `invalid opcode: ${opcodeText(opcode)}` }
    default:
      return { kind: 'other', message }
  }
}

function opcodeText(opcode: number | undefined): string {
  if (opcode === undefined || opcode === 0xfe) return 'INVALID'
  return `opcode ${hexOf(Uint8Array.of(opcode))} not defined`
}
