import { compilerOf } from './compiler.ts'
import { pointerResolver } from './resources.ts'
import { Run } from './run.ts'
import type { CheckOptions, SchemaIssue } from './types.ts'

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
  const run = runOf(schema, options, true)
  compilerOf(run.resolve).checkOf(schema)(value, run)
  spend(run, options)
  // If the budget ran out inside an alternative, its issues were discarded, so an issue is added here.
  if (run.isSpent && run.issues?.length === 0) run.fail('size', 'is too large to validate')
  return run.issues ?? []
}

/** Whether a value is valid against a schema. */
export function isValid(schema: unknown, value: unknown, options: CheckOptions): boolean {
  const run = runOf(schema, options, false)
  const outcome = compilerOf(run.resolve).checkOf(schema)(value, run)
  spend(run, options)
  return outcome && !run.isSpent
}

function runOf(schema: unknown, options: CheckOptions, reports: boolean): Run {
  const { resolve = pointerResolver(schema), pointer = '', maxIssues = 20, effort } = options
  const maxVisits = Math.min(MAX_VISITS, effort?.left ?? MAX_VISITS)
  return new Run({ schema, resolve, reports, pointer, maxIssues, maxVisits })
}

function spend({ visits }: Run, { effort }: CheckOptions): void {
  if (effort) effort.left -= visits
}
