import { isObject, jsonText } from 'rpcloom/codegen'
import type { ExamplePairing, Json, JsonObject } from 'rpcloom/model'
import type { Leaf } from '../page/leaf.ts'

/** Search budget of the sampler for a single example. */
export const sampleBudget = 4000
const longestText = 1000
/**
 * Maximum length of strings in params. Readers copy params, and a signed transaction may be this
 * long.
 */
const longestParam = 8000
/** Maximum length of a result as JSON. Lists in longer results are truncated. */
const longestResult = 8000
const fewItems = 5

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

/**
 * Truncates long strings in results, and lists in long results, because they would dominate the
 * page.
 */
export function shortened(value: Json): Json {
  const short = withShortTexts(value, longestText)
  return jsonText(short).length > longestResult ? withShortLists(short) : short
}

function withShortLists(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    const left = items.length - fewItems
    if (left < 2) return items.map(withShortLists)
    return [...items.slice(0, fewItems).map(withShortLists), `… (${left} more)`]
  }
  return isObject(value) ? mapMembers(value, withShortLists) : value
}

function withShortTexts(value: Json, longest: number): Json {
  if (typeof value === 'string' && value.length > longest) {
    return `${value.slice(0, longest / 4)}… (${value.length} characters)`
  }
  const inside = (inner: Json): Json => withShortTexts(inner, longest)
  if (Array.isArray(value)) return (value as readonly Json[]).map(inside)
  return isObject(value) ? mapMembers(value, inside) : value
}

function mapMembers(value: JsonObject, change: (inner: Json) => Json): Json {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]))
}

const longestBlock = 8000

/**
 * Truncates long code, at a line break if possible. The OpenRPC documents of the site contain the
 * full code.
 */
export function cutBlock<Part extends Leaf | undefined>(part: Part): Part {
  if (part?.leaf !== 'block' || part.text.length <= longestBlock) return part
  const text = part.text.slice(0, longestBlock)
  const end = text.lastIndexOf('\n')
  const shown = end > text.length / 2 ? text.slice(0, end) : text
  const left = part.text.length - shown.length
  return { ...part, text: `${shown}\n… (${left} more characters)` }
}
