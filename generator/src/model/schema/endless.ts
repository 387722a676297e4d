import { evaluatingKeywords, itemSchemas, namedSchemas } from '@rpcloom/schema/internal'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Loaded } from '../../openrpc/loaded.ts'
import { isArray, listOf, numberOf, objectOf, own } from '../../json/members.ts'
import { placeId } from '../../json/place.ts'
import { follow } from '../reference.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import type { TypeId } from '../types.ts'
import { possibleBranches, schemasTogether, type Held, type Together } from './together.ts'
import type { TypeDraft } from './reader.ts'

/**
 * Maximum number of schemas read for one type. A type beyond this limit is assumed to have a finite
 * value.
 */
const MAX_READ = 5000

/** How references are resolved while a type is checked for finite values. */
interface Look {
  /** Whether the target of a reference is known to have a finite value. */
  readonly ends: (ref: string, file: string) => boolean
  /**
   * Returns the target of a reference. A value that is valid against the reference must also be
   * valid against this schema.
   */
  readonly target: (ref: string, file: string) => Held | undefined
  /** Number of schemas that may still be read. */
  readonly budget: { left: number }
}

/**
 * Reports types without a finite value. In such a type, each value must contain another value of
 * the same type. A type has a finite value if its required members, its required first items and at
 * least one of its alternatives have finite values.
 *
 * When a type is found to have a finite value, the types that refer to it are checked again.
 */
export function endlessTypes(
  loaded: Loaded,
  drafts: ReadonlyMap<TypeId, TypeDraft>,
): readonly Finding[] {
  const ending = new Set<TypeId>()
  const waiting = new Map<TypeId, TypeId[]>()
  const queue = [...drafts.values()]
  const target: Look['target'] = (ref, file) => {
    const found = follow(loaded, file, ref)
    return found && { json: found.json, file: found.place.file }
  }
  for (let draft = queue.pop(); draft !== undefined; draft = queue.pop()) {
    const { id, place, schema } = draft
    if (ending.has(id)) continue
    const ends: Look['ends'] = (ref, file) => {
      const found = follow(loaded, file, ref)
      const to = found && placeId(found.place)
      if (to === undefined || !drafts.has(to) || ending.has(to)) return true
      const others = waiting.get(to)
      if (others === undefined) waiting.set(to, [id])
      else others.push(id)
      return false
    }
    const look = { ends, target, budget: { left: MAX_READ } }
    if (!hasFiniteValue([{ json: schema.json, file: place.file }], look)) continue
    ending.add(id)
    for (const other of waiting.get(id) ?? []) {
      const again = drafts.get(other)
      if (again !== undefined) queue.push(again)
    }
    waiting.delete(id)
  }
  return [...drafts.values()].filter(({ id }) => !ending.has(id)).map(endless)
}

function endless({ place }: TypeDraft): Finding {
  const message =
    'No finite value is valid: every value must contain another value of the same schema.'
  return { code: 'RL306', message, place }
}

/**
 * Whether any finite value is valid against both `schemas` and the schemas in `context`. The
 * caller has already checked the alternatives in `context`.
 */
function hasFiniteValue(schemas: readonly Held[], look: Look, context?: Together): boolean {
  const together = schemasTogether(schemas, look.target, context)
  look.budget.left -= together.added.length
  if (look.budget.left < 0) return true
  for (const { json, file } of together.added) {
    const ref = own(json, '$ref')
    if (typeof ref === 'string' && !look.ends(ref, file)) return false
  }
  // A reference in a member or item is decided by the result for the referenced type. Following the
  // reference could recurse without end.
  const inner = { ...look, target: () => undefined }
  const isFinite: IsFinite = (held) => hasFiniteValue(held, inner)
  return (
    choicesOf(together).every((options) =>
      options.some((option) => hasFiniteValue(option, look, together)),
    ) &&
    (isScalar(together) ||
      (areMembersFinite(together, isFinite) && areItemsFinite(together, isFinite)))
  )
}

/** Whether any finite value is valid against all of the given schemas. */
type IsFinite = (schemas: readonly Held[]) => boolean

/**
 * Returns the choices that a value must make, such as each `anyOf`. A choice is a list of
 * alternatives, and each alternative is a list of schemas.
 */
function choicesOf(together: Together): readonly (readonly (readonly Held[])[])[] {
  return together.added.flatMap((held) => {
    const { json, file } = held
    const alternatives = ['anyOf', 'oneOf'].map((keyword) =>
      listOf(json, keyword).map((one) => [{ json: one, file }]),
    )
    const branches = possibleBranches(held, together.required)
    return [...alternatives, branches].filter((options) => options.length > 0)
  })
}

/** Whether any value that is neither an object nor an array is valid. */
function isScalar({ parts }: Together): boolean {
  const isListed = parts.some(
    ({ json }) => own(json, 'const') !== undefined || isArray(own(json, 'enum')),
  )
  return isListed || parts.every(({ json }) => allowsScalar(json))
}

