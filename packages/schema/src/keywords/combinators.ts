import { listOf } from '../json/values.ts'
import { every } from '../check/every.ts'
import type { Check, Trial, Run } from '../check/run.ts'
import type { Rule } from '../check/rule.ts'
import type { SchemaIssue } from '../types.ts'
import { filled } from './draft-7.ts'
import type { KeywordTable } from './keyword.ts'

/** Keywords that combine schemas for the same value. */
export const combinatorKeywords: KeywordTable = {
  allOf: { form: 'list', holds: 'list', draft7: filled, isInPlace: true, isMerged: true },
  anyOf: {
    form: 'list',
    holds: 'list',
    draft7: filled,
    isInPlace: true,
    mayEvaluate: true,
    isMerged: true,
  },
  oneOf: {
    form: 'list',
    holds: 'list',
    draft7: filled,
    isInPlace: true,
    mayEvaluate: true,
    isMerged: true,
  },
  not: { holds: 'one', isInPlace: true },
  if: { holds: 'one', isInPlace: true, mayEvaluate: true },
  then: { holds: 'one', isInPlace: true },
  else: { holds: 'one', isInPlace: true },
}

const allOf: Rule = {
  names: ['allOf'],
  check: ({ allOf: schemas }, compiler) =>
    every(listOf(schemas).map((schema) => compiler.checkOf(schema))),
}

const anyOf: Rule = alternatives('anyOf', matchesSome)
const oneOf: Rule = alternatives('oneOf', matchesOne)

const not: Rule = {
  names: ['not'],
  check({ not: schema }, compiler) {
    const check = compiler.checkOf(schema)
    return (value, run) =>
      !run.trial(check, value).isValid || run.fail('not', 'must not match the schema in `not`')
  },
}

const condition: Rule = {
  names: ['if'],
  check(schema, compiler) {
    const test = compiler.checkOf(schema['if'])
    const branches = {
      then: compiler.checkOf(schema['then'] ?? true),
      else: compiler.checkOf(schema['else'] ?? true),
    }
    return (value, run) => {
      const tested = run.trial(test, value)
      if (tested.isValid) addEvaluated(run, tested)
      return branches[tested.isValid ? 'then' : 'else'](value, run)
    }
  },
}

type Matches = (checks: readonly Check[], value: unknown, run: Run) => boolean

/** `matches` says without reasons whether enough alternatives match. */
function alternatives(keyword: 'anyOf' | 'oneOf', matches: Matches): Rule {
  return {
    names: [keyword],
    check(schema, compiler) {
      // JSON Schema does not allow an empty list of alternatives. Such a list is ignored.
      const checks = listOf(schema[keyword]).map((one) => compiler.checkOf(one))
      if (checks.length === 0) return undefined
      return (value, run) =>
        run.isQuick ? matches(checks, value, run) : hasMatch(run, keyword, checks, value)
    },
  }
}

function matchesSome(checks: readonly Check[], value: unknown, run: Run): boolean {
  return checks.some((check) => check(value, run))
}

function matchesOne(checks: readonly Check[], value: unknown, run: Run): boolean {
  let count = 0
  for (const check of checks) if (check(value, run) && ++count > 1) return false
  return count === 1
}

function hasMatch(
  run: Run,
  keyword: 'anyOf' | 'oneOf',
  checks: readonly Check[],
  value: unknown,
): boolean {
  const trials = checks.map((check) => run.trial(check, value))
  const matching = trials.filter(({ isValid }) => isValid)
  if (matching.length === 0) return reportNone(run, keyword, trials)
  if (keyword === 'oneOf' && matching.length > 1) return reportSeveral(run)
  for (const trial of matching) addEvaluated(run, trial)
  return true
}

function addEvaluated(run: Run, { evaluated }: Trial): void {
  for (const part of evaluated ?? []) run.evaluated?.add(part)
}

/**
 * Reports the issues of the most likely alternative: the alternative that matched deepest into the value, or
 * else the alternative with the fewest issues. If no alternative allows the type of the value, reports the
 * expectations of all alternatives.
 */
function reportNone(run: Run, keyword: string, trials: readonly Trial[]): false {
  const { pointer } = run
  const meant = trials
    .map(({ issues }) => issues)
    .filter((issues) => !issues.some((issue) => distinguishes(issue, pointer)))
    .toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)[0]
  if (meant) {
    run.adopt(meant)
    return false
  }
  const expected = new Set(trials.flatMap(({ issues }) => issues[0]?.expected ?? []))
  const text = [...expected].join(' or ')
  return run.fail(keyword, text ? `must be ${text}` : 'matches no alternative', text || undefined)
}

function reportSeveral(run: Run): false {
  const message = 'must match exactly one alternative, but matches several'
  run.adopt([{ pointer: run.pointer, keyword: 'oneOf', message, matches: 'several' }])
  return false
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

/** How combined schemas are checked. */
export const combinatorRules: readonly Rule[] = [allOf, anyOf, oneOf, not, condition]
