import type { PaginationDescriptor } from '../descriptor.ts'
import { listOf, recordOf } from '@rpcloom/schema/json'
import { isRecord } from '../json-rpc.ts'
import { availabilityOf, enabledByOf } from './availability.ts'
import { type DocumentElement, type Elements, textOf, textsOf } from './elements.ts'
import { pairingsOf, wholeName } from './example-pairing.ts'
import { paramsOf, structureOf } from './params.ts'
import { subscriptionOf } from './subscription.ts'
import type { ExamplePairing, Members, OpenRpcError, OpenRpcMethod, OpenRpcRoute } from './types.ts'

/** Reads a method. Its params, result, errors, examples and topics are elements of the same document. */
export function readMethod<One extends DocumentElement>(
  name: string,
  method: One,
  elements: Elements<One>,
): OpenRpcMethod<One> {
  const { json } = method
  const whole = isRecord(json['x-params']) ? json['x-params'] : undefined
  const params = whole
    ? [{ ...method, name: wholeName, required: true, schema: whole }]
    : paramsOf(method, elements)
  const names = whole ? undefined : params.map((param) => param.name)
  const result = elements.member(method, 'result')
  const enabledBy = enabledByOf(json)
  const deprecation = deprecationOf(json)
  const pagination = paginationOf(json)
  const subscription = subscriptionOf(method, params, elements)
  const cost = costOf(json)
  let errors: readonly OpenRpcError<One>[] | undefined
  let pairings: readonly ExamplePairing<One>[] | undefined
  const read = {
    name,
    params,
    structure: whole ? 'whole' : structureOf(method, params),
    ...(result && { result: { ...result, schema: result.json['schema'] ?? true } }),
    // Most callers need neither, and a document may list thousands.
    get errors(): readonly OpenRpcError<One>[] {
      return (errors ??= elements.list(method, 'errors').flatMap((error) => errorOf(error)))
    },
    get pairings(): readonly ExamplePairing<One>[] {
      return (pairings ??= pairingsOf(method, names, elements))
    },
    availability: availabilityOf(json),
    ...(enabledBy && { enabledBy }),
    ...(cost !== undefined && { cost }),
    ...(deprecation && { deprecation }),
    routes: listOf(json['x-rest']).flatMap(routeOf),
    ...(pagination && { pagination }),
    ...(subscription && { subscription }),
  }
  // A copy of the members would read them all.
  return Object.assign(read, method)
}

/** Reads an error. Without a code, clients could not distinguish it from others, so it is dropped. */
function errorOf<One extends DocumentElement>(error: One): readonly OpenRpcError<One>[] {
  const { code, message, 'x-reason': declared } = error.json
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return []
  const reason = textOf(recordOf(declared)['name'])
  const read = {
    code,
    message: textOf(message) ?? `Error ${code}`,
    ...(reason !== undefined && { reason }),
  }
  // A document may list thousands of errors, and an object that starts as a copy takes longer to extend.
  return [Object.assign(read, error)]
}

/** Reads `deprecated: true` and `x-deprecated`. Either marks an object as deprecated. */
export function deprecationOf({
  deprecated,
  'x-deprecated': declared,
}: Members): OpenRpcMethod['deprecation'] {
  const details = recordOf(declared)
  if (deprecated !== true && details !== declared) return undefined
  return textsOf(details, ['since', 'replacedBy', 'reason'])
}

function costOf({ 'x-cost': cost }: Members): number | undefined {
  return typeof cost === 'number' && Number.isSafeInteger(cost) && cost > 0 ? cost : undefined
}

/** Reads a GET route of `x-rest`. */
function routeOf(declared: unknown): readonly OpenRpcRoute[] {
  const { paths, query, status } = recordOf(declared)
  const { ok, fail } = recordOf(status)
  const { member } = textsOf(status, ['member'])
  const found = listOf(paths).filter((path) => typeof path === 'string')
  const isSound = found.length > 0 && found.every((path) => path.startsWith('/'))
  if (member === undefined || !isSound) return []
  const codes = {
    ok: typeof ok === 'number' ? ok : 200,
    fail: typeof fail === 'number' ? fail : 503,
  }
  return [
    {
      paths: found,
      query: listOf(query).flatMap(bindingOf),
      status: { member, ...codes },
      ...textsOf(declared, ['name', 'summary']),
    },
  ]
}

function bindingOf(declared: unknown): OpenRpcRoute['query'] {
  const { name, param } = textsOf(declared, ['name', 'param'])
  if (name === undefined || param === undefined) return []
  return [{ name, param, repeated: recordOf(declared)['repeated'] === true }]
}

function paginationOf({ 'x-pagination': declared }: Members): OpenRpcMethod['pagination'] {
  const { cursor, limit, end = 'short-page' } = recordOf(declared)
  const { param, result } = textsOf(cursor, ['param', 'result'])
  const { items, ...count } = textsOf(declared, ['items', 'count'])
  if (param === undefined || result === undefined || items === undefined) return undefined
  if (end !== 'short-page' && end !== 'empty-page') return undefined
  return { cursor: { param, result }, items, end, ...limitOf(recordOf(limit)), ...count }
}

function limitOf({ param, default: fallback, cap }: Members): Pick<PaginationDescriptor, 'limit'> {
  const name = textOf(param)
  if (name === undefined || typeof fallback !== 'number') return {}
  return { limit: { param: name, default: fallback, ...(typeof cap === 'number' && { cap }) } }
}
