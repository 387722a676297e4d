import { type Resolve, listOf, paramName, readPairing, recordOf } from '@rpcloom/rpc/internal'
import { type JsonObject, isRecord } from '@rpcloom/rpc'
import { dereference, pointerResolver } from '@rpcloom/rpc/schema'

/** A document in the form that mocks use, read once. */
export interface Description {
  readonly document: JsonObject
  readonly resolve: Resolve
  /** By name, in the order of the document; the first of several methods with the same name counts. */
  readonly methods: ReadonlyMap<string, DescribedMethod>
}

export interface DescribedMethod {
  readonly wire: string
  /** The method object, for extensions. */
  readonly json: Members
  readonly params: readonly DescribedParam[]
  /** Absent for a notification. */
  readonly result: DescribedResult | undefined
  readonly pairings: readonly Pairing[]
  readonly errors: readonly DescribedError[]
}

export interface DescribedParam {
  readonly name: string
  readonly required: boolean
  readonly schema: unknown
}

export interface DescribedResult {
  readonly schema: unknown
}

/** An example pairing with a result. */
export interface Pairing {
  readonly params: Members
  readonly result: unknown
}

export interface DescribedError {
  readonly code: number
  readonly message: string
  readonly data: unknown
  /** The `x-reason`. */
  readonly reason: string | undefined
}

export type Members = Readonly<Record<string, unknown>>

const described = new WeakMap<JsonObject, Description>()

/** Reads a document. Malformed parts are ignored. */
export function describeDocument(document: JsonObject): Description {
  const known = described.get(document)
  if (known) return known
  const resolve = pointerResolver(document)
  const deref = (value: unknown): unknown => dereference(value, resolve)
  const methods = new Map<string, DescribedMethod>()
  for (const method of listOf(document['methods']).map(deref)) {
    if (!isRecord(method) || typeof method['name'] !== 'string') continue
    if (!methods.has(method['name'])) methods.set(method['name'], methodOf(method, deref))
  }
  const description = { document, resolve, methods }
  described.set(document, description)
  return description
}

type Deref = (value: unknown) => unknown

function methodOf(json: Members, deref: Deref): DescribedMethod {
  const params = paramsOf(json['params'], deref)
  const result = deref(json['result'])
  return {
    wire: String(json['name']),
    json,
    params,
    result: isRecord(result) ? { schema: result['schema'] ?? {} } : undefined,
    pairings: listOf(json['examples']).flatMap((pairing) => pairingOf(pairing, params, deref)),
    errors: listOf(json['errors']).flatMap((error) => errorOf(deref(error))),
  }
}

/** Reads content descriptors and resolves references. One without a name is named by its position. */
export function paramsOf(params: unknown, deref: Deref): readonly DescribedParam[] {
  return listOf(params).map((entry, index) => {
    const descriptor = deref(entry)
    const { required, schema = {} } = recordOf(descriptor)
    return { name: paramName(descriptor, index), required: required === true, schema }
  })
}

function pairingOf(
  entry: unknown,
  params: readonly DescribedParam[],
  deref: Deref,
): readonly Pairing[] {
  const names = params.map(({ name }) => name)
  const pairing = readPairing(entry, names, deref)
  return pairing?.result ? [{ params: pairing.params, result: pairing.result.value }] : []
}

function errorOf(error: unknown): readonly DescribedError[] {
  if (!isRecord(error) || typeof error['code'] !== 'number') return []
  if (!Number.isSafeInteger(error['code'])) return []
  const { code, message, data, 'x-reason': said } = error
  const reason = isRecord(said) && typeof said['name'] === 'string' ? said['name'] : undefined
  return [{ code, message: typeof message === 'string' ? message : 'Error', data, reason }]
}
