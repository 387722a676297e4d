import { isRecord } from '@rpcloom/rpc'
import {
  type OpenRpcError,
  type OpenRpcMethod,
  type OpenRpcParam,
  readDocument,
} from '@rpcloom/rpc/internal'
import { conjunctionOf, recordOf, stringOf } from '@rpcloom/schema/internal'
import type { GroupData, MethodData } from '../group-data.ts'
import type { Resolve } from '@rpcloom/schema/internal'

/** A method of a document, with further data from the generator's model. */
export interface Method {
  readonly data: MethodData
  readonly group: GroupData
  readonly resolve: Resolve
  readonly params: readonly Param[]
  /** Undefined for a notification. */
  readonly result: unknown
  readonly errors: readonly ListedError[]
  readonly examples: OpenRpcMethod['pairings']
  /** Schemas of events by topic. */
  readonly payloads: ReadonlyMap<unknown, unknown>
}

export interface Param extends OpenRpcParam {
  readonly about: string | undefined
}

export interface ListedError extends OpenRpcError {
  readonly when: string | undefined
  readonly pattern: string | undefined
  readonly data: unknown
}

export function methodOf(group: GroupData, data: MethodData): Method {
  const { methods, resolve } = readDocument(group.document)
  const found = methods.get(data.name)
  const topics = found?.subscription?.topics ?? []
  return {
    data,
    group,
    resolve,
    params: (found?.params ?? []).map((param) => ({
      ...param,
      about: stringOf(param.json['summary']) ?? stringOf(param.json['description']),
    })),
    result: found?.result?.schema,
    errors: (found?.errors ?? []).map(listed),
    examples: found?.pairings ?? [],
    payloads: new Map(topics.map(({ name, payload }) => [name, payload])),
  }
}

function listed(error: OpenRpcError): ListedError {
  const { data, 'x-reason': reason } = error.json
  const { when, pattern } = recordOf(reason)
  return { ...error, when: stringOf(when), pattern: stringOf(pattern), data }
}

/** Params by name, as in the form. */
export type Params = Readonly<Record<string, unknown>>

/** Returns the params as sent; undefined if there are none. */
export function requestParams({ data, params }: Method, values: Params): unknown {
  if (data.whole) return Object.values(values)[0]
  if (!data.positional) return Object.keys(values).length === 0 ? undefined : values
  const list = params.map(({ name }) => (Object.hasOwn(values, name) ? values[name] : undefined))
  const last = list.findLastIndex((value) => value !== undefined)
  return last < 0 ? undefined : list.slice(0, last + 1).map((value) => value ?? null)
}

/** Converts JSON params, which may be a list, to params by name. Returns the error if that is impossible. */
export function readParams({ data, params }: Method, json: unknown): Params | string {
  const [whole] = params
  if (data.whole && whole) return { [whole.name]: json }
  if (isRecord(json)) return json
  if (!Array.isArray(json)) return data.positional ? 'must be a list' : 'must be an object'
  if (json.length > params.length) return `must have at most ${params.length} items`
  const members = json.flatMap((value: unknown, at) => {
    const param = params[at]
    // Null before a later param stands for an omitted param.
    const isGap = value === null && param?.required === false && json.length > at + 1
    return param === undefined || isGap ? [] : [[param.name, value] as const]
  })
  return Object.fromEntries(members)
}

/** Returns an object schema of all params, for the form and for validation. */
export function paramsSchema({ params }: Method): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
    required: params.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

export function formSchema(method: Method): Readonly<Record<string, unknown>> {
  const properties = method.params.map(({ name, schema, about }) => [
    name,
    about === undefined ? schema : conjunctionOf([schema, { 'x-about': about }]),
  ])
  return { ...paramsSchema(method), properties: Object.fromEntries(properties) }
}
