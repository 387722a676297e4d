import { INVALID_PARAMS, isRecord, type ErrorObject } from '@rpcloom/rpc'
import type { Dialect } from '@rpcloom/rpc/server'
import { publicEvm } from './public.ts'

/** Error, by `x-reason` name, that the reference EVM client reports as invalid params. */
const OF_PARAMS = 'invalidBlockRange'

/** The dialect of the reference EVM client, for Ethereum chains. */
export const referenceEvm: Dialect = {
  ...publicEvm,
  name: 'reference-evm',
  errors: { ...publicEvm.errors, handled: withoutReason },
}

/** Removes the error name, which only this node adds; keeps revert data. */
function withoutReason(error: ErrorObject): ErrorObject {
  const { code, message, data } = error
  if (!isRecord(data)) return error
  return { code: data['reason'] === OF_PARAMS ? INVALID_PARAMS : code, message }
}
