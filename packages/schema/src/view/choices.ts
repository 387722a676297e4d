import { isRecord, listOf } from '../json/values.ts'
import { isAnnotation } from '../keywords/table.ts'
import type { SchemaObject } from '../types.ts'

/** Returns the lists of alternatives of a schema. Each alternative is a list of schemas that apply together. */
export function choicesOf(
  schema: SchemaObject,
  required: ReadonlySet<string>,
): readonly (readonly (readonly unknown[])[])[] {
  return [
    listOf(schema['oneOf']).map((one) => [one]),
    listOf(schema['anyOf']).map((one) => [one]),
    branchesOf(schema, required),
  ].filter(({ length }) => length > 0)
}

/** Returns the branches of `if` that are possible if some members are required. */
function branchesOf(
  { if: condition, then, else: otherwise }: SchemaObject,
  required: ReadonlySet<string>,
): readonly (readonly unknown[])[] {
  if (condition === undefined) return []
  if (condition === false) return [[otherwise]]
  const isMet = [condition, then]
  return isCertain(condition, required) ? [isMet] : [isMet, [otherwise]]
}

/** Whether an `if` condition is always met, because it only requires members that are required anyway. */
function isCertain(condition: unknown, required: ReadonlySet<string>): boolean {
  if (!isRecord(condition)) return condition === true
  return (
    Object.keys(condition).every((name) => name === 'required' || isAnnotation(name)) &&
    listOf(condition['required']).every((name) => required.has(String(name)))
  )
}
