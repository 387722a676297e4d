import { listOf, recordOf, stringOf } from '@rpcloom/schema/json'
import type { Deref, Members, OpenRpcMethod, OpenRpcParam } from './types.ts'

/** Reads content descriptors. A param without a name is named by its position, such as `param1`. */
export function paramsOf(params: unknown, deref: Deref): readonly OpenRpcParam[] {
  return listOf(params).map((entry, index) => {
    const json = recordOf(deref(entry))
    const { required, schema = true } = json
    return { name: nameOf(json) ?? `param${index + 1}`, json, required: required === true, schema }
  })
}

/** Returns the form in which params are sent. Params without names can only be sent by position. */
export function structureOf(
  { paramStructure, params }: Members,
  deref: Deref,
): OpenRpcMethod['structure'] {
  if (paramStructure === 'by-name' || paramStructure === 'by-position') return paramStructure
  return listOf(params)
    .map(deref)
    .every((one) => nameOf(one) !== undefined)
    ? 'either'
    : 'by-position'
}

function nameOf(descriptor: unknown): string | undefined {
  return stringOf(recordOf(descriptor)['name'])
}
