import type { HintsByMethod } from '../state/hints.ts'
import type { Malformed } from '../types.ts'

/**
 * Delay of responses in milliseconds. In addition, each response waits for a random time up to `jitter`
 * milliseconds, determined by the seed.
 */
export type Latency = number | { readonly milliseconds: number; readonly jitter?: number }

/** One response of a method. Without `result`, `error` and `fault`, the mock returns its default response. */
export interface ScenarioStep {
  /** Result in JSON form. */
  readonly result?: unknown
  /** Name or code of an error that the document lists for the method, or an error object. */
  readonly error?:
    string | number | { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly fault?: 'drop' | Malformed
  readonly delayMs?: number
  /**
   * Number of calls to which the step applies: 1 by default. If the last step of a method has no number, it
   * applies to all further calls.
   */
  readonly times?: number
}

/** Configured responses of a mock as plain JSON, for `--scenario FILE` and `createMock({ scenario })`. */
export interface Scenario {
  readonly $schema?: string
  readonly seed?: string | number
  readonly latency?: Latency
  /** Steps in order, by method name. */
  readonly methods?: Readonly<Record<string, readonly ScenarioStep[]>>
  /** Initial events that each new subscriber receives, by topic and in JSON form. */
  readonly events?: Readonly<Record<string, readonly unknown[]>>
  /** Records that exist before the first call, by collection. */
  readonly records?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  /** Hints by method name. They override the `x-mock` hints of the document. */
  readonly hints?: HintsByMethod
}
