import { areUnique, itemSchemas, type SchemaObject } from '@rpcloom/schema/internal'
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

const MAX_ITEMS = 10_000
/** Maximum number of items if they must be unique, since each item is compared with all other items. */
const MAX_UNIQUE_ITEMS = 1000
const TRIES = 30

/** Generates an array that is valid against all schemas. At deep levels, it is as short as possible. */
export function makeArray(schemas: readonly SchemaObject[], position: Position): Sampled {
  const contained = containedSchemas(schemas)
  const least = Math.max(0, ...numbersOf(schemas, 'minItems'))
  const most = Math.min(Infinity, ...numbersOf(schemas, 'maxItems'), maxLength(schemas))
  if (least > most) return impossible('`minItems` is greater than `maxItems`')
  if (contained.length > most)
    return impossible('`maxItems` leaves no room for the items required by `contains`')
  if (least > MAX_ITEMS) return missed(`an array of ${least} items is too long to generate`)
  const count = Math.min(
    most,
    Math.max(least, contained.length, preferredLength(schemas, position)),
  )
  if (count > 0 && position.depth >= MAX_DEPTH) return missed('an array is nested too deeply')
  const isUnique = schemas.some(({ uniqueItems }) => uniqueItems === true)
  if (isUnique && least > MAX_UNIQUE_ITEMS)
    return missed(`an array of ${least} different items is too long to generate`)
  const items: unknown[] = []
  const missing = [...contained]
  while (items.length < count) {
    const outcome = nextItem({ schemas, items, missing, isUnique }, position)
    if (outcome.kind === 'value') items.push(outcome.value)
    else if (items.length >= least && missing.length === 0) return found(items)
    else return outcome
  }
  return missing.length === 0
    ? found(items)
    : missed('the items required by `contains` exceed `maxItems`')
}

interface Draft {
  readonly schemas: readonly SchemaObject[]
  readonly items: readonly unknown[]
  /** Schemas of items that `contains` requires but the array still lacks. */
  readonly missing: unknown[]
  readonly isUnique: boolean
}

function nextItem({ schemas, items, missing, isUnique }: Draft, position: Position): Sampled {
  const own = schemas.map((schema) => {
    const { first, rest } = itemSchemas(schema)
    return items.length < first.length ? first[items.length] : (rest ?? true)
  })
  const isNew = (value: unknown): boolean => !isUnique || areUnique([...items, value])
  const [next] = missing
  if (next !== undefined) {
    const outcome = position.inner([...own, next])
    if (outcome.kind === 'value' && isNew(outcome.value)) {
      missing.shift()
      return outcome
    }
  }
  let outcome = position.inner(own)
  for (let tries = 1; tries < TRIES; tries++) {
    if (outcome.kind !== 'value' || isNew(outcome.value)) return outcome
    outcome = position.inner(own)
  }
  return outcome.kind === 'value' && !isNew(outcome.value)
    ? missed('found too few different items for `uniqueItems`')
    : outcome
}

function maxLength(schemas: readonly SchemaObject[]): number {
  const lengths = schemas.flatMap((schema) => {
    const { first, rest } = itemSchemas(schema)
    const refused = first.indexOf(false)
    const end = rest === false ? first.length : Infinity
    return [refused < 0 ? end : refused]
  })
  const longest = Math.max(0, ...schemas.map((schema) => itemSchemas(schema).first.length))
  const isEvaluated = schemas.some(({ unevaluatedItems }) => unevaluatedItems === false)
  const hasRest = schemas.some(
    (schema) => itemSchemas(schema).rest !== undefined || 'contains' in schema,
  )
  return Math.min(Infinity, ...lengths, isEvaluated && !hasRest ? longest : Infinity)
}

function preferredLength(schemas: readonly SchemaObject[], position: Position): number {
  if (!isFull(position)) return 0
  return Math.max(
    position.search.random.integer(1, 2),
    ...schemas.map((schema) => itemSchemas(schema).first.length),
  )
}

/** Returns the schemas of `contains`, each repeated as often as it must match an item. */
function containedSchemas(schemas: readonly SchemaObject[]): readonly unknown[] {
  return schemas.flatMap(({ contains, minContains }) => {
    if (contains === undefined) return []
    const count = typeof minContains === 'number' ? minContains : 1
    return Array.from({ length: Math.min(count, MAX_ITEMS) }, () => contains)
  })
}
