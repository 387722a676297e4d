import { dereference } from '@rpcloom/rpc/schema'
import type { GroupData, MethodData } from '../group-data.ts'
import { isRecord, listOf } from '../schema/parts.ts'
import type { Resolve } from '../schema/resolve.ts'

/** A method of a document, with further facts from the model. */
export interface Method {
  readonly data: MethodData
  readonly group: GroupData
  readonly resolve: Resolve
  readonly params: readonly Param[]
  /** Undefined for a notification. */
  readonly result: unknown
  readonly errors: readonly ListedError[]
  readonly examples: readonly Example[]
  /** Schema of events by the value of the first param. */
  readonly payloads: ReadonlyMap<unknown, unknown>
}

export interface Param {
  readonly name: string
  readonly schema: unknown
  readonly required: boolean
  readonly about: string | undefined
}

export interface ListedError {
  readonly code: number
  readonly message: string
  readonly reason: string | undefined
  readonly when: string | undefined
  readonly pattern: string | undefined
  readonly data: unknown
}

export interface Example {
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
  /** Absent if the example has none. */
  readonly result?: { readonly value: unknown }
}

/** Finds a method in its group's document. */
export function methodOf(group: GroupData, data: MethodData, resolve: Resolve): Method {
  const deref = (value: unknown): Readonly<Record<string, unknown>> => {
    const found = dereference(value, (ref) => resolve(ref))
    return isRecord(found) ? found : {}
  }
  const methods = listOf(group.document['methods']).map(deref)
  const json = methods.find((method) => method['name'] === data.wire) ?? {}
  const params = listOf(json['params']).map(deref).map(paramOf)
  const result = deref(json['result'])
  return {
    data,
    group,
    resolve,
    params,
    result: json['result'] === undefined ? undefined : (result['schema'] ?? true),
    errors: listOf(json['errors']).map(deref).flatMap(errorOf),
    examples: listOf(json['examples'])
      .map(deref)
      .map((pairing, index) => exampleOf(pairing, { index, params, deref })),
    payloads: payloadsOf(json),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function paramOf(descriptor: Readonly<Record<string, unknown>>): Param {
  return {
    name: typeof descriptor['name'] === 'string' ? descriptor['name'] : '',
    schema: descriptor['schema'] ?? true,
    required: descriptor['required'] === true,
    about: textOf(descriptor['summary']) ?? textOf(descriptor['description']),
  }
}

function errorOf(error: Readonly<Record<string, unknown>>): readonly ListedError[] {
  if (typeof error['code'] !== 'number') return []
  const reason = isRecord(error['x-reason']) ? error['x-reason'] : {}
  return [
    {
      code: error['code'],
      message: textOf(error['message']) ?? '',
      reason: textOf(reason['name']),
      when: textOf(reason['when']),
      pattern: textOf(reason['pattern']),
      data: error['data'],
    },
  ]
}

interface ExampleParts {
  readonly index: number
  readonly params: readonly Param[]
  readonly deref: (value: unknown) => Readonly<Record<string, unknown>>
}

function exampleOf(
  pairing: Readonly<Record<string, unknown>>,
  { index, params, deref }: ExampleParts,
): Example {
  const names = params.map(({ name }) => name)
  const given = listOf(pairing['params']).map(deref)
  const result = deref(pairing['result'])
  // Examples have their own names; if they match no param, the position counts.
  const members = given.flatMap((example, at) => {
    const own = example['name']
    const name = typeof own === 'string' && names.includes(own) ? own : names[at]
    return name === undefined || !('value' in example) ? [] : [[name, example['value']] as const]
  })
  return {
    name: textOf(pairing['name']) ?? `Example ${index + 1}`,
    params: Object.fromEntries(members),
    ...('value' in result && { result: { value: result['value'] } }),
  }
}

function payloadsOf(json: Readonly<Record<string, unknown>>): ReadonlyMap<unknown, unknown> {
  const subscription = json['x-subscription']
  const kinds = isRecord(subscription) ? listOf(subscription['kinds']).filter(isRecord) : []
  return new Map(kinds.map((kind) => [kind['name'], kind['payload'] ?? true]))
}

/** Params by name, as in the form. */
export type Params = Readonly<Record<string, unknown>>

/** Returns the params as sent; undefined if there are none. */
export function wireParams({ data, params }: Method, values: Params): unknown {
  if (!data.positional) return Object.keys(values).length === 0 ? undefined : values
  const list = params.map(({ name }) => (Object.hasOwn(values, name) ? values[name] : undefined))
  const last = list.findLastIndex((value) => value !== undefined)
  return last < 0 ? undefined : list.slice(0, last + 1).map((value) => value ?? null)
}

/** Reads params from entered JSON, or returns why its outermost form is wrong. */
export function readParams({ data, params }: Method, json: unknown): Params | string {
  if (isRecord(json)) return json
  if (!Array.isArray(json)) return data.positional ? 'must be a list' : 'must be an object'
  if (json.length > params.length) return `must have at most ${params.length} items`
  const members = json.flatMap((value: unknown, at) => {
    const param = params[at]
    // A placeholder for an omitted param in the middle.
    const isGap = value === null && param?.required === false && json.length > at + 1
    return param === undefined || isGap ? [] : [[param.name, value] as const]
  })
  return Object.fromEntries(members)
}

/** Returns the schema of all params as one object, for the form and for validation. */
export function paramsSchema({ params }: Method): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
    required: params.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** As `paramsSchema`, with the description of each param. */
export function formSchema(method: Method): Readonly<Record<string, unknown>> {
  const properties = method.params.map(({ name, schema, about }) => [
    name,
    about === undefined ? schema : { allOf: [schema, { 'x-about': about }] },
  ])
  return { ...paramsSchema(method), properties: Object.fromEntries(properties) }
}
