import { CheckFailure, type Check, type CheckResult, type Report } from './check.ts'

const NEVER = '0001-01-01T00:00:00Z'
const NOT_YET_RUN: CheckResult = {
  error: 'not yet run',
  timestamp: NEVER,
  duration: 0,
  contiguousFailures: 1,
  timeOfFirstFailure: NEVER,
}

export interface MonitorOptions {
  /** Milliseconds between two runs. */
  readonly every: number
  /**
   * Whether a check that passed once is not run again and stays passed, unless it is repeated. True for readiness checks.
   */
  readonly keepPassed: boolean
  /** Called when a check fails that passed before, or has not run yet, and when it passes again. */
  readonly onChange?: (name: string, result: CheckResult) => void
  /** Timeout of a check in milliseconds; 10 seconds by default. */
  readonly timeoutMs?: number
  readonly now?: () => Date
}

const TIMEOUT_MS = 10_000
/** Milliseconds between two runs of a check that fails, so that a recovery is reported without delay. */
const RETRY_MS = 1000

/** Runs a set of checks periodically and keeps the last result of each. */
export class Monitor {
  readonly #checks = new Map<string, Check>()
  readonly #results = new Map<string, CheckResult>()
  readonly #failures = new Map<string, number>()
  readonly #running = new Map<Check, Promise<Outcome>>()
  readonly #options: MonitorOptions
  #timers: readonly NodeJS.Timeout[] = []
  #round: Promise<void> | undefined

  constructor(options: MonitorOptions) {
    this.#options = options
  }

  /** Adds a check, or replaces the check with the same name. */
  register(check: Check): void {
    this.#checks.set(check.name, check)
    this.#results.delete(check.name)
  }

  /** Returns how often a check has failed since the node started. */
  failuresOf(name: string): number {
    return this.#failures.get(name) ?? 0
  }

  start(): void {
    if (this.#timers.length > 0) return
    const retry = (): void => {
      if (this.#round === undefined) void this.#run(this.#due())
    }
    this.#timers = [
      setInterval(() => void this.runAll(), this.#options.every).unref(),
      setInterval(retry, RETRY_MS).unref(),
    ]
    void this.runAll()
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  /** Runs every check once. If such a run is in progress, resolves at the end of that run. */
  runAll(): Promise<void> {
    const due = this.#options.keepPassed ? this.#due() : [...this.#checks.values()]
    this.#round ??= this.#run(due).finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  /**
   * Returns the latest results of all checks. With tags, returns the results of the global checks
   * and of checks with at least one of the tags.
   */
  report(tags: readonly string[] = []): Report {
    const wanted = [...this.#checks.values()].filter(
      (check) => tags.length === 0 || check.global || check.tags.some((tag) => tags.includes(tag)),
    )
    const results = wanted
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((check) => [check.name, this.#results.get(check.name) ?? NOT_YET_RUN] as const)
    return {
      checks: Object.fromEntries(results),
      healthy: results.every(([, result]) => result.error === undefined),
    }
  }

  async #run(checks: readonly Check[]): Promise<void> {
    const runs: Promise<void>[] = []
    for (const check of checks) {
      runs.push(this.#runOne(check))
      // Yield to the event loop, so that the measured duration of a check does not include the
      // duration of other checks.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(runs)
  }

  /** Returns the checks that have not passed, and those that are always repeated. */
  #due(): readonly Check[] {
    return [...this.#checks.values()].filter(
      ({ name, isRepeated }) =>
        isRepeated === true || (this.#results.get(name) ?? NOT_YET_RUN).error !== undefined,
    )
  }

  async #runOne(check: Check): Promise<void> {
    const now = this.#options.now ?? (() => new Date())
    const started = process.hrtime.bigint()
    const outcome = await this.#outcomeOf(check)
    const duration = Number(process.hrtime.bigint() - started)
    if (this.#checks.get(check.name) !== check) return
    const timestamp = now().toISOString()
    const before = this.#results.get(check.name)
    const result = { ...outcome, timestamp, duration, ...this.#streak(check, outcome, timestamp) }
    this.#results.set(check.name, result)
    if (outcome.error !== undefined) this.#failures.set(check.name, this.failuresOf(check.name) + 1)
    if (before?.error === undefined ? outcome.error !== undefined : outcome.error === undefined)
      this.#options.onChange?.(check.name, result)
  }

  /** Runs a check with a timeout. A check that hangs fails, and is not started again while it hangs. */
  async #outcomeOf(check: Check): Promise<Outcome> {
    const pending = this.#running.get(check)
    const running = pending ?? attempt(check).finally(() => this.#running.delete(check))
    if (pending === undefined) this.#running.set(check, running)
    return withTimeout(running, this.#options.timeoutMs ?? TIMEOUT_MS)
  }

  #streak(
    check: Check,
    outcome: Outcome,
    timestamp: string,
  ): Pick<CheckResult, 'contiguousFailures' | 'timeOfFirstFailure'> {
    if (outcome.error === undefined) return {}
    const last = this.#results.get(check.name)
    return {
      contiguousFailures: (last?.contiguousFailures ?? 0) + 1,
      timeOfFirstFailure: last?.timeOfFirstFailure ?? timestamp,
    }
  }
}

type Outcome = Pick<CheckResult, 'message' | 'error'>

async function attempt(check: Check): Promise<Outcome> {
  try {
    return messageOf(await check.run())
  } catch (error) {
    const details = error instanceof CheckFailure ? messageOf(error.details) : {}
    return {
      ...details,
      error: error instanceof Error ? error.message || error.name : String(error),
    }
  }
}

async function withTimeout(running: Promise<Outcome>, limit: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ error: `timed out after ${limit} ms` }), limit)
    timer.unref()
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

function messageOf(details: unknown): Outcome {
  return details === undefined || details === null ? {} : { message: details }
}
