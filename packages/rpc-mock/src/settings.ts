import { LONGEST_MS } from '@rpcloom/rpc/internal'
import { checkSchema } from '@rpcloom/schema'
import type { ListenOptions, Listening } from '@rpcloom/rpc/node'
import type { Dispatcher, DispatcherOptions, ServerGroup } from '@rpcloom/rpc/server'
import type { Latency, Scenario } from './scenario/scenario.ts'
import type { Delay } from './script.ts'
import { type HintsByMethod, hintsSchema } from './state/hints.ts'
import type { StateSettings } from './state/mock-state.ts'

/** Options of the server of a mock. */
export type MockServerOptions = Omit<DispatcherOptions, 'groups' | 'handlers'>

/** Options of a mock, including those of its server. */
export interface MockSettings extends Omit<MockServerOptions, 'fallbackHandler'> {
  /** Seed of generated values; 1 by default. */
  readonly seed?: string | number
  /** Handlers by group key. They take precedence over examples. */
  readonly handlers?: object
  /** Delay of every response, unless a delay is configured for the method. */
  readonly latency?: Latency
  /** Interval in milliseconds for sending generated events to subscribers. By default, no events are sent. */
  readonly eventsEveryMs?: number
  /** Configured responses as plain JSON. Other options take precedence over the scenario. */
  readonly scenario?: Scenario
  /** Hints by method name. They override the `x-mock` hints of the document. */
  readonly hints?: HintsByMethod
  /** Records that exist before the first call, by collection. */
  readonly records?: StateSettings['records']
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

export function checkInterval(everyMs: number): void {
  if (!(everyMs >= 1 && everyMs <= LONGEST_MS))
    throw new TypeError(`eventsEveryMs must be from 1 to ${LONGEST_MS}, not ${everyMs}`)
}

/** Returns the configured delay. Throws a `TypeError` if the delay is invalid. */
export function delayOf(latency: Latency | undefined): Delay | undefined {
  if (latency === undefined) return undefined
  const { milliseconds, jitter = 0 } =
    typeof latency === 'number' ? { milliseconds: latency } : latency
  const longest = milliseconds + jitter
  if (!(milliseconds >= 0 && jitter >= 0 && longest <= LONGEST_MS))
    throw new TypeError(
      `The latency must be from 0 to ${LONGEST_MS} ms, not ${milliseconds} to ${longest}`,
    )
  return { milliseconds, jitter }
}

/** Throws a `TypeError` for invalid hints, and for hints of an unknown method. */
export function checkHints(hints: HintsByMethod, groups: readonly ServerGroup[]): void {
  for (const [name, declared] of Object.entries(hints)) {
    if (!groups.some(({ methods }) => methods.some((method) => method.name === name)))
      throw new TypeError(`No document has a method ${name}`)
    // Empty hints disable the hints of the document.
    if (!declared || Object.keys(declared).length === 0) continue
    const [issue] = checkSchema(hintsSchema, declared, { maxIssues: 1 })
    if (issue) throw new TypeError(`Invalid hints for ${name}: ${issue.pointer} ${issue.message}`)
  }
}
