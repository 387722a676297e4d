import { isRecord } from '@rpcloom/rpc'
import {
  listOf,
  recordOf,
  type Resolve,
  type SchemaObject,
  isReference,
} from '@rpcloom/schema/internal'

const MAX_TOGETHER = 200

/** Follows references without other keywords. Returns undefined if the references form a cycle. */
export function behindReferences(
  schema: unknown,
  { resolve }: { readonly resolve: Resolve },
): unknown {
  const met = new Set<unknown>()
  let here = schema
  while (isRecord(here) && isReference(here)) {
    if (met.has(here)) return undefined
    met.add(here)
    here = resolve(String(here['$ref']), here)
  }
  return here
}

/**
 * Returns the schemas that every value must match: the given schemas, the targets of their references, their
 * `allOf`, and the schemas that depend on required members.
 */
export function schemasTogether(
  schemas: readonly unknown[],
  resolve: Resolve,
): ReadonlySet<SchemaObject> {
  const together = new Set<SchemaObject>()
  const add = (schema: unknown): void => {
    if (!isRecord(schema) || together.has(schema) || together.size >= MAX_TOGETHER) return
    together.add(schema)
    const { $ref: ref } = schema
    if (typeof ref === 'string') add(resolve(ref, schema))
    listOf(schema['allOf']).forEach(add)
  }
  schemas.forEach(add)
  for (let before = 0; before < together.size;) {
    before = together.size
    const required = requiredIn([...together])
    for (const [name, dependent] of [...together].flatMap(dependentsIn))
      if (required.has(name)) add(dependent)
  }
  return together
}

/**
 * Returns the dependents by member name. A dependent is a schema that the object must match if the member is
 * present, or a list of names that are then required.
 */
function dependentsIn(schema: SchemaObject): readonly (readonly [string, unknown])[] {
  return ['dependencies', 'dependentRequired', 'dependentSchemas'].flatMap((keyword) =>
    Object.entries(recordOf(schema[keyword])),
  )
}

/** Returns the names of required members, including members that other required members depend on. */
export function requiredIn(schemas: readonly SchemaObject[]): ReadonlySet<unknown> {
  const required = new Set(schemas.flatMap((schema) => listOf(schema['required'])))
  const dependents = schemas.flatMap(dependentsIn)
  for (const name of required)
    for (const [other, names] of dependents)
      if (other === name) for (const one of listOf(names)) required.add(one)
  return required
}

/** Returns the lists of alternatives of a schema. Each alternative is a list of schemas. */
export function choicesOf(
  schema: SchemaObject,
  required: ReadonlySet<unknown>,
): readonly (readonly (readonly unknown[])[])[] {
  const { if: condition, then, else: otherwise } = schema
  const isMet = [condition, then]
  const branches =
    condition === false
      ? [[otherwise]]
      : isCertain(condition, required)
        ? [isMet]
        : [isMet, [otherwise]]
  return [
    listOf(schema['oneOf']).map((one) => [one]),
    listOf(schema['anyOf']).map((one) => [one]),
    condition === undefined ? [] : branches,
  ].filter(({ length }) => length > 0)
}

/** Whether an `if` condition is always met, because it only requires members that are required anyway. */
function isCertain(condition: unknown, required: ReadonlySet<unknown>): boolean {
  if (!isRecord(condition)) return condition === true
  return (
    Object.keys(condition).every((keyword) => keyword === 'required') &&
    listOf(condition['required']).every((name) => required.has(name))
  )
}
