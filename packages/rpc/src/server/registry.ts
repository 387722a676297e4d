import type { RestRoute } from '../descriptor.ts'
import { mergeDocuments, type Part } from '../document/merge.ts'
import { sidesOf } from '../document/roles.ts'
import type { Json, JsonObject } from '../json-rpc.ts'
import { stringify, recordOf } from '@rpcloom/schema/json'
import { specDialect, type Dialect } from './dialect.ts'
import type { MethodEntry } from './entry.ts'
import { guardedOwner } from './guarded.ts'
import { handlerOwner } from './handler-owner.ts'
import { ParamsValidator } from './params-validator.ts'
import { endingOwner, topicMethod, streamOwner, withoutNotifications } from './subscriptions.ts'
import type {
  Aliases,
  Availability,
  DispatcherOptions,
  EnabledBy,
  Handlers,
  Reach,
  ServerGroup,
  ServerMethod,
  TransportName,
} from './types.ts'

export type TableName = 'http' | 'ws' | 'memory'

/** Returns the table of a transport. Every group exists on every channel. */
export function tableOf(transport: TransportName): TableName {
  return transport === 'channel' ? 'memory' : transport
}

/** A group with the methods of each transport. */
export interface GroupTable {
  readonly group: ServerGroup
  readonly dialect: Dialect
  readonly http: ReadonlyMap<string, MethodEntry>
  readonly ws: ReadonlyMap<string, MethodEntry>
  readonly memory: ReadonlyMap<string, MethodEntry>
  /** Transports over which the group offers methods, even if no method has a handler. */
  readonly offered: ReadonlySet<TableName>
  /** GET routes by path. */
  readonly rest: ReadonlyMap<string, RestEntry>
  /** Whether the document describes all groups. */
  readonly isRoot?: true
  /** Returns the result of `rpc.discover` as JSON. Cached. */
  readonly discover: (transport: TableName) => Promise<string>
  /** Returns the document, reduced to the methods that have handlers. */
  readonly document: (transport: TableName) => Promise<JsonObject>
}

export interface RestEntry {
  readonly route: RestRoute
  readonly entry: MethodEntry
}

/** The groups of this server, and the names of methods without a handler. */
export interface Registry {
  readonly groups: readonly GroupTable[]
  /** Entry for all groups at the path `/`, which only serves `rpc.discover`. */
  readonly root: GroupTable
  readonly unimplemented: readonly string[]
}

/** Builds the tables of methods. Omits methods that are hidden, disabled or without a handler. */
export function buildRegistry(options: DispatcherOptions): Registry {
  const unimplemented: string[] = []
  const groups = options.groups.map((group) => registerGroup(group, options, unimplemented))
  return { groups, root: rootOf(groups, options), unimplemented }
}

function rootOf(groups: readonly GroupTable[], options: DispatcherOptions): GroupTable {
  const none: ReadonlyMap<string, MethodEntry> = new Map()
  const document = async (transport: TableName): Promise<JsonObject> => {
    const offering = groups.filter(({ offered }) => offered.has(transport))
    const [only, ...others] = offering
    if (only?.group.path === '/' && others.length === 0) return only.document(transport)
    const parts = offering.map((table) => partOf(table, transport))
    return mergeDocuments(await Promise.all(parts))
  }
  const group: ServerGroup = {
    key: '',
    slug: '',
    path: '/',
    transports: ['http'],
    batch: { allowed: true },
    availability: { http: 'public', ws: 'public' },
    methods: [],
    document: () => document('memory'),
  }
  const offered = new Set<TableName>(['http', 'memory'])
  const tables = { http: none, ws: none, memory: none, rest: new Map() }
  const dialect = options.dialect?.(undefined) ?? specDialect
  const own = { document, discover: cachedText(document), isRoot: true } as const
  return { group, dialect, ...tables, offered, ...own }
}

/** Returns the document and key of a group, for `mergeDocuments`. */
export async function partOf(table: GroupTable, transport: TableName): Promise<Part> {
  const { key, path, wsPath } = table.group
  const url = transport === 'ws' ? (wsPath ?? path) : path
  const located = (method: JsonObject): JsonObject => ({ ...method, servers: [{ url }] })
  return { key, document: await table.document(transport), located }
}

/** Returns a function that serializes the document once for each transport. */
export function cachedText(document: GroupTable['document']): GroupTable['discover'] {
  const texts = new Map<TableName, string>()
  return async (transport) => {
    const text = texts.get(transport) ?? stringify(await document(transport))
    texts.set(transport, text)
    return text
  }
}

