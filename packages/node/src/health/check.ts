/** A periodic health check. */
export interface Check {
  readonly name: string
  /**
   * Tags that select the check, for example a subnet ID. A report filtered by tags also includes all `global` checks.
   */
  readonly tags: readonly string[]
  readonly global: boolean
  /** Whether the check runs every second, also if it has passed, because it fails suddenly and passes soon again. */
  readonly isRepeated?: boolean
  /**
   * Runs the check. Resolves with details for the report. Throws a {@link CheckFailure} if the
   * check fails.
   */
  readonly run: () => Promise<unknown>
}

/** A failed check: the reason, and details for the report. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
  readonly details: unknown

  constructor(message: string, details?: unknown) {
    super(message)
    this.details = details
  }
}

/** The last result of a check, as returned by the Health API. */
export interface CheckResult {
  readonly message?: unknown
  readonly error?: string
  /** RFC 3339. */
  readonly timestamp: string
  /** Nanoseconds. */
  readonly duration: number
  readonly contiguousFailures?: number
  readonly timeOfFirstFailure?: string
}

export interface Report {
  readonly checks: Readonly<Record<string, CheckResult>>
  readonly healthy: boolean
}
