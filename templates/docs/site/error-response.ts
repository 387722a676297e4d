import type { Json } from 'rpcloom/model'
import { trySample } from '@rpcloom/mock'
import { isRecord } from '@rpcloom/rpc'
import { jsonBlock, type Leaf } from '../page/leaf.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { sampleBudget, shortened } from './shortened.ts'

/** Returns the response with the first error that a method lists, as a generated server sends it. */
export function errorResponse(context: SiteContext, member: Member): Leaf | undefined {
  const [first] = member.method.errors
  if (first === undefined) return undefined
  const { code, message, reason } = first
  const data = withReason(reason, dataOf(context, member))
  const error = { code, message, ...(data === undefined ? {} : { data }) }
  return jsonBlock({ jsonrpc: '2.0', id: 1, error })
}

/** Returns the data of the first error: its value in the document, or one that is valid for its schema. */
function dataOf({ bundles }: SiteContext, { group, method }: Member): Json | undefined {
  const { resolve, methods } = bundles.of(group)
  const [first] = method.errors
  const declared = methods.get(method.name)?.errors[0]?.json['data']
  if (declared === undefined || first?.dataSchema === undefined) return declared
  const sampled = trySample(declared, { resolve, seed: method.name, budget: sampleBudget })
  return sampled.kind === 'value' ? shortened(sampled.value as Json) : undefined
}

/** Adds the reason as servers do: data that is not an object stays as it is. */
function withReason(reason: string | undefined, data: Json | undefined): Json | undefined {
  if (reason === undefined) return data
  if (data === undefined || data === null) return { reason }
  return isRecord(data) ? { reason, ...data } : data
}
