import type { JsonObject } from '@rpcloom/rpc'
import { pass } from '@rpcloom/rpc/codegen'
import { type ClientTable, method, notification } from '@rpcloom/rpc/codegen/client'
import { documentGroup } from '@rpcloom/mock'
import type { ServerGroup } from '@rpcloom/rpc/server'

/** The version without sessions, in which servers send no requests. */
export const STATELESS = '2026-07-28'
/** The versions that start with `initialize`, the newest first. */
export const versions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26']
/** The version that has batches. Its clients send no header with the version. */
export const BATCHES = '2025-03-26'

/** Levels of log messages, from the least severe. */
const levels = 'debug info notice warning error critical alert emergency'.split(' ')

const text = { type: 'string' }
const object = { type: 'object' }

function objectOf(properties: JsonObject, ...required: readonly string[]): JsonObject {
  return { ...object, properties, required: [...required] }
}

const page = objectOf({ cursor: text })
const uri = objectOf({ uri: text }, 'uri')

/** Schemas of the params of the methods. */
const schemas: Readonly<Record<string, JsonObject>> = {
  initialize: objectOf({ protocolVersion: text, capabilities: object }, 'protocolVersion'),
  'server/discover': object,
  ping: object,
  'notifications/initialized': object,
  'notifications/cancelled': object,
  'logging/setLevel': objectOf({ level: { enum: levels } }, 'level'),
  'tools/list': page,
  'tools/call': objectOf(
    { name: text, arguments: object, inputResponses: object, requestState: text },
    'name',
  ),
  'resources/list': page,
  'resources/templates/list': page,
  'resources/read': uri,
  'resources/subscribe': uri,
  'resources/unsubscribe': uri,
}

/** The methods of the Model Context Protocol that servers of tools and resources implement. */
const protocol: JsonObject = {
  openrpc: '1.3.2',
  info: { title: 'Model Context Protocol', version: STATELESS },
  'x-group': { key: 'mcp', path: '/mcp', transports: ['http'] },
  methods: Object.entries(schemas).map(([name, schema]) => ({
    name,
    params: [],
    'x-params': schema,
    ...(!name.startsWith('notifications/') && { result: { name: 'result', schema: object } }),
  })),
}

/** How the protocol cancels calls and reports progress. */
export const signals = {
  cancel: { method: 'notifications/cancelled', id: 'requestId' },
  progress: {
    method: 'notifications/progress',
    token: 'progressToken',
    param: '/_meta/progressToken',
  },
} as const

const offered = documentGroup(protocol, 'mcp')

/** The methods of the server. */
export const group: ServerGroup = {
  ...offered,
  methods: offered.methods.map((one) =>
    // Integers in the arguments of tools keep all digits.
    one.name === 'tools/call' ? { ...one, lossless: true, params: { arguments: pass } } : one,
  ),
}

/** What the server calls of its client. */
export interface McpClient {
  readonly elicit: (params: ElicitParams) => Promise<unknown>
  readonly message: (params: object) => Promise<void>
  readonly updated: (params: { readonly uri: string }) => Promise<void>
}

/** A question to the user, with the schema of a form. */
export interface ElicitParams {
  readonly message: string
  readonly requestedSchema: JsonObject
}

const called = (name: string) => ({ name, group, order: ['params'], whole: true }) as const

/** Implements `McpClient`. */
export const client: ClientTable = {
  elicit: method(called('elicitation/create')),
  message: notification({ ...called('notifications/message'), returns: 'notification' }),
  updated: notification({ ...called('notifications/resources/updated'), returns: 'notification' }),
}
