import type { JsonObject } from '../json/types.ts'

/**
 * Returns the parts of a URL. If its host has a variable without a value, the host is a domain for documentation, as that
 * of a relative URL.
 */
export function addressOf(
  url: string,
): Pick<URL, 'origin' | 'protocol' | 'host' | 'pathname' | 'search'> {
  const [, scheme = 'https', host = '', rest = ''] =
    /^(?:(\w+):\/\/([^/?#]*))?(.*)$/s.exec(url) ?? []
  const isComplete = host !== '' && !/[{}]/.test(host) && URL.canParse(url)
  return new URL(isComplete ? url : `${scheme}://rpc.example${rest}`)
}

/** A param in the query of a URL. Its value is undefined if it has a variable without a value. */
export interface QueryParam {
  readonly name: string
  readonly value: string | undefined
}

/** Returns the params in the query of a URL, once each. */
export function queryOf(search: string): readonly QueryParam[] {
  return [...new Map(new URLSearchParams(search))].map(([name, value]) => ({
    name,
    value: value === '' || /\{[^{}]*\}/.test(value) ? undefined : value,
  }))
}

/** Returns a schema of the query of a URL, for the bindings of AsyncAPI; undefined if there is no query. */
export function querySchema(search: string): JsonObject | undefined {
  const params = queryOf(search)
  if (params.length === 0) return undefined
  return {
    type: 'object',
    required: params.map(({ name }) => name),
    properties: Object.fromEntries(
      params.map(({ name, value }) => [
        name,
        { type: 'string', ...(value !== undefined && { const: value }) },
      ]),
    ),
  }
}
