import { keywordOf } from '@rpcloom/schema/internal'
import { posix } from 'node:path'
import { tokensOf } from '../../json/pointer.ts'
import { placeId } from '../../json/place.ts'
import type { Place } from '../../json/types.ts'
import { isServiceUrl } from './group-names.ts'
import { pascal } from './identifiers.ts'

export interface TypeOrigin {
  /**
   * Kind of source from which the name is derived, from the strongest (`key`, a schema's component
   * key) to the weakest (`path`, the schema's place). If two types want the same name, the type
   * with the stronger source gets it.
   */
  readonly strength: 'key' | 'descriptor' | 'method' | 'title' | 'path'
  readonly candidates: readonly string[]
  /** Description of the source for the name report. */
  readonly source: string
}

/** Maps the place of a method to the prefix of its type names. */
export type Prefixes = Pick<ReadonlyMap<string, string>, 'get'>

/** Maximum length of a title that is used as a name. Longer titles are usually sentences. */
export const longestTitle = 48

/** Keys of objects that contain named components. */
const componentMaps = new Set(['schemas', 'contentDescriptors', 'definitions', '$defs'])

/** Returns the origin of a type's name that is derived from a method, such as `GetHeightParams`. */
export function methodOrigin(name: string, methodName: string): TypeOrigin {
  return { strength: 'method', candidates: [name], source: `method \`${methodName}\`` }
}

/**
 * Returns the origin of a schema's name: the component key, or else the title, or else the path.
 * `prefixes` maps the places of methods to type name prefixes.
 */
export function schemaOrigin(
  place: Place,
  title: string | undefined,
  prefixes: Prefixes,
): TypeOrigin {
  const { container, tail, key } = dissect(place, prefixes)
  if (key !== undefined) {
    const source = `component key \`${key}\``
    if (!place.pointer.endsWith('/schema')) {
      return { strength: 'key', candidates: [typeCase(key)], source }
    }
    return {
      strength: 'descriptor',
      candidates: [typeCase(key), pascal(`${typeCase(key)} value`)],
      source,
    }
  }
  const named = title === undefined ? '' : pascal(title)
  const path = pascal([container, ...tail].join(' '))
  if (named !== '' && named.length <= longestTitle) {
    const candidates = [named, pascal(`${container} ${named}`), path]
    return { strength: 'title', candidates, source: `title \`${title ?? ''}\`` }
  }
  return { strength: 'path', candidates: [path], source: `path \`${place.pointer}\`` }
}

/** Returns the origin of an alternative's name that is derived from the values of params (`x-when`). */
export function caseOrigin(place: Place, words: string, prefixes: Prefixes): TypeOrigin {
  const { container, tail } = dissect(place, prefixes)
  // The last word of the path is the index of the alternative.
  const name = pascal([container, ...tail.slice(0, -1), words].join(' '))
  return { strength: 'path', candidates: [name], source: `x-when \`${words}\`` }
}

/**
 * Converts a component key to the case of type names: `ADDRESS` -> `Address`, `TXN_HASH` ->
 * `TxnHash`. Short and well-known abbreviations such as `CID` and `UTXO` are kept.
 */
function typeCase(key: string): string {
  const isWord = /^[A-Z]{4,}$/.test(key) && /[AEIOU]/.test(key) && !abbreviations.has(key)
  return pascal(isWord ? key.toLowerCase() : key)
}

const abbreviations: ReadonlySet<string> = new Set([
  'ASCII',
  'CIDR',
  'CORS',
  'EIPS',
  'GUID',
  'OAUTH',
  'UINT',
  'UTXO',
  'UUID',
])

interface Dissected {
  /** Name of the enclosing component, method or file. */
  readonly container: string
  readonly tail: readonly string[]
  /** Component key, if the place is a component. */
  readonly key?: string
}

/** Returns the name of a file. Of a URL, the query may have a key, and of a running service also the path. */
function fileName(file: string): string {
  if (isServiceUrl(file)) return 'document'
  const path = file.replace(/^(https?:[^?#]*).*/is, '$1')
  return posix.basename(path).replace(/(\.openrpc)?\.\w+$/, '')
}

function dissect(place: Place, prefixes: Prefixes): Dissected {
  const segments = tokensOf(place.pointer)
  const prefix = methodPrefix(place, segments, prefixes)
  let container = prefix ?? fileName(place.file)
  let start = prefix === undefined ? 0 : 2
  segments.forEach((segment, index) => {
    const name = segments[index + 1]
    if (name === undefined || !componentMaps.has(segment)) return
    if (segments[index - 1] === 'properties') return
    container = pascal(name)
    start = index + 2
  })
  const rest = segments.slice(start)
  const isKey = start >= 2 && componentMaps.has(segments[start - 2] ?? '')
  const own = rest.length === 0 || (rest.length === 1 && rest[0] === 'schema')
  const key = segments[start - 1]
  if (isKey && own && key !== undefined) return { container, tail: [], key }
  return { container, tail: tailWords(rest) }
}

function methodPrefix(
  place: Place,
  segments: readonly string[],
  prefixes: Prefixes,
): string | undefined {
  const [section, index] = segments
  if (section === 'methods' && index !== undefined) {
    return prefixes.get(placeId({ file: place.file, pointer: `/methods/${index}` }))
  }
  return undefined
}

/**
 * Converts a path to words. Property names are kept, indices count from 1, and structural tokens
 * such as `properties` are dropped.
 */
function tailWords(segments: readonly string[]): readonly string[] {
  const words: string[] = []
  segments.forEach((segment, index) => {
    const before = segments[index - 1] ?? ''
    const inside = keywordOf(before)
    const { noun, holds, isMerged } = keywordOf(segment) ?? {}
    if (inside?.holds === 'map' && inside.of === 'object') words.push(inside.noun ?? segment)
    else if (noun !== undefined && holds !== 'map') words.push(noun)
    else if (segment === 'result') words.push('result')
    else if (/^\d+$/.test(segment))
      words.push(before === 'params' ? `param ${count(segment)}` : `option ${count(segment)}`)
    else if (!(isMerged === true && holds !== undefined) && !structure.has(segment))
      words.push(segment)
  })
  return words
}

function count(segment: string): number {
  return Number(segment) + 1
}

const structure: ReadonlySet<string> = new Set(
  'components schema params methods x-subscription kinds payload'.split(' '),
)
