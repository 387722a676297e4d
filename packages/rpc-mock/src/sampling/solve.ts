import {
  exceeds,
  isEndless,
  isValid,
  keywordsWhere,
  listOf,
  type SchemaObject,
  smallestSize,
  typesOf,
} from '@rpcloom/schema/internal'
import { makeArray } from './array.ts'
import { combinations } from './combinations.ts'
import { makeNumber } from './number.ts'
import { makeFormatted } from './number-format.ts'
import { makeObject } from './object.ts'
import {
  found,
  impossible,
  MAX_DEPTH,
  missed,
  type Sampled,
  type Position,
  type Search,
  spend,
} from './search.ts'
import { makeString } from './string.ts'
import { triedTypes } from './value-type.ts'

/** Maximum number of consistent combinations of alternatives to try for a value. */
const MAX_COMBINATIONS = 40
/** Maximum number of combinations to try for a value, including contradictory ones. */
const MAX_ALL_COMBINATIONS = 2000
/** Maximum number of values to try for each combination. */
const ATTEMPTS = 4

export function solve(schemas: readonly unknown[], search: Search): Sampled {
  return solveAt(schemas, search, [])
}

/** `path` has one entry for each enclosing value: the schemas that apply to this value. */
function solveAt(
  schemas: readonly unknown[],
  search: Search,
  path: readonly (readonly unknown[])[],
): Sampled {
  if (search.left-- <= 0 || isDeepEnough(schemas, search, path.length)) return gaveUp(search)
  if (exceedsLimits(schemas, search, path.length) && (!search.isForced || path.length > 0))
    return search.isForced
      ? found(null)
      : missed('the smallest valid value is too large to generate')
  const position: Position = {
    search,
    depth: path.length,
    path: path.flat(),
    inner: (parts) => solveAt(parts, search, [...path, schemas]),
    isSparse: false,
  }
  const failures: Sampled[] = []
  let tried = 0
  for (const combination of combinations(schemas, position)) {
    if (combination.kind === 'schemas') tried++
    if (tried > MAX_COMBINATIONS || failures.length >= MAX_ALL_COMBINATIONS) {
      failures.push(missed('too many alternatives contradict each other'))
      break
    }
    const outcome =
      combination.kind === 'schemas'
        ? generateFrom(schemas, combination.schemas, position)
        : combination
    if (outcome.kind === 'value') return outcome
    failures.push(outcome)
  }
  if (search.isForced || search.effort.left <= 0) return gaveUp(search)
  const isOpen = failures.find(({ kind }) => kind === 'missed')
  return isOpen ?? failures[0] ?? impossible('the list of alternatives is empty')
}

/**
 * Whether to end an approximation here although it is incomplete: a value of an infinitely recursive schema
 * can never be complete.
 */
function isDeepEnough(schemas: readonly unknown[], search: Search, depth: number): boolean {
  return search.isForced && depth > 0 && schemas.some((schema) => isEndless(schema, search.resolve))
}

/**
 * Whether even the smallest valid value would exceed the limits of the search. Called before a value is
 * generated.
 */
function exceedsLimits(schemas: readonly unknown[], search: Search, depth: number): boolean {
  // Allows one more level, since even an empty array has a height of 1.
  const most = { levels: MAX_DEPTH - depth + 1, parts: search.left + 1 }
  return schemas.some((schema) => exceeds(smallestSize(schema, search.resolve), most))
}

function gaveUp({ isForced }: Search): Sampled {
  return isForced ? found(null) : missed('the search reached its limit')
}

