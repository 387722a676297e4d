import { isRecord } from '@rpcloom/rpc'
import {
  behindReferences,
  canonicalText,
  commonTypes,
  declaredTypes,
  deepEqual,
  dereference,
  recordOf,
  referenceNames,
  type Resolve,
  type SchemaObject,
  isAnnotation,
  ownStructure,
  smallestSize,
  type TypeName,
} from '@rpcloom/schema/internal'
import { drafts, isMet, withDraft } from './draft.ts'
import { negations } from './negate.ts'
import { isFull, type Position, type SampleContext, type Search, shuffled } from './search.ts'

/**
 * A combination of schemas that apply together, with references resolved and alternatives chosen, or the
 * reason why the combination is impossible.
 */
export type Combination =
  | { readonly kind: 'schemas'; readonly schemas: readonly SchemaObject[] }
  | { readonly kind: 'impossible'; readonly reason: string }

/** Maximum number of schemas in a combination: each schema takes a level of the stack. */
const MAX_TOGETHER = 2000
/**
 * A step with a combination of this many schemas costs twice as much of the search budget, since the
 * combination is copied in each step.
 */
const SCHEMAS_PER_STEP = 24

interface Pending {
  readonly rest: readonly unknown[]
  readonly taken: readonly SchemaObject[]
  /** Types that all schemas in `taken` allow. */
  readonly types: readonly TypeName[] | undefined
}

/**
 * Yields the combinations for some schemas, one for each choice of alternatives. The seed determines the
 * order. At deep levels, alternatives without further nesting come first.
 */
export function* combinations(
  schemas: readonly unknown[],
  position: Position,
): Generator<Combination> {
  for (const draft of drafts(schemas, position))
    yield* take(
      { rest: [withDraft(draft), ...schemas], taken: [], types: undefined },
      { ...position, draft },
    )
  yield* take({ rest: schemas, taken: [], types: undefined }, position)
}

function* take({ rest, taken, types }: Pending, position: Position): Generator<Combination> {
  const [first, ...others] = rest
  const { search } = position
  const schema = behindReferences(first, search.resolve)
  if (taken.length > MAX_TOGETHER) search.effort.left = 0
  if (search.effort.left <= 0) return
  search.effort.left -= 1 + taken.length / SCHEMAS_PER_STEP
  if (rest.length === 0) {
    yield { kind: 'schemas', schemas: taken }
    return
  }
  if (schema === false) {
    yield { kind: 'impossible', reason: 'the schema `false` matches no value' }
    if (search.isForced) yield* take({ rest: others, taken, types }, position)
    return
  }
  // A schema that was already added is skipped, which ends circular references.
  if (!isRecord(schema) || taken.includes(schema)) {
    yield* take({ rest: others, taken, types }, position)
    return
  }
  const declared = declaredTypes(schema)
  const left = types && declared ? commonTypes(types, declared) : (declared ?? types)
  if (left?.length === 0 && !search.isForced) {
    yield { kind: 'impossible', reason: 'types contradict each other' }
    return
  }
  const nextTaken = [...taken, schema]
  const { conjuncts } = ownStructure(schema)
  const parts = [...referenced(schema, position), ...conjuncts.map(({ json }) => json)]
  const wanted = [...parts, ...others]
  for (const chosen of choices(alternatives(schema, position))) {
    if (search.effort.left <= 0) return
    if (typeof chosen === 'string') {
      yield { kind: 'impossible', reason: chosen }
      continue
    }
    yield* take({ rest: [...chosen, ...wanted], taken: nextTaken, types: left }, position)
  }
}

function referenced(schema: SchemaObject, { search, path }: Position): unknown[] {
  return referenceNames.flatMap((keyword) => {
    const ref = schema[keyword]
    if (typeof ref !== 'string') return []
    return [search.resolve(ref, schema, keyword === '$ref' ? undefined : [...path, schema])]
  })
}

/** Number of deliberate violations to try before random values. */
const NEGATIONS = 4
/**
 * Number of rounds of `oneOf`. In each round, each alternative is combined with randomly chosen violations of
 * all other alternatives.
 */
const ROUNDS = 6

/** The schemas of a choice, or the reason why the choice is impossible. */
type Choice = readonly unknown[] | string

type Choices = Iterable<Choice>

