import { compilerOf } from './compiler.ts'
import { pointerResolver } from '../references/resources.ts'
import { Run, type Check } from './run.ts'
import type { CheckOptions, SchemaIssue } from '../types.ts'

/**
 * Maximum number of schema visits per check. Nested unions could otherwise require exponentially many visits.
 */
const MAX_VISITS = 200_000

/**
 * Returns the issues of a value that is invalid against a schema; empty for a valid value. Supports draft-07
 * and keywords of 2019-09 and 2020-12.
 */
export function checkSchema(
  schema: unknown,
  value: unknown,
  options: CheckOptions = {},
): readonly SchemaIssue[] {
  const { resolve = pointerResolver(schema) } = options
  return explain(compilerOf(resolve).checkOf(schema), value, { ...options, resolve, schema })
}

/** Whether a value is valid against a schema. */
export function isValid(schema: unknown, value: unknown, options: CheckOptions): boolean {
  const { resolve = pointerResolver(schema) } = options
  return passes(compilerOf(resolve).checkOf(schema), value, { ...options, resolve, schema })
}

/** Options of a check of compiled schemas. */
export interface CompiledOptions extends CheckOptions {
  readonly resolve: NonNullable<CheckOptions['resolve']>
  /** The schema of the check, which is the first in the scope of dynamic references; absent if there are several. */
  readonly schema?: unknown
}

/** Returns the issues that a check finds. */
export function explain(
  check: Check,
  value: unknown,
  options: CompiledOptions,
): readonly SchemaIssue[] {
  const run = runOf(options, true)
  check(value, run)
  spend(run, options)
  // If the budget ran out inside an alternative, its issues were discarded, so an issue is added here.
  if (run.isSpent && run.issues?.length === 0) run.fail('size', 'is too large to validate')
  return run.issues ?? []
}

/** Whether a check accepts a value. */
export function passes(check: Check, value: unknown, options: CompiledOptions): boolean {
  const run = runOf(options, false)
  const outcome = check(value, run)
  spend(run, options)
  return outcome && !run.isSpent
}

function runOf(options: CompiledOptions, reports: boolean): Run {
  const { schema, pointer = '', maxIssues = 20, effort } = options
  const maxVisits = Math.min(MAX_VISITS, effort?.left ?? MAX_VISITS)
  // An empty list of issues means that a value is valid.
  return new Run({ schema, reports, pointer, maxIssues: Math.max(1, maxIssues), maxVisits })
}

function spend({ visits }: Run, { effort }: CheckOptions): void {
  if (effort) effort.left -= visits
}
