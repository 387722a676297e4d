import type { Json } from '@rpcloom/rpc'
import { type OpenRpcParam, paramIssues } from '@rpcloom/rpc/internal'
import { isValid } from '@rpcloom/schema/internal'
import { trySample } from '@rpcloom/mock'
import type { Contract, ContractMethod } from '../types.ts'

export type ParamValues = Readonly<Record<string, Json>>

interface Impossible {
  readonly kind: 'impossible'
  readonly reason: string
}

export type ParamsResult = { readonly kind: 'params'; readonly params: ParamValues } | Impossible

/**
 * Returns the default params of a call: the params of the first example, or else params generated from the
 * schemas.
 */
export function baseParams(contract: Contract, method: ContractMethod): ParamsResult {
  const first = method.pairings.find(
    ({ params }) => paramsIssue(contract, method, params) === undefined,
  )
  if (first) return { kind: 'params', params: first.params }
  return generateParams(contract, method, ({ required }) => required)
}

/**
 * Returns a value for each given param: the value from an example, or else a value generated from the schema.
 */
export function generateParams(
  contract: Contract,
  method: ContractMethod,
  isIncluded: (param: OpenRpcParam) => boolean,
): ParamsResult {
  const entries: (readonly [string, Json])[] = []
  for (const param of method.params.filter(isIncluded)) {
    const known = method.pairings.map((pairing) => pairing.params[param.name])
    const result = valueOf(contract, param, { known, seed: `${method.name}/${param.name}` })
    if (result.kind === 'impossible') return result
    entries.push([param.name, result.value])
  }
  // Unlike an assignment, `fromEntries` handles a param named `__proto__` correctly.
  return { kind: 'params', params: Object.fromEntries(entries) }
}

export type ValueResult =
  { readonly kind: 'value'; readonly value: Json; readonly isGenerated: boolean } | Impossible

/** Returns the first of the `known` values that is valid, or else a generated value. */
export function valueOf(
  { resolve }: Contract,
  { name, schema }: OpenRpcParam,
  { known, seed }: { readonly known: readonly (Json | undefined)[]; readonly seed: string },
): ValueResult {
  const value = known.find((one) => one !== undefined && isValid(schema, one, { resolve }))
  if (value !== undefined) return { kind: 'value', value, isGenerated: false }
  const sampled = trySample(schema, { resolve, seed })
  return sampled.kind === 'value'
    ? { kind: 'value', value: sampled.value as Json, isGenerated: true }
    : { kind: 'impossible', reason: `cannot generate ${name}: ${sampled.reason}` }
}

/** Describes why params are invalid against the schemas of the document; returns undefined for valid params. */
export function paramsIssue(
  { resolve }: Contract,
  method: ContractMethod,
  params: ParamValues,
): string | undefined {
  const [issue] = paramIssues(method.params, params, { resolve, maxIssues: 1 })
  return issue && `${issue.pointer} ${issue.message}`
}

/** Returns params in the form to send: by position, unless the document requires names. */
export function requestParams(method: ContractMethod, params: ParamValues): Json | undefined {
  if (method.structure === 'whole') return Object.values(params)[0]
  if (method.structure === 'by-name') return Object.keys(params).length === 0 ? undefined : params
  const names = method.params.map(({ name }) => name)
  const last = names.findLastIndex((name) => Object.hasOwn(params, name))
  const inOrder = names.slice(0, last + 1)
  const hasGap = inOrder.some((name) => !Object.hasOwn(params, name))
  if (hasGap && method.structure === 'either') return params
  return inOrder.map((name) => params[name] ?? null)
}

/** Returns the default params of a call in the form to send; undefined if there are none. */
export function baseRequestParams(contract: Contract, method: ContractMethod): Json | undefined {
  const base = baseParams(contract, method)
  return base.kind === 'params' ? requestParams(method, base.params) : undefined
}

/** Returns the params without one param. Positional params after the omitted param are omitted too. */
export function withoutParam(
  method: ContractMethod,
  params: ParamValues,
  name: string,
): Json | undefined {
  // More servers support positional params than named params.
  if (method.structure !== 'by-name') {
    const index = method.params.findIndex((param) => param.name === name)
    return method.params.slice(0, index).map((param) => params[param.name] ?? null)
  }
  // An empty object shows the omission more clearly than a request without `params`.
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== name))
}
