import { isRecord } from '@rpcloom/rpc'
import {
  listOf,
  memberSchemas,
  ownStructure,
  recordOf,
  type SchemaObject,
} from '@rpcloom/schema/internal'
import { stringOfPattern } from './pattern.ts'
import { randomWord } from './format-strings.ts'
import {
  found,
  impossible,
  isFull,
  MAX_DEPTH,
  missed,
  numbersOf,
  type Sampled,
  type Position,
} from './search.ts'

const MAX_MEMBERS = 1000
const TRIES = 20
/** Probability that an optional member is omitted. */
const OMISSION_RATE = 0.3

/** Generates an object that is valid against all schemas. At deep levels, it has required members only. */
export function makeObject(schemas: readonly SchemaObject[], position: Position): Sampled {
  const least = Math.max(0, ...numbersOf(schemas, 'minProperties'))
  const most = Math.min(Infinity, ...numbersOf(schemas, 'maxProperties'))
  const required = requiredIn(schemas)
  if (least > most || required.size > most)
    return impossible('`minProperties` is greater than the number of members allowed')
  if (least > MAX_MEMBERS) return missed(`an object of ${least} members is too large to generate`)
  const members = new Map<string, unknown>()
  const declared = declaredIn(schemas)
  const excluded = schemas.some(({ propertyNames }) => propertyNames === false) ? [false] : []
  const add = (name: string): Sampled => {
    if (position.depth >= MAX_DEPTH) return missed('an object is nested too deeply')
    const outcome = position.inner([...memberSchemas(schemas, name), ...excluded])
    if (outcome.kind === 'value') members.set(name, outcome.value)
    return outcome
  }
  for (const name of new Set([...declared, ...required])) {
    if (!required.has(name)) {
      const hasRoom = members.size + missingOf(required, members) < most
      if (hasRoom && isIncluded(position)) add(name)
      continue
    }
    const outcome = add(name)
    if (outcome.kind === 'value') continue
    return { kind: outcome.kind, reason: `${name}: ${outcome.reason}` }
  }
  if (least > members.size && position.depth >= MAX_DEPTH)
    return missed('an object is nested too deeply')
  const wanted = Math.max(
    least,
    Math.min(most, members.size + mapMembers(schemas, declared, position)),
  )
  return withMoreMembers({ schemas, members, declared, wanted, least, add }, position)
}

interface Draft {
  readonly schemas: readonly SchemaObject[]
  readonly members: ReadonlyMap<string, unknown>
  readonly declared: ReadonlySet<string>
  readonly wanted: number
  readonly least: number
  readonly add: (name: string) => Sampled
}

/**
 * Adds members until there are enough: first members that the schemas declare, then members with generated
 * names.
 */
function withMoreMembers(
  { schemas, members, declared, wanted, least, add }: Draft,
  position: Position,
): Sampled {
  for (const name of declared) {
    if (members.size >= Math.min(wanted, least)) break
    if (!members.has(name)) add(name)
  }
  for (let tries = 0; members.size < wanted && tries < wanted * TRIES; tries++) {
    const name = newName(schemas, position)
    if (name !== undefined && !members.has(name)) add(name)
  }
  return members.size >= least
    ? found(Object.fromEntries(members))
    : missed('found too few valid names for `minProperties` members')
}

function isIncluded(position: Position): boolean {
  return isFull(position) && position.search.random.next() >= OMISSION_RATE
}

function missingOf(required: ReadonlySet<string>, members: ReadonlyMap<string, unknown>): number {
  return [...required].filter((name) => !members.has(name)).length
}

/**
 * Returns the number of members to generate for a map, an object without declared names: 1, so that it is not
 * empty, or 0 at deep levels. Returns 0 for other objects.
 */
function mapMembers(
  schemas: readonly SchemaObject[],
  declared: ReadonlySet<string>,
  position: Position,
): number {
  const isMap = schemas
    .map(ownStructure)
    .some(({ additional, patterns }) => isRecord(additional?.json) || patterns.size > 0)
  return isMap && declared.size === 0 && isFull(position) ? 1 : 0
}

function requiredIn(schemas: readonly SchemaObject[]): ReadonlySet<string> {
  const names = schemas.flatMap(({ required }) => listOf(required))
  return new Set(names.filter((name) => typeof name === 'string'))
}

function declaredIn(schemas: readonly SchemaObject[]): ReadonlySet<string> {
  return new Set(schemas.flatMap(({ properties }) => Object.keys(recordOf(properties))))
}

function newName(schemas: readonly SchemaObject[], position: Position): string | undefined {
  const { random } = position.search
  const named = schemas.flatMap(({ propertyNames }) =>
    propertyNames === undefined ? [] : [propertyNames],
  )
  if (named.length > 0) {
    const outcome = position.inner([{ type: 'string' }, ...named])
    return outcome.kind === 'value' ? String(outcome.value) : undefined
  }
  const patterns = schemas.map(ownStructure).flatMap(({ patterns: own }) => [...own.keys()])
  // At deep levels, names that match `patternProperties` are used less often: the schemas of such members may
  // be recursive, and the value would never end.
  const pattern = isFull(position) || random.next() < 0.5 ? random.pick(patterns) : undefined
  return (pattern && stringOfPattern(pattern, random)) || randomWord(random, 6)
}
