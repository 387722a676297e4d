import { stringify } from '@rpcloom/schema/json'
import {
  isRecord,
  isResponse,
  METHOD_NOT_FOUND,
  type ErrorObject,
  type RequestId,
} from '../json-rpc.ts'
import type { Channel, Outgoing } from '../channel/channel.ts'
import { buildClient } from '../client/client.ts'
import { TransportError } from '../errors.ts'
import type { Incoming } from '../peer/peer.ts'
import { attached } from './attach.ts'
import { BatchAbort, runBatch, type RefusedFor } from './batch.ts'
import { CallStreams } from './call-streams.ts'
import { runCall, responseTooLarge, type CallSettings, type Outcome } from './call.ts'
import { PeerConnection } from './connection.ts'
import { loadDocument } from './document.ts'
import { internalError, InvalidMessage, specDialect, type Dialect } from './dialect.ts'
import type { Call, MethodEntry } from './entry.ts'
import { shortened } from './excerpt.ts'
import { fetchHandler } from './fetch.ts'
import { safeLog } from './log.ts'
import { composed } from './middleware.ts'
import { batchLimit, checkDispatcherOptions, limitsOf } from './options.ts'
import {
  Exact,
  firstValue,
  hasTooManyValues,
  idText,
  isBlank,
  isTooDeep,
  messageAt,
} from './read.ts'
import { buildRegistry, type GroupTable, type Registry, tableOf } from './registry.ts'
import { RunningCalls } from './running-calls.ts'
import { restResponse, restParams } from './rest.ts'
import { buildRouter, ResolvedRoute, type Router } from './router.ts'
import { topicEntry } from './subscriptions.ts'
import type {
  Attached,
  AttachOptions,
  Caller,
  CallStream,
  Dispatcher,
  DispatcherOptions,
  Limits,
  RestResponse,
  Route,
  Scope,
  ServerGroup,
  TransportName,
} from './types.ts'

type Text = string | undefined
/** The JSON of a response; `undefined` if there is no response, for example for a notification. */
type ResponseText = Text | Promise<Text>

/** Error for the calls of a batch that have no result when `limits.batchTimeoutMs` is over. */
const batchTimedOut: ErrorObject = {
  code: -32002,
  message: 'The batch took too long',
  data: { reason: 'batchTimedOut' },
}

/**
 * Creates a server without a port. It calls handlers for JSON-RPC messages from any transport. The type argument is the
 * interface of the methods that callers implement; generated code guarantees that it matches `options.client`.
 */
export function createDispatcher<Client = unknown>(
  options: DispatcherOptions<Client>,
): Dispatcher<Client> {
  return new RpcDispatcher(options) as Dispatcher<Client>
}

/** A message with the state that all its calls share. */
interface Reading {
  readonly scope: Scope
  /** Aborts the handlers. The calls of a batch also abort when the batch ends. */
  readonly signal: Scope['signal']
  readonly route: ResolvedRoute | undefined
  readonly dialect: Dialect
  readonly running: Scope['running']
  readonly exact: Exact
}

/** A dispatcher. Peers use more of it than programs do. */
export class RpcDispatcher implements Dispatcher {
  readonly dialect: Dialect
  readonly groups: readonly ServerGroup[]
  readonly limits: Limits
  readonly messageBytes: number
  readonly unimplemented: readonly string[]
  readonly connected: Dispatcher['connected']
  readonly fetch: (request: Request) => Promise<Response>
  readonly #options: DispatcherOptions
  readonly #registry: Registry
  readonly #router: Router
  readonly #settings: CallSettings
  readonly #streams = new CallStreams()
  /** The route of messages without a path, if there is exactly one group. */
  readonly #only: ResolvedRoute | undefined
  readonly #batchLimit: number

