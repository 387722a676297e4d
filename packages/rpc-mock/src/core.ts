import { type RpcError, isRpcError } from '@rpcloom/rpc'
import { delay } from '@rpcloom/rpc/internal'
import {
  CallContext,
  decode,
  encode,
  handlerOwner,
  isIterable,
  isThenable,
  type OpenRpcMethod,
} from '@rpcloom/rpc/internal'
import { createRandom } from '@rpcloom/schema/internal'
import type { Attached, Handlers, Log, MissingCall, ServerMethod } from '@rpcloom/rpc/server'
import { CallLog } from './call-log.ts'
import { copyJson } from './copy-json.ts'
import { Events, type EventSchedule } from './events.ts'
import { exampleIssues } from './examples.ts'
import { faultyTransport, handleWithFaults, injectFault, withFaults } from './faults.ts'
import { checkResponses, checkScenario, configureResponses } from './scenario/apply.ts'
import type { Scenario } from './scenario/scenario.ts'
import { type Delay, Script, type Step } from './script.ts'
import {
  checkHints,
  checkInterval,
  delayOf,
  type MockParts,
  type MockServerOptions,
  type MockSettings,
} from './settings.ts'
import { defaultResponse, listedError } from './state/default-response.ts'
import { generateEvent } from './state/event.ts'
import type { HintedMethod } from './state/hinted-method.ts'
import { loadState, type MockState, type StateSettings } from './state/mock-state.ts'
import type { MockBase } from './types.ts'

export class MockCore {
  readonly scripts: ReadonlyMap<ServerMethod, Script>
  readonly base: MockBase
  readonly #parts: MockParts
  readonly #seed: string | number
  readonly #latency: Delay | undefined
  readonly #handlers: object | undefined
  readonly #scenario: Scenario | undefined
  readonly #stateSettings: StateSettings
  readonly #calls = new CallLog()
  readonly #events: Events
  /** Methods whose invalid examples have been reported. */
  readonly #reported = new WeakSet<OpenRpcMethod>()
  readonly #log: Log
  #state: MockState | undefined
  /** Number of random delays so far. It is part of the seed of the next delay. */
  #delays = 0

  constructor(parts: MockParts, settings: MockSettings) {
    const { seed, handlers, latency, eventsEveryMs, scenario, hints, records, ...options } =
      settings
    this.#parts = parts
    this.#log = options.log ?? warn
    this.#scenario = scenario && checkScenario(scenario, parts.groups)
    this.#seed = seed ?? scenario?.seed ?? 1
    this.#handlers = handlers
    this.#latency = delayOf(latency ?? scenario?.latency)
    this.#stateSettings = {
      hints: { ...scenario?.hints, ...hints },
      records: { ...scenario?.records, ...records },
    }
    checkHints(this.#stateSettings.hints, parts.groups)
    this.scripts = scriptsOf(parts, this.#calls)
    this.#events = new Events(parts.groups, this.#schedule(eventsEveryMs))
    this.base = this.#createBase(options)
    this.#applyScenario()
  }

  #createBase(options: MockServerOptions): MockBase {
    const { groups, createServer, listen } = this.#parts
    const server = withFaults(
      createServer(
        {},
        {
          // A mock also serves groups that are disabled by default in a node.
          enabled: () => true,
          ...options,
          fallbackHandler: (call) => this.#respond(call),
        },
      ),
    )
    let attached: Attached | undefined
    const names = new Set(groups.flatMap(({ methods }) => methods.map(({ name }) => name)))
    return {
      transport: faultyTransport(server),
      connect: (channel, attachOptions) => (attached = server.attach(channel, attachOptions)),
      get client() {
        if (attached) return attached.client
        throw new TypeError('Nothing is connected to the mock: pass a channel to connect()')
      },
      server,
      handle: (text, scope) => handleWithFaults(server, text, scope),
      fetch: server.fetch,
      listen: async (listenOptions) => {
        if (!listen)
          throw new TypeError('This mock cannot listen: listen() is only available in Node.js')
        return listen(server, listenOptions)
      },
      calls: (method?: string) => {
        if (method !== undefined && !names.has(method))
          throw new TypeError(`No document has a method ${method}`)
        return this.#calls.of(method)
      },
      emit: (topic, event) => this.#events.emit(topic, event),
      ready: async () => {
        await this.#loadState()
      },
      reset: () => {
        this.#calls.clear()
        this.#state?.reset()
        this.#events.reset()
        for (const script of this.scripts.values()) script.reset()
        this.#applyScenario()
      },
    }
  }

