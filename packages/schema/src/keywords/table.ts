import { isRecord } from '../json/values.ts'
import type { SchemaObject } from '../types.ts'
import { annotationKeywords } from './annotations.ts'
import { anyKeywords } from './any.ts'
import { arrayKeywords } from './arrays.ts'
import { combinatorKeywords } from './combinators.ts'
import type { Keyword, KeywordTable } from './keyword.ts'
import { numberKeywords } from './numbers.ts'
import { objectKeywords } from './objects.ts'
import { referenceKeywords, referenceNames } from './references.ts'
import { stringKeywords } from './strings.ts'

/** All keywords of JSON Schema. */
export const keywords: KeywordTable = {
  ...anyKeywords,
  ...numberKeywords,
  ...stringKeywords,
  ...arrayKeywords,
  ...objectKeywords,
  ...combinatorKeywords,
  ...referenceKeywords,
  ...annotationKeywords,
}

const byName: ReadonlyMap<string, Keyword> = new Map(Object.entries(keywords))

/** Returns what a keyword means; undefined for a name that JSON Schema does not define. */
export function keywordOf(name: string): Keyword | undefined {
  return byName.get(name)
}

/** Returns the names of the keywords of which a condition holds. */
export function keywordsWhere(condition: (keyword: Keyword) => boolean): readonly string[] {
  return Object.entries(keywords).flatMap(([name, keyword]) => (condition(keyword) ? [name] : []))
}

/** Whether a name is that of a keyword that does not restrict values, or of an extension. */
export function isAnnotation(name: string): boolean {
  return name.startsWith('x-') || keywordOf(name)?.kind === 'annotation'
}

/** Keywords that other objects than schemas may have, such as content descriptors. */
const shared = [...referenceNames, 'nullable', 'required']

/** Whether an object has a keyword that only schemas have. */
export function looksLikeSchema(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.keys(value).some(
      (name) => name === 'format' || (keywordOf(name)?.isMerged === true && !shared.includes(name)),
    )
  )
}

/** Member names and indexes that lead from a value to a value inside it. */
export type Path = readonly (string | number)[]

/** A schema inside another one, with the path that leads to it. */
export interface InnerSchema<Value = unknown> {
  readonly path: Path
  readonly schema: Value
}

/** Returns every schema directly inside a schema. */
export function subschemas<Value>(
  schema: Readonly<Record<string, Value>>,
): readonly InnerSchema<Value>[] {
  return Object.entries(schema).flatMap(([name, value]) => schemasIn(name, value))
}

/** Returns the schemas in the value of a keyword. */
export function schemasIn<Value>(name: string, value: Value): readonly InnerSchema<Value>[] {
  return schemasWithKey(name, value).map(([schema, ...path]) => ({
    path: [name, ...path],
    schema: schema as Value,
  }))
}

/** Returns the schemas in the value of a keyword, each with its name or index. */
function schemasWithKey(
  name: string,
  value: unknown,
): readonly (readonly [unknown, ...(string | number)[]])[] {
  const { holds } = keywordOf(name) ?? {}
  if (holds === undefined) return []
  if (holds === 'map') {
    const entries = Object.entries(isRecord(value) ? value : {})
    // A list in `dependencies` contains names of members.
    return entries.flatMap(([key, schema]) => (Array.isArray(schema) ? [] : [[schema, key]]))
  }
  if (Array.isArray(value))
    return holds === 'one' ? [] : value.map((schema, index) => [schema, index])
  return holds === 'list' ? [] : [[value]]
}

/** A keyword whose value draft 7 rejects, although other drafts may allow it. */
interface Rejected {
  readonly keyword: string
  readonly message: string
}

/** Returns the keywords of a schema that violate draft 7. Values of the wrong form are not examined. */
export function rejectedByDraft7(schema: SchemaObject): readonly Rejected[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const message = keywordOf(keyword)?.draft7?.(value)
    return message === undefined ? [] : [{ keyword, message }]
  })
}