  constructor(options: DispatcherOptions) {
    checkDispatcherOptions(options)
    this.#options = options
    this.dialect = options.dialect?.(undefined) ?? specDialect
    this.limits = limitsOf(options.limits)
    const { bodyBytes, responseBytes } = this.limits
    this.messageBytes = options.client ? Math.max(bodyBytes, responseBytes) : bodyBytes
    this.#registry = buildRegistry(options)
    const { groups, root } = this.#registry
    this.#router = buildRouter(this.dialect.discovers ? [...groups, root] : groups, options)
    this.groups = options.groups
    const { connected } = options
    const log = safeLog(options.log)
    this.connected =
      connected &&
      ((connection, scope) => {
        const call = async (): Promise<void> => connected(connection, scope)
        call().catch((error: unknown) => log('error', 'The hook `connected` failed', { error }))
      })
    this.unimplemented = this.#registry.unimplemented
    const [only, ...others] = groups
    this.#only = only && others.length === 0 ? new ResolvedRoute(only) : undefined
    this.#batchLimit = batchLimit(options, this.limits)
    this.#settings = {
      limits: this.limits,
      log,
      unreachable: unreachable(options),
      tolerant: options.tolerantParams ?? false,
      fallbackHandler: options.fallbackHandler,
      middleware: composed(options.middleware),
      open: 0,
    }
    this.fetch = fetchHandler(this)
  }

  attach(channel: Channel, options: AttachOptions = {}, handle?: Dispatcher['handle']): Attached {
    const { client = {}, cancel, progress } = this.#options
    const scope: Scope = { ...options, transport: options.transport ?? 'channel' }
    const route = this.#routeOf(scope)
    return attached(channel, {
      client,
      isCaller: this.#options.client !== undefined,
      cancel,
      progress,
      unversioned: (route?.dialect ?? this.dialect).unversioned,
      connect: (out, caller) => this.connect(out, { ...scope, route, caller }, handle),
    })
  }

  stream(send: (text: string) => void): CallStream | undefined {
    const { client, cancel, progress } = this.#options
    if (!client && !progress) return undefined
    const { unversioned } = this.dialect
    return this.#streams.open(send, { client: client ?? {}, cancel, progress, unversioned })
  }

  /** Returns what answers the calls of a peer. */
  connect(
    channel: Outgoing,
    scope: Scope & { readonly caller: Caller },
    handle?: Dispatcher['handle'],
  ): Incoming {
    const route = this.#routeOf(scope)
    const answering = handle ? { handle, limits: this.limits } : this
    return new PeerConnection(answering, channel, {
      scope: { ...scope, route },
      caller: scope.caller,
      dialect: route?.dialect ?? this.dialect,
      makeId: this.#options.subscriptionId,
      running: this.#options.cancel && new RunningCalls(),
      ready: this.#loading(route),
    })
  }

  /** Loads the documents that calls need. Returns undefined if they are loaded. */
  #loading(route: ResolvedRoute | undefined): Promise<unknown> | undefined {
    const documents = (route ? [route.group] : this.groups).map(loadDocument)
    const loading = documents.filter((document) => document instanceof Promise)
    return loading.length > 0 ? Promise.all(loading) : undefined
  }

  async compile(): Promise<void> {
    const entries = this.#registry.groups.flatMap(({ memory }) => [...memory.values()])
    const all = entries.flatMap((entry) => [entry, ...(entry.topics?.values() ?? [])])
    const validators = all.flatMap(({ validator }) => validator ?? [])
    await Promise.all(validators.map((validator) => validator.compile()))
  }

  route(path: string, transport: TransportName = 'http'): Route | undefined {
    return this.#router(path, tableOf(transport))
  }

  isRest(path: string): boolean {
    return this.#registry.groups.some(({ rest }) => rest.has(path))
  }

  rest(
    path: string,
    query: URLSearchParams,
    scope: Scope = {},
  ): RestResponse | undefined | Promise<RestResponse> {
    const found = this.#registry.groups.find(({ rest }) => rest.has(path))?.rest.get(path)
    if (!found) return undefined
    const { route, entry } = found
    // GET routes do not use JSON-RPC, so dialects do not define their errors.
    const params = restParams(route, query)
    const call = {
      entry,
      params,
      exactParams: undefined,
      id: undefined,
      idJson: undefined,
      at: undefined,
      scope,
      signal: scope.signal,
      running: undefined,
      dialect: specDialect,
    }
    return runCall(call, this.#settings, (_call, outcome) => restResponse(route, outcome))
  }

  handle(body: string, scope: Scope = {}, parsed?: unknown): ResponseText {
    try {
      return this.#handle(body, scope, parsed)
    } catch (error) {
      // The error comes from a hook such as `resolveAt`, since errors of handlers are already
      // responses.
      this.#settings.log('error', 'A request failed', { error })
      return this.dialect.error('null', internalError)
    }
  }

  #handle(body: string, scope: Scope, given: unknown): ResponseText {
    const route = this.#routeOf(scope)
    const dialect = route?.dialect ?? this.dialect
    const text = dialect.ignoresRest ? firstValue(body) : body
    if (dialect.silentEmpty && isBlank(text)) return undefined
    const { signal } = scope
    const running = scope.running ?? (this.#options.cancel && this.#streams.runningOf(scope))
    const reading = { scope, signal, route, dialect, running, exact: new Exact(text) }
    if (isTooDeep(text, this.limits.depth)) {
      // The message is not parsed, so there is no syntax error for the dialect to describe.
      const error = { ...dialect.errors.parse(''), data: { maxDepth: this.limits.depth } }
      return this.#refuse('null', error, reading)
    }
    if (hasTooManyValues(text, this.limits.values)) {
      const error = { ...dialect.errors.parse(''), data: { maxValues: this.limits.values } }
      return this.#refuse('null', error, reading)
    }
    let parsed = given
    try {
      parsed ??= JSON.parse(text)
    } catch {
      return this.#refuse('null', dialect.errors.parse(text), reading)
    }
    if (isRecord(parsed) && this.#received(parsed, () => text, scope)) return undefined
    return Array.isArray(parsed)
      ? this.#batch(parsed, reading)
      : this.#respond(this.#request(parsed, reading, undefined))
  }

  /** Passes a message about a request in an event stream, or about a call of a session. Returns false for others. */
  #received(
    message: Readonly<Record<string, unknown>>,
    textOf: () => string,
    { headers }: Scope,
  ): boolean {
    const { cancel, progress } = this.#options
    return this.#streams.receive(message, textOf, { cancel, progress, headers })
  }

  /** Returns the route that the adapter has already found, or else the route of the path. */
  #routeOf({ route, path, transport = 'memory' }: Scope): ResolvedRoute | undefined {
    if (route instanceof ResolvedRoute) return route
    return path === undefined ? this.#only : this.#router(path, tableOf(transport))
  }

  #batch(messages: readonly unknown[], reading: Reading): ResponseText {
    const { dialect } = reading
    if (!dialect.batches || messages.length === 0)
      return this.#refuse('null', dialect.errors.batch(), reading)
    const limit = this.#batchLimit
    if (messages.length > limit) {
      const { code } = dialect.errors.batch()
      const message = `Batch of more than ${limit} calls`
      return this.#refuse('null', { code, message, data: { limit } }, reading)
    }
    const abort = new BatchAbort(reading.scope)
    const entry: Reading = { ...reading, signal: abort.signal }
    const request = (index: number): Call | ResponseText =>
      this.#request(messages[index], entry, index)
    const entries = {
      count: messages.length,
      abort,
      respond: (index: number) => this.#respond(request(index)),
      refuse: (index: number, reason: RefusedFor) => {
        const asked = request(index)
        if (!isCall(asked)) return typeof asked === 'string' ? asked : undefined
        const error = dialect.errors.handled(reason === 'size' ? responseTooLarge : batchTimedOut)
        return responseText(asked, { kind: 'error', error })
      },
    }
    return runBatch(entries, this.limits)
  }

  #respond(request: Call | ResponseText): ResponseText {
    return isCall(request) ? runCall(request, this.#settings, responseText) : request
  }

  /** Returns the call that a message requests, or the error response to an invalid message. */
  #request(message: unknown, reading: Reading, index: number | undefined): Call | ResponseText {
    const { dialect, scope, signal, running, exact, route } = reading
    if (index !== undefined && isRecord(message) && !('method' in message && 'id' in message)) {
      const textOf = (): string => stringify(messageAt(exact.integers, index) ?? message)
      if (this.#received(message, textOf, scope)) return undefined
    }
    // The peer has received the responses of a batch.
    if (index !== undefined && scope.caller?.isCaller && isResponse(message)) return undefined
    const requested = dialect.read(message, this.#settings.tolerant)
    if (requested instanceof InvalidMessage) {
      const { id, error } = requested
      return error && this.#refuse(idText(id, exact, index), error, reading)
    }
    const { id, method, params } = requested
    const silent = id === undefined || (id === null && dialect.silentNull)
    const idJson = silent ? undefined : idText(id, exact, index)
    const found = this.#find(method, reading)
    if (!found)
      return idJson === undefined ? undefined : this.#withoutMethod(method, idJson, reading)
    const entry = found.topics && scope.subscriber ? topicEntry(found, found.topics, params) : found
    if (!('method' in entry)) {
      if (idJson === undefined) return undefined
      return this.#refuse(idJson, dialect.errors.handled(entry), reading)
    }
    const precise = entry.method.lossless ? messageAt(exact.integers, index) : undefined
    return {
      entry,
      params,
      exactParams: isRecord(precise) ? precise['params'] : undefined,
      id: id as RequestId | undefined,
      idJson,
      at: route?.at,
      scope,
      signal,
      running,
      dialect,
    }
  }

  #find(name: string, { scope, route }: Reading): MethodEntry | undefined {
    const { path, transport = 'memory' } = scope
    const methods = tableOf(transport)
    if (route) return route.table[methods].get(name)
    // A message without a path may call the methods of all groups. A message with an unknown path cannot call
    // any method.
    const groups = path === undefined ? this.#registry.groups : []
    return groups.find((group) => group[methods].has(name))?.[methods].get(name)
  }

  #withoutMethod(name: string, id: string, reading: Reading): ResponseText {
    const { dialect, route, scope } = reading
    if (name === 'rpc.discover' && dialect.discovers) {
      // Without a path, the document describes the methods of all groups.
      const table = scope.path === undefined ? (route?.table ?? this.#registry.root) : route?.table
      if (table) return this.#discover(table, id, reading)
    }
    // Methods for subscriptions exist over HTTP, but cannot be called.
    const isForSockets = scope.transport === 'http' && route?.table.ws.get(name)?.subscribes
    const error = isForSockets
      ? dialect.errors.handled({ code: METHOD_NOT_FOUND, message: 'notifications not supported' })
      : dialect.errors.method(name)
    return this.#refuse(id, error, reading)
  }

  async #discover(table: GroupTable, id: string, { dialect, scope }: Reading): Promise<string> {
    try {
      return dialect.result(id, await table.discover(tableOf(scope.transport ?? 'memory')))
    } catch (error) {
      this.#settings.log('error', 'A document could not be loaded', { error })
      return dialect.error(id, internalError)
    }
  }

  /**
   * Reports a message that does not call an existing method to the hook `refused`. Returns the error
   * response.
   */
  #refuse(id: string, error: ErrorObject, { dialect, scope }: Reading): string {
    const { path, transport = 'memory' } = scope
    try {
      this.#options.refused?.({ code: error.code, transport, path })
    } catch (broken) {
      this.#settings.log('error', 'The hook `refused` failed', { error: broken })
    }
    return dialect.error(id, shortened(error))
  }
}

/** Returns a function for the methods of callers that have no connection. */
function unreachable({ client = {} }: DispatcherOptions): () => unknown {
  let methods: unknown
  const reject = (): Promise<never> =>
    Promise.reject(new TransportError('The caller cannot be called: it has no open connection'))
  return () => (methods ??= buildClient(client, reject))
}

function isCall(request: Call | ResponseText): request is Call {
  return typeof request === 'object' && !(request instanceof Promise)
}

function responseText({ dialect, idJson }: Call, outcome: Outcome): Text {
  if (idJson === undefined) return undefined
  return outcome.kind === 'result'
    ? dialect.result(idJson, outcome.text)
    : dialect.error(idJson, shortened(outcome.error))
}
