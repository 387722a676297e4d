import { EVMError, type ExecResult } from '@ethereumjs/evm'

const NOTHING = new Uint8Array(0)

/** What a precompiled contract returns for its gas. */
export function returned(returnValue: Uint8Array, executionGasUsed: bigint): ExecResult {
  return { returnValue, executionGasUsed }
}

/** Ends the call and takes all of its gas. */
export function failed(
  gasLimit: bigint,
  error: keyof typeof EVMError.errorMessages = 'OUT_OF_GAS',
): ExecResult {
  const exceptionError = new EVMError(EVMError.errorMessages[error])
  return { returnValue: NOTHING, executionGasUsed: gasLimit, exceptionError }
}

/** Bytes from `start`; where there are none, they are zero. */
export function padded(bytes: Uint8Array, start: number, length: number): Uint8Array {
  const part = bytes.subarray(start, start + length)
  if (part.length === length) return part
  const all = new Uint8Array(length)
  all.set(part)
  return all
}

/** Bytes as a number, the first one highest. */
export function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}
