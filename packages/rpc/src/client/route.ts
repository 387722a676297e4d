import type { MethodDescriptor, RestRoute } from '../descriptor.ts'
import { decode } from '../shape/decode.ts'
import { unexpected } from './message.ts'
import { withCallOptions } from './options.ts'
import type { CallOptions, Transport } from './types.ts'

/** The query of a GET route. An array is sent as one query parameter per item. */
export type RouteQuery = object

type Arguments = readonly [query?: RouteQuery, options?: CallOptions]

/**
 * Returns the standalone function of a GET route. The result has the same type for all statuses that have a
 * result.
 */
/* @__NO_SIDE_EFFECTS__ */
export function route<Args extends readonly unknown[], Result>(
  descriptor: MethodDescriptor,
  name: string,
): (transport: Transport, ...args: Args) => Promise<Result> {
  const { routes = {} } = descriptor
  // Generated code only passes names of the method's routes.
  const { paths, query, status } = routes[name] as RestRoute
  return async (transport, ...args) => {
    const given: readonly unknown[] = query.length === 0 ? [{}, ...args] : args
    const [values = {}, options] = given as Arguments
    const response = await withCallOptions(
      transport,
      options,
    )({
      path: `${paths[0] ?? '/'}${queryText(values)}`,
      call: descriptor,
      json: descriptor.json,
    })
    const { status: code, message: result } = response
    if (![status.ok, status.fail].includes(code) || result === undefined) {
      throw unexpected(descriptor.name, response)
    }
    response.check?.(descriptor, result)
    return decode(descriptor.result, result) as Result
  }
}

function queryText(query: RouteQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  const text = search.toString()
  return text && `?${text}`
}
