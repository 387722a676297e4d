import { posix } from 'node:path'
import { tokensOf } from '../../json/pointer.ts'
import { placeId } from '../../json/place.ts'
import type { Place } from '../../json/types.ts'
import { pascal } from './identifiers.ts'

export interface TypeOrigin {
  /**
   * How strongly the source suggests the name: a schema's key is stronger than a content descriptor's key,
   * that is stronger than a method name, and so on. The stronger name wins.
   */
  readonly strength: 'key' | 'descriptor' | 'method' | 'title' | 'path'
  readonly candidates: readonly string[]
  /** Description of the source for the report. */
  readonly source: string
}

/** Prefixes of type names by the place of the method that the types belong to. */
export type Prefixes = Pick<ReadonlyMap<string, string>, 'get'>

/** Maximum length of a title that is used as a name. A longer one is a sentence. */
export const longestTitle = 48

/** Members whose children are named by their keys. */
const componentMaps = new Set(['schemas', 'contentDescriptors', 'definitions', '$defs'])

/** Returns the origin of a type that belongs to a method, such as `GetHeightParams`. */
export function methodOrigin(name: string, methodName: string): TypeOrigin {
  return { strength: 'method', candidates: [name], source: `method \`${methodName}\`` }
}

/**
 * Returns the origin of a schema's name: its component key, else its title, else the path to it. `prefixes`
 * contains the type name prefixes of methods by place.
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

/**
 * Converts a key to the case of type names: `ADDRESS` -> `Address`, `TXN_HASH` -> `TxnHash`. Short and
 * well-known abbreviations are kept: `CID`, `UTXO`.
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
  /** Component key if the place is a component. */
  readonly key?: string
}

function dissect(place: Place, prefixes: Prefixes): Dissected {
  const segments = tokensOf(place.pointer)
  const prefix = methodPrefix(place, segments, prefixes)
  let container = prefix ?? posix.basename(place.file).replace(/(\.openrpc)?\.\w+$/, '')
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
 * Converts a path to words. Property names are kept, positions count from one, and structural tokens are
 * dropped.
 */
function tailWords(segments: readonly string[]): readonly string[] {
  const words: string[] = []
  segments.forEach((segment, index) => {
    const before = segments[index - 1]
    if (before === 'properties') words.push(segment)
    else if (before === 'patternProperties') words.push('match')
    else if (segment === 'items') words.push('item')
    else if (segment === 'additionalProperties') words.push('value')
    else if (segment === 'result') words.push('result')
    else if (/^\d+$/.test(segment))
      words.push(before === 'params' ? `param ${count(segment)}` : `option ${count(segment)}`)
    else if (!structure.has(segment)) words.push(segment)
  })
  return words
}

function count(segment: string): number {
  return Number(segment) + 1
}

const structure: ReadonlySet<string> = new Set(
  `components schema properties patternProperties params methods prefixItems oneOf anyOf allOf
   x-subscription kinds payload`.split(/\s+/),
)
