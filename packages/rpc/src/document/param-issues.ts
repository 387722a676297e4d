import { checkSchema } from '../schema/check.ts'
import { escapePart, type Resolve, type SchemaIssue } from '../schema/types.ts'
import type { OpenRpcParam } from './types.ts'

interface ParamsCheckOptions {
  readonly resolve: Resolve
  /** Maximum number of issues: 20 by default. */
  readonly maxIssues?: number
}

/**
 * Returns the issues of params by name for a method or topic; empty if the params are valid. Ignores members
 * that are not params. Issues point to values but do not contain them.
 */
export function paramIssues(
  params: readonly OpenRpcParam[],
  values: Readonly<Record<string, unknown>>,
  { resolve, maxIssues: most = 20 }: ParamsCheckOptions,
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = []
  for (const { name, required, schema } of params) {
    const maxIssues = most - issues.length
    if (maxIssues <= 0) break
    const pointer = `/${escapePart(name)}`
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) {
      issues.push(...checkSchema(schema, value, { resolve, pointer, maxIssues }))
    } else if (required) {
      issues.push({ pointer, keyword: 'required', message: 'is required' })
    }
  }
  return issues
}