function registerGroup(
  group: ServerGroup,
  options: DispatcherOptions,
  unimplemented: string[],
): GroupTable {
  const http = new Map<string, MethodEntry>()
  const ws = new Map<string, MethodEntry>()
  const memory = new Map<string, MethodEntry>()
  const dialect = options.dialect?.(group) ?? specDialect
  const offered = new Set<TableName>()
  const serving = { group, dialect, options, starts: startsOf(group) }
  for (const method of group.methods) {
    if (options.disabledGroups?.includes(group.key)) continue
    if (!isOn(group.enabledBy, options) || !isOn(method.enabledBy, options)) continue
    const reach = reachOf(method.availability ?? group.availability, options)
    if (reach.http) offered.add('http').add('memory')
    if (reach.ws) offered.add('ws').add('memory')
    const entry = entryOf({ ...serving, method })
    // The server itself returns the document, unless a handler does.
    if (!entry.owner && method.name === 'rpc.discover' && dialect.discovers) continue
    if (reach.http || reach.ws) unimplemented.push(...unhandled(method, serving))
    if (!entry.owner && !options.fallbackHandler) continue
    if (reach.http) http.set(method.name, entry)
    if (reach.ws) ws.set(method.name, entry)
    if (reach.http || reach.ws) memory.set(method.name, entry)
  }
  for (const methods of [http, ws, memory]) addAliases(methods, options.aliases)
  const tables = { http, ws, memory }
  const document = async (transport: TableName): Promise<JsonObject> => {
    const { publicDocument } = options.mode === 'public' ? group : {}
    const json = await (publicDocument ?? group.document)()
    const methods: readonly Json[] = Array.isArray(json['methods']) ? json['methods'] : []
    const sides = sidesOf(methods.map(recordOf))
    const own = methods.filter((method) => {
      const { name } = recordOf(method)
      // What clients implement is served by no server.
      if (!sides.of(recordOf(method)).includes('server')) return true
      if (name === 'rpc.discover' && dialect.discovers) return true
      return typeof name !== 'string' || tables[transport].has(name)
    })
    return { ...json, methods: own }
  }
  const rest = restOf(group, http)
  return { group, dialect, ...tables, offered, rest, document, discover: cachedText(document) }
}

/**
 * Adds the aliases of whole methods, followed by the aliases of name prefixes. An existing method takes
 * precedence over an alias with its name.
 */
function addAliases(
  byName: Map<string, MethodEntry>,
  { methods = {}, namespaces = {} }: Aliases = {},
): void {
  const named = [...byName]
  const add = (alias: string, entry: MethodEntry | undefined): void => {
    if (entry && !byName.has(alias)) byName.set(alias, entry)
  }
  for (const [alias, name] of Object.entries(methods)) add(alias, byName.get(name))
  for (const [alias, namespace] of Object.entries(namespaces)) {
    for (const [name, entry] of named) {
      const [prefix = ''] = /^[^._/]+/.exec(name) ?? []
      if (prefix === namespace) add(`${alias}${name.slice(prefix.length)}`, entry)
    }
  }
}

interface Serving {
  readonly group: ServerGroup
  /** Methods that start subscriptions, by the name of the method that ends them. */
  readonly starts: ReadonlyMap<string, ServerMethod>
  readonly dialect: Dialect
  readonly options: DispatcherOptions
}

function startsOf({ methods }: ServerGroup): ReadonlyMap<string, ServerMethod> {
  const starts = methods.flatMap((method) =>
    method.subscription?.unsubscribe === undefined
      ? []
      : [[method.subscription.unsubscribe, method] as const],
  )
  return new Map(starts)
}

function entryOf({
  group,
  method,
  dialect,
  options,
  starts,
}: Serving & { readonly method: ServerMethod }): MethodEntry {
  const handlers = options.handlers[group.key]
  const bare = { group, method, dialect, owner: handlerOwner(method, handlers) }
  const validator = new ParamsValidator(group, method.name)
  const plain = { ...bare, validator, owner: guardedOwner(bare, options) }
  const ends = starts.get(method.name)
  if (ends)
    return {
      ...plain,
      subscribes: true,
      owner: endingOwner({ group, method, options }, isStreamed(ends, handlers)),
    }
  const { subscription } = method
  if (!subscription) return plain
  const topics = new Map(
    (method.topics ?? []).map((topic) => {
      const streaming = { method, subscription, topic, options, group }
      const source = handlerOwner({ ...method, member: topic.member }, handlers)
      const owner = source || options.fallbackHandler ? streamOwner(streaming, source) : undefined
      const ofTopic = topicMethod(method, topic)
      const ofParams = new ParamsValidator(group, method.name, topic.name)
      return [topic.name, { group, method: ofTopic, dialect, validator: ofParams, owner, topic }]
    }),
  )
  const owner = isStreamed(method, handlers) ? withoutNotifications : plain.owner
  return { ...plain, subscribes: true, topics, owner }
}

function isStreamed(method: ServerMethod, handlers: Handlers | undefined): boolean {
  return (method.topics ?? []).some(
    ({ member }) => handlerOwner({ ...method, member }, handlers) !== undefined,
  )
}

/**
 * Returns the names of methods without a handler. The name of a topic is prefixed with the name of its
 * method.
 */
function unhandled(method: ServerMethod, { group, options, starts }: Serving): string[] {
  const handlers = options.handlers[group.key]
  if (isStreamed(starts.get(method.name) ?? method, handlers)) {
    return (method.topics ?? [])
      .filter(({ member }) => !handlerOwner({ ...method, member }, handlers))
      .map(({ name }) => `${method.name} ${name}`)
  }
  return handlerOwner(method, handlers) ? [] : [method.name]
}

function isOn(enabledBy: EnabledBy | undefined, { enabled }: DispatcherOptions): boolean {
  if (!enabledBy) return true
  return enabled ? enabled(enabledBy.setting, enabledBy.default) : enabledBy.default
}

function reachOf(
  { http, ws }: Availability,
  { mode }: DispatcherOptions,
): { readonly http: boolean; readonly ws: boolean } {
  const offered = (reach: Reach): boolean =>
    mode === 'public' ? reach === 'public' : reach !== 'absent'
  return { http: offered(http), ws: offered(ws) }
}

function restOf(
  group: ServerGroup,
  byName: ReadonlyMap<string, MethodEntry>,
): ReadonlyMap<string, RestEntry> {
  const routes = new Map<string, RestEntry>()
  for (const { name, routes: own = {} } of group.methods) {
    const entry = byName.get(name)
    for (const route of entry ? Object.values(own) : []) {
      for (const path of route.paths) if (entry) routes.set(path, { route, entry })
    }
  }
  return routes
}
