import type { Json, RpcErrorSpec } from 'rpcloom/model'
import { trySample } from '@rpcloom/mock'
import { isRecord } from '@rpcloom/rpc'
import { internalError, paramIssues, specDialect } from '@rpcloom/rpc/internal'
import { jsonBlock, type Leaf } from '../page/leaf.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { generatedExample } from './examples.ts'
import { sampleBudget, shortened } from './shortened.ts'

/** A response with an error, and the heading of its sample. */
export interface ErrorResponse {
  readonly title: string
  readonly response: Leaf
}

const { errors } = specDialect
/** Errors that a generated server sends without a handler that throws them. They have no reason. */
const own = [errors.parse(''), errors.batch(), errors.method(''), internalError]

/** Returns the response with an error that a method lists, as a generated server sends it. */
export function errorResponse(
  context: SiteContext,
  member: Member,
  error: RpcErrorSpec,
): ErrorResponse {
  const { code, message, reason } = error
  const refused = refusedParams(context, member, error)
  if (refused !== undefined) return responseOf('Error response', refused)
  const { data, isSampled } = dataOf(context, member, error)
  const isOwn = own.some((one) => one.code === code && one.message === message)
  const sent = isOwn ? data : withReason(reason, data)
  const title = isSampled ? 'Error response, data generated from the schema' : 'Error response'
  return responseOf(title, { code, message, ...(sent !== undefined && { data: sent }) })
}

function responseOf(title: string, error: object): ErrorResponse {
  return { title, response: jsonBlock({ jsonrpc: '2.0', id: 1, error }) }
}

/** Values of different types, of which at least one is invalid for most params. */
const wrongValues: readonly Json[] = ['x', -1, true]

/**
 * Returns the error for invalid params that a generated server sends, if the document lists it. Returns undefined if no
 * params are invalid.
 */
function refusedParams(
  context: SiteContext,
  member: Member,
  { code, reason }: RpcErrorSpec,
): object | undefined {
  const wanted = errors.params([])
  if (code !== wanted.code || !isRecord(wanted.data) || reason !== wanted.data['reason'])
    return undefined
  const { resolve, methods } = context.bundles.of(member.group)
  const params = methods.get(member.method.name)?.params ?? []
  const given = (member.method.examples[0] ?? generatedExample(context, member)).params
  for (const { name } of params) {
    for (const value of wrongValues) {
      const issues = paramIssues(params, { ...given, [name]: value }, { resolve, maxIssues: 1 })
      if (issues.length > 0) return errors.params(issues)
    }
  }
  return undefined
}

interface ErrorData {
  readonly data: Json | undefined
  readonly isSampled: boolean
}

/** Returns the data of an error: its value in the document, or one that is valid for its schema. */
function dataOf(
  { bundles }: SiteContext,
  { group, method }: Member,
  error: RpcErrorSpec,
): ErrorData {
  const { resolve, methods } = bundles.of(group)
  const declared = methods.get(method.name)?.errors[method.errors.indexOf(error)]?.json['data']
  if (declared === undefined || error.dataSchema === undefined)
    return { data: declared, isSampled: false }
  const sampled = trySample(declared, { resolve, seed: method.name, budget: sampleBudget })
  return sampled.kind === 'value'
    ? { data: shortened(sampled.value as Json), isSampled: true }
    : { data: undefined, isSampled: false }
}

/** Adds the reason as servers do: data that is not an object stays as it is. */
function withReason(reason: string | undefined, data: Json | undefined): Json | undefined {
  if (reason === undefined) return data
  if (data === undefined || data === null) return { reason }
  return isRecord(data) ? { reason, ...data } : data
}
