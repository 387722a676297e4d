import type { MethodDescriptor, RestRoute } from '../descriptor.ts'
import { decode } from '../shape/decode.ts'
import { unexpected } from './message.ts'
import { withOptions } from './options.ts'
import type { CallOptions, Transport } from './types.ts'

/** The query of a GET route. An array repeats its parameter once per item. */
export type RouteQuery = object

/**
 * Returns the standalone function of a GET route. The result has the same type for all statuses that carry
 * one.
 */
/* @__NO_SIDE_EFFECTS__ */
export function route<Args extends readonly unknown[], Result>(
  descriptor: MethodDescriptor,
  name: string,
): (transport: Transport, ...args: Args) => Promise<Result> {
  return async (transport, ...args) => {
    const { paths, query, status } = routeOf(descriptor, name)
    const given: readonly unknown[] = query.length === 0 ? [{}, ...args] : args
    const [values = {}, options] = given as Arguments
    const to = options ? withOptions(transport, options) : transport
    const { json } = descriptor
    const path = `${paths[0] ?? '/'}${textOf(values)}`
    const response = await to({ path, call: descriptor, json })
    const { status: code, message: result } = response
    if (![status.ok, status.fail].includes(code) || result === undefined) {
      throw unexpected(descriptor.name, response)
    }
    const fault = response.check?.(descriptor, result)
    if (fault) throw fault
    return decode(descriptor.result, result) as Result
  }
}

function routeOf({ name: method, routes = {} }: MethodDescriptor, name: string): RestRoute {
  const found = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (found) return found
  throw new TypeError(`${method} has no GET route ${name}`)
}

type Arguments = readonly [query?: RouteQuery, options?: CallOptions]

function textOf(query: RouteQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  const text = search.toString()
  return text && `?${text}`
}
