import { isRecord } from '@rpcloom/rpc'
import {
  inDocument,
  isAnnotation,
  isValid,
  listOf,
  located,
  recordOf,
  type SchemaObject,
  schemasTogether,
  togetherNames,
  viewOf,
} from '@rpcloom/schema/internal'
import { type Position, shuffled } from './search.ts'

/** Members of an object that are chosen before the object is generated, because conditional schemas test them. */
export type Draft = Readonly<Record<string, unknown>>

/** Number of conditional schemas from which on few combinations of their branches are possible. */
const MANY = 2
const MAX_DRAFTS = 4

/**
 * Yields drafts of an object with several conditional schemas, each such that another condition is met. Yields nothing
 * for other schemas.
 */
export function* drafts(schemas: readonly unknown[], position: Position): Generator<Draft> {
  const { random, resolve } = position.search
  const isJoined = (schema: unknown): boolean =>
    isRecord(schema) && togetherNames.some((name) => name in schema)
  if (!schemas.some(isJoined)) return
  const [given, places] = [schemas.map(located), inDocument(resolve)]
  const tests = schemasTogether(given, places).flatMap(({ json }) =>
    isRecord(json) && 'if' in json ? [json['if']] : [],
  )
  if (tests.length < MANY) return
  const { properties } = viewOf(given, places)
  const names = new Set(tests.flatMap((test) => testedNames(test) ?? []))
  for (const test of shuffled(tests, random).slice(0, MAX_DRAFTS)) {
    const members = recordOf(recordOf(test)['properties'])
    const draft: [string, unknown][] = []
    for (const name of names) {
      const declared = properties.get(name)
      if (declared === undefined) continue
      const wanted = Object.hasOwn(members, name) ? [members[name]] : []
      const made = position.inner([...declared.map(({ json }) => json), ...wanted])
      if (made.kind === 'value') draft.push([name, made.value])
    }
    if (draft.length > 0) yield Object.fromEntries(draft)
  }
}

/** Returns the schema of the values that have the members of a draft. */
export function withDraft(draft: Draft): SchemaObject {
  const constants = Object.entries(draft).map(([name, value]) => [name, { const: value }] as const)
  return { properties: Object.fromEntries(constants), required: Object.keys(draft) }
}

/** Whether a condition is met, as far as a draft decides it. */
export function isMet(test: unknown, draft: Draft, position: Position): boolean | undefined {
  const { resolve, effort } = position.search
  const isDecided = testedNames(test)?.every((name) => Object.hasOwn(draft, name))
  return isDecided === true ? isValid(test, draft, { resolve, effort }) : undefined
}

/** Returns the members that a condition tests; undefined if it also tests something else. */
function testedNames(test: unknown): readonly string[] | undefined {
  if (!isRecord(test)) return undefined
  const isKnown = (name: string): boolean =>
    isAnnotation(name) || ['properties', 'required', 'type'].includes(name)
  if (!Object.keys(test).every(isKnown)) return undefined
  return [...Object.keys(recordOf(test['properties'])), ...listOf(test['required']).map(String)]
}
