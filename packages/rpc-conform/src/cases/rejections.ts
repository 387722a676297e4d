import type { Json } from '@rpcloom/rpc'
import type { ContractCase, Misuse } from '../types.ts'
import { callCase, type Subject } from './calls.ts'
import { baseParams, requestParams, withoutParam } from './params.ts'
import { ofWrongType, outOfRange } from './wrong-values.ts'

/**
 * Returns calls with invalid params. In each call, one param is omitted, has a wrong type or is out of range.
 */
export function rejectionCases(subject: Subject): readonly ContractCase[] {
  const { contract, method } = subject
  const { resolve } = contract
  const isWhole = method.structure === 'whole'
  // The params of a request are an object or an array.
  const accepts = (value: unknown): boolean => !isWhole || typeof value === 'object'
  const base = baseParams(contract, method)
  if (base.kind === 'impossible') return []
  return method.params.flatMap(({ name, required, schema }) => {
    const rejection = (misuse: Misuse, params: Json | undefined): ContractCase =>
      callCase(subject, {
        name: `param ${name}: ${misuse}`,
        params,
        response: { kind: 'rejection', method: method.name, param: name, misuse },
      })
    const withValue = (misuse: Misuse, value: unknown): readonly ContractCase[] => {
      if (value === undefined) return []
      const params = { ...base.params, [name]: value as Json }
      return [rejection(misuse, requestParams(method, params))]
    }
    return [
      // All params together can only be missing if one of them is required.
      ...(required && !isWhole
        ? [rejection('missing', withoutParam(method, base.params, name))]
        : []),
      ...withValue('wrong type', ofWrongType(schema, resolve, accepts)),
      ...withValue('out of range', outOfRange(schema, resolve, accepts)),
    ]
  })
}
