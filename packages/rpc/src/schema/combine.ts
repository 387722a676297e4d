import { listOf } from '../untrusted.ts'
import type { SchemaIssue, SchemaObject, Trial, Walk } from './types.ts'

/** Checks references and the keywords that apply other schemas to the same value. */
export function combiningKeywords(walk: Walk, schema: SchemaObject, value: unknown): void {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    if (typeof schema[keyword] === 'string') followRef(walk, schema, keyword, value)
  }
  for (const part of listOf(schema['allOf'])) walk.visit(part, value)
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    checkAlternatives(walk, keyword, listOf(schema[keyword]), value)
  }
  if ('not' in schema && walk.trial(schema['not'], value).issues.length === 0) {
    walk.report('not', 'must not match the schema in `not`')
  }
  if ('if' in schema) checkCondition(walk, schema, value)
}

export function followRef(walk: Walk, schema: SchemaObject, keyword: string, value: unknown): void {
  const path = keyword === '$ref' ? undefined : walk.schemas
  const target = walk.resolve(String(schema[keyword]), schema, path)
  if (target !== undefined) walk.visit(target, value)
  else walk.report(keyword, 'cannot be validated: unresolved reference')
}

function checkAlternatives(
  walk: Walk,
  keyword: 'anyOf' | 'oneOf',
  schemas: readonly unknown[],
  value: unknown,
): void {
  // JSON Schema does not allow an empty list of alternatives. Such a list is ignored.
  if (schemas.length === 0) return
  const trials = schemas.map((schema) => walk.trial(schema, value))
  const matching = trials.filter(({ issues }) => issues.length === 0)
  if (matching.length === 0) reportNone(walk, keyword, trials)
  else if (keyword === 'oneOf' && matching.length > 1) reportSeveral(walk)
  else for (const trial of matching) addEvaluated(walk, trial)
}

function checkCondition(walk: Walk, schema: SchemaObject, value: unknown): void {
  const condition = walk.trial(schema['if'], value)
  const holds = condition.issues.length === 0
  if (holds) addEvaluated(walk, condition)
  const branch = holds ? 'then' : 'else'
  if (branch in schema) walk.visit(schema[branch], value)
}

function addEvaluated(walk: Walk, { evaluated }: Trial): void {
  for (const part of evaluated ?? []) walk.evaluated?.add(part)
}

/**
 * Reports the issues of the most likely alternative: the alternative that matched deepest into the value, or
 * else the alternative with the fewest issues. If no alternative allows the type of the value, reports the
 * expectations of all alternatives.
 */
function reportNone(walk: Walk, keyword: string, trials: readonly Trial[]): void {
  const { pointer } = walk
  const meant = trials
    .map(({ issues }) => issues)
    .filter((issues) => !issues.some((issue) => distinguishes(issue, pointer)))
    .toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)[0]
  if (meant) return walk.adopt(meant)
  const expected = new Set(trials.flatMap(({ issues }) => issues[0]?.expected ?? []))
  const text = [...expected].join(' or ')
  walk.report(keyword, text ? `must be ${text}` : 'matches no alternative', text || undefined)
}

function reportSeveral(walk: Walk): void {
  const message = 'must match exactly one alternative, but matches several'
  walk.adopt([{ pointer: walk.pointer, keyword: 'oneOf', message, matches: 'several' }])
}

/**
 * Whether an issue indicates that a different alternative was intended: a wrong type, or a wrong constant in
 * a member.
 */
function distinguishes({ keyword, pointer }: SchemaIssue, here: string): boolean {
  if (pointer === here) return ['type', 'const', 'enum', 'false'].includes(keyword)
  const member = pointer.slice(here.length + 1)
  return keyword === 'const' && !member.includes('/')
}

function depthOf(issues: readonly SchemaIssue[]): number {
  return Math.max(0, ...issues.map(({ pointer }) => pointer.split('/').length))
}
