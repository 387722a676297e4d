import { compile, JSONPathError, jsonpointer, type JSONValue } from 'json-p3'
import { QueryError, UsageError } from './exit-codes.ts'

/** Returns a part of a result: a value, or a list of values if the path may match several. */
export type Query = (value: unknown) => unknown

/** Parses a JSON pointer (RFC 6901) or a JSONPath (RFC 9535). */
export function queryOf(path: string): Query {
  if (path === '' || path.startsWith('/')) {
    const pointer = parsed(() => new jsonpointer.JSONPointer(path))
    // Results are JSON, with bigints as exact integers.
    return (value) => found(path, () => [pointer.resolve(value as JSONValue)])[0]
  }
  const query = parsed(() => compile(path))
  const isSingle = query.singularQuery()
  return (value) => {
    const values = found(path, () => query.query(value as JSONValue).values())
    if (!isSingle) return values
    if (values.length === 0) throw noMatch(path)
    return values[0]
  }
}

function parsed<One>(parse: () => One): One {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof JSONPathError || error instanceof jsonpointer.JSONPointerError))
      throw error
    throw new UsageError(`--query: ${error.message}. Use /a/0 or $.a[0]`, { cause: error })
  }
}

function found(path: string, find: () => readonly unknown[]): readonly unknown[] {
  try {
    return find()
  } catch (error) {
    if (error instanceof JSONPathError || error instanceof jsonpointer.JSONPointerError)
      throw noMatch(path)
    throw error
  }
}

function noMatch(path: string): QueryError {
  return new QueryError(`${path} matches nothing in the result`)
}