  #schedule(everyMs: number | undefined): EventSchedule | undefined {
    if (everyMs === undefined) return undefined
    checkInterval(everyMs)
    return {
      everyMs,
      generate: (call, count) =>
        this.#withState(call, (state, hinted) => {
          const topic = call.topic?.name ?? ''
          const seed = `${this.#seed}/${topic}/${count}`
          return generateEvent(state, hinted, { topic, seed, at: call.ctx.at })
        }),
    }
  }

  #applyScenario(): void {
    this.#delays = 0
    if (!this.#scenario) return
    configureResponses(this.#scenario, this.scripts)
    this.#events.initial = this.#scenario.events ?? {}
  }

  async #loadState(): Promise<MockState> {
    const state = await loadState(this.#parts.groups, this.#stateSettings)
    if (this.#scenario) checkResponses(this.#scenario, this.#parts.groups, state)
    this.#state ??= state
    return this.#state
  }

  #respond(call: MissingCall): unknown {
    const params = decode((call.topic ?? call.method).params, copyJson(call.params))
    this.#calls.add(call, params)
    const script = this.scripts.get(call.method)
    // Takes the configured response before the delay, so that responses are assigned in the order of the
    // calls.
    const step = script?.next()
    const milliseconds = step?.delayMs ?? this.#delayMs(script?.configuredDelay ?? this.#latency)
    const respond = (): unknown => this.#perform(step, call, params)
    return milliseconds > 0 ? delay(milliseconds, call.ctx.signal).then(respond) : respond()
  }

  #delayMs(delay: Delay | undefined): number {
    if (!delay) return 0
    const random = createRandom(`${this.#seed}/jitter/${this.#delays++}`)
    return delay.milliseconds + Math.floor(random.next() * delay.jitter)
  }

  #perform(step: Step | undefined, call: MissingCall, params: unknown): unknown {
    switch (step?.kind) {
      case 'value':
        return encodeResult(call.method, step.value)
      case 'encoded':
        return copyJson(step.value)
      case 'failure':
        throw step.error
      case 'listed':
        return this.#withState(call, (_state, hinted) => {
          throw listedError(hinted, step.name, step.data)
        })
      case 'handler':
        return encodeResult(call.method, step.handle(params, call.ctx))
      case 'fault':
        if (call.ctx instanceof CallContext) injectFault(call.ctx.scope, step.fault)
        return this.#default(call, params)
      case 'default':
      case undefined:
        return this.#default(call, params)
    }
  }

  #default(call: MissingCall, params: unknown): unknown {
    const { group, method, ctx, topic } = call
    const member = topic?.member ?? method.member
    const owner = handlerOwner({ ...method, member }, memberOf(this.#handlers ?? {}, group.key))
    if (owner) {
      const result: unknown = owner[member]?.(params, ctx)
      return topic
        ? encodeEvents(result, (event) => encode(topic.event, event))
        : encodeResult(method, result)
    }
    if (topic) return this.#events.listen(call)
    return this.#withState(call, (state, hinted) =>
      defaultResponse(state, hinted, {
        params: call.params,
        seed: this.#seed,
        at: ctx.at,
      }),
    )
  }

  /** Warns once per method about examples that are never used because they are invalid. */
  #warnAboutExamples({ method, document }: HintedMethod): void {
    if (this.#reported.has(method)) return
    this.#reported.add(method)
    for (const issue of exampleIssues(method, document.resolve))
      this.#log('warn', `An example of ${method.name} is not used: its result ${issue}`)
  }

  /**
   * Calls `use` with the state and the method with its hints. Synchronous once the documents are loaded.
   * Returns undefined for a method that its document does not describe.
   */
  #withState(
    { group, method }: MissingCall,
    use: (state: MockState, hinted: HintedMethod) => unknown,
  ): unknown {
    const run = (state: MockState): unknown => {
      const hinted = state.method(group, method.name)
      if (hinted) this.#warnAboutExamples(hinted)
      return hinted && use(state, hinted)
    }
    return this.#state ? run(this.#state) : this.#loadState().then(run)
  }
}

const warn: Log = (_level, message) => console.warn(message)

async function* encodeEvents(
  events: unknown,
  encoded: (event: unknown) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  const given: unknown = await events
  if (!isIterable(given))
    throw new TypeError('The handler of a subscription did not return an iterable')
  for await (const event of given) yield encoded(event)
}

function encodeResult(method: ServerMethod, value: unknown): unknown {
  if (isThenable(value)) return value.then((settled) => encode(method.result, settled))
  return encode(method.result, value)
}

function scriptsOf(
  { groups, errors }: MockParts,
  calls: CallLog,
): ReadonlyMap<ServerMethod, Script> {
  return new Map(
    groups.flatMap((group) =>
      group.methods.map((method) => {
        const script = new Script({
          name: method.name,
          calls: () => calls.ofMethod(group, method),
          errorOf: (name, data) => createError(memberOf(errors, group.key), name, data),
        })
        return [method, script] as const
      }),
    ),
  )
}

function createError(factories: object | undefined, name: string, data: unknown): RpcError {
  const create: unknown = Object.hasOwn(factories ?? {}, name) && Reflect.get(factories ?? {}, name)
  const error: unknown = typeof create === 'function' ? create(data) : undefined
  if (!isRpcError(error)) throw new TypeError(`The document does not define an error ${name}`)
  return error
}

export function memberOf(holder: object, key: string): Handlers | undefined {
  const value: unknown = Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined
  return typeof value === 'object' && value !== null ? value : undefined
}
