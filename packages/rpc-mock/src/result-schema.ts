import { type Members, type OpenRpcMethod } from '@rpcloom/rpc/internal'
import {
  canonicalText,
  conjunctionOf,
  dereference,
  isAnnotation,
  ownStructure,
  recordOf,
  type Resolve,
  type SchemaObject,
  unionOf,
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
  const conditional = ownStructure(target).choices.flatMap(({ keyword, options }) => {
    const those = options.map(({ json }) => json).filter(hasCondition)
    return those.length === 0 ? [] : [{ keyword, options: those }]
  })
  if (conditional.length === 0) return result?.schema
  const sent = normalizeParams(params, described, resolve)
  const isValue = (name: string, value: unknown): boolean => {
    const schema = described.find((param) => param.name === name)?.schema
    return canonicalText(normalize(value, schema, resolve)) === canonicalText(sent[name])
  }
  const matches = (option: unknown): boolean =>
    Object.entries(recordOf(recordOf(option)['x-when'])).every(([name, values]) =>
      [values].flat().some((value) => isValue(name, value)),
    )
  for (const { keyword, options } of conditional) {
    const matching = options.filter(matches)
    if (matching.length > 0) return chosenFrom(recordOf(target), keyword, matching)
  }
  return result?.schema
}

function hasCondition(option: unknown): boolean {
  return Object.hasOwn(recordOf(option), 'x-when')
}

/** Returns a schema with some of its alternatives only. */
function chosenFrom(
  schema: SchemaObject,
  keyword: string,
  alternatives: readonly unknown[],
): unknown {
  const { [keyword]: _choice, ...base } = schema
  const chosen = unionOf(alternatives)
  const isAlone = Object.keys(base).every((name) => name === 'nullable' || isAnnotation(name))
  return conjunctionOf(isAlone ? [chosen] : [base, chosen])
}
