import { pointerResolver } from './resources.ts'
import {
  nothing,
  step,
  type At,
  type SchemaIssue,
  type SchemaObject,
  type Seen,
  type Spot,
  type Trial,
  type Walk,
} from './types.ts'
import { listOf } from '../untrusted.ts'

/** Checks references and the keywords that apply other schemas to the same value. */
export function combiningKeywords(walk: Walk, schema: SchemaObject, spot: Spot): void {
  const { value, at, evaluated } = spot
  const add = (seen: Seen): void => seen.forEach((part) => evaluated.add(part))
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    if (typeof schema[keyword] === 'string') add(followRef(walk, schema, keyword, spot))
  }
  for (const [index, part] of listOf(schema['allOf']).entries()) {
    add(walk.visit(part, value, step(at, `allOf/${index}`)))
  }
  // An empty list of alternatives is invalid and is ignored.
  const [any, one] = [listOf(schema['anyOf']), listOf(schema['oneOf'])]
  if (any.length > 0) {
    const trials = tryAll(walk, any, value, step(at, 'anyOf'))
    const fitting = trials.filter(({ issues }) => issues.length === 0)
    fitting.forEach((trial) => add(trial.evaluated))
    if (fitting.length === 0) reportNone(walk, 'anyOf', trials, at)
  }
  if (one.length > 0) {
    const trials = tryAll(walk, one, value, step(at, 'oneOf'))
    const fitting = trials.filter(({ issues }) => issues.length === 0)
    if (fitting.length === 1) fitting.forEach((trial) => add(trial.evaluated))
    else if (fitting.length === 0) reportNone(walk, 'oneOf', trials, at)
    else reportSeveral(walk, at)
  }
  if ('not' in schema && walk.trial(schema['not'], value, step(at, 'not')).issues.length === 0) {
    walk.report(at, 'not', 'must not match the schema in `not`')
  }
  if ('if' in schema) add(checkCondition(walk, schema, value, at))
}

/** Continues with the target of a reference. */
export function followRef(
  walk: Walk,
  schema: SchemaObject,
  keyword: string,
  { value, at }: Pick<Spot, 'value' | 'at'>,
): Seen {
  const resolve = walk.options.resolve ?? pointerResolver(undefined)
  const path = keyword === '$ref' ? undefined : walk.path
  const target = resolve(String(schema[keyword]), schema, path)
  const inner = step(at, keyword)
  if (target !== undefined) return walk.visit(target, value, inner)
  walk.report(inner, keyword, 'cannot be validated: unresolved reference')
  return nothing
}

function checkCondition(walk: Walk, schema: SchemaObject, value: unknown, at: At): Seen {
  const condition = walk.trial(schema['if'], value, step(at, 'if'))
  const holds = condition.issues.length === 0
  const branch = holds ? 'then' : 'else'
  const seen = holds ? condition.evaluated : nothing
  if (!(branch in schema)) return seen
  return new Set([...seen, ...walk.visit(schema[branch], value, step(at, branch))])
}

function tryAll(walk: Walk, schemas: readonly unknown[], value: unknown, at: At): Trial[] {
  return schemas.map((schema, index) => walk.trial(schema, value, step(at, String(index))))
}

/**
 * Reports the issues of the alternative that was most likely meant: the one that matched deepest into the
 * value, else the one with the fewest issues. If the value's type matches no alternative, reports what the
 * alternatives expect.
 */
function reportNone(walk: Walk, keyword: string, trials: readonly Trial[], at: At): void {
  const meant = trials
    .map(({ issues }) => issues)
    .filter((issues) => !issues.some((issue) => tellsApart(issue, at)))
    .toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)[0]
  if (meant) return walk.adopt(meant)
  const expected = new Set(trials.flatMap(({ issues }) => issues[0]?.expected ?? []))
  const text = [...expected].join(' or ')
  walk.report(at, keyword, text ? `must be ${text}` : 'matches no alternative', text || undefined)
}

function reportSeveral(walk: Walk, { pointer, schemaPointer }: At): void {
  const message = 'must match exactly one alternative, but matches several'
  walk.adopt([{ pointer, keyword: 'oneOf', message, schemaPointer, matches: 'several' }])
}

/** A wrong type, or a wrong constant in a member: a sign that another alternative was meant. */
function tellsApart({ keyword, pointer }: SchemaIssue, at: At): boolean {
  if (pointer === at.pointer) return ['type', 'const', 'enum', 'false'].includes(keyword)
  const member = pointer.slice(at.pointer.length + 1)
  return keyword === 'const' && !member.includes('/')
}

function depthOf(issues: readonly SchemaIssue[]): number {
  return Math.max(0, ...issues.map(({ pointer }) => pointer.split('/').length))
}
