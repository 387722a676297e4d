import { type Members, type OpenRpcMethod } from '@rpcloom/rpc/internal'
import {
  canonicalText,
  dereference,
  ownStructure,
  recordOf,
  type Resolve,
} from '@rpcloom/schema/internal'
import { normalize, normalizeParams } from './normalize.ts'

/**
 * Returns the schema of a result for the given params: the alternative whose `x-when` matches them, or else the
 * schema of all results.
 */
export function resultSchema(
  { result, params: described }: OpenRpcMethod,
  params: Members,
  resolve: Resolve,
): unknown {
  const { choices } = ownStructure(dereference(result?.schema, resolve))
  const options = choices.flatMap((choice) => choice.options.map(({ json }) => json))
  const conditional = options.filter((option) => Object.hasOwn(recordOf(option), 'x-when'))
  if (conditional.length === 0) return result?.schema
  const sent = normalizeParams(params, described, resolve)
  const isValue = (name: string, value: unknown): boolean => {
    const schema = described.find((param) => param.name === name)?.schema
    return canonicalText(normalize(value, schema, resolve)) === canonicalText(sent[name])
  }
  const matching = conditional.find((option) =>
    Object.entries(recordOf(recordOf(option)['x-when'])).every(([name, values]) =>
      [values].flat().some((value) => isValue(name, value)),
    ),
  )
  return matching ?? result?.schema
}
