import { INVALID_PARAMS, isRecord, type ErrorObject } from '@rpcloom/rpc'
import type { Dialect } from '@rpcloom/rpc/server'
import { publicEvm } from './public.ts'

/**
 * The `x-reason` name of the one error that the reference EVM client reports with the code for
 * invalid params.
 */
const OF_PARAMS = 'invalidBlockRange'

export const referenceEvm: Dialect = {
  ...publicEvm,
  name: 'reference-evm',
  errors: { ...publicEvm.errors, handled: withoutReason },
}

/** Removes the error reason, which other EVM nodes do not send, and keeps revert data. */
function withoutReason(error: ErrorObject): ErrorObject {
  const { code, message, data } = error
  if (!isRecord(data)) return error
  return { code: data['reason'] === OF_PARAMS ? INVALID_PARAMS : code, message }
}
