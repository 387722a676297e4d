import {
  isRecord,
  INTERNAL_ERROR,
  METHOD_NOT_FOUND,
  type ErrorObject,
  type RequestId,
} from '../json-rpc.ts'
import { Batch } from './batch.ts'
import { performCall, type CallSettings } from './call.ts'
import { conductFor } from './conduct.ts'
import { PeerConnection } from './connection.ts'
import { NoCall } from './envelope.ts'
import { fetchHandler } from './fetch.ts'
import { unreadable } from './http-rules.ts'
import { safeLog } from './log.ts'
import { composed } from './middleware.ts'
import { methodFinder, type MethodFinder } from './method-finder.ts'
import { checkDispatcherOptions, limitsOf } from './options.ts'
import { Exact, firstValue, idText, isBlank, isTooDeep, messageAt } from './read.ts'
import { buildRegistry, type Entry, type GroupEntry, type Registry } from './registry.ts'
import { answerRest } from './rest.ts'
import { buildRouter, targetOf, type Router, type Target } from './router.ts'
import { RpcCall } from './rpc-call.ts'
import { kindEntry } from './subscriptions.ts'
import type {
  Conduct,
  Connection,
  Dispatcher,
  DispatcherOptions,
  Limits,
  Peer,
  RestAnswer,
  Route,
  Scope,
  ServerGroup,
} from './types.ts'

type Answer = string | undefined | Promise<string | undefined>

const internalError: ErrorObject = { code: INTERNAL_ERROR, message: 'Internal error' }

/** Answers the methods of some groups with handlers, over whatever transport brings text. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  return new RpcDispatcher(options)
}

/** What a message comes with. */
interface Surroundings {
  readonly scope: Scope
  readonly target: Target | undefined
  readonly conduct: Conduct
}

/** One text on its way through. */
class Reading implements Surroundings {
  readonly exact: Exact
  readonly scope: Scope
  readonly target: Target | undefined
  readonly conduct: Conduct

  constructor(text: string, { scope, target, conduct }: Surroundings) {
    this.exact = new Exact(text)
    this.scope = scope
    this.target = target
    this.conduct = conduct
  }
}

class RpcDispatcher implements Dispatcher {
  readonly conduct: 'spec' | 'public'
  readonly groups: readonly ServerGroup[]
  readonly limits: Limits
  readonly missing: readonly string[]
  readonly fetch: (request: Request) => Promise<Response>
  readonly #options: DispatcherOptions
  readonly #registry: Registry
  readonly #router: Router
  readonly #restPaths: ReadonlySet<string>
  readonly #find: MethodFinder
  readonly #settings: CallSettings
  /** Where messages without a path lead, if there is but one group. */
  readonly #only: Target | undefined
  /** How messages are answered that lead nowhere. */
  readonly #lost: Conduct

