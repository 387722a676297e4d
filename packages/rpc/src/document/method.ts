import type { RestRoute } from '../descriptor.ts'
import { effectOf } from '../effect/infer.ts'
import { isRecord } from '../json-rpc.ts'
import { listOf, recordOf, stringOf } from '@rpcloom/schema/json'
import { availabilityOf, enabledByOf } from './availability.ts'
import { pairingsOf } from './example-pairing.ts'
import { paramsOf, structureOf } from './params.ts'
import { subscriptionOf } from './subscription.ts'
import type { Deref, Members, OpenRpcError, OpenRpcMethod } from './types.ts'

export function readMethod(name: string, json: Members, deref: Deref): OpenRpcMethod {
  const params = paramsOf(json['params'], deref)
  const names = params.map((param) => param.name)
  const result = deref(json['result'])
  const enabledBy = enabledByOf(json)
  const deprecation = deprecationOf(json)
  const pagination = paginationOf(json)
  const subscription = subscriptionOf(json, params, deref)
  return {
    name,
    json,
    params,
    structure: structureOf(json, deref),
    ...(result !== undefined && { result: { schema: recordOf(result)['schema'] ?? true } }),
    errors: listOf(json['errors']).flatMap((error) => errorOf(deref(error))),
    pairings: pairingsOf(json['examples'], names, deref),
    availability: availabilityOf(json),
    ...(enabledBy && { enabledBy }),
    effect: effectOf(json['x-effect'], name),
    ...(deprecation && { deprecation }),
    routes: listOf(json['x-rest']).flatMap(routeOf),
    ...(pagination && { pagination }),
    ...(subscription && { subscription }),
  }
}

function errorOf(error: unknown): readonly OpenRpcError[] {
  const json = recordOf(error)
  const { code, message, 'x-reason': declared } = json
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return []
  const reason = stringOf(recordOf(declared)['name'])
  return [
    { code, message: stringOf(message) ?? 'Error', json, ...(reason !== undefined && { reason }) },
  ]
}

function deprecationOf(json: Members): OpenRpcMethod['deprecation'] {
  if (json['deprecated'] !== true && json['x-deprecated'] === undefined) return undefined
  const declared = recordOf(json['x-deprecated'])
  const [replacedBy, reason] = [stringOf(declared['replacedBy']), stringOf(declared['reason'])]
  return {
    ...(replacedBy !== undefined && { replacedBy }),
    ...(reason !== undefined && { reason }),
  }
}

function routeOf(declared: unknown): readonly RestRoute[] {
  const { paths, query, status } = recordOf(declared)
  const { member, ok = 200, fail = 503 } = recordOf(status)
  const found = listOf(paths).filter((path) => typeof path === 'string')
  if (typeof member !== 'string' || typeof ok !== 'number' || typeof fail !== 'number') return []
  if (found.length === 0) return []
  return [{ paths: found, query: listOf(query).flatMap(bindingOf), status: { member, ok, fail } }]
}

function bindingOf(declared: unknown): RestRoute['query'] {
  const { name, param, repeated } = recordOf(declared)
  if (typeof name !== 'string' || typeof param !== 'string') return []
  return [{ name, param, repeated: repeated === true }]
}

function paginationOf({ 'x-pagination': declared }: Members): OpenRpcMethod['pagination'] {
  const { cursor, limit, items, count } = recordOf(declared)
  const { param, result } = recordOf(cursor)
  if (typeof items !== 'string' || typeof param !== 'string' || typeof result !== 'string')
    return undefined
  return {
    cursor: { param, result },
    items,
    ...(typeof count === 'string' && { count }),
    ...(isRecord(limit) && limitOf(limit)),
  }
}

function limitOf({
  param,
  default: fallback,
  cap,
}: Members): Pick<NonNullable<OpenRpcMethod['pagination']>, 'limit'> {
  if (typeof param !== 'string' || typeof fallback !== 'number') return {}
  return { limit: { param, default: fallback, ...(typeof cap === 'number' && { cap }) } }
}
