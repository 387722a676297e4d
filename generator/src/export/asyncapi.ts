import { isDeepStrictEqual } from 'node:util'
import { sampleRequest, sampleSocketUrl, sampleUrl } from '../codegen/sample-call.ts'
import { defined } from '../json/members.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { Group, Method } from '../model/types.ts'
import { addressOf, querySchema } from './address.ts'
import type { Call, ExportInput } from './calls.ts'
import { type Components, openComponents } from './components.ts'
import { createKeys, type Keys } from './keys.ts'
import { message, requestSchema, resultSchema } from './messages.ts'

/**
 * Returns an AsyncAPI 3.0 document of the subscriptions, with a message for each topic, of the notifications of both
 * sides, and of the methods that are only available over WebSocket: a channel for each group. Returns undefined if the documents have none.
 */
export function asyncApi({
  title,
  version,
  groups,
  resolve,
  ...input
}: ExportInput): JsonObject | undefined {
  const components = openComponents(resolve, 'draft-07')
  const servers = new Map<string, JsonObject>()
  const channels = new Map<string, Json>()
  const operations = new Map<string, Json>()
  const keys = { channels: createKeys(), servers: createKeys(), operations: createKeys() }
  for (const group of groups) {
    const of = ({ group: owner }: Call): boolean => owner === group
    const calls = { calls: input.calls.filter(of), sent: input.sent.filter(of) }
    const key = keys.channels.choose(group.slug === '' ? 'api' : group.slug)
    const channel = openChannel(key, components, keys.operations)
    addSubscriptions(channel, calls)
    if (channel.operations.size === 0) continue
    const { host, protocol: scheme, pathname, search } = addressOfGroup(group)
    const protocol = scheme.replace(':', '')
    const query = querySchema(search)
    const isSocket = protocol.startsWith('ws')
    const server = { host, protocol }
    const known = [...servers].find(([, one]) => isDeepStrictEqual(one, server))?.[0]
    const serverKey = known ?? keys.servers.choose('server')
    servers.set(serverKey, server)
    const http = query && !isSocket && { http: { method: 'POST', query } }
    for (const [name, operation] of channel.operations)
      operations.set(name, { ...operation, ...(http && { bindings: http }) })
    channels.set(key, {
      address: pathname,
      title: group.title,
      ...defined({ description: group.doc.description }),
      servers: [{ $ref: `#/servers/${serverKey}` }],
      ...(query && isSocket && { bindings: { ws: { query } } }),
      messages: Object.fromEntries(channel.messages),
    })
  }
  if (channels.size === 0) return undefined
  return {
    asyncapi: '3.0.0',
    info: { title, version },
    defaultContentType: 'application/json',
    servers: Object.fromEntries(servers),
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(operations),
    components: { schemas: components.schemas() },
  }
}

/** Returns the address of a group: over WebSockets if it can be called over them. */
function addressOfGroup(group: Group): Pick<URL, 'host' | 'protocol' | 'pathname' | 'search'> {
  return addressOf(
    group.route.transports.includes('ws') ? sampleSocketUrl(group) : sampleUrl(group),
  )
}

interface Channel {
  readonly key: string
  readonly messages: Map<string, JsonObject>
  readonly operations: Map<string, JsonObject>
  /** Adds a message, and returns the reference to it. */
  readonly add: (name: string, message: JsonObject) => JsonObject
  readonly addOperation: (name: string, operation: JsonObject) => void
}

function openChannel(key: string, { convert }: Components, operationKeys: Keys): Channel {
  const keys = createKeys()
  const messages = new Map<string, JsonObject>()
  const operations = new Map<string, JsonObject>()
  const channel = { $ref: `#/channels/${key}` }
  return {
    key,
    messages,
    operations,
    add(name, { payload = true, ...others }) {
      const chosen = keys.choose(name)
      messages.set(chosen, { name, ...others, payload: convert(payload) })
      return { $ref: `#/channels/${key}/messages/${chosen}` }
    },
    addOperation(name, operation) {
      operations.set(operationKeys.choose(name), { ...operation, channel })
    },
  }
}

function addSubscriptions(
  channel: Channel,
  { calls, sent }: Pick<ExportInput, 'calls' | 'sent'>,
): void {
  const events = new Set<string>()
  const ends = new Set<Call>()
  for (const call of calls) {
    const { subscription } = call.method
    if (subscription === undefined) continue
    events.add(subscription.notification)
    addCall(channel, call)
    const end = calls.find(({ method }) => method.name === subscription.unsubscribe)
    if (end !== undefined) ends.add(end)
    const topics = eventsOf(call).map(([name, event]) => channel.add(name, event))
    channel.addOperation(`${call.method.standalone}Events`, { action: 'send', messages: topics })
  }
  const overSockets = calls.filter(({ group, method }) => isOverSockets(group, method))
  for (const call of new Set([...ends, ...overSockets])) addCall(channel, call)
  const notifications = [
    ...calls
      .filter(({ method }) => method.result === undefined)
      .map((call) => ['receive', call] as const),
    ...sent.map((call) => ['send', call] as const),
  ]
  for (const [action, call] of notifications) {
    if (events.has(call.method.name)) continue
    const sentMessage = channel.add(call.method.name, requestMessage(call))
    const texts = textsOf(call)
    channel.addOperation(call.method.standalone, { action, ...texts, messages: [sentMessage] })
  }
}

/** Whether a method responds only over WebSocket, so that exports of HTTP requests do not have it. */
function isOverSockets(group: Group, { availability, result, subscription }: Method): boolean {
  const isHttp = availability.http !== 'absent' && group.route.transports.includes('http')
  return !isHttp && result !== undefined && subscription === undefined
}

/** Adds a request and its response. */
function addCall(channel: Channel, call: Call): void {
  const { method, examples } = call
  const request = channel.add(`${method.name}.request`, requestMessage(call))
  const results = examples.flatMap(({ name, result }) =>
    result === undefined
      ? []
      : [{ name, payload: { jsonrpc: '2.0', id: 1, result: result.value } }],
  )
  const response = channel.add(`${method.name}.response`, {
    payload: resultSchema(call),
    ...(results.length > 0 && { examples: results }),
  })
  channel.addOperation(method.standalone, {
    action: 'receive',
    ...textsOf(call),
    messages: [request],
    reply: { channel: { $ref: `#/channels/${channel.key}` }, messages: [response] },
  })
}

function requestMessage(call: Call): JsonObject {
  const { method, examples } = call
  return {
    ...textsOf(call),
    payload: requestSchema(call),
    examples: examples.map((example) => ({
      name: example.name,
      payload: sampleRequest(method, example),
    })),
  }
}

/** Returns the events of a subscription, one for each topic. */
function eventsOf({ method, declared }: Call): readonly (readonly [string, JsonObject])[] {
  const { subscription } = method
  if (subscription === undefined) return []
  const { notification, idParam = 'subscription', payloadParam = 'result' } = subscription
  const schemas = new Map(declared.subscription?.topics.map((topic) => [topic.name, topic.payload]))
  return subscription.topics.map(({ name, summary }) => {
    const payload = schemas.get(name) ?? true
    const params = {
      type: 'object',
      required: [idParam, payloadParam],
      properties: { [idParam]: { type: ['string', 'integer'] }, [payloadParam]: payload },
    }
    const schema = message({}, { method: notification, params, isRequired: true })
    return [`${notification}.${name}`, { ...defined({ summary }), payload: schema }]
  })
}

function textsOf({ method: { doc } }: Call): JsonObject {
  return defined({ summary: doc.summary, description: doc.description })
}
