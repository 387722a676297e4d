import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import { isObject } from '../json/members.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { Param } from '../model/types.ts'
import type { Call } from './calls.ts'

const id = { type: ['string', 'integer'] }

/** Schema of the error responses of all methods. */
export const errorResponse: JsonObject = {
  title: 'JSON-RPC error response',
  type: 'object',
  required: ['jsonrpc', 'error'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: true },
    },
  },
}

/** Returns the schema of a request, or of a notification if the method has no result. */
export function requestSchema(call: Call): JsonObject {
  const { method } = call
  return message(method.result === undefined ? {} : { id }, {
    method: method.name,
    params: paramsSchema(call),
    isRequired: method.params.some(({ required }) => required),
  })
}

/** Returns the schema of the response to a successful call. */
export function resultSchema({ declared }: Call): JsonObject {
  return {
    type: 'object',
    required: ['jsonrpc', 'id', 'result'],
    properties: { jsonrpc: { const: '2.0' }, id, result: declared.result?.schema ?? true },
  }
}

/** Returns the schema of a message with a method, with optional further members. */
export function message(
  members: JsonObject,
  sent: {
    readonly method: string
    readonly params: Json | undefined
    readonly isRequired: boolean
  },
): JsonObject {
  return {
    type: 'object',
    required: [
      'jsonrpc',
      ...Object.keys(members),
      'method',
      ...(sent.isRequired ? ['params'] : []),
    ],
    properties: {
      jsonrpc: { const: '2.0' },
      ...members,
      method: { const: sent.method },
      ...(sent.params !== undefined && { params: sent.params }),
    },
  }
}

function paramsSchema({ method, declared }: Call): Json | undefined {
  const [whole] = declared.params
  if (whole === undefined) return undefined
  switch (method.paramStructure) {
    case 'whole':
      return whole.schema
    case 'by-name':
      return byName(method.params, declared.params)
    case 'by-position':
      return byPosition(method.params, declared.params)
    case 'either':
      return {
        oneOf: [byPosition(method.params, declared.params), byName(method.params, declared.params)],
      }
    default:
      return method.paramStructure satisfies never
  }
}

/** Returns the schema of an object with params. */
function byName(params: readonly Param[], declared: readonly OpenRpcParam[]): JsonObject {
  const required = params.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : []))
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      declared.map(({ name, schema }, index) => [name, described(schema, params[index])]),
    ),
  }
}

function byPosition(params: readonly Param[], declared: readonly OpenRpcParam[]): JsonObject {
  return {
    type: 'array',
    prefixItems: declared.map(({ name, schema }, index) => described(schema, params[index], name)),
    minItems: params.findLastIndex(({ required }) => required) + 1,
    maxItems: declared.length,
  }
}

/** Returns a schema with the description of its param, and its name as title. */
function described(schema: Json, param: Param | undefined, title?: string): Json {
  // Some readers of these formats know no boolean schemas in lists.
  const own = isObject(schema) ? schema : schema === false ? { not: {} } : {}
  const description = param?.doc.description ?? param?.doc.summary
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...own,
  }
}
