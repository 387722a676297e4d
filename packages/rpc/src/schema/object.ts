import { isRecord } from '../json-rpc.ts'
import { matches } from './pattern.ts'
import { step, escapePart, type At, type Spot, type SchemaObject, type Walk } from './types.ts'

/** Checks the keywords for objects. */
export function objectKeywords(walk: Walk, schema: SchemaObject, spot: Spot): void {
  const { value, at, evaluated } = spot
  if (!isRecord(value)) return
  checkNames(walk, schema, value, at)
  checkDependents(walk, schema, value, spot)
  checkMembers(walk, schema, value, spot)
  const rest = schema['unevaluatedProperties']
  if (rest === undefined) return
  for (const name of Object.keys(value)) {
    if (walk.isDone) return
    if (evaluated.has(name)) continue
    applyToMember(walk, rest, value[name], step(at, 'unevaluatedProperties', name))
    evaluated.add(name)
  }
}

function checkNames(
  walk: Walk,
  schema: SchemaObject,
  value: Record<string, unknown>,
  at: At,
): void {
  const { required, minProperties, maxProperties, propertyNames } = schema
  for (const name of stringsOf(required)) {
    if (!Object.hasOwn(value, name)) reportMissing(walk, at, 'required', name)
  }
  // Listing the names of a large object takes longer than the rest of the check.
  if (minProperties === undefined && maxProperties === undefined && propertyNames === undefined) {
    return
  }
  const names = Object.keys(value)
  if (typeof minProperties === 'number' && names.length < minProperties) {
    walk.report(at, 'minProperties', `must have at least ${minProperties} members`)
  }
  if (typeof maxProperties === 'number' && names.length > maxProperties) {
    walk.report(at, 'maxProperties', `must have at most ${maxProperties} members`)
  }
  if (propertyNames === undefined) return
  for (const name of names) {
    if (walk.isDone) return
    if (walk.trial(propertyNames, name, at).issues.length === 0) continue
    walk.report(step(at, 'propertyNames', name), 'propertyNames', 'has a name that is not allowed')
  }
}

function reportMissing(walk: Walk, at: At, keyword: string, name: string): void {
  walk.report(step(at, keyword, name), keyword, 'is required')
}

function checkDependents(
  walk: Walk,
  schema: SchemaObject,
  value: Record<string, unknown>,
  { at, evaluated }: Spot,
): void {
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const dependents = schema[keyword]
    if (!isRecord(dependents)) continue
    for (const [name, dependent] of Object.entries(dependents)) {
      if (!Object.hasOwn(value, name)) continue
      if (Array.isArray(dependent)) {
        for (const other of stringsOf(dependent)) {
          if (!Object.hasOwn(value, other)) reportMissing(walk, at, keyword, other)
        }
      } else {
        const inner = step(at, `${keyword}/${escapePart(name)}`)
        for (const seen of walk.visit(dependent, value, inner)) evaluated.add(seen)
      }
    }
  }
}

function checkMembers(
  walk: Walk,
  schema: SchemaObject,
  value: Record<string, unknown>,
  { at, evaluated }: Spot,
): void {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const patterns = isRecord(schema['patternProperties'])
    ? Object.entries(schema['patternProperties'])
    : []
  const additional = schema['additionalProperties']
  const hasOthers = patterns.length > 0 || additional !== undefined
  const names = hasOthers
    ? Object.keys(value)
    : Object.keys(properties).filter((name) => Object.hasOwn(value, name))
  for (const name of names) {
    if (walk.isDone) return
    let declared = false
    if (Object.hasOwn(properties, name)) {
      declared = true
      walk.visit(properties[name], value[name], step(at, `properties/${escapePart(name)}`, name))
    }
    for (const [pattern, member] of patterns) {
      if (!matches(pattern, name)) continue
      declared = true
      walk.visit(member, value[name], step(at, `patternProperties/${escapePart(pattern)}`, name))
    }
    if (!declared && additional !== undefined) {
      declared = true
      applyToMember(walk, additional, value[name], step(at, 'additionalProperties', name))
    }
    if (declared) evaluated.add(name)
  }
}

/** A name that is not allowed at all is reported as such. */
function applyToMember(walk: Walk, schema: unknown, member: unknown, at: At): void {
  if (schema !== false) walk.visit(schema, member, at)
  else {
    const keyword = at.schemaPointer.slice(at.schemaPointer.lastIndexOf('/') + 1)
    walk.report(at, keyword, 'is not a known member')
  }
}

function stringsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : []
}
