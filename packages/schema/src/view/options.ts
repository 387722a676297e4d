import { isRecord, listOf } from '../json/values.ts'
import { togetherNames } from '../keywords/references.ts'
import { isAnnotation, keywordOf } from '../keywords/table.ts'
import { inDocument, type Located } from './located.ts'
import type { Resolve, SchemaObject } from '../types.ts'
import { isPresence } from './restrictions.ts'
import { schemasTogether } from './together.ts'
import type { View } from './view.ts'

/** Returns a schema that requires all of some schemas. */
export function conjunctionOf(schemas: readonly unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { allOf: schemas }
}

/** Returns a schema that requires at least one of some schemas. */
export function unionOf(schemas: readonly unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas }
}

/** Returns a schema with changed alternatives, or else conjuncts; undefined if the function changes none. */
export function withParts<Schema extends SchemaObject>(
  schema: Schema,
  change: (part: unknown) => unknown,
): Schema | undefined {
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const parts = listOf(schema[keyword])
    const changed = parts.map(change)
    if (changed.some((part, index) => part !== parts[index]))
      return { ...schema, [keyword]: changed }
  }
  return undefined
}

/**
 * Returns the alternatives of a value as schemas, each with the constraints of the other schemas of the view;
 * undefined if there are none. Alternatives that only constrain the members of the view are not alternatives.
 */
export function optionsOf(
  { schemas, choices }: View<undefined>,
  resolve: Resolve,
): readonly unknown[] | undefined {
  const choice = choices
    .toSorted((a, b) => Number(b.isExclusive) - Number(a.isExclusive))
    .find(({ options }) => options.some((option) => !isOnlyConstraint(option, resolve)))
  if (choice === undefined) return undefined
  // What a schema refers to is in the view itself; with it, an option would contain the alternatives again.
  const constraining = schemas.flatMap(({ json }) => {
    if (!isRecord(json)) return []
    const own = withoutParts(json, choice.from.json === json ? choice.keyword : undefined)
    return Object.keys(own).some((name) => !isAnnotation(name)) ? [own] : []
  })
  return choice.options.map(({ json }) => conjunctionOf([json, ...constraining]))
}

/** Whether an alternative only constrains the enclosing schema, with keywords such as `required`. */
function isOnlyConstraint(option: Located<undefined>, resolve: Resolve): boolean {
  return schemasTogether([option], inDocument(resolve)).every(({ json }) => isPresence(json))
}

/** Returns a schema without references, `allOf`, annotations and one further keyword. Extensions are kept. */
function withoutParts(schema: SchemaObject, dropped: string | undefined): SchemaObject {
  const isKept = (name: string): boolean =>
    name !== dropped && keywordOf(name)?.kind === undefined && !togetherNames.includes(name)
  return Object.fromEntries(Object.entries(schema).filter(([name]) => isKept(name)))
}
