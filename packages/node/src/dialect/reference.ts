import { INVALID_PARAMS, isRecord, type ErrorObject } from '@rpcloom/rpc'
import type { Dialect } from '@rpcloom/rpc/server'
import { publicEvm } from './public.ts'

/** Errors, by the name that the document gives them, that the reference EVM client blames on the params. */
const ofParams: ReadonlySet<string> = new Set(['invalidBlockRange', 'invalidFeeCap'])

/** The EVM endpoint as the reference EVM client answers, for chains of Ethereum. */
export const referenceEvm: Dialect = {
  ...publicEvm,
  name: 'reference-evm',
  errors: { ...publicEvm.errors, handled: withoutReason },
}

/** The name of an error is an addition of this node; the data of a revert stays. */
function withoutReason(error: ErrorObject): ErrorObject {
  const { code, message, data } = error
  if (!isRecord(data)) return error
  const reason = data['reason']
  return {
    code: typeof reason === 'string' && ofParams.has(reason) ? INVALID_PARAMS : code,
    message,
  }
}
