import { type Members, type OpenRpcMethod } from '@rpcloom/rpc/internal'
import {
  canonicalText,
  conjunctionOf,
  dereference,
  isAnnotation,
  ownStructure,
  recordOf,
  type Resolve,
} from '@rpcloom/schema/internal'
import { normalize, normalizeParams } from './normalize.ts'

/**
 * Returns the schema of a result for the given params: the alternatives whose `x-when` matches them, with the constraints
 * beside the alternatives, or else the schema of all results.
 */
export function resultSchema(
  { result, params: described }: OpenRpcMethod,
  params: Members,
  resolve: Resolve,
): unknown {
  const target = dereference(result?.schema, resolve)
  const sent = normalizeParams(params, described, resolve)
  const isValue = (name: string, value: unknown): boolean => {
    const schema = described.find((param) => param.name === name)?.schema
    return canonicalText(normalize(value, schema, resolve)) === canonicalText(sent[name])
  }
  const matches = (option: unknown): boolean =>
    Object.hasOwn(recordOf(option), 'x-when') &&
    Object.entries(recordOf(recordOf(option)['x-when'])).every(([name, values]) =>
      [values].flat().some((value) => isValue(name, value)),
    )
  for (const { keyword, options } of ownStructure(target).choices) {
    const matching = options.map(({ json }) => json).filter(matches)
    if (matching.length === 0) continue
    const [option] = matching
    const { [keyword]: _choice, ...base } = recordOf(target)
    const chosen = matching.length === 1 ? option : { anyOf: matching }
    const isAlone = Object.keys(base).every((name) => name === 'nullable' || isAnnotation(name))
    return conjunctionOf(isAlone ? [chosen] : [base, chosen])
  }
  return result?.schema
}
