import type { RpcError } from '@rpcloom/rpc'
import { fromCheckedHex } from '../codec/text.ts'

export interface DecodingErrors {
  readonly undecodableTransaction: (data: undefined, message: string) => RpcError
}

/** Decodes a transaction from hex with a checksum. Throws the `undecodableTransaction` error of the API. */
export function txFromHex(text: string, errors: DecodingErrors): Uint8Array {
  try {
    return fromCheckedHex(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw errors.undecodableTransaction(undefined, `problem decoding transaction: ${error.message}`)
  }
}
