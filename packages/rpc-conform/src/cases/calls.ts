import type { Json } from '@rpcloom/rpc'
import type { CallMessage, Contract, ContractCase, ContractMethod, ExpectedResponse } from '../types.ts'
import {
  type CallParams,
  type ParamsResult,
  generateParams,
  paramsIssue,
  type ParamValues,
  requestParams,
} from './params.ts'

/** The data from which the cases of a method are generated. */
export interface Subject {
  readonly contract: Contract
  readonly method: ContractMethod
}

/** The ID of single calls. It is a string that a server cannot return by chance. */
const id = 'rpcloom-1'

/** Returns a request without `params` if they are `undefined`. */
export function messageOf(
  method: string,
  params: Json | undefined,
  own?: string | number,
): CallMessage {
  return {
    jsonrpc: '2.0',
    ...(own !== undefined && { id: own }),
    method,
    ...(params !== undefined && { params }),
  }
}

/** Returns a case with a single call. */
export function callCase(
  { contract, method }: Subject,
  {
    name,
    params,
    want,
  }: { readonly name: string; readonly params: Json | undefined; readonly want: ExpectedResponse },
): ContractCase {
  const path = method.path ?? contract.path
  return {
    group: contract.group,
    method: method.name,
    name,
    request: { kind: 'call', path, call: messageOf(method.name, params, id) },
    expects: { kind: 'response', id, want },
  }
}

/** Gives a call an ID of its own. */
export function withOwnId(one: ContractCase, index: number): ContractCase {
  const { request, expects } = one
  if (request.kind !== 'call' && request.kind !== 'subscription') return one
  if (expects.kind !== 'response' && expects.kind !== 'events') return one
  // A different ID belongs to a case that tests IDs, and is kept.
  if (request.call.id !== id) return one
  const own = `rpcloom-${index + 1}`
  return {
    ...one,
    request: { ...request, call: { ...request.call, id: own } },
    expects: { ...expects, id: own },
  }
}

const requiredOnly = 'required params only'

/** Returns the calls that must succeed, or fail with an error that the document lists. */
export function callCases(subject: Subject): readonly ContractCase[] {
  const { contract, method } = subject
  const required = generateParams(contract, method, (param) => param.required)
  const full = generateParams(contract, method, () => true)
  return distinct([
    ...method.pairings.flatMap((pairing) => exampleCases(subject, pairing)),
    generatedCase(subject, requiredOnly, required),
    ...(method.params.every((param) => param.required)
      ? []
      : [generatedCase(subject, 'all params', full)]),
    ...(required.kind === 'params' ? extraCase(subject, required) : []),
  ])
}

/**
 * Returns a case for each example. Those that contradict their own document are skipped, since no server can
 * comply.
 */
function exampleCases(
  subject: Subject,
  pairing: ContractMethod['pairings'][number],
): readonly ContractCase[] {
  const { method } = subject
  const want: ExpectedResponse = {
    kind: 'result',
    method: method.name,
    mayReject: false,
    ...(pairing.result && { example: pairing.result }),
  }
  const issue = paramsIssue(subject.contract, method, pairing.params)
  const skip =
    issue === undefined ? {} : { skip: `the example is not valid against the schema: ${issue}` }
  const given = {
    ...callCase(subject, {
      name: `example: ${pairing.name}`,
      params: requestParams(method, pairing.params),
      want,
    }),
    ...skip,
  }
  if (method.structure !== 'either' || Object.keys(pairing.params).length === 0) return [given]
  // The method accepts params by position and by name.
  const named = { name: `example by name: ${pairing.name}`, params: pairing.params, want }
  return [given, { ...callCase(subject, named), ...skip, sameByPosition: given.name }]
}

function generatedCase(subject: Subject, name: string, made: ParamsResult): ContractCase {
  const { method } = subject
  const want = { kind: 'result', method: method.name, mayReject: true } as const
  const params = made.kind === 'params' ? requestParams(method, made.params) : undefined
  const skip = made.kind === 'params' ? {} : { skip: made.reason }
  return { ...callCase(subject, { name, params, want }), ...skip }
}

/** Returns a case with an unknown param. A server may treat it in any way but must respond. */
function extraCase(subject: Subject, { params }: CallParams): readonly ContractCase[] {
  const { method } = subject
  if (method.structure === 'by-position') return []
  const extended: ParamValues = { ...params, rpcloomUnknownParam: true }
  const want = { kind: 'result', method: method.name, mayReject: true } as const
  const one = callCase(subject, { name: 'an unknown param', params: extended, want })
  return [method.structure === 'either' ? { ...one, sameByPosition: requiredOnly } : one]
}

/** Numbers the cases of examples with the same name. */
function distinct(cases: readonly ContractCase[]): readonly ContractCase[] {
  const seen = new Map<string, number>()
  return cases.map((one) => {
    const count = (seen.get(one.name) ?? 0) + 1
    seen.set(one.name, count)
    if (count === 1) return one
    const { name, sameByPosition } = one
    return {
      ...one,
      name: `${name} (${count})`,
      ...(sameByPosition !== undefined && { sameByPosition: `${sameByPosition} (${count})` }),
    }
  })
}
