import type { JsonObject } from '@rpcloom/rpc'
import { pass } from '@rpcloom/rpc/codegen'
import { type ClientTable, method, notification } from '@rpcloom/rpc/codegen/client'
import { documentGroup } from '@rpcloom/mock'
import type { ServerGroup } from '@rpcloom/rpc/server'

/** The version without sessions, in which servers send no requests. */
export const STATELESS = '2026-07-28'
/** The versions that start with `initialize`, the newest first. */
export const versions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26']

const text = { type: 'string' }
const object = { type: 'object' }

function objectOf(properties: JsonObject, ...required: readonly string[]): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

function methodOf(name: string, params: JsonObject, more: JsonObject = {}): JsonObject {
  const result = name.startsWith('notifications/')
    ? {}
    : { result: { name: 'result', schema: object } }
  return { name, params: [], 'x-params': params, ...result, ...more }
}

const ofClient = { 'x-implemented-by': ['client'] }
const page = objectOf({ cursor: text })
const uri = objectOf({ uri: text }, 'uri')

/** The part of the Model Context Protocol that servers of tools and resources need. */
const protocol: JsonObject = {
  openrpc: '1.3.2',
  info: { title: 'Model Context Protocol', version: STATELESS },
  'x-group': { key: 'mcp', path: '/mcp', transports: ['http'], batch: { allowed: false } },
  methods: [
    methodOf(
      'initialize',
      objectOf({ protocolVersion: text, capabilities: object }, 'protocolVersion'),
    ),
    methodOf('server/discover', object),
    methodOf('ping', object),
    methodOf('notifications/initialized', object),
    methodOf('notifications/cancelled', object),
    methodOf('logging/setLevel', objectOf({ level: text }, 'level')),
    methodOf('tools/list', page),
    methodOf(
      'tools/call',
      objectOf(
        { name: text, arguments: object, inputResponses: object, requestState: text },
        'name',
      ),
    ),
    methodOf('resources/list', page),
    methodOf('resources/templates/list', page),
    methodOf('resources/read', uri),
    methodOf('resources/subscribe', uri),
    methodOf('resources/unsubscribe', uri),
    methodOf('elicitation/create', object, ofClient),
    methodOf('notifications/message', object, ofClient),
    methodOf('notifications/progress', object, ofClient),
    methodOf('notifications/resources/updated', uri, ofClient),
  ],
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
  readonly elicit: (params: ElicitParams) => Promise<ElicitResult>
  readonly message: (params: object) => Promise<void>
  readonly updated: (params: { readonly uri: string }) => Promise<void>
}

/** A question to the user, with the schema of a form. */
export interface ElicitParams {
  readonly message: string
  readonly requestedSchema: JsonObject
}

export interface ElicitResult {
  readonly action: string
  readonly content?: Readonly<Record<string, unknown>>
}

const called = (name: string) => ({ name, group, order: ['params'], whole: true }) as const

/** Implements `McpClient`. */
export const client: ClientTable = {
  elicit: method(called('elicitation/create')),
  message: notification({ ...called('notifications/message'), returns: 'notification' }),
  updated: notification({ ...called('notifications/resources/updated'), returns: 'notification' }),
}
