import { type SchemaObject, areUnique, listOf } from '@rpcloom/rpc/internal'
import {
  found,
  impossible,
  isFull,
  MAX_DEPTH,
  missed,
  numbersOf,
  type Outcome,
  type Place,
} from './search.ts'

const MAX_ITEMS = 10_000
/** Maximum number of items if they must be unique, since each one is compared with all others. */
const MAX_UNIQUE_ITEMS = 1000
/** Attempts to find a unique item. */
const TRIES = 30

/** Generates an array that is valid against all schemas. At deep levels, it is as short as possible. */
export function makeArray(schemas: readonly SchemaObject[], place: Place): Outcome {
  const wishes = containsOf(schemas)
  const least = Math.max(0, ...numbersOf(schemas, 'minItems'))
  const most = Math.min(Infinity, ...numbersOf(schemas, 'maxItems'), closedAt(schemas))
  if (least > most) return impossible('`minItems` is greater than `maxItems`')
  if (wishes.length > most)
    return impossible('`maxItems` leaves no room for the items required by `contains`')
  if (least > MAX_ITEMS) return missed(`an array of ${least} items is too long to generate`)
  const count = Math.min(most, Math.max(least, wishes.length, wantedOf(schemas, place)))
  if (count > 0 && place.depth >= MAX_DEPTH) return missed('an array is nested too deeply')
  const isUnique = schemas.some(({ uniqueItems }) => uniqueItems === true)
  if (isUnique && least > MAX_UNIQUE_ITEMS)
    return missed(`an array of ${least} different items is too long to generate`)
  const items: unknown[] = []
  const waiting = [...wishes]
  while (items.length < count) {
    const outcome = nextItem({ schemas, items, waiting, isUnique }, place)
    if (outcome.kind === 'value') items.push(outcome.value)
    else if (items.length >= least && waiting.length === 0) return found(items)
    else return outcome
  }
  return waiting.length === 0
    ? found(items)
    : missed('the items required by `contains` exceed `maxItems`')
}

interface Begun {
  readonly schemas: readonly SchemaObject[]
  readonly items: readonly unknown[]
  /** Schemas for items that `contains` still requires. */
  readonly waiting: unknown[]
  readonly isUnique: boolean
}

function nextItem({ schemas, items, waiting, isUnique }: Begun, place: Place): Outcome {
  const own = itemSchemas(schemas, items.length)
  const isNew = (value: unknown): boolean => !isUnique || areUnique([...items, value])
  const [wish] = waiting
  if (wish !== undefined) {
    const outcome = place.inner([...own, wish])
    if (outcome.kind === 'value' && isNew(outcome.value)) {
      waiting.shift()
      return outcome
    }
  }
  let outcome = place.inner(own)
  for (let tries = 1; tries < TRIES; tries++) {
    if (outcome.kind !== 'value' || isNew(outcome.value)) return outcome
    outcome = place.inner(own)
  }
  return outcome.kind === 'value' && !isNew(outcome.value)
    ? missed('found too few different items for `uniqueItems`')
    : outcome
}

/** Returns the schemas of the item at an index. Before 2020-12, a tuple was an array in `items`. */
function itemSchemas(schemas: readonly SchemaObject[], index: number): readonly unknown[] {
  return schemas.map((schema) => {
    const { tuple, rest } = itemsOf(schema)
    return index < tuple.length ? tuple[index] : (rest ?? true)
  })
}

function itemsOf(schema: SchemaObject): {
  readonly tuple: readonly unknown[]
  readonly rest: unknown
} {
  const { items, prefixItems, additionalItems } = schema
  return Array.isArray(items)
    ? { tuple: items, rest: additionalItems }
    : { tuple: listOf(prefixItems), rest: items }
}

/** Returns the maximum number of items that the schemas of items allow. */
function closedAt(schemas: readonly SchemaObject[]): number {
  const lengths = schemas.flatMap((schema) => {
    const { tuple, rest } = itemsOf(schema)
    const refused = tuple.indexOf(false)
    const end = rest === false ? tuple.length : Infinity
    return [refused < 0 ? end : refused]
  })
  const longest = Math.max(0, ...schemas.map((schema) => itemsOf(schema).tuple.length))
  const isEvaluated = schemas.some(({ unevaluatedItems }) => unevaluatedItems === false)
  const hasRest = schemas.some(
    (schema) => itemsOf(schema).rest !== undefined || 'contains' in schema,
  )
  return Math.min(Infinity, ...lengths, isEvaluated && !hasRest ? longest : Infinity)
}

function wantedOf(schemas: readonly SchemaObject[], place: Place): number {
  if (!isFull(place)) return 0
  return Math.max(
    place.search.random.integer(1, 2),
    ...schemas.map((schema) => itemsOf(schema).tuple.length),
  )
}

/** Returns the schemas of `contains`, each repeated as often as it must match an item. */
function containsOf(schemas: readonly SchemaObject[]): readonly unknown[] {
  return schemas.flatMap(({ contains, minContains }) => {
    if (contains === undefined) return []
    const count = typeof minContains === 'number' ? minContains : 1
    return Array.from({ length: Math.min(count, MAX_ITEMS) }, () => contains)
  })
}
