import { isRecord } from '../json-rpc.ts'
import { matches } from './pattern.ts'
import { listOf, recordOf } from '../untrusted.ts'
import type { SchemaObject, Walk } from './types.ts'

type Members = Record<string, unknown>

/** Checks the keywords for objects. */
export function objectKeywords(walk: Walk, schema: SchemaObject, value: unknown): void {
  if (!isRecord(value)) return
  checkNames(walk, schema, value)
  checkDependents(walk, schema, value)
  checkMembers(walk, schema, value)
  const rest = schema['unevaluatedProperties']
  if (rest === undefined) return
  for (const name of Object.keys(value)) {
    if (walk.isDone) return
    if (walk.evaluated?.has(name)) continue
    checkOther(walk, schema, 'unevaluatedProperties', [name, value[name]])
    walk.evaluated?.add(name)
  }
}

function checkNames(walk: Walk, schema: SchemaObject, value: Members): void {
  const { required, minProperties, maxProperties, propertyNames } = schema
  requireNames(walk, 'required', required, value)
  // Listing the names of a large object takes longer than the other checks, so it is avoided if possible.
  if (minProperties === undefined && maxProperties === undefined && propertyNames === undefined) {
    return
  }
  const names = Object.keys(value)
  if (typeof minProperties === 'number' && names.length < minProperties) {
    walk.report('minProperties', `must have at least ${minProperties} members`)
  }
  if (typeof maxProperties === 'number' && names.length > maxProperties) {
    walk.report('maxProperties', `must have at most ${maxProperties} members`)
  }
  if (propertyNames === undefined) return
  for (const name of names) {
    if (walk.isDone) return
    if (walk.trial(propertyNames, name).issues.length === 0) continue
    walk.reportPart(name, 'propertyNames', 'has a name that is not allowed')
  }
}

function requireNames(walk: Walk, keyword: string, names: unknown, value: Members): void {
  for (const name of listOf(names)) {
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      walk.reportPart(name, keyword, 'is required')
  }
}

function checkDependents(walk: Walk, schema: SchemaObject, value: Members): void {
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    for (const [name, dependent] of Object.entries(recordOf(schema[keyword]))) {
      if (!Object.hasOwn(value, name)) continue
      if (Array.isArray(dependent)) requireNames(walk, keyword, dependent, value)
      else walk.visit(dependent, value)
    }
  }
}

function checkMembers(walk: Walk, schema: SchemaObject, value: Members): void {
  const properties = recordOf(schema['properties'])
  const patterns = Object.entries(recordOf(schema['patternProperties']))
  const hasOthers = patterns.length > 0 || schema['additionalProperties'] !== undefined
  const names = hasOthers
    ? Object.keys(value)
    : Object.keys(properties).filter((name) => Object.hasOwn(value, name))
  for (const name of names) {
    if (walk.isDone) return
    let isDeclared = Object.hasOwn(properties, name)
    if (isDeclared) walk.visitPart(properties[name], value[name], name)
    for (const [pattern, member] of patterns) {
      if (!matches(pattern, name)) continue
      isDeclared = true
      walk.visitPart(member, value[name], name)
    }
    if (!isDeclared && schema['additionalProperties'] !== undefined) {
      isDeclared = true
      checkOther(walk, schema, 'additionalProperties', [name, value[name]])
    }
    if (isDeclared) walk.evaluated?.add(name)
  }
}

/**
 * Checks a member to which only `additionalProperties` or `unevaluatedProperties` applies. If the schema is
 * `false`, reports the member as unknown.
 */
function checkOther(
  walk: Walk,
  schema: SchemaObject,
  keyword: string,
  [name, member]: readonly [string, unknown],
): void {
  if (schema[keyword] === false) walk.reportPart(name, keyword, 'is not a known member')
  else walk.visitPart(schema[keyword], member, name)
}