  constructor(options: DispatcherOptions) {
    checkDispatcherOptions(options)
    this.#options = options
    this.conduct = options.conduct ?? 'spec'
    this.limits = limitsOf(options.limits)
    this.#registry = buildRegistry(options)
    const { groups, root } = this.#registry
    // The endpoints of public nodes do not describe themselves.
    this.#router = buildRouter(this.conduct === 'spec' ? [...groups, root] : groups, options)
    this.#restPaths = new Set(this.#registry.groups.flatMap(({ rest }) => [...rest.keys()]))
    this.#find = methodFinder(this.#registry.groups, options.aliases)
    this.groups = options.groups
    this.missing = this.#registry.missing
    const [only, ...others] = groups
    this.#only = only && others.length === 0 ? targetOf(only) : undefined
    this.#lost = conductFor(this.conduct, undefined)
    this.#settings = {
      limits: this.limits,
      log: safeLog(options.log),
      tolerant: options.tolerantParams ?? false,
      missing: options.missing,
      around: composed(options.around),
      open: 0,
    }
    this.fetch = fetchHandler(this)
  }

  connect(peer: Peer, scope: Scope = {}): Connection {
    const conduct = this.#targetOf(scope)?.conduct ?? this.#lost
    return new PeerConnection(this, peer, {
      scope: { transport: 'ws', ...scope },
      unreadable: unreadable(conduct),
      makeId: this.#options.subscriptionId,
    })
  }

  route(path: string, transport: 'http' | 'ws' | 'memory' = 'http'): Route | undefined {
    return this.#router(path, transport)
  }

  isRest(path: string): boolean {
    return this.#restPaths.has(path)
  }

  rest(
    path: string,
    query: URLSearchParams,
    scope: Scope = {},
  ): RestAnswer | undefined | Promise<RestAnswer> {
    const found = this.#registry.groups.find(({ rest }) => rest.has(path))?.rest.get(path)
    if (!found) return undefined
    return answerRest(found, query, {
      scope,
      settings: this.#settings,
      // A GET route speaks no JSON-RPC, so that its errors are no matter of conduct.
      conduct: conductFor('spec', found.entry.group),
    })
  }

  handle(body: string, scope: Scope = {}): Answer {
    try {
      return this.#handle(body, scope)
    } catch (error) {
      // No handler's error, which is an answer, but that of a hook such as `resolveChain`.
      this.#settings.log('error', 'A request failed', { error })
      return this.#lost.error('null', internalError)
    }
  }

  #handle(body: string, scope: Scope): Answer {
    const target = this.#targetOf(scope)
    const conduct = target?.conduct ?? this.#lost
    const text = conduct.readsOn ? firstValue(body) : body
    if (conduct.silentEmpty && isBlank(text)) return undefined
    let parsed: unknown
    try {
      if (isTooDeep(text, this.limits.depth)) {
        // Valid or not: it is not parsed, so it may be either.
        const { depth: maxDepth } = this.limits
        const error = { ...conduct.errors.parse(''), data: { maxDepth } }
        return this.#refuse('null', error, { conduct, scope })
      }
      parsed = JSON.parse(text)
    } catch {
      return this.#refuse('null', conduct.errors.parse(text), { conduct, scope })
    }
    const reading = new Reading(text, { scope, target, conduct })
    if (Array.isArray(parsed)) return this.#batch(parsed, reading)
    return this.#single(parsed, reading)
  }

  #targetOf(scope: Scope): Target | undefined {
    const { path, transport = 'memory' } = scope
    return path === undefined ? this.#only : this.#router(path, transport)
  }

  #batch(messages: readonly unknown[], reading: Reading): Answer {
    const { conduct, target } = reading
    if (!conduct.batches || messages.length === 0)
      return this.#refuse('null', conduct.errors.batch(), reading)
    const limit = this.#batchLimit(target?.entry)
    if (messages.length > limit) {
      const { code } = conduct.errors.batch()
      const message = `Batch of more than ${limit} calls`
      return this.#refuse('null', { code, message, data: { limit } }, reading)
    }
    const batch = new Batch(this.#settings)
    for (let index = 0; index < messages.length; index++) {
      const request = this.#request(messages[index], reading, index)
      if (request instanceof RpcCall) batch.call(request, index)
      else batch.add(request, index)
    }
    return batch.answer()
  }

  #batchLimit(entry: GroupEntry | undefined): number {
    const { maxPublic = Infinity } = entry?.group.batch ?? {}
    return this.#options.mode === 'public'
      ? Math.min(maxPublic, this.limits.batch)
      : this.limits.batch
  }

  #single(message: unknown, reading: Reading): Answer {
    const request = this.#request(message, reading, undefined)
    return request instanceof RpcCall ? performCall(request, this.#settings) : request
  }

  /** The call that a message asks for; the answer where it asks for none. */
  #request(message: unknown, reading: Reading, index: number | undefined): RpcCall | Answer {
    const { conduct, scope, exact, target } = reading
    const said = conduct.read(message, this.#settings.tolerant)
    if (said instanceof NoCall) {
      return said.error && this.#refuse(idText(said.id, exact, index), said.error, reading)
    }
    const { id, method, params } = said
    const silent = id === undefined || (id === null && conduct.silentNull)
    const shown = silent ? undefined : idText(id, exact, index)
    const found = this.#found(method, reading)
    if (!found) {
      return shown === undefined ? undefined : this.#withoutMethod(method, shown, reading)
    }
    const entry = meant(found, params, scope)
    if (!('method' in entry)) {
      if (shown === undefined) return undefined
      return this.#refuse(shown, conduct.errors.handled(entry), reading)
    }
    const precise = entry.method.lossless ? messageAt(exact.integers, index) : undefined
    const asked = {
      entry,
      params: isRecord(precise) ? precise['params'] : params,
      id: id as RequestId | undefined,
      chain: target ? target.chain : entry.group.chain,
      scope,
      conduct,
    }
    return new RpcCall(asked, shown)
  }

  #found(wire: string, { scope, target }: Reading): Entry | undefined {
    // A path that leads nowhere has no methods; without a path every group's are within reach.
    if (!target && scope.path !== undefined) return undefined
    return this.#find(wire, target, scope.transport ?? 'memory')
  }

  #withoutMethod(wire: string, id: string, reading: Reading): string | Promise<string> {
    const { conduct, target, scope } = reading
    if (wire === 'rpc.discover' && conduct.name !== 'public') {
      // Without a path every group's methods are within reach.
      const entry =
        scope.path === undefined ? (target?.entry ?? this.#registry.root) : target?.entry
      if (entry) return this.#discover(entry, id, reading)
    }
    // What only a socket offers is told apart from what does not exist.
    const isForSockets = scope.transport === 'http' && target?.entry.ws.get(wire)?.subscribes
    const error = isForSockets
      ? conduct.errors.handled({ code: METHOD_NOT_FOUND, message: 'notifications not supported' })
      : conduct.errors.method(wire)
    return this.#refuse(id, error, reading)
  }

  async #discover(entry: GroupEntry, id: string, { conduct, scope }: Reading): Promise<string> {
    try {
      return conduct.result(id, await entry.discover(scope.transport ?? 'memory'))
    } catch (error) {
      this.#settings.log('error', 'A document could not be loaded', { error })
      return conduct.error(id, internalError)
    }
  }

  /** Answers what is no call of a method. */
  #refuse(
    id: string,
    error: ErrorObject,
    { conduct, scope }: Pick<Reading, 'conduct' | 'scope'>,
  ): string {
    const { path, transport = 'memory' } = scope
    try {
      this.#options.refused?.({ code: error.code, transport, path })
    } catch (broken) {
      this.#settings.log('error', 'An observer failed', { error: broken })
    }
    return conduct.error(id, error)
  }
}

/** The kind of a subscription answers for it, where one can be opened. */
function meant(found: Entry, params: unknown, { subscriber }: Scope): Entry | ErrorObject {
  const { kinds } = found
  return kinds && subscriber ? kindEntry(found, kinds, params) : found
}
