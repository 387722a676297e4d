import type { Json } from '@rpcloom/rpc'
import { checkSchema } from '@rpcloom/rpc/schema'
import { trySample } from '@rpcloom/mock'
import type { Contract, ContractMethod, ContractParam } from '../types.ts'

export type ParamValues = Readonly<Record<string, Json>>

/** Params of a call, and where they come from. */
export interface Given {
  readonly params: ParamValues
  /** Some value is no example of the document. */
  readonly isMade: boolean
}

/** Params by name, or why there are none. */
export type Made =
  ({ readonly kind: 'params' } & Given) | { readonly kind: 'impossible'; readonly reason: string }

/** The params that a call begins with: those of the first example, else made from the schemas. */
export function baseParams(contract: Contract, method: ContractMethod): Made {
  const first = method.pairings.find(
    ({ params }) => misfitOf(contract, method, params) === undefined,
  )
  if (first) return { kind: 'params', params: first.params, isMade: false }
  return makeParams(contract, method, ({ required }) => required)
}

/** Params of those that are asked for: an example's value where there is one, else one that fits the schema. */
export function makeParams(
  contract: Contract,
  method: ContractMethod,
  isWanted: (param: ContractParam) => boolean,
): Made {
  const params: Record<string, Json> = {}
  let isMade = method.pairings.length !== 1
  for (const param of method.params.filter(isWanted)) {
    const known = method.pairings
      .map(({ params: given }) => given[param.name])
      .find((value) => value !== undefined && fits(contract, param, value))
    if (known !== undefined) {
      params[param.name] = known
      continue
    }
    isMade = true
    const seed = `${method.wire}/${param.name}`
    const sampled = trySample(param.schema, { resolve: contract.resolve, seed })
    if (sampled.kind !== 'value') {
      return { kind: 'impossible', reason: `no value for ${param.name}: ${sampled.reason}` }
    }
    params[param.name] = sampled.value as Json
  }
  return { kind: 'params', params, isMade }
}

/** Why params of an example are none that the document itself allows; undefined where they are. */
export function misfitOf(
  contract: Contract,
  method: ContractMethod,
  params: ParamValues,
): string | undefined {
  for (const param of method.params) {
    const value = Object.hasOwn(params, param.name) ? params[param.name] : undefined
    if (value === undefined && param.required) return `${param.name} is missing`
    if (value !== undefined && !fits(contract, param, value)) return `${param.name} does not fit`
  }
  return undefined
}

function fits({ resolve }: Contract, { schema }: ContractParam, value: Json): boolean {
  return checkSchema(schema, value, { resolve, maxIssues: 1 }).length === 0
}

/** Params as they go on the wire: by position unless the document asks for names. */
export function wireParams(method: ContractMethod, params: ParamValues): Json | undefined {
  if (method.structure === 'by-name') return Object.keys(params).length === 0 ? undefined : params
  const names = method.params.map(({ name }) => name)
  const last = names.findLastIndex((name) => Object.hasOwn(params, name))
  const inOrder = names.slice(0, last + 1)
  const hasGap = inOrder.some((name) => !Object.hasOwn(params, name))
  if (hasGap && method.structure === 'either') return params
  return inOrder.map((name) => params[name] ?? null)
}

/** The params without one: by position only what stands at the end can be missing, so that goes with it. */
export function withoutParam(
  method: ContractMethod,
  params: ParamValues,
  name: string,
): Json | undefined {
  // Where both forms are allowed, the one that every server takes shows more.
  if (method.structure !== 'by-name') {
    const at = method.params.findIndex((param) => param.name === name)
    return method.params.slice(0, at).map((param) => params[param.name] ?? null)
  }
  // An empty object says more plainly than nothing that the param is left out.
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== name))
}
