import { checkSchema } from '../schema/check.ts'
import { type CheckOptions, escapePart, type SchemaIssue } from '../schema/types.ts'
import type { OpenRpcParam } from './types.ts'

/**
 * Returns why params by name are not valid for a method or topic; empty if they are. Other members are ignored.
 * Issues point to values but do not contain them.
 */
export function paramIssues(
  params: readonly OpenRpcParam[],
  values: Readonly<Record<string, unknown>>,
  options: CheckOptions,
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = []
  for (const { name, required, schema } of params) {
    const maxIssues = (options.maxIssues ?? 20) - issues.length
    if (maxIssues <= 0) break
    const pointer = `/${escapePart(name)}`
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) {
      issues.push(...checkSchema(schema, value, { ...options, pointer, maxIssues }))
    } else if (required) {
      issues.push({ pointer, keyword: 'required', message: 'is required', schemaPointer: '' })
    }
  }
  return issues
}
