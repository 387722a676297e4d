/** Something about the node that is looked at again and again. */
export interface Check {
  readonly name: string
  /** Tags that select the check, for example a subnet ID; `global` checks are in every filtered report. */
  readonly tags: readonly string[]
  readonly global: boolean
  /** Resolves with what is worth telling; throws a {@link CheckFailure} where the check fails. */
  readonly run: () => Promise<unknown>
}

/** A failed check: the reason, and what is worth telling all the same. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
  readonly details: unknown

  constructor(message: string, details?: unknown) {
    super(message)
    this.details = details
  }
}

/** The last run of a check, in the form that the health API answers with. */
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
