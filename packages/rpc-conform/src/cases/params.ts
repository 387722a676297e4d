import type { Json } from '@rpcloom/rpc'
import { type OpenRpcParam, paramIssues } from '@rpcloom/rpc/internal'
import { checkSchema } from '@rpcloom/rpc/schema'
import { trySample } from '@rpcloom/mock'
import type { Contract, ContractMethod } from '../types.ts'

export type ParamValues = Readonly<Record<string, Json>>

/** Params of a call, and whether they were generated. */
export interface CallParams {
  readonly params: ParamValues
  /** Whether any value was generated rather than taken from an example. */
  readonly isGenerated: boolean
}

/** Params by name, or the reason why there are none. */
export type ParamsResult =
  ({ readonly kind: 'params' } & CallParams) | { readonly kind: 'impossible'; readonly reason: string }

/** Returns the default params of a call: those of the first example, or else generated from the schemas. */
export function baseParams(contract: Contract, method: ContractMethod): ParamsResult {
  const first = method.pairings.find(
    ({ params }) => paramsIssue(contract, method, params) === undefined,
  )
  if (first) return { kind: 'params', params: first.params, isGenerated: false }
  return generateParams(contract, method, ({ required }) => required)
}

/** Returns values for some params. Each is taken from an example, or else generated from the schema. */
export function generateParams(
  contract: Contract,
  method: ContractMethod,
  isWanted: (param: OpenRpcParam) => boolean,
): ParamsResult {
  const params: Record<string, Json> = {}
  let isGenerated = method.pairings.length !== 1
  for (const param of method.params.filter(isWanted)) {
    const known = method.pairings.map(({ params: given }) => given[param.name])
    const made = valueOf(contract, param, { known, seed: `${method.name}/${param.name}` })
    if (made.kind === 'impossible') return made
    params[param.name] = made.value
    isGenerated ||= made.isGenerated
  }
  return { kind: 'params', params, isGenerated }
}

/** A value of a param, or the reason why there is none. */
export type ValueResult =
  | { readonly kind: 'value'; readonly value: Json; readonly isGenerated: boolean }
  | { readonly kind: 'impossible'; readonly reason: string }

/** Returns the first known value that is valid, or else a generated one. */
export function valueOf(
  { resolve }: Contract,
  { name, schema }: OpenRpcParam,
  { known, seed }: { readonly known: readonly (Json | undefined)[]; readonly seed: string },
): ValueResult {
  const value = known.find(
    (one) => one !== undefined && checkSchema(schema, one, { resolve, maxIssues: 1 }).length === 0,
  )
  if (value !== undefined) return { kind: 'value', value, isGenerated: false }
  const sampled = trySample(schema, { resolve, seed })
  return sampled.kind === 'value'
    ? { kind: 'value', value: sampled.value as Json, isGenerated: true }
    : { kind: 'impossible', reason: `cannot generate ${name}: ${sampled.reason}` }
}

/**
 * Returns why the params of an example are invalid against the schemas of the same document; undefined if
 * they are valid.
 */
export function paramsIssue(
  contract: Contract,
  method: ContractMethod,
  params: ParamValues,
): string | undefined {
  const { resolve } = contract
  const [issue] = paramIssues(method.params, params, { resolve, maxIssues: 1 })
  return issue && `${issue.pointer} ${issue.message}`
}

/** Returns params in the form to send: by position, unless the document requires names. */
export function requestParams(method: ContractMethod, params: ParamValues): Json | undefined {
  if (method.structure === 'by-name') return Object.keys(params).length === 0 ? undefined : params
  const names = method.params.map(({ name }) => name)
  const last = names.findLastIndex((name) => Object.hasOwn(params, name))
  const inOrder = names.slice(0, last + 1)
  const hasGap = inOrder.some((name) => !Object.hasOwn(params, name))
  if (hasGap && method.structure === 'either') return params
  return inOrder.map((name) => params[name] ?? null)
}

/** Returns params without one of them. By position, the ones after it must be omitted as well. */
export function withoutParam(
  method: ContractMethod,
  params: ParamValues,
  name: string,
): Json | undefined {
  // If a method accepts both forms, more servers support positional params.
  if (method.structure !== 'by-name') {
    const at = method.params.findIndex((param) => param.name === name)
    return method.params.slice(0, at).map((param) => params[param.name] ?? null)
  }
  // An empty object shows the omission more clearly than no params.
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== name))
}
