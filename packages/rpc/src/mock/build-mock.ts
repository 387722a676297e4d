import { memory } from '../client/memory.ts'
import { isRpcError, type RpcError } from '../errors.ts'
import type { JsonObject } from '../json-rpc.ts'
import { isThenable } from '../server/call.ts'
import { documentOf } from '../server/document.ts'
import { handlerOwner } from '../server/registry.ts'
import type {
  Context,
  Dispatcher,
  DispatcherOptions,
  Handlers,
  MissingCall,
  ServerGroup,
  ServerMethod,
} from '../server/types.ts'
import { decode } from '../shape/decode.ts'
import { encode } from '../shape/encode.ts'
import { exampleAnswer } from './example.ts'
import { Script } from './script.ts'
import type { MockBase, MockCall, MockServer } from './types.ts'

export type MockServerOptions = Omit<DispatcherOptions, 'groups' | 'handlers'>

/** What a mock can be told when it is made; for the rest, options of its server. */
export interface MockSettings extends Omit<MockServerOptions, 'missing'> {
  /** Decides the values that are made for methods without an example; 1 unless given. */
  readonly seed?: string | number
  /** By group key: handlers come before examples. */
  readonly handlers?: object
}

/** The generated server that a mock is made of. */
export interface MockParts {
  readonly groups: readonly ServerGroup[]
  /** Constructors of the documents' errors, by group key and name. */
  readonly errors: object
  readonly createServer: (handlers: object, options: MockServerOptions) => CoreServer
}

/** In a page there is nothing to listen with. */
type CoreServer = Dispatcher & Partial<Pick<MockServer, 'listen'>>

const KEPT_CALLS = 10_000

/**
 * Makes a mock: a server that answers every method, with what a test told it, by a handler, from the
 * examples of the document, or with a made-up value that fits its schema. The caller names the
 * interface that the groups implement: that is the one thing which generated code vouches for here.
 */
export function buildMock<Mock extends object>(parts: MockParts, settings: MockSettings): Mock {
  const { base, scripts } = mockCore(parts, settings)
  return Object.assign(base, tableOf(parts.groups, scripts)) as MockBase & object as Mock
}

/** A mock before its methods have names: what generated mocks and those of documents share. */
export interface MockCore {
  readonly base: MockBase
  readonly scripts: ReadonlyMap<ServerMethod, Script>
}

/** Makes what every mock is. */
export function mockCore(parts: MockParts, settings: MockSettings): MockCore {
  const { seed, handlers, ...options } = settings
  const log: MockCall[] = []
  const scripts = scriptsOf(parts, log)
  const { createServer } = parts
  const server = createServer(
    {},
    {
      // A mock has nothing to lose by what is off in a node unless somebody turns it on.
      enabled: () => true,
      ...options,
      missing: (call) => {
        const made = { call, params: decode(call.method.params, structuredClone(call.params)) }
        record(log, made)
        return answer(made, { script: scripts.get(call.method), handlers, seed })
      },
    },
  )
  const wires = new Set(parts.groups.flatMap(({ methods }) => methods.map(({ wire }) => wire)))
  const base: MockBase = {
    transport: memory(server),
    server,
    handle: (text, scope) => server.handle(text, scope),
    fetch: (request) => server.fetch(request),
    async listen(listenOptions) {
      if (!server.listen) throw new TypeError('This mock cannot listen: it is made of documents')
      return server.listen(listenOptions)
    },
    calls(method) {
      if (method !== undefined && !wires.has(method)) {
        throw new TypeError(`No document has a method ${method}`)
      }
      return log.filter((call) => method === undefined || call.method === method)
    },
    reset() {
      log.length = 0
      for (const script of scripts.values()) script.reset()
    },
  }
  return { base, scripts }
}

/** A call on its way to an answer. */
interface Made {
  readonly call: MissingCall
  readonly params: unknown
}

function record(log: MockCall[], { call: { group, method, ctx }, params }: Made): void {
  if (log.length >= KEPT_CALLS) log.shift()
  log.push({
    method: method.wire,
    group: group.key,
    params: params as MockCall['params'],
    chain: ctx.chain,
    transport: ctx.transport,
    id: ctx.id,
  })
}

interface Sources {
  readonly script: Script | undefined
  readonly handlers: object | undefined
  readonly seed: string | number | undefined
}

function answer(made: Made, sources: Sources): unknown {
  const { script } = sources
  // Taken before the wait, so that answers go to calls in the order in which the calls came.
  const step = script?.next()
  const give = (): unknown => {
    switch (step?.kind) {
      case 'value':
        return encodedBy(made.call.method, step.value)
      case 'failure':
        throw step.error
      case 'handler':
        return encodedBy(made.call.method, step.handle(made.params, made.call.ctx))
      case undefined:
        return byItself(made, sources)
    }
  }
  const delayMs = script?.delayMs ?? 0
  return delayMs > 0 ? passed(delayMs, made.call.ctx).then(give) : give()
}

function byItself({ call, params }: Made, { handlers, seed = 1 }: Sources): unknown {
  const { group, method, ctx } = call
  const owner = handlerOwner(method, memberOf(handlers ?? {}, group.key))
  if (owner) return encodedBy(method, owner[method.member]?.(params, ctx))
  const example = (document: JsonObject): unknown =>
    exampleAnswer(document, method.wire, call.params, {
      seed,
      comparable: (given) => decode(method.params, structuredClone(given)),
    })
  const document = documentOf(group)
  return document instanceof Promise ? document.then(example) : example(document)
}

function encodedBy(method: ServerMethod, value: unknown): unknown {
  if (isThenable(value)) return value.then((settled) => encode(method.result, settled))
  return encode(method.result, value)
}

/** Rejects as soon as nobody waits for the answer any more. */
function passed(milliseconds: number, { signal }: Context): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

function scriptsOf(
  { groups, errors }: MockParts,
  log: readonly MockCall[],
): ReadonlyMap<ServerMethod, Script> {
  return new Map(
    groups.flatMap((group) =>
      group.methods.map((method) => {
        const script = new Script({
          calls: () =>
            log.filter((call) => call.method === method.wire && call.group === group.key),
          errorOf: (name, data) => errorOf(memberOf(errors, group.key), name, data),
        })
        return [method, script] as const
      }),
    ),
  )
}

function errorOf(errors: object | undefined, name: string, data: unknown): RpcError {
  const make: unknown = Object.hasOwn(errors ?? {}, name) && Reflect.get(errors ?? {}, name)
  const error: unknown = typeof make === 'function' ? make(data) : undefined
  if (!isRpcError(error)) throw new TypeError(`The document has no error ${name}`)
  return error
}

function memberOf(holder: object, key: string): Handlers | undefined {
  const value: unknown = Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined
  return typeof value === 'object' && value !== null ? value : undefined
}

/** `{ pChain: { getHeight: script }, cChain: { eth: { getBalance: script } } }` */
function tableOf(
  groups: readonly ServerGroup[],
  scripts: ReadonlyMap<ServerMethod, Script>,
): Readonly<Record<string, object>> {
  const table: Record<string, object> = {}
  for (const { key, methods } of groups) {
    const top = {}
    for (const method of methods) {
      const script = scripts.get(method)
      define(method.namespace === '' ? top : nested(top, method.namespace), method.member, script)
    }
    define(table, key, top)
  }
  return table
}

function nested(top: object, namespace: string): object {
  const known = memberOf(top, namespace)
  if (known) return known
  const made = {}
  define(top, namespace, made)
  return made
}

/** Names come from documents: `__proto__` is one like any other. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true })
}
