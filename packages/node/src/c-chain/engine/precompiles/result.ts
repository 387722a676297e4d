import { EVMError, type ExecResult } from '@ethereumjs/evm'

const NOTHING = new Uint8Array(0)

export function returned(returnValue: Uint8Array, executionGasUsed: bigint): ExecResult {
  return { returnValue, executionGasUsed }
}

/** Returns a failure that consumes all gas of the call. */
export function failed(
  gasLimit: bigint,
  error: keyof typeof EVMError.errorMessages = 'OUT_OF_GAS',
): ExecResult {
  const exceptionError = new EVMError(EVMError.errorMessages[error])
  return { returnValue: NOTHING, executionGasUsed: gasLimit, exceptionError }
}

/** Returns the bytes from `start`, padded with zeros. */
export function padded(bytes: Uint8Array, start: number, length: number): Uint8Array {
  const part = bytes.subarray(start, start + length)
  if (part.length === length) return part
  const all = new Uint8Array(length)
  all.set(part)
  return all
}
