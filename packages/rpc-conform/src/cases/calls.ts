import type { Json } from '@rpcloom/rpc'
import type {
  CallMessage,
  Contract,
  ContractCase,
  ContractMethod,
  ExpectedResponse,
} from '../types.ts'
import {
  generateParams,
  type ParamsResult,
  type ParamValues,
  paramsIssue,
  requestParams,
} from './params.ts'

export interface Subject {
  readonly contract: Contract
  readonly method: ContractMethod
}

/** The ID of single calls. It is a string that a server cannot return by chance. */
const defaultId = 'rpcloom-1'

/** Returns a request without `params` if they are `undefined`, and a notification without an ID. */
export function messageOf(
  method: string,
  params: Json | undefined,
  id?: string | number,
): CallMessage {
  return {
    jsonrpc: '2.0',
    ...(id !== undefined && { id }),
    method,
    ...(params !== undefined && { params }),
  }
}

/** Name, params and expected response of a call. A call with a reason in `skip` is not made. */
export interface CallCase {
  readonly name: string
  readonly params: Json | undefined
  readonly response: ExpectedResponse
  readonly skip?: string | undefined
}

export function callCase(
  { contract, method }: Subject,
  { name, params, response, skip }: CallCase,
): ContractCase {
  const path = method.path ?? contract.path
  return {
    group: contract.group,
    method: method.name,
    name,
    request: { kind: 'call', path, call: messageOf(method.name, params, defaultId) },
    expects: { kind: 'response', id: defaultId, response },
    ...(skip !== undefined && { skip }),
  }
}

/** Returns the case with a request ID that no other case uses. */
export function withOwnId(one: ContractCase, index: number): ContractCase {
  const { request, expects } = one
  if (request.kind !== 'call' && request.kind !== 'subscription') return one
  if (expects.kind !== 'response' && expects.kind !== 'events') return one
  // Cases that test IDs keep their own ID.
  if (request.call.id !== defaultId) return one
  const id = `rpcloom-${index + 1}`
  return {
    ...one,
    request: { ...request, call: { ...request.call, id } },
    expects: { ...expects, id },
  }
}

const requiredOnly = 'required params only'

/** Returns the calls that must succeed, or fail with an error that the document lists. */
export function callCases(subject: Subject): readonly ContractCase[] {
  const { contract, method } = subject
  const required = generateParams(contract, method, (param) => param.required)
  const full = generateParams(contract, method, () => true)
  const hasOptional = method.params.some((param) => !param.required)
  return withUniqueNames([
    ...method.pairings.flatMap((pairing) => exampleCases(subject, pairing)),
    generatedCase(subject, requiredOnly, required),
    ...(hasOptional ? [generatedCase(subject, 'all params', full)] : []),
    ...(required.kind === 'params' ? unknownParamCase(subject, required.params) : []),
  ])
}

/** Returns the reason to skip an example that contradicts its own document; undefined for a valid example. */
export function reasonToSkipExample(
  { contract, method }: Subject,
  params: ParamValues,
): string | undefined {
  const issue = paramsIssue(contract, method, params)
  return issue && `the example is not valid against the schema: ${issue}`
}

function exampleCases(
  subject: Subject,
  { name, params, result }: ContractMethod['pairings'][number],
): readonly ContractCase[] {
  const { method } = subject
  const skip = reasonToSkipExample(subject, params)
  const response: ExpectedResponse = {
    kind: 'result',
    method: method.name,
    mayReject: false,
    ...(result && { example: result }),
  }
  const example = callCase(subject, {
    name: `example: ${name}`,
    params: requestParams(method, params),
    response,
    skip,
  })
  if (method.structure !== 'either' || Object.keys(params).length === 0) return [example]
  // The method accepts params by position and by name, so the example is also sent by name.
  const byName = callCase(subject, { name: `example by name: ${name}`, params, response, skip })
  return [example, { ...byName, sameByPosition: example.name }]
}

function generatedCase(subject: Subject, name: string, generated: ParamsResult): ContractCase {
  const { method } = subject
  const response = { kind: 'result', method: method.name, mayReject: true } as const
  return generated.kind === 'params'
    ? callCase(subject, { name, params: requestParams(method, generated.params), response })
    : callCase(subject, { name, params: undefined, response, skip: generated.reason })
}

/** Returns a case with an unknown param. A server may treat it in any way but must respond. */
function unknownParamCase(subject: Subject, params: ParamValues): readonly ContractCase[] {
  const { method } = subject
  if (method.structure === 'by-position' || method.structure === 'whole') return []
  const one = callCase(subject, {
    name: 'an unknown param',
    params: { ...params, rpcloomUnknownParam: true },
    response: { kind: 'result', method: method.name, mayReject: true },
  })
  return [method.structure === 'either' ? { ...one, sameByPosition: requiredOnly } : one]
}

/** Numbers the cases of examples with the same name. */
function withUniqueNames(cases: readonly ContractCase[]): readonly ContractCase[] {
  const seen = new Map<string, number>()
  return cases.map((one) => {
    const { name, sameByPosition } = one
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    if (count === 1) return one
    const numbered = { ...one, name: `${name} (${count})` }
    return sameByPosition === undefined
      ? numbered
      : { ...numbered, sameByPosition: `${sameByPosition} (${count})` }
  })
}
