import { jsonText } from 'rpcloom/emit'
import type { ExamplePairing, Json, JsonObject } from 'rpcloom/model'
import { isJsonObject } from './schema-member.ts'

/** Texts of answers that are shown in full. */
const longestText = 1000
/** Those of params, which readers copy: a signed transaction may be this long. */
const longestParam = 8000
/** Answers whose lists are shown in full, in characters of JSON. */
const longestAnswer = 8000
/** Items that are shown of lists in longer answers. */
const fewItems = 5

/** A call as pages show it. */
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

/** Blobs in answers are cut, and so are the lists of long ones: nobody reads them, and they can be many times the rest of the page. */
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
