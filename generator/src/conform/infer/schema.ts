import { type Summary, together } from './summary.ts'

/** A JSON Schema as plain JSON. */
export type InferredSchema = Readonly<Record<string, unknown>>

/** Number of different strings that a pattern has to match before it is written. */
const LEAST_TEXTS = 3

/**
 * Returns a schema that all values of a summary are valid against. `x-inferred` says how many values were seen, and
 * how many of them were null. A pattern is written only if at least three different strings match it.
 */
export function schemaOf(summary: Summary): InferredSchema {
  const { count, types } = summary
  const nulls = types.get('null') ?? 0
  const names = typeNames(types)
  const format = names.includes('integer') ? bigFormat(summary) : undefined
  return {
    ...(names.length > 0 && { type: names.length === 1 ? names[0] : names }),
    ...(format !== undefined && { format }),
    // Beside the format of an integer, a pattern would be one of integers that are written as strings.
    ...(names.includes('string') && format === undefined && textKeywords(summary)),
    ...(summary.items && summary.items.count > 0 && { items: schemaOf(summary.items) }),
    ...(types.has('object') && objectKeywords(summary)),
    'x-inferred': { values: count, ...(nulls > 0 && { nulls }) },
  }
}

/** Returns the types, with null last. Integers are numbers if there were other numbers. */
function typeNames(types: Summary['types']): readonly string[] {
  const names = [...types.keys()].filter(
    (name) => name !== 'null' && !(name === 'integer' && types.has('number')),
  )
  return [...names.toSorted(), ...(types.has('null') ? ['null'] : [])]
}

/** Formats by which integers become bigints, with their ranges. */
const bigFormats: readonly (readonly [string, least: bigint, most: bigint])[] = [
  ['uint64', 0n, 2n ** 64n],
  ['uint256', 0n, 2n ** 256n],
  ['int64', -(2n ** 63n), 2n ** 63n],
  ['int256', -(2n ** 255n), 2n ** 255n],
]

/** Integers that a double cannot represent get the smallest format for all of them, if there is one. */
function bigFormat({ least, most }: Summary): string | undefined {
  const isSafe = least >= BigInt(Number.MIN_SAFE_INTEGER) && most <= BigInt(Number.MAX_SAFE_INTEGER)
  return isSafe ? undefined : bigFormats.find(([, start, end]) => start <= least && most < end)?.[0]
}

function textKeywords({ texts, forms: [form] }: Summary): InferredSchema {
  return form && texts.size >= LEAST_TEXTS ? { pattern: form.pattern } : {}
}

/** Forms of names that are values, such as addresses, hashes and heights. */
const valueNames = [/^0x[0-9a-fA-F]+$/, /^[0-9a-fA-F]{64}$/, /^[0-9]+$/]

/** Members that every object had are required. Objects with very many names, or with names that are values, are maps. */
function objectKeywords({ members, types, others }: Summary): InferredSchema {
  const names = [...members.keys()]
  const isMap =
    names.length >= LEAST_TEXTS && valueNames.some((form) => names.every((name) => form.test(name)))
  if (isMap || others)
    return {
      additionalProperties: schemaOf(together([...members.values(), ...(others ? [others] : [])])),
    }
  const objects = types.get('object') ?? 0
  const required = [...members].filter(([, { count }]) => count === objects).map(([name]) => name)
  return {
    // Unlike an assignment, `fromEntries` handles a member named `__proto__` correctly.
    properties: Object.fromEntries(
      [...members].map(([name, member]) => [name, schemaOf(member)] as const),
    ),
    ...(required.length > 0 && { required }),
  }
}
