import type { DocumentReader } from '../document-reader.ts'
import { checkSchema } from '../schema/check.ts'
import { escapePart, type SchemaIssue } from '../schema/types.ts'
import { readerOf } from './document.ts'
import type { Entry } from './registry.ts'

const MAX_ISSUES = 10

/**
 * Explains why named params are not valid for a method. This is the slow part of validation and runs only
 * after the emitted validator rejected them. Issues point to values but do not contain them. For a
 * subscription, the params after the first are those of its topic. Returns a promise only if the document was
 * not loaded yet.
 */
export function explainParams(
  { group, method, kind }: Pick<Entry, 'group' | 'method' | 'kind'>,
  params: Record<string, unknown>,
): readonly SchemaIssue[] | Promise<readonly SchemaIssue[]> {
  const wanted = { method: method.name, topic: kind?.name }
  const reader = readerOf(group)
  if (!(reader instanceof Promise)) return issuesOf(reader, wanted, params)
  return reader.then((loaded) => issuesOf(loaded, wanted, params))
}

const unexplained: SchemaIssue = {
  pointer: '',
  keyword: 'params',
  message: 'do not fit the method',
  schemaPointer: '',
}

function issuesOf(
  reader: DocumentReader,
  { method, topic }: { readonly method: string; readonly topic: string | undefined },
  params: Record<string, unknown>,
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = []
  for (const { name, required, schema } of reader.params(method, topic)) {
    const pointer = `/${escapePart(name)}`
    const isGiven = params[name] !== undefined && Object.hasOwn(params, name)
    if (isGiven) {
      const maxIssues = MAX_ISSUES - issues.length
      const { resolve } = reader
      issues.push(
        ...checkSchema(schema, params[name], { resolve, pointer, maxIssues, isLossless: true }),
      )
    } else if (required) {
      issues.push({ pointer, keyword: 'required', message: 'is required', schemaPointer: '' })
    }
    if (issues.length >= MAX_ISSUES) break
  }
  return issues.length > 0 ? issues : [unexplained]
}
