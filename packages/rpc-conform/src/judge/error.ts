import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, isRecord } from '@rpcloom/rpc'
import type { ExpectedResponse } from '../types.ts'
import { isMissingMethodError } from './missing-method.ts'
import type { JudgeContext, Remark } from './remark.ts'
import { formatValue } from './format-value.ts'

/** Names of the members of an error object. */
const errorMembers: ReadonlySet<string> = new Set(['code', 'message', 'data'])

/** Checks the structure of an error object. */
export function errorShape(error: unknown, pointer: string): readonly Remark[] {
  const fault = (member: string, expected: string, got: unknown): Remark => ({
    code: 'error-shape',
    pointer: pointer + member,
    expected,
    got: formatValue(got),
  })
  if (!isRecord(error)) return [fault('', 'an object', error)]
  const { code, message } = error
  const strange = Object.keys(error).filter((name) => !errorMembers.has(name))
  return [
    ...(Number.isInteger(code) ? [] : [fault('/code', 'an integer', code)]),
    ...(typeof message === 'string' ? [] : [fault('/message', 'text', message)]),
    ...strange.map((name): Remark => ({
      code: 'unknown-member',
      pointer: `${pointer}/${name}`,
      expected: 'code, message and data',
      got: formatValue(error[name]),
    })),
  ]
}

/** Checks that an error is allowed in response to a call. */
export function errorRemarks(
  { contract, options }: JudgeContext,
  {
    want,
    error,
    pointer,
  }: { readonly want: ExpectedResponse; readonly error: unknown; readonly pointer: string },
): readonly Remark[] {
  if (!isRecord(error)) return []
  const { code, message = '' } = error
  if (typeof code !== 'number') return []
  const remark = (name: Remark['code'], expected: string): Remark => ({
    code: name,
    pointer: `${pointer}/code`,
    expected,
    got: formatValue(error),
    error: { code, message: String(message) },
  })
  if (want.kind === 'error') {
    if (options.dialect === 'public' || want.codes.includes(code)) return []
    return [remark('error-code', want.codes.join(' or '))]
  }
  const method = contract.methods.find(({ name }) => name === want.method)
  const isListed = method?.errors.some((one) => one.code === code) === true
  // Some servers use this code for an unknown topic as well, and the document may list it for another
  // reason.
  const mayLack = isListed || method?.subscription !== undefined
  if (want.kind === 'rejection' && code === METHOD_NOT_FOUND && mayLack) return []
  const listed = new Set(method?.errors.map((one) => one.code))
  if (isMissingMethodError(error, { name: want.method, listed })) {
    return [remark('not-implemented', `the method ${want.method}`)]
  }
  if (code === INTERNAL_ERROR && !isListed) {
    return [remark('internal-error', 'any error but -32603 (internal error)')]
  }
  if (options.dialect === 'public') return []
  if (want.kind === 'rejection') {
    return code === INVALID_PARAMS ? [] : [remark('error-code', String(INVALID_PARAMS))]
  }
  const codes = [...new Set(listed)]
  if (isListed || (want.mayReject && code === INVALID_PARAMS)) return []
  // If a document lists no errors, it says nothing about application errors.
  const isSilent = codes.length === 0 && (code < -32768 || code > -32100)
  return [
    {
      ...remark(
        'error-unlisted',
        codes.length === 0 ? 'a result' : `a result, or ${codes.join(', ')}`,
      ),
      severity: isSilent ? 'warning' : 'error',
      // The list of errors need not be complete, and an example may depend on state that this server does
      // not have.
      fault: isReserved(code) && code !== INVALID_PARAMS ? 'server' : 'unclear',
    },
  ]
}

/** Whether JSON-RPC reserves the code. The request was valid, so such an error is not expected. */
function isReserved(code: number): boolean {
  return code >= -32768 && code <= -32600
}
