import { isArray, isObject, listOf, objectOf, own, stringsOf } from '../../json/members.ts'
import type { Json, JsonObject } from '../../json/types.ts'

/** A schema, with the file to which its references are relative. */
export interface Held<T extends Json = Json> {
  readonly json: T
  readonly file: string
}

/** The schemas that apply to the same value. */
export interface Together {
  readonly parts: readonly Held<JsonObject>[]
  /** The schemas in `parts` that were not already in `context`. */
  readonly added: readonly Held<JsonObject>[]
  /** The schemas in `parts` that require further members if certain members are present. */
  readonly dependent: readonly Held<JsonObject>[]
  /** Names of required members. */
  readonly required: ReadonlySet<string>
}

/** Maximum number of schemas collected for a value. Further schemas are ignored. */
const MAX_PARTS = 100

const dependencies = ['dependentRequired', 'dependentSchemas', 'dependencies']

/**
 * Collects all schemas that apply to the same value: the given schemas, their `allOf`, the targets
 * of their references, and the dependent schemas of required members.
 */
export function schemasTogether(
  schemas: readonly Held[],
  target: (ref: string, file: string) => Held | undefined,
  context?: Together,
): Together {
  const parts = [...(context?.parts ?? [])]
  const seen = new Set<Json>(parts.map(({ json }) => json))
  const dependent = [...(context?.dependent ?? [])]
  const required = new Set(context?.required)
  const add = (all: readonly Held[]): void => {
    const queue = [...all]
    for (const { json, file } of queue) {
      if (!isObject(json) || seen.has(json) || parts.length >= MAX_PARTS) continue
      seen.add(json)
      parts.push({ json, file })
      if (dependencies.some((keyword) => own(json, keyword) !== undefined))
        dependent.push({ json, file })
      for (const name of stringsOf(json, 'required')) required.add(name)
      const ref = own(json, '$ref')
      const behind = typeof ref === 'string' ? target(ref, file) : undefined
      if (behind !== undefined) queue.push(behind)
      queue.push(...listOf(json, 'allOf').map((one) => ({ json: one, file })))
    }
  }
  add(schemas)
  // Members that become required through a dependency may have further dependencies.
  for (let before = -1; before !== parts.length + required.size;) {
    before = parts.length + required.size
    add(dependents(dependent, required))
  }
  return { parts, added: parts.slice(context?.parts.length ?? 0), dependent, required }
}

/**
 * Adds the names of members on which required members depend. Returns the dependent schemas of
 * required members.
 */
function dependents(parts: readonly Held<JsonObject>[], required: Set<string>): readonly Held[] {
  return parts.flatMap(({ json, file }) =>
    dependencies.flatMap((keyword) =>
      Object.entries(objectOf(json, keyword) ?? {}).flatMap(([name, dependent]) => {
        if (!required.has(name)) return []
        if (!isArray(dependent)) return [{ json: dependent, file }]
        for (const other of dependent) if (typeof other === 'string') required.add(other)
        return []
      }),
    ),
  )
}

/**
 * Returns the possible branches of `if`. Each branch is the list of schemas that apply if the
 * branch is taken.
 */
export function possibleBranches(
  { json, file }: Held<JsonObject>,
  required: ReadonlySet<string>,
): readonly (readonly Held[])[] {
  const condition = own(json, 'if')
  if (condition === undefined) return []
  const branch = (...schemas: readonly (Json | undefined)[]): readonly Held[] =>
    schemas.flatMap((one) => (one === undefined ? [] : [{ json: one, file }]))
  const isMet = branch(condition, own(json, 'then'))
  const isUnmet = branch(own(json, 'else'))
  if (condition === false) return [isUnmet]
  return isCertain(condition, required) ? [isMet] : [isMet, isUnmet]
}

const remarks: ReadonlySet<string> = new Set(['$comment', 'title', 'description', 'required'])

/** Whether a condition is always true, because the members that it requires are required anyway. */
function isCertain(condition: Json, required: ReadonlySet<string>): boolean {
  if (!isObject(condition)) return condition === true
  return (
    Object.keys(condition).every((keyword) => remarks.has(keyword)) &&
    stringsOf(condition, 'required').every((name) => required.has(name))
  )
}
