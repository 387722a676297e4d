// Schemas that restrict other schemas for the same value, and say nothing about its type.
import { isRecord } from '../json/values.ts'
import { isAnnotation, keywordOf } from '../keywords/table.ts'
import type { SchemaObject } from '../types.ts'
import { impliedTypes } from './types-of.ts'

function hasOnly(schema: SchemaObject, names: readonly string[]): boolean {
  return Object.keys(schema).every((name) => names.includes(name) || isAnnotation(name))
}

const conditions = ['if', 'then', 'else', 'not']

/** Whether a schema only has conditions or a negation. */
export function isCondition(schema: unknown): boolean {
  return schema === true || (isRecord(schema) && hasOnly(schema, conditions))
}

const presences = [
  'required',
  'not',
  'minProperties',
  'maxProperties',
  'dependencies',
  'dependentRequired',
]

/**
 * Whether a schema only says which members there are, as in `anyOf: [{ required: ['a'] }, { required: ['b'] }]`
 * next to `properties`.
 */
export function isPresence(schema: unknown): boolean {
  return schema === true || (isRecord(schema) && hasOnly(schema, presences))
}

/**
 * Whether a schema only limits strings, numbers, lengths or counts. Because values of other types are valid
 * against it, it has no type next to schemas that have one.
 */
export function isLimit(schema: unknown): boolean {
  return (
    isRecord(schema) &&
    impliedTypes([schema]).length > 0 &&
    Object.keys(schema).every((name) => !hasType(name) || schema[name] === undefined)
  )
}

const typing = ['$ref', 'type', 'const', 'enum', 'required']

/** Whether a keyword determines types: by name, by value, or by what is inside of objects and arrays. */
function hasType(name: string): boolean {
  const { of, holds } = keywordOf(name) ?? {}
  const isInner = of !== undefined && holds !== undefined && name !== 'contains'
  return isInner || typing.includes(name)
}