/** Generates a value for a combination of schemas. Validates it against the original schemas if necessary. */
function generateFrom(
  schemas: readonly unknown[],
  combination: readonly SchemaObject[],
  position: Position,
): Sampled {
  const { random, resolve, isForced, effort } = position.search
  const matchesAll = (value: unknown): boolean =>
    schemas.every((schema) => isValid(schema, value, { resolve, effort }))
  const enumerated = enumValues(combination)
  const examples =
    position.search.isVaried && canVary(combination) ? [] : exampleValues(combination)
  // Prefers examples of the document. Stops at the first valid example, since lists may be long.
  const offered = enumerated ?? examples
  const first = offered.length > 0 ? random.integer(0, offered.length - 1) : 0
  const rotated = [...offered.slice(first), ...offered.slice(0, first)]
  const index = rotated.findIndex(matchesAll)
  if (index >= 0) {
    spend(position.search, rotated[index])
    return found(rotated[index])
  }
  if (enumerated !== undefined && isForced) return found(enumerated[0])
  if (enumerated !== undefined) return impossible('no value of the enum is valid')
  return makeAny(
    combination,
    position,
    (value) => isForced || !needsValidation(combination) || matchesAll(value),
  )
}

function makeAny(
  combination: readonly SchemaObject[],
  position: Position,
  matchesAll: (value: unknown) => boolean,
): Sampled {
  const open = new Set(triedTypes(combination))
  let failure: Sampled | undefined
  for (let attempt = 0; attempt < ATTEMPTS && hasMore(position.search); attempt++) {
    // Later attempts omit optional members and items, since these may be the cause of the failure.
    const isSparse = attempt >= ATTEMPTS / 2
    for (const type of open) {
      // An attempt reads every schema of the combination, so its cost grows with the number of schemas.
      position.search.effort.left -= (combination.length - 1) / 4
      const outcome = makeOfType(type, combination, { ...position, isSparse })
      if (outcome.kind === 'value' && matchesAll(outcome.value)) return outcome
      if (outcome.kind === 'impossible') open.delete(type)
      if (outcome.kind === 'missed' || failure === undefined)
        failure = outcome.kind === 'value' ? missed('found no valid value') : outcome
    }
    if (open.size === 0 && typesOf(combination) !== undefined) break
  }
  return failure ?? missed('found no valid value')
}

function hasMore({ left, effort }: Search): boolean {
  return left > 0 && effort.left > 0
}

function makeOfType(type: string, schemas: readonly SchemaObject[], position: Position): Sampled {
  const { search } = position
  switch (type) {
    case 'null':
      return found(null)
    case 'boolean':
      return found(search.random.next() < 0.5)
    case 'integer':
    case 'number':
      return makeFormatted(schemas, search) ?? makeNumber(schemas, type, search.random)
    case 'array':
      return makeArray(schemas, position)
    case 'object':
      return makeObject(schemas, position)
    default: {
      const outcome = makeString(schemas, position)
      if (outcome.kind === 'value') spend(search, outcome.value)
      return outcome
    }
  }
}

function enumValues(schemas: readonly SchemaObject[]): readonly unknown[] | undefined {
  for (const schema of schemas) {
    if ('const' in schema) return [schema['const']]
    if (Array.isArray(schema['enum'])) return schema['enum']
  }
  return undefined
}

function exampleValues(schemas: readonly SchemaObject[]): readonly unknown[] {
  return schemas.flatMap((schema) => [
    ...listOf(schema['examples']),
    ...('default' in schema ? [schema['default']] : []),
  ])
}

/**
 * Whether a generated value would be as readable as the examples. This is not the case for unrestricted
 * strings and numbers.
 */
function canVary(schemas: readonly SchemaObject[]): boolean {
  const types = typesOf(schemas) ?? []
  if (types.every((type) => type === 'object' || type === 'array')) return true
  return schemas.some(({ format, pattern }) => format !== undefined || pattern !== undefined)
}

/** Whether a schema has keywords that the generators ignore, so that values must be validated. */
function needsValidation(schemas: readonly SchemaObject[]): boolean {
  return schemas.some((schema) => Object.keys(schema).some((name) => ignored.has(name)))
}

const ignored: ReadonlySet<string> = new Set(
  keywordsWhere(({ kind, limit, isOrdered, pattern, isMerged, isInPlace, mayEvaluate }) => {
    const isChoice = isInPlace === true && mayEvaluate === true
    const isHonoured = (limit ?? isOrdered ?? pattern ?? isMerged) !== undefined
    return kind === undefined && (!isHonoured || isChoice)
  }),
).add('nullable')
