import type { HintsByMethod } from '../state/world.ts'
import type { Malformed } from '../types.ts'

/** How long answers wait: so many milliseconds, and up to `jitter` more, as the seed decides. */
export type Latency = number | { readonly milliseconds: number; readonly jitter?: number }

/** One answer of a method; without `result`, `error` and `fault` the mock answers by itself. */
export interface ScenarioStep {
  /** As on the wire. */
  readonly result?: unknown
  /** Name or code of an error that the document lists for the method, or a whole error object. */
  readonly error?:
    string | number | { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly fault?: 'drop' | Malformed
  readonly delayMs?: number
  /** How many calls are answered so: 1 unless given. The last step of a method stays, unless it says so. */
  readonly times?: number
}

/** What a mock answers, as plain JSON: what a test would tell it, for `--scenario FILE` and `createMock({ scenario })`. */
export interface Scenario {
  readonly $schema?: string
  readonly seed?: string | number
  readonly latency?: Latency
  /** By wire name of the method. */
  readonly methods?: Readonly<Record<string, readonly ScenarioStep[]>>
  /** By kind of subscription: payloads, as on the wire, that each who subscribes gets first. */
  readonly events?: Readonly<Record<string, readonly unknown[]>>
  /** By collection: records that are there before the first call. */
  readonly records?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  /** By wire name: in the place of the document's `x-mock`. */
  readonly hints?: HintsByMethod
}
