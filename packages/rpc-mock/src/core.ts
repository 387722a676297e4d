import { type RpcError, isRpcError } from '@rpcloom/rpc'
import { checkSchema } from '@rpcloom/rpc/schema'
import {
  CallContext,
  decode,
  encode,
  handlerOwner,
  isIterable,
  isThenable,
  type OpenRpcMethod,
} from '@rpcloom/rpc/internal'
import type { ListenOptions, Listening } from '@rpcloom/rpc/node'
import type {
  Context,
  Dispatcher,
  DispatcherOptions,
  Handlers,
  Log,
  MissingCall,
  ServerGroup,
  ServerMethod,
} from '@rpcloom/rpc/server'
import { CallLog } from './call-log.ts'
import { copied } from './copied.ts'
import { Events, type Pace } from './events.ts'
import { FaultyServer, WatchedScope } from './faults.ts'
import { wrongExamples } from './pairing.ts'
import { createRandom } from '@rpcloom/rpc/internal'
import { checkResponses, checkScenario, play } from './scenario/play.ts'
import type { Latency, Scenario } from './scenario/scenario.ts'
import { type Delay, Script, type Step } from './script.ts'
import { behave, failure } from './state/behaviour.ts'
import { madeEvent } from './state/event.ts'
import { hintsSchema } from './state/hints-schema.ts'
import {
  type Hinted,
  type HintsByMethod,
  type World,
  worldOf,
  type WorldSettings,
} from './state/world.ts'
import type { MockBase } from './types.ts'

/** Options of the server of a mock. */
export type MockServerOptions = Omit<DispatcherOptions, 'groups' | 'handlers'>

/** Options of a mock, including those of its server. */
export interface MockSettings extends Omit<MockServerOptions, 'fallbackHandler'> {
  /** Seed of generated values; 1 by default. */
  readonly seed?: string | number
  /** Handlers by group key. They take precedence over examples. */
  readonly handlers?: object
  /** Delay of every response, unless one is configured for the method. */
  readonly latency?: Latency
  /** Interval in milliseconds for sending generated events to subscribers; by default none are sent. */
  readonly eventsEveryMs?: number
  /** Configured responses as plain JSON. Other options take precedence over it. */
  readonly scenario?: Scenario
  /** Hints by method name. They override the document's `x-mock`. */
  readonly hints?: HintsByMethod
  /** Records that exist before the first call, by collection. */
  readonly records?: WorldSettings['records']
}

/** The generated server that a mock is based on. */
export interface MockParts {
  readonly groups: readonly ServerGroup[]
  /** Factories of the documents' errors, by group key and name. */
  readonly errors: object
  readonly createServer: (handlers: object, options: MockServerOptions) => Dispatcher
  /** Serves HTTP and WebSocket; absent on platforms without servers. */
  readonly listen?: (server: Dispatcher, options?: ListenOptions) => Promise<Listening>
}

/** Maximum delay of a timer. */
const LONGEST_PAUSE = 2_147_483_647

/** The common core of generated mocks and mocks of documents. */
export class MockCore {
  readonly scripts: ReadonlyMap<ServerMethod, Script>
  readonly base: MockBase
  readonly #parts: MockParts
  readonly #seed: string | number
  readonly #latency: Delay | undefined
  readonly #handlers: object | undefined
  readonly #scenario: Scenario | undefined
  readonly #settings: WorldSettings
  readonly #log = new CallLog()
  readonly #events: Events
  readonly #reported = new WeakSet<OpenRpcMethod>()
  readonly #say: Log
  #world: World | undefined
  #jitter = 0

  constructor(parts: MockParts, settings: MockSettings) {
    const { seed, handlers, latency, eventsEveryMs, scenario, hints, records, ...options } =
      settings
    this.#parts = parts
    this.#say = options.log ?? warn
    this.#scenario = scenario && checkScenario(scenario, parts.groups)
    this.#seed = seed ?? scenario?.seed ?? 1
    this.#handlers = handlers
    this.#latency = delayOf(latency ?? scenario?.latency)
    this.#settings = {
      hints: checkedHints({ ...scenario?.hints, ...hints }, parts.groups),
      records: { ...scenario?.records, ...records },
    }
    this.scripts = scriptsOf(parts, this.#log)
    this.#events = new Events(parts.groups, this.#pace(eventsEveryMs))
    this.base = this.#baseWith(options)
    this.#begin()
  }

