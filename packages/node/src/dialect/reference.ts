import { INVALID_PARAMS, isRecord, type ErrorObject } from '@rpcloom/rpc'
import type { Dialect } from '@rpcloom/rpc/server'
import { publicEvm } from './public.ts'

/** Errors, by `x-reason` name, that the reference EVM client reports as invalid params. */
const ofParams: ReadonlySet<string> = new Set(['invalidBlockRange', 'invalidFeeCap'])

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
  const reason = data['reason']
  return {
    code: typeof reason === 'string' && ofParams.has(reason) ? INVALID_PARAMS : code,
    message,
  }
}
