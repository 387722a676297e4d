import { checkSchema } from '@rpcloom/rpc/schema'
import { type SchemaObject, listOf } from '@rpcloom/rpc/internal'
import { makeArray } from './array.ts'
import { isEndless, isTooLarge } from './need.ts'
import { readings } from './flatten.ts'
import { makeNumber } from './number.ts'
import { makeObject } from './object.ts'
import {
  found,
  impossible,
  MAX_DEPTH,
  missed,
  type Outcome,
  type Place,
  type Search,
  spend,
} from './search.ts'
import { makeString } from './string.ts'
import { triedTypes, typesOf } from './value-type.ts'

/** Ways to read the schemas of one value that are tried, those included that cannot be; and values for each. */
const READINGS = 40
const ALL_READINGS = 2000
const ATTEMPTS = 4

/** A value that all of some schemas accept, as the interpreter sees it. */
export function solve(schemas: readonly unknown[], search: Search): Outcome {
  return solveAt(schemas, search, [])
}

/** `path` holds the schemas that led here, those of one value at a time. */
function solveAt(
  schemas: readonly unknown[],
  search: Search,
  path: readonly (readonly unknown[])[],
): Outcome {
  if (search.left-- <= 0 || isNeverFull(schemas, search, path.length)) return givenUp(search)
  if (isBeyond(schemas, search, path.length) && (!search.isForced || path.length > 0))
    return search.isForced ? found(null) : missed('the smallest value is too large to be made')
  const place: Place = {
    search,
    depth: path.length,
    path: path.flat(),
    inner: (parts) => solveAt(parts, search, [...path, schemas]),
    isSparse: false,
  }
  const failures: Outcome[] = []
  let tried = 0
  for (const reading of readings(schemas, place)) {
    if (reading.kind === 'schemas') tried++
    if (tried > READINGS || failures.length >= ALL_READINGS) {
      failures.push(missed('too many alternatives exclude each other'))
      break
    }
    const outcome = reading.kind === 'schemas' ? read(schemas, reading.schemas, place) : reading
    if (outcome.kind === 'value') return outcome
    failures.push(outcome)
  }
  if (search.isForced || search.effort.left <= 0) return givenUp(search)
  const isOpen = failures.find(({ kind }) => kind === 'missed')
  return isOpen ?? failures[0] ?? impossible('there is no alternative')
}

/** Something near a value that would have to hold another without end: deeper levels bring it no nearer. */
function isNeverFull(schemas: readonly unknown[], search: Search, depth: number): boolean {
  return search.isForced && depth > 0 && schemas.some((schema) => isEndless(schema, search))
}

/** Whether the smallest value is deeper or larger than the search may make: found out before it is begun. */
function isBeyond(schemas: readonly unknown[], search: Search, depth: number): boolean {
  // An empty list counts as one level.
  const most = { levels: MAX_DEPTH - depth + 1, parts: search.left + 1 }
  return schemas.some((schema) => isTooLarge(schema, search, most))
}

function givenUp({ isForced }: Search): Outcome {
  return isForced ? found(null) : missed('the search was given up')
}

/** A value of one reading: it fits what is read, and has to fit what was to be read. */
function read(schemas: readonly unknown[], facets: readonly SchemaObject[], place: Place): Outcome {
  const { random, resolve, isForced, effort } = place.search
  const fits = (value: unknown): boolean =>
    schemas.every(
      (schema) => checkSchema(schema, value, { resolve, effort, maxIssues: 1 }).length === 0,
    )
  const listed = listedIn(facets)
  const given = place.search.isVaried && canVary(facets) ? [] : givenIn(facets)
  // What the document gives as an example reads best; a long list is not looked through to its end.
  const offered = listed ?? given
  const first = offered.length > 0 ? random.integer(0, offered.length - 1) : 0
  const fitting = [...offered.slice(first), ...offered.slice(0, first)].findIndex(fits)
  if (fitting >= 0) {
    const value = offered[(first + fitting) % offered.length]
    spend(place.search, value)
    return found(value)
  }
  if (listed !== undefined && isForced) return found(listed[0])
  if (listed !== undefined) return impossible('no value of the enumeration fits')
  return makeAny(facets, place, (value) => isForced || !needsLook(facets) || fits(value))
}

/** A value of one of the types that are possible, a few of each. */
function makeAny(
  facets: readonly SchemaObject[],
  place: Place,
  fits: (value: unknown) => boolean,
): Outcome {
  const open = new Set(triedTypes(facets))
  let failure: Outcome | undefined
  for (let attempt = 0; attempt < ATTEMPTS && hasMore(place.search); attempt++) {
    // Later attempts leave more out: what is optional can be what does not fit.
    const isSparse = attempt >= ATTEMPTS / 2
    for (const type of open) {
      const outcome = makeOfType(type, facets, { ...place, isSparse })
      if (outcome.kind === 'value' && fits(outcome.value)) return outcome
      if (outcome.kind === 'impossible') open.delete(type)
      if (outcome.kind === 'missed' || failure === undefined)
        failure = outcome.kind === 'value' ? missed('no value was found that fits') : outcome
    }
    if (open.size === 0 && typesOf(facets) !== undefined) break
  }
  return failure ?? missed('no value was found that fits')
}

function hasMore({ left, effort }: Search): boolean {
  return left > 0 && effort.left > 0
}

function makeOfType(type: string, schemas: readonly SchemaObject[], place: Place): Outcome {
  const { search } = place
  switch (type) {
    case 'null':
      return found(null)
    case 'boolean':
      return found(search.random.next() < 0.5)
    case 'integer':
    case 'number':
      return makeNumber(schemas, type, search.random)
    case 'array':
      return makeArray(schemas, place)
    case 'object':
      return makeObject(schemas, place)
    default: {
      const outcome = makeString(schemas, search)
      if (outcome.kind === 'value') spend(search, outcome.value)
      return outcome
    }
  }
}

/** The values that an enumeration or a constant allows; `undefined` where there is neither. */
function listedIn(schemas: readonly SchemaObject[]): readonly unknown[] | undefined {
  for (const schema of schemas) {
    if ('const' in schema) return [schema['const']]
    if (Array.isArray(schema['enum'])) return schema['enum']
  }
  return undefined
}

function givenIn(schemas: readonly SchemaObject[]): readonly unknown[] {
  return schemas.flatMap((schema) => [
    ...listOf(schema['examples']),
    ...('default' in schema ? [schema['default']] : []),
  ])
}

/** Whether a value can be made that reads as well as the examples: of free texts and numbers none can. */
function canVary(schemas: readonly SchemaObject[]): boolean {
  const types = typesOf(schemas) ?? []
  if (types.every((type) => type === 'object' || type === 'array')) return true
  return schemas.some(({ format, pattern }) => format !== undefined || pattern !== undefined)
}

/** Whether some keyword says more about a value than its makers are told. */
function needsLook(schemas: readonly SchemaObject[]): boolean {
  return schemas.some((schema) => Object.keys(schema).some((keyword) => guards.has(keyword)))
}

const guards: ReadonlySet<string> = new Set([
  'anyOf',
  'contains',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'not',
  'nullable',
  'oneOf',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
])
