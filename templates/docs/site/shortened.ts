import { jsonText } from 'rpcloom/codegen'
import type { ExamplePairing, Json, JsonObject } from 'rpcloom/model'
import { isJsonObject } from './schema-member.ts'

/** Search budget of the sampler for the example of a page. */
export const sampleBudget = 4000
/** Longer strings in results are truncated. */
const longestText = 1000
/** Limit for strings in params, which readers copy: a signed transaction may be this long. */
const longestParam = 8000
/** Maximum length of a result as JSON text. In longer results, lists are truncated. */
const longestAnswer = 8000
/** Number of items shown of truncated lists. */
const fewItems = 5

/** Returns an example pairing with its long values truncated. */
export function shownPairing(pairing: ExamplePairing): ExamplePairing {
  const { params, positional, result } = pairing
  const short = (value: Json): Json => withShortTexts(value, longestParam)
  return {
    ...pairing,
    params: Object.fromEntries(Object.entries(params).map(([name, one]) => [name, short(one)])),
    positional: positional.map(short),
    ...(result !== undefined && { result: { ...result, value: shortened(result.value) } }),
  }
}

/** Truncates long strings in results, and lists in long results, which would dominate the page. */
export function shortened(value: Json): Json {
  const short = withShortTexts(value, longestText)
  return jsonText(short).length > longestAnswer ? withShortLists(short) : short
}

function withShortLists(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    const left = items.length - fewItems
    if (left < 2) return items.map(withShortLists)
    return [...items.slice(0, fewItems).map(withShortLists), `… (${left} more)`]
  }
  return isJsonObject(value) ? mapMembers(value, withShortLists) : value
}

function withShortTexts(value: Json, longest: number): Json {
  if (typeof value === 'string' && value.length > longest) {
    return `${value.slice(0, longest / 4)}… (${value.length} characters)`
  }
  const inside = (inner: Json): Json => withShortTexts(inner, longest)
  if (Array.isArray(value)) return (value as readonly Json[]).map(inside)
  return isJsonObject(value) ? mapMembers(value, inside) : value
}

function mapMembers(value: JsonObject, change: (inner: Json) => Json): Json {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]))
}
