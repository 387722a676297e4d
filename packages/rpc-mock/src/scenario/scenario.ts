import type { HintsByMethod } from '../state/world.ts'
import type { Malformed } from '../types.ts'

/** Delay of responses in milliseconds, with a random `jitter` determined by the seed. */
export type Latency = number | { readonly milliseconds: number; readonly jitter?: number }

/** One response of a method. Without `result`, `error` and `fault` the mock responds as usual. */
export interface ScenarioStep {
  /** In JSON form. */
  readonly result?: unknown
  /** Name or code of an error that the document lists for the method, or an error object. */
  readonly error?:
    string | number | { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly fault?: 'drop' | Malformed
  readonly delayMs?: number
  /**
   * Number of calls: 1 by default. The last step of a method applies to all further calls, unless it has a
   * number.
   */
  readonly times?: number
}

/** Configured responses of a mock as plain JSON, for `--scenario FILE` and `createMock({ scenario })`. */
export interface Scenario {
  readonly $schema?: string
  readonly seed?: string | number
  readonly latency?: Latency
  /** By method name. */
  readonly methods?: Readonly<Record<string, readonly ScenarioStep[]>>
  /** By topic: payloads in JSON form that each new subscriber receives first. */
  readonly events?: Readonly<Record<string, readonly unknown[]>>
  /** By collection: records that exist before the first call. */
  readonly records?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  /** By method name: overrides the document's `x-mock`. */
  readonly hints?: HintsByMethod
}
