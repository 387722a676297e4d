import { groups } from '@native-node/server'
import { contractCases, contractsOf } from '@rpcloom/conform'
import { described, paramsOf } from './service.ts'
import type { Described } from './service.ts'
import { faults } from '../project/openrpc/oracle.ts'
import type { Json } from '../project/openrpc/files.ts'

/** A call with one param that does not fit, made from the document and an example. */
export interface Refused {
  readonly entry: Described
  readonly param: string
  readonly why: 'missing' | 'wrong type' | 'out of range'
  /** As they go on the wire. */
  readonly params: unknown
}

/** Where no notification can follow, a subscription is refused before its params are looked at. */
export const forSockets: readonly Described[] = described.filter(({ method, group }) =>
  group.methods.some(
    ({ name, subscription }) =>
      subscription && (name === method.name || subscription.unsubscribe === method.name),
  ),
)

/** Every param of every method: left out, of a wrong type, out of its range. */
export const refused: readonly Refused[] = (await contractsOf(groups)).flatMap((contract) =>
  contractCases(contract, { allowWrites: true }).flatMap((one): readonly Refused[] => {
    const { request, expects } = one
    if (request.kind !== 'call' || expects.kind !== 'answer') return []
    const { want } = expects
    const entry = described.find(({ method }) => method.name === one.method)
    if (want.kind !== 'refusal' || entry === undefined || forSockets.includes(entry)) return []
    const { param, why } = want
    return [{ entry, param, why, params: request.call.params }]
  }),
)

/** What an outside oracle says against the value of the param; nothing for one that is only missing. */
export function faultsOf({ entry, param, params }: Refused): readonly string[] {
  const schema = paramsOf(entry).find(({ name }) => name === param)?.schema
  const value: unknown = Array.isArray(params)
    ? params[entry.method.order.indexOf(param)]
    : new Map(Object.entries(Object(params))).get(param)
  return schema === undefined || value === undefined ? [] : faults(schema, value as Json)
}
