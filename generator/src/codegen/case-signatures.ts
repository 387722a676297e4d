import { annotationOf, resolveType } from '../model/lookup.ts'
import type { Scalar } from '../json/types.ts'
import type { Api, Method, Param, ResultCase } from '../model/types.ts'
import { caseDoc } from './method-doc.ts'
import { typeNode, unionOf } from './model-type.ts'
import { memberName, scalarLiteral } from './quote.ts'
import { hasNumberFormat } from './needs-codec.ts'
import type { Scope } from './scope.ts'
import { callArguments, isPaged, isPositional } from './signature.ts'
import {
  type Argument,
  intersectionOf,
  literalType,
  objectType,
  type TypeCode,
} from './type-node.ts'

/** Arguments of a call and the alternative of the result that it returns. */
interface CaseSignature {
  readonly arguments: readonly Argument[]
  /** Type of a result that is not absent. */
  readonly result: TypeCode
  readonly doc: string
}

/**
 * Returns the signatures of calls whose arguments determine the alternative of the result (`x-when`), to be
 * overloads before the signature of all other calls.
 */
export function caseSignatures(
  api: Api,
  method: Method,
  scope: Pick<Scope, 'type' | 'format' | 'memberDoc'>,
): readonly CaseSignature[] {
  if (isPaged(method)) return []
  // The values of `x-when` are those that are sent.
  const isSentAsGiven = ({ param: name }: ResultCase['when'][number]): boolean =>
    method.params.some((param) => param.name === name && !hasNumberFormat(api, param.type))
  return (method.result?.cases ?? [])
    .filter(({ when }) => when.every(isSentAsGiven))
    .map((one) => ({
      arguments: caseArguments(api, method, { when: one.when, scope }),
      result: typeNode(one.type, { form: 'decoded', scope }),
      doc: caseDoc(method, one),
    }))
}

interface Case extends Pick<ResultCase, 'when'> {
  readonly scope: Pick<Scope, 'type' | 'format' | 'memberDoc'>
}

function caseArguments(api: Api, method: Method, { when, scope }: Case): readonly Argument[] {
  const usual = callArguments(method, scope)
  const valuesOf = new Map(when.map(({ param, values }) => [param, values]))
  const fixed = method.params.flatMap((param) => {
    const values = valuesOf.get(param.name)
    if (values === undefined) return []
    return [
      { param, type: literalsOf(api, param, values), optional: hasDefault(api, param, values) },
    ]
  })
  if (!isPositional(method)) {
    const properties = fixed.map(({ param, ...property }) => ({
      ...property,
      name: memberName(param.name),
    }))
    return usual.map((params) => ({
      ...params,
      type: intersectionOf([params.type, objectType({ properties })]),
      optional: params.optional === true && properties.every(({ optional }) => optional),
    }))
  }
  const last = method.params.findLastIndex((param) =>
    fixed.some((one) => one.param === param && !one.optional),
  )
  return usual.map((argument, index) => {
    const own = fixed.find(({ param }) => param === method.params[index])
    const type = own?.type ?? argument.type
    if (argument.optional !== true || index > last) return { ...argument, type }
    // An argument before a required one cannot be omitted, but it can be undefined.
    const isGiven = own?.optional === false
    return {
      ...argument,
      type: isGiven ? type : unionOf([type, literalType('undefined')]),
      optional: false,
    }
  })
}

/** Whether a call that omits a param means one of the values. */
function hasDefault(api: Api, param: Param, values: readonly Scalar[]): boolean {
  if (param.required) return false
  const meant = annotationOf(api, param, 'default')
  return values.some((value) => value === meant)
}

function literalsOf(api: Api, { type }: Param, values: readonly Scalar[]): TypeCode {
  const target = resolveType(api, type)
  const isBig = target.kind === 'numeric' && target.as === 'bigint'
  return unionOf(
    values.flatMap((value) => {
      const literal = scalarLiteral(value)
      if (literal === undefined) return []
      const isInteger = typeof value === 'number' && Number.isInteger(value)
      return [literal, ...(isBig && isInteger ? [`${BigInt(value)}n`] : [])].map(literalType)
    }),
  )
}
