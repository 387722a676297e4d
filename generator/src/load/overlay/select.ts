import { createRequire } from 'node:module'
import { isStackOverflow } from '../../json/stack-overflow.ts'
import type { Json } from '../../json/types.ts'
import { maxDepth } from '../parse/problem.ts'
import { matchesPattern, PatternError } from './patterns.ts'

const require = createRequire(import.meta.url)

/**
 * Loads the RFC 9535 library on first use, because most runs have no overlay. The library interprets queries
 * and never runs code.
 */
function jsonPaths(): typeof import('json-p3') {
  return require('json-p3')
}

/**
 * Creates a JSONPath environment. The loader has already rejected documents that exceed the
 * recursion limit.
 */
function environmentOf({
  JSONPathEnvironment,
  FunctionExpressionType,
}: ReturnType<typeof jsonPaths>): Environment {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: 2 * maxDepth })
  for (const form of ['match', 'search'] as const) {
    environment.functionRegister.set(form, {
      argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
      returnType: FunctionExpressionType.LogicalType,
      call: (text, pattern) => matchesPattern(form, text, pattern),
    })
  }
  return environment
}
type Environment = InstanceType<ReturnType<typeof jsonPaths>['JSONPathEnvironment']>

export type Selected =
  | { readonly kind: 'selected'; readonly locations: readonly (readonly string[])[] }
  | { readonly kind: 'faulty'; readonly reason: string }

/**
 * Returns the locations that a JSONPath query (RFC 9535) selects, without duplicates. Each location
 * is a list of JSON Pointer tokens.
 */
export function select(query: string, json: Json): Selected {
  const library = jsonPaths()
  const environment = environmentOf(library)
  try {
    // The cast is safe: the library declares JSON as mutable but does not modify it.
    const nodes = environment.query(query, json as Parameters<Environment['query']>[1])
    const places = new Map(
      nodes.locations().map((location) => [JSON.stringify(location), location.map(String)]),
    )
    return { kind: 'selected', locations: [...places.values()] }
  } catch (error) {
    if (isStackOverflow(error)) return { kind: 'faulty', reason: tooDeep }
    if (error instanceof library.JSONPathError || error instanceof PatternError) {
      return { kind: 'faulty', reason: error.message }
    }
    throw error
  }
}

const tooDeep = 'its parts are nested too deeply, or there are too many of them'

export function queryFault(query: string): string | undefined {
  const { JSONPathError, compile } = jsonPaths()
  try {
    compile(query)
    return undefined
  } catch (error) {
    if (isStackOverflow(error)) return tooDeep
    if (error instanceof JSONPathError) return error.message
    throw error
  }
}