  #baseWith(options: MockServerOptions): MockBase {
    const server = this.#parts.createServer(
      {},
      {
        // A mock also serves groups that are disabled by default in a node.
        enabled: () => true,
        ...options,
        fallbackHandler: (call) => this.#answer(call),
      },
    )
    const faulty = new FaultyServer(server)
    const names = new Set(
      this.#parts.groups.flatMap(({ methods }) => methods.map(({ name }) => name)),
    )
    return {
      transport: faulty.transport,
      server: faulty,
      handle: (text, scope) => faulty.answer(text, scope),
      fetch: faulty.fetch,
      listen: async (listenOptions) => {
        const { listen } = this.#parts
        if (!listen)
          throw new TypeError('This mock cannot listen: listen() is only available in Node.js')
        return listen(faulty, listenOptions)
      },
      calls: (method?: string) => {
        if (method !== undefined && !names.has(method)) {
          throw new TypeError(`No document has a method ${method}`)
        }
        return this.#log.of(method)
      },
      emit: (topic, event) => this.#events.emit(topic, event),
      ready: async () => {
        await this.#ready()
      },
      reset: () => {
        this.#log.clear()
        this.#world?.reset()
        this.#events.reset()
        for (const script of this.scripts.values()) script.reset()
        this.#begin()
      },
    }
  }

  #pace(everyMs: number | undefined): Pace | undefined {
    if (everyMs === undefined) return undefined
    if (!(everyMs >= 1 && everyMs <= LONGEST_PAUSE))
      throw new TypeError(`eventsEveryMs must be from 1 to ${LONGEST_PAUSE}, not ${everyMs}`)
    return {
      everyMs,
      make: (call, count) =>
        this.#in(call, (world, hinted) => {
          const topic = call.topic?.name ?? ''
          const seed = `${this.#seed}/${topic}/${count}`
          return madeEvent(world, hinted, { topic, seed, chain: call.ctx.chain })
        }),
    }
  }

  #begin(): void {
    this.#jitter = 0
    if (!this.#scenario) return
    play(this.#scenario, this.scripts)
    this.#events.begin(this.#scenario.events ?? {})
  }

  async #ready(): Promise<World> {
    const world = await worldOf(this.#parts.groups, this.#settings)
    if (this.#scenario) checkResponses(this.#scenario, this.#parts.groups, world)
    this.#world ??= world
    return this.#world
  }

  #answer(call: MissingCall): unknown {
    const params = decode((call.topic ?? call.method).params, copied(call.params))
    this.#log.add(call, params)
    const script = this.scripts.get(call.method)
    // The step is taken before the delay, so that responses are assigned in the order of the calls.
    const step = script?.next()
    const wait = step?.delayMs ?? this.#waitOf(script?.waits ?? this.#latency)
    const give = (): unknown => this.#give(step, call, params)
    return wait > 0 ? passed(wait, call.ctx).then(give) : give()
  }

  #waitOf(delay: Delay | undefined): number {
    if (!delay) return 0
    const random = createRandom(`${this.#seed}/jitter/${this.#jitter++}`)
    return delay.milliseconds + Math.floor(random.next() * delay.jitter)
  }

  #give(step: Step | undefined, call: MissingCall, params: unknown): unknown {
    switch (step?.kind) {
      case 'value':
        return encodedBy(call.method, step.value)
      case 'encoded':
        return copied(step.value)
      case 'failure':
        throw step.error
      case 'listed':
        return this.#in(call, (_world, hinted) => {
          throw failure(hinted, step.name, step.data)
        })
      case 'handler':
        return encodedBy(call.method, step.handle(params, call.ctx))
      case 'fault':
        if (call.ctx instanceof CallContext && call.ctx.scope instanceof WatchedScope) {
          call.ctx.scope.inject(step.fault)
        }
        return this.#byItself(call, params)
      case 'itself':
      case undefined:
        return this.#byItself(call, params)
    }
  }

  #byItself(call: MissingCall, params: unknown): unknown {
    const { group, method, ctx, topic } = call
    const named = { ...method, ...(topic && { member: topic.member }) }
    const owner = handlerOwner(named, memberOf(this.#handlers ?? {}, group.key))
    if (owner && topic) {
      const events = owner[named.member]?.(params, ctx)
      return eventsOf(events, (event) => encode(topic.event, event))
    }
    if (owner) return encodedBy(method, owner[method.member]?.(params, ctx))
    if (topic) return this.#events.listen(call)
    return this.#in(call, (world, hinted) =>
      behave(world, hinted, { params: call.params, seed: this.#seed, chain: ctx.chain }),
    )
  }

  /** Warns once per method about examples that are never used because they are invalid. */
  #tell({ method, document }: Hinted): void {
    if (this.#reported.has(method)) return
    this.#reported.add(method)
    for (const what of wrongExamples(method, document.resolve))
      this.#say('warn', `An example of ${method.name} is not used: its result ${what}`)
  }

  /**
   * Calls `ask` with the state and the hints of the method. Synchronous once the documents are loaded.
   * Returns undefined for a method that its document does not describe.
   */
  #in({ group, method }: MissingCall, ask: (world: World, hinted: Hinted) => unknown): unknown {
    const asked = (world: World): unknown => {
      const hinted = world.method(group, method.name)
      if (hinted) this.#tell(hinted)
      return hinted && ask(world, hinted)
    }
    return this.#world ? asked(this.#world) : this.#ready().then(asked)
  }
}

