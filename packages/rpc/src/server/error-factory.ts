import { RpcError } from '../errors.ts'

/** A constructor of one error of a document: what a handler throws. */
/* @__NO_SIDE_EFFECTS__ */
export function errorFactory(
  code: number,
  defaultMessage: string,
  reason?: string,
): (data?: unknown, message?: string) => RpcError {
  return (data, message = defaultMessage) => new RpcError(code, message, { data, reason })
}
