import type { Json } from '@rpcloom/rpc'
import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import type { ContractCase, Misuse } from '../types.ts'
import { callCase, type Subject } from './calls.ts'
import { baseParams, type ParamValues, requestParams, withoutParam } from './params.ts'
import { ofWrongType, outOfRange } from './wrong-values.ts'

/** Returns calls with invalid params. In each, one param is omitted, has a wrong type or is out of range. */
export function rejectionCases(subject: Subject): readonly ContractCase[] {
  const { contract, method } = subject
  const base = baseParams(contract, method)
  if (base.kind === 'impossible') return []
  return method.params.flatMap((param) => rejectionsOf(subject, param, base.params))
}

function rejectionsOf(
  subject: Subject,
  param: OpenRpcParam,
  base: ParamValues,
): readonly ContractCase[] {
  const { contract, method } = subject
  const { name, required, schema } = param
  const rejection = (why: Misuse, params: Json | undefined): ContractCase => {
    const want = { kind: 'rejection', method: method.name, param: name, why } as const
    return callCase(subject, { name: `param ${name}: ${why}`, params, want })
  }
  const replaced = (why: Misuse, value: unknown): readonly ContractCase[] =>
    value === undefined
      ? []
      : [rejection(why, requestParams(method, { ...base, [name]: value as Json }))]
  return [
    ...(required ? [rejection('missing', withoutParam(method, base, name))] : []),
    ...replaced('wrong type', ofWrongType(schema, contract.resolve)),
    ...replaced('out of range', outOfRange(schema, contract.resolve)),
  ]
}