const warn: Log = (_level, message) => console.warn(message)

/** Returns the configured delay. Throws a `TypeError` if it is invalid. */
function delayOf(latency: Latency | undefined): Delay | undefined {
  if (latency === undefined) return undefined
  const { milliseconds, jitter = 0 } =
    typeof latency === 'number' ? { milliseconds: latency } : latency
  if (!(milliseconds >= 0 && jitter >= 0 && milliseconds + jitter <= LONGEST_PAUSE))
    throw new TypeError(
      `The latency must be from 0 to ${LONGEST_PAUSE} ms, not ${milliseconds} to ${milliseconds + jitter}`,
    )
  return { milliseconds, jitter }
}

/** Returns the configured hints. Throws a `TypeError` for invalid ones or an unknown method. */
function checkedHints(hints: HintsByMethod, groups: readonly ServerGroup[]): HintsByMethod {
  for (const [name, declared] of Object.entries(hints)) {
    if (!groups.some(({ methods }) => methods.some((method) => method.name === name))) {
      throw new TypeError(`No document has a method ${name}`)
    }
    // Empty hints disable the hints of the document.
    if (!declared || Object.keys(declared).length === 0) continue
    const [issue] = checkSchema(hintsSchema, declared, { maxIssues: 1 })
    if (issue) throw new TypeError(`Invalid hints for ${name}: ${issue.pointer} ${issue.message}`)
  }
  return hints
}

async function* eventsOf(
  events: unknown,
  written: (event: unknown) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  const given: unknown = await events
  if (!isIterable(given))
    throw new TypeError('The handler of a subscription did not return an iterable')
  for await (const event of given) yield written(event)
}

function encodedBy(method: ServerMethod, value: unknown): unknown {
  if (isThenable(value)) return value.then((settled) => encode(method.result, settled))
  return encode(method.result, value)
}

/** Waits. Rejects as soon as the caller no longer waits for the response. */
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

function scriptsOf({ groups, errors }: MockParts, log: CallLog): ReadonlyMap<ServerMethod, Script> {
  return new Map(
    groups.flatMap((group) =>
      group.methods.map((method) => {
        const script = new Script({
          name: method.name,
          calls: () => log.ofMethod(group, method),
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
  if (!isRpcError(error)) throw new TypeError(`The document does not define an error ${name}`)
  return error
}

/** Returns an own member if it is an object. */
export function memberOf(holder: object, key: string): Handlers | undefined {
  const value: unknown = Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined
  return typeof value === 'object' && value !== null ? value : undefined
}
