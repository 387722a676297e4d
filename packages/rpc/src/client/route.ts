import { noAnswer, parseBody } from './body.ts'
import type { RouteSpec, Transport } from './types.ts'

/** The query of a GET route: a list repeats its name. */
export type RouteQuery = object

/** The standalone form of a GET route; the result is the same for every status that carries one. */
/* @__NO_SIDE_EFFECTS__ */
export function route<Args extends readonly [query?: RouteQuery], Result>(
  spec: RouteSpec,
): (transport: Transport, ...args: Args) => Promise<Result> {
  return async (transport, ...[query = {}]) => {
    const { group, method } = spec
    const response = await transport({
      path: spec.path + textOf(query),
      call: { group, wire: method },
    })
    if (!spec.statuses.includes(response.status)) throw noAnswer(method, response)
    const result = parseBody(method, response, spec.parse)
    return (spec.result ? spec.result(result) : result) as Result
  }
}

function textOf(query: RouteQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  const text = search.toString()
  return text && `?${text}`
}
