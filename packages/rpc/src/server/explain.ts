import { isRecord, type JsonObject } from '../json-rpc.ts'
import { checkSchema } from '../schema/check.ts'
import { dereference, pointerResolver } from '../schema/pointer.ts'
import type { SchemaIssue } from '../schema/types.ts'

const MAX_ISSUES = 10

/**
 * Says why params, by name, do not fit a method of a document: the slow and talkative half of
 * validation, run only after the fast half said no. Names values by pointer, never by content.
 */
export function explain(
  document: JsonObject,
  method: string,
  params: Record<string, unknown>,
): readonly SchemaIssue[] {
  const resolve = pointerResolver(document)
  const deref = (value: unknown): unknown => dereference(value, resolve)
  const issues: SchemaIssue[] = []
  for (const reference of paramsOf(document, method, deref)) {
    const descriptor = deref(reference)
    if (!isRecord(descriptor) || typeof descriptor['name'] !== 'string') continue
    const { name, required, schema = true } = descriptor as { name: string } & typeof descriptor
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!Object.hasOwn(params, name)) {
      if (required === true) {
        issues.push({ pointer, keyword: 'required', message: 'is required', schemaPointer: '' })
      }
      continue
    }
    for (const issue of checkSchema(schema, params[name], { resolve, maxIssues: MAX_ISSUES })) {
      issues.push({ ...issue, pointer: pointer + issue.pointer })
    }
    if (issues.length >= MAX_ISSUES) break
  }
  if (issues.length > 0) return issues.slice(0, MAX_ISSUES)
  return [{ pointer: '', keyword: 'params', message: 'do not fit the method', schemaPointer: '' }]
}

function paramsOf(
  document: JsonObject,
  method: string,
  deref: (value: unknown) => unknown,
): readonly unknown[] {
  const methods: readonly unknown[] = Array.isArray(document['methods']) ? document['methods'] : []
  const found = methods.map(deref).find((one) => isRecord(one) && one['name'] === method)
  return isRecord(found) && Array.isArray(found['params']) ? found['params'] : []
}
