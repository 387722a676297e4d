import { groups } from '@native-node/server'
import { contractCases, contractsOf } from '@rpcloom/conform'
import { described, paramsOf } from './service.ts'
import type { Described } from './service.ts'
import { faults } from '../project/openrpc/oracle.ts'
import type { Json } from '../project/openrpc/files.ts'

/** A call with one invalid param, created from the document and an example. */
export interface Refused {
  readonly entry: Described
  readonly param: string
  readonly why: 'missing' | 'wrong type' | 'out of range'
  /** The params as sent. */
  readonly params: unknown
}

/**
 * Without a connection for notifications, a subscription is rejected before its params are
 * validated.
 */
export const forSockets: readonly Described[] = described.filter(({ method, group }) =>
  group.methods.some(
    ({ name, subscription }) =>
      subscription && (name === method.name || subscription.unsubscribe === method.name),
  ),
)

/** Calls with every param of every method omitted, of a wrong type, and out of range. */
export const refused: readonly Refused[] = (await contractsOf(groups)).flatMap((contract) =>
  contractCases(contract, { allowWrites: true }).flatMap((one): readonly Refused[] => {
    const { request, expects } = one
    if (request.kind !== 'call' || expects.kind !== 'response') return []
    const { response } = expects
    const entry = described.find(({ method }) => method.name === one.method)
    if (response.kind !== 'rejection' || entry === undefined || forSockets.includes(entry))
      return []
    const { param, misuse: why } = response
    return [{ entry, param, why, params: request.call.params }]
  }),
)

/** Returns the errors of an independent validator for the value. A missing param has none. */
export function faultsOf({ entry, param, params }: Refused): readonly string[] {
  const schema = paramsOf(entry).find(({ name }) => name === param)?.schema
  const value: unknown = Array.isArray(params)
    ? params[entry.method.order.indexOf(param)]
    : new Map(Object.entries(Object(params))).get(param)
  return schema === undefined || value === undefined ? [] : faults(schema, value as Json)
}