/** Returns the lists of alternatives in a schema. One alternative of each list has to be chosen. */
function alternatives(schema: SchemaObject, position: Position): readonly Choices[] {
  const open: Choices[] = []
  for (const { isExclusive, options } of ownStructure(schema).choices) {
    const all = options.map(({ json }) => json)
    open.push(
      isExclusive ? exclusive(all, position) : orderedOptions(all, position).map((one) => [one]),
    )
  }
  if ('not' in schema) {
    const { random, resolve } = position.search
    const violations = shuffled(negations(schema['not'], resolve), random).slice(0, NEGATIONS)
    open.push([...violations.map((one) => [one]), []])
  }
  if ('if' in schema) {
    const met = position.draft && isMet(schema['if'], position.draft, position)
    const branches = [
      [schema['if'], schema['then'] ?? true],
      [{ not: schema['if'] }, schema['else'] ?? true],
    ]
    if (met === undefined) open.push(shuffled(branches, position.search.random))
    else open.push([[schema[met ? 'then' : 'else'] ?? true]])
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    for (const [name, dependent] of Object.entries(recordOf(schema[keyword]))) {
      const absent = [{ properties: { [name]: false } }]
      const present = [{ required: [name] }, dependentSchema(dependent)]
      open.push(isFull(position) ? [present, absent] : [absent, present])
    }
  }
  for (const [name, others] of Object.entries(recordOf(schema['dependentRequired']))) {
    const present = [{ required: [name] }, dependentSchema(others)]
    open.push([present, [{ properties: { [name]: false } }]])
  }
  return open
}

/**
 * Returns the choices for `oneOf`: first each alternative alone, then each alternative combined with a
 * violation of the others, so that a value matches exactly one alternative.
 */
function exclusive(all: readonly unknown[], position: Position): Choices {
  const { random, resolve, effort } = position.search
  const options = orderedOptions(distinctOptions(all, position.search), position)
  if (options.length === 0)
    return ['every value of one alternative of `oneOf` matches another one, too']
  return {
    *[Symbol.iterator]() {
      yield* options.map((one) => [one])
      const violations = new Map(all.map((one) => [one, negations(one, resolve)]))
      for (let round = 0; round < ROUNDS && all.length > 1; round++) {
        for (const one of options) {
          const others = all.filter((other) => other !== one)
          effort.left -= others.length
          yield [one, ...others.map((other) => random.pick(violations.get(other) ?? []) ?? true)]
        }
      }
    },
  }
}

function dependentSchema(dependent: unknown): unknown {
  return Array.isArray(dependent) ? { required: dependent } : dependent
}

function* choices(open: readonly Choices[]): Generator<Choice> {
  const [first, ...rest] = open
  if (first === undefined) {
    yield []
    return
  }
  for (const choice of first) {
    if (typeof choice === 'string') yield choice
    else
      for (const others of choices(rest))
        yield typeof others === 'string' ? others : [...choice, ...others]
  }
}

function orderedOptions(options: readonly unknown[], position: Position): readonly unknown[] {
  const order = shuffled(options, position.search.random)
  return isFull(position) ? order : sortedByHeight(order, position.search.resolve)
}

/** Sorts schemas by the nesting depth of their smallest values, in ascending order. */
function sortedByHeight(schemas: readonly unknown[], resolve: Resolve): readonly unknown[] {
  return schemas
    .map((schema) => ({ schema, height: smallestSize(schema, resolve).height }))
    .toSorted((a, b) => a.height - b.height)
    .map(({ schema }) => schema)
}

/**
 * Returns the alternatives that have values that no other alternative allows. Drops duplicates. If an
 * alternative allows every value, drops the others, since their values match two alternatives.
 */
function distinctOptions(options: readonly unknown[], search: Search): readonly unknown[] {
  if (search.isForced) return options
  const known = search.distinct.get(options)
  if (known !== undefined) return known
  const distinct = distinctOf(options, search)
  search.distinct.set(options, distinct)
  return distinct
}

function distinctOf(options: readonly unknown[], search: SampleContext): readonly unknown[] {
  const followed = options.map((one) => dereference(one, (ref) => search.resolve(ref)))
  const open = followed.filter(isUnconstrained).length
  // Only schemas with equal canonical text are compared in full, since canonical text rounds numbers.
  const texts = followed.map(canonicalText)
  const alike = new Map<string, number[]>(texts.map((text) => [text, []]))
  texts.forEach((text, at) => alike.get(text)?.push(at))
  return options.filter((_one, at) => {
    const others = alike.get(texts[at] ?? '')?.filter((other) => other !== at) ?? []
    const isRepeated = others.some((other) => deepEqual(followed[other], followed[at]))
    return !isRepeated && open === (isUnconstrained(followed[at]) ? 1 : 0)
  })
}

function isUnconstrained(schema: unknown): boolean {
  return schema === true || (isRecord(schema) && Object.keys(schema).every(isAnnotation))
}
