import type { RestRoute } from '@rpcloom/rpc/codegen'
import type { Contract, ContractCase, ContractMethod } from '../types.ts'
import type { ParamValues } from './params.ts'

/** Returns requests to the GET routes of a method: without a query, and with the query of each example. */
export function routeCases(contract: Contract, method: ContractMethod): readonly ContractCase[] {
  return method.routes.flatMap((route) => {
    const queries = new Set(['', ...method.pairings.map(({ params }) => queryOf(route, params))])
    return route.paths.flatMap((path) =>
      [...queries].map((query) => routeCase(contract, method, { route, path: `${path}${query}` })),
    )
  })
}

function routeCase(
  { group, transport }: Contract,
  { name }: ContractMethod,
  { route, path }: { readonly route: RestRoute; readonly path: string },
): ContractCase {
  return {
    group,
    method: name,
    name: `GET ${path}`,
    request: { kind: 'get', path },
    expects: { kind: 'report', method: name, status: route.status },
    ...(transport === 'ws' && { skip: 'GET routes are HTTP only' }),
  }
}

function queryOf(route: RestRoute, params: ParamValues): string {
  const pairs = route.query.flatMap(({ name, param, repeated }) => {
    const value = params[param]
    const values = Array.isArray(value) ? value : value === undefined ? [] : [value]
    const texts = values.filter((one) => typeof one !== 'object')
    return (repeated ? texts : texts.slice(0, 1)).map((one): [string, string] => [
      name,
      String(one),
    ])
  })
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
