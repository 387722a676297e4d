import { isRecord, listOf } from '../json/values.ts'
import { referenceNames } from '../keywords/references.ts'
import type { SchemaObject } from '../types.ts'
import type { Located, Places } from './located.ts'
import { innerSchemas } from './structure.ts'

/** Maximum number of schemas that are collected for a value. Further schemas are ignored. */
export const MAX_TOGETHER = 200

/**
 * Returns the schemas that every value must match: the given schemas, the targets of their references, their
 * `allOf`, and the schemas that depend on required members.
 */
export function schemasTogether<Place, Value>(
  schemas: readonly Located<Place, Value>[],
  places: Places<Place, Value>,
): readonly Located<Place, Value>[] {
  const together = new Map<unknown, Located<Place, Value>>()
  const add = (all: readonly Located<Place, Value>[]): void => {
    const queue = [...all]
    for (const one of queue) {
      const { json } = one
      if (together.size >= MAX_TOGETHER) return
      if (json === true || together.has(json)) continue
      together.set(json, one)
      if (isRecord(json)) queue.push(...conjunctsOf(one, json, places))
    }
  }
  add(schemas)
  for (let before = 0; before < together.size;) {
    before = together.size
    const all = [...together.values()].filter(({ json }) => hasDependents(json))
    if (all.length === 0) break
    const required = requiredMembers([...together.keys()])
    add(all.flatMap((one) => dependents(one, required, places)))
  }
  return [...together.values()]
}

/** Returns the schemas that a schema adds for the same value: its references and `allOf`. */
export function conjunctsOf<Place, Value>(
  from: Located<Place, Value>,
  schema: SchemaObject,
  places: Places<Place, Value>,
): readonly Located<Place, Value>[] {
  const targets = referenceNames.flatMap((keyword) => {
    const ref = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
    return typeof ref === 'string' ? (places.follow(ref, from) ?? []) : []
  })
  return [...targets, ...innerSchemas(from, 'allOf', places.inside).map(([, one]) => one)]
}

const dependencies = ['dependencies', 'dependentRequired', 'dependentSchemas']

function hasDependents(schema: unknown): boolean {
  return isRecord(schema) && dependencies.some((keyword) => schema[keyword] !== undefined)
}

function dependents<Place, Value>(
  from: Located<Place, Value>,
  required: ReadonlySet<string>,
  places: Places<Place, Value>,
): readonly Located<Place, Value>[] {
  return dependencies.flatMap((keyword) =>
    innerSchemas(from, keyword, places.inside).flatMap(([name, one]) =>
      required.has(name) ? [one] : [],
    ),
  )
}

/** Returns the names of required members, including members that other required members depend on. */
export function requiredMembers(schemas: readonly unknown[]): ReadonlySet<string> {
  const required = new Set<string>()
  const dependent: (readonly [string, unknown])[] = []
  for (const schema of schemas) {
    if (!isRecord(schema)) continue
    for (const name of namesIn(schema['required'])) required.add(name)
    if (!hasDependents(schema)) continue
    for (const keyword of dependencies) {
      const byName = schema[keyword]
      if (isRecord(byName)) dependent.push(...Object.entries(byName))
    }
  }
  for (const name of required)
    for (const [other, names] of dependent)
      if (other === name) for (const one of namesIn(names)) required.add(one)
  return required
}

function namesIn(value: unknown): readonly string[] {
  return listOf(value).filter((name) => typeof name === 'string')
}
