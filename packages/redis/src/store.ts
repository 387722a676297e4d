import { createHash } from 'node:crypto'
import { connect, type Connection, type RedisClient } from './connection.ts'
import { RedisUnavailableError } from './errors.ts'

/** Time in milliseconds for which no call waits for Redis after it did not respond. */
const PAUSE_MS = 1000
/** Maximum time in milliseconds that work in the background waits for a response. */
const BACKGROUND_MS = 2000

/** A script that Redis knows by its SHA-1 once it has run. */
export interface Script {
  readonly text: string
  readonly sha: string
}

/** The keys and other arguments of a script. */
export interface ScriptInput {
  readonly keys: readonly string[]
  readonly args: readonly string[]
}

export function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

export interface StoreOptions {
  readonly client: RedisClient
  /** Prefix of all keys. */
  readonly prefix: string
  /** Maximum time in milliseconds that a call waits for Redis. */
  readonly waitMs: number
}

/** Redis as far as calls use it: each command has a time limit, after which others do not wait for a while. */
export class Store {
  readonly #options: StoreOptions
  readonly #connection: Connection
  /** The time from which calls wait for Redis again; 0 if it responds. */
  #refusedUntil = 0
  #failures = 0

  constructor(options: StoreOptions) {
    this.#options = options
    this.#connection = connect(options.client)
  }

  get waitMs(): number {
    return this.#options.waitMs
  }

  /** Whether calls wait for Redis. */
  get isUp(): boolean {
    return this.#connection.isReady && this.#refusedUntil === 0
  }

  /** Number of commands of calls that had no response in time. */
  get failures(): number {
    return this.#failures
  }

  /** Returns the key of a value from outside. A hash has a fixed length, and hides secrets such as API keys. */
  key(part: string, value: string): string {
    return `${this.#options.prefix}${part}:${createHash('sha256').update(value).digest('base64url')}`
  }

  /** Returns the key of a name that the program chose. */
  namedKey(part: string, name: string): string {
    return `${this.#options.prefix}${part}:${name}`
  }

  /** Opens another connection, for commands that block. */
  connect(): Connection {
    return connect(this.#options.client)
  }

  /**
   * Sends a command for a call, and rejects with a `RedisUnavailableError` after `waitMs`. Rejects at once if Redis did not
   * respond to another call within the last second, except for one call that tries it again.
   */
  command(command: readonly [string, ...string[]]): Promise<unknown> {
    return this.#guarded(() => this.#connection.send(command))
  }

  /** Runs a script for a call, with the limits of `command`. */
  run(one: Script, input: ScriptInput): Promise<unknown> {
    return this.#guarded(() => evaluate(this.#connection, one, input))
  }

  /** Sends a command in the background. Rejects after two seconds. */
  commandLater(command: readonly [string, ...string[]]): Promise<unknown> {
    return limited(this.#connection.send(command), BACKGROUND_MS)
  }

  /** Runs a script in the background, with the limit of `commandLater`. */
  runLater(one: Script, input: ScriptInput): Promise<unknown> {
    return limited(evaluate(this.#connection, one, input), BACKGROUND_MS)
  }

  close(): void {
    this.#connection.close()
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    const now = performance.now()
    if (!this.#connection.isReady || now < this.#refusedUntil) throw this.#failed()
    // Until the response to this call arrives, others do not wait for a server that did not respond before.
    if (this.#refusedUntil > 0) this.#refusedUntil = now + PAUSE_MS
    try {
      const result = await limited(work(), this.#options.waitMs)
      this.#refusedUntil = 0
      return result
    } catch (error) {
      if (error instanceof TimeLimitError) this.#refusedUntil = performance.now() + PAUSE_MS
      throw this.#failed(error)
    }
  }

  #failed(cause?: unknown): RedisUnavailableError {
    this.#failures++
    return new RedisUnavailableError(cause)
  }
}

class TimeLimitError extends Error {}

/** Rejects if a response takes longer than the limit in milliseconds. */
export function limited<T>(response: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new TimeLimitError(`No response within ${limitMs} ms`))
    // If the process was busy, the response may be there already: it is read before an immediate.
    const timer = setTimeout(() => setImmediate(late), limitMs)
    response.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function evaluate(
  connection: Connection,
  { sha, text }: Script,
  { keys, args }: ScriptInput,
): Promise<unknown> {
  const input = [String(keys.length), ...keys, ...args]
  try {
    return await connection.send(['EVALSHA', sha, ...input])
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
    return connection.send(['EVAL', text, ...input])
  }
}
