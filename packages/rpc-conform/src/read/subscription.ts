import type { ContractKind, ContractSubscription } from '../types.ts'
import { listOf, recordOf, textOf } from '@rpcloom/rpc/internal'
import { paramOf } from './params.ts'

type Members = Readonly<Record<string, unknown>>

/** Reads `x-subscription` of a method. */
export function subscriptionOf(
  method: Members,
  { document, deref }: { readonly document: Members; readonly deref: (value: unknown) => unknown },
): ContractSubscription | undefined {
  const said = recordOf(method['x-subscription'])
  const notification = textOf(said['notification'])
  const wire = textOf(said['unsubscribe'])
  if (notification === undefined || wire === undefined) return undefined
  const methods = listOf(document['methods']).map(deref).map(recordOf)
  const end = recordOf(methods.find(({ name }) => name === wire))
  const [first] = listOf(end['params']).map(deref).map(paramOf)
  const isNamed = end['paramStructure'] === 'by-name' && first !== undefined
  return {
    notification,
    ...(said['inferred'] === true && { inferred: true }),
    idParam: textOf(said['idParam']) ?? 'subscription',
    payloadParam: textOf(said['payloadParam']) ?? 'result',
    ...(said['single'] === true && { single: true }),
    end: { method: wire, ...(isNamed && { param: first.name }) },
    kinds: listOf(said['kinds']).flatMap((kind) => {
      const own = said['single'] === true ? { params: method['params'] } : {}
      return kindOf({ ...recordOf(kind), ...own }, deref)
    }),
  }
}

function kindOf(
  { name, params, payload = true }: Members,
  deref: (value: unknown) => unknown,
): readonly ContractKind[] {
  if (typeof name !== 'string') return []
  return [{ name, params: listOf(params).map(deref).map(paramOf), payload }]
}