function allowsScalar(json: JsonObject): boolean {
  const type = own(json, 'type')
  if (own(json, 'nullable') === true) return true
  const words = isArray(type) ? type : [type]
  // Without `type`, scalars are valid even if the schema is meant for objects.
  return words.some((word) => word !== 'object' && word !== 'array')
}

/** Whether all members that an object must have allow finite values. */
function areMembersFinite({ parts, required }: Together, isFinite: IsFinite): boolean {
  if (!mustBe(parts, 'object')) return true
  const isFiniteMember = (name: string): boolean => isFinite(memberSchemas(parts, name))
  if (![...required].every(isFiniteMember)) return false
  const missing = largest(parts, 'minProperties') - required.size
  // An object can be filled up with members of any name if all schemas allow such members.
  const others = parts.map((part) => otherMembers(part, parts))
  if (missing < 1 || others.every((options) => options.some((one) => isFinite([one])))) return true
  const declared = new Set(
    parts.flatMap(({ json }) => Object.keys(objectOf(json, 'properties') ?? {})),
  )
  const names = [...declared].filter((name) => !required.has(name))
  // If too few names are possible, the schemas contradict each other. A contradiction is not an
  // endless recursion, so it is not reported here.
  const isClosed = others.some((options) => options.length === 0)
  return (isClosed && names.length < missing) || names.filter(isFiniteMember).length >= missing
}

/** Returns the possible schemas of a member whose name is not declared. */
function otherMembers(
  { json, file }: Held<JsonObject>,
  parts: readonly Held<JsonObject>[],
): readonly Held[] {
  const rest =
    own(json, 'additionalProperties') ?? unevaluated(json, 'unevaluatedProperties', parts)
  const patterns = Object.values(objectOf(json, 'patternProperties') ?? {})
  const options = rest === false ? patterns : [...patterns, rest ?? true]
  return options.map((one) => ({ json: one, file }))
}

function memberSchemas(parts: readonly Held<JsonObject>[], name: string): readonly Held[] {
  const evaluated = parts.flatMap(({ json, file }) => {
    const named = namedSchemas(json, name) as readonly Json[]
    const rest = own(json, 'additionalProperties')
    const schemas = named.length > 0 || rest === undefined ? named : [rest]
    return schemas.map((one) => ({ json: one, file }))
  })
  if (evaluated.length > 0) return evaluated
  return parts.flatMap(({ json, file }) => {
    const rest = unevaluated(json, 'unevaluatedProperties', parts)
    return rest === undefined ? [] : [{ json: rest, file }]
  })
}

/**
 * Returns the schema in `unevaluatedProperties` or `unevaluatedItems`. Returns undefined if another
 * keyword may evaluate the members or items.
 */
function unevaluated(
  json: JsonObject,
  keyword: string,
  parts: readonly Held<JsonObject>[],
): Json | undefined {
  const isEvaluated = parts.some((part) =>
    evaluatingKeywords.some((other) => own(part.json, other) !== undefined),
  )
  return isEvaluated ? undefined : own(json, keyword)
}

/** Whether all items that an array must have allow finite values. */
function areItemsFinite({ parts }: Together, isFinite: IsFinite): boolean {
  if (!mustBe(parts, 'array')) return true
  const least = largest(parts, 'minItems')
  const held = parts.map(({ json, file }) => {
    const { first, rest = unevaluated(json, 'unevaluatedItems', parts) } = itemSchemas(json)
    return { json, file, first: first as readonly Json[], rest: rest as Json | undefined }
  })
  const tuple = Math.max(...held.map(({ first }) => first.length))
  const schemasAt = (index: number): readonly Held[] =>
    held.flatMap(({ first, rest, file }) => {
      const json = index < first.length ? first[index] : rest
      return json === undefined ? [] : [{ json, file }]
    })
  const contained = held.flatMap(({ json, file }): readonly Held[] => {
    const contains = own(json, 'contains')
    const isRequired = (numberOf(json, 'minContains') ?? 1) > 0
    return contains === undefined || !isRequired ? [] : [{ json: contains, file }]
  })
  // Beyond the longest tuple, all items have the same schemas, so only the first such item is
  // checked.
  const indices = Array.from({ length: Math.min(least, tuple + 1) }, (_unused, index) => index)
  return (
    indices.every((index) => isFinite(schemasAt(index))) &&
    contained.every((one) => isFinite([one]))
  )
}

function largest(parts: readonly Held<JsonObject>[], keyword: string): number {
  return parts.reduce((most, { json }) => Math.max(most, numberOf(json, keyword) ?? 0), 0)
}

/** Whether the schemas allow only objects, or only arrays. */
function mustBe(parts: readonly Held<JsonObject>[], word: 'object' | 'array'): boolean {
  return parts.some(({ json }) => {
    const type = own(json, 'type')
    return type === word || (isArray(type) && type.length === 1 && type[0] === word)
  })
}
