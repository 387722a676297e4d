import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, isRecord } from '@rpcloom/rpc'
import { dereference } from '@rpcloom/schema/internal'
import type { ExpectedResponse } from '../types.ts'
import { formatValue } from './format-value.ts'
import { isMissingMethodError } from './missing-method.ts'
import { type JudgeContext, MAX_REMARKS, type Remark, remark } from './remark.ts'

const errorMembers: ReadonlySet<string> = new Set(['code', 'message', 'data'])

export function errorShape(error: unknown, pointer: string): readonly Remark[] {
  const fault = (member: string, expected: string, got: unknown): Remark =>
    remark('error-shape', pointer + member, expected, formatValue(got))
  if (!isRecord(error)) return [fault('', 'an object', error)]
  const { code, message } = error
  const unknown = Object.keys(error)
    .filter((name) => !errorMembers.has(name))
    .slice(0, MAX_REMARKS)
  return [
    ...(Number.isInteger(code) ? [] : [fault('/code', 'an integer', code)]),
    ...(typeof message === 'string' ? [] : [fault('/message', 'a string', message)]),
    ...unknown.map((name) => {
      const expected = 'only code, message and data'
      return remark('unknown-member', `${pointer}/${name}`, expected, formatValue(error[name]))
    }),
  ]
}

/** Checks that an error is allowed in response to a call. */
export function errorRemarks(
  { contract, dialect, answered }: JudgeContext,
  {
    response,
    error,
    pointer,
  }: { readonly response: ExpectedResponse; readonly error: unknown; readonly pointer: string },
): readonly Remark[] {
  if (!isRecord(error)) return []
  const { code, message = '' } = error
  if (typeof code !== 'number') return []
  const about = (name: Remark['code'], expected: string): Remark => ({
    ...remark(name, `${pointer}/code`, expected, formatValue(error)),
    error: { code, message: String(message) },
  })
  if (response.kind === 'error') {
    if (dialect === 'public' || response.codes.includes(code)) return []
    return [about('error-code', response.codes.join(' or '))]
  }
  const method = contract.methods.find(({ name }) => name === response.method)
  const listed = new Set(method?.errors.map((one) => one.code))
  const isListed = listed.has(code)
  const isRejection = response.kind === 'rejection'
  // Some servers also report an unknown topic as a missing method, and the document may list the code for
  // another reason.
  const mayBeTopic = isListed || method?.subscription !== undefined
  if (isRejection && code === METHOD_NOT_FOUND && mayBeTopic) return []
  // No result is valid, so that the method always fails, whatever its code means elsewhere.
  if (isListed && dereference(method?.result?.schema, contract.resolve) === false) return []
  const isMissing = isMissingMethodError(error, { name: response.method, listed })
  if (isMissing && !answered?.has(response.method))
    return [about('not-implemented', `the method ${response.method}`)]
  if (code === INTERNAL_ERROR && !isListed)
    return [about('internal-error', 'any error but -32603 (internal error)')]
  if (dialect === 'public') return []
  if (isRejection)
    return code === INVALID_PARAMS ? [] : [about('error-code', String(INVALID_PARAMS))]
  if (isListed || (response.mayReject && code === INVALID_PARAMS)) return []
  return [unlisted(about('error-unlisted', ['a result', ...listed].join(' or ')), code, listed)]
}

function unlisted(finding: Remark, code: number, listed: ReadonlySet<number>): Remark {
  // A document that lists no errors makes no statement about application errors.
  const isSilent = listed.size === 0 && (code < -32768 || code > -32100)
  return {
    ...finding,
    severity: isSilent ? 'warning' : 'error',
    // The list of errors need not be complete, and an example may depend on state that this server does
    // not have. JSON-RPC reserves some codes for invalid requests, but this request was valid.
    fault: isReserved(code) && code !== INVALID_PARAMS ? 'server' : 'unclear',
  }
}

function isReserved(code: number): boolean {
  return code >= -32768 && code <= -32600
}
