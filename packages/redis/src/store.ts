import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '@rpcloom/rpc/server'
import { execute, type Command, type ScriptCall } from './command.ts'
import { connect, SILENT_MS, type Connection, type RedisClient } from './connection.ts'
import { ErrorLog } from './error-log.ts'
import { isReply, RedisUnavailableError } from './errors.ts'
import { limited, TimeLimitError } from './time-limit.ts'

/** Interval in milliseconds at which a server that did not respond is tried again. */
const PROBE_MS = 100
/** Maximum time in milliseconds that work in the background waits for a response. */
const BACKGROUND_MS = 2000

export interface StoreOptions {
  readonly client: RedisClient
  /** Prefix of all keys. */
  readonly prefix: string
  /** Maximum time in milliseconds that a call waits for a response. */
  readonly waitMs: number
  readonly log: Log
}

/** Redis as far as calls use it. After a response that did not come in time, no call waits until Redis responds again. */
export class Store {
  readonly #options: StoreOptions
  readonly #errors: ErrorLog
  #connection: Connection
  #isSilent = false
  #isClosed = false
  #failures = 0

  constructor(options: StoreOptions) {
    this.#options = options
    this.#errors = new ErrorLog(options.log)
    this.#connection = this.connect()
  }

  /** Maximum time in milliseconds that a call waits for a response. */
  get waitMs(): number {
    return this.#options.waitMs
  }

  /** Whether calls use Redis. */
  get isUp(): boolean {
    return this.#connection.isReady && !this.#isSilent
  }

  /** Number of commands of calls that Redis did not execute, or not in time. */
  get failures(): number {
    return this.#failures
  }

  /** Returns the key of values from outside. A hash has a fixed length, and hides secrets such as API keys. */
  key(part: string, ...values: readonly string[]): string {
    const hash = createHash('sha256').update(JSON.stringify(values))
    return `${this.#options.prefix}${part}:${hash.digest('base64url')}`
  }

  /** Returns the key of a name that the program chose. */
  namedKey(part: string, name: string): string {
    return `${this.#options.prefix}${part}:${name}`
  }

  /** Opens another connection, for commands that block. */
  connect(): Connection {
    return connect(this.#options.client, (error) => this.report(error))
  }

  /** Logs an error, unless it repeats. */
  report(error: unknown): void {
    if (!this.#isClosed) this.#errors.add(error)
  }

  /** Sends a command of a call. Rejects with a `RedisUnavailableError`, at once if Redis did not respond to another one. */
  async call(command: Command | ScriptCall): Promise<unknown> {
    try {
      if (this.#isSilent) throw new Error('Redis did not respond to another call')
      return await this.#send(command, this.#options.waitMs)
    } catch (error) {
      this.#failures++
      throw new RedisUnavailableError(error)
    }
  }

  /** Sends a command for which no call waits. Rejects after two seconds. */
  background(command: Command | ScriptCall): Promise<unknown> {
    return this.#send(command, BACKGROUND_MS)
  }

  close(): void {
    this.#isClosed = true
    this.#connection.close()
  }

  async #send(command: Command | ScriptCall, limitMs: number): Promise<unknown> {
    try {
      return await limited(execute(this.#connection, command), limitMs)
    } catch (error) {
      if (isReply(error)) this.report(error)
      else void this.#probe(error)
      throw error
    }
  }

  /** Lets no call wait until Redis responds in time. Replaces a connection without any response. */
  async #probe(error: unknown): Promise<void> {
    if (this.#isSilent) return
    this.#isSilent = true
    if (error instanceof TimeLimitError) this.report(error)
    let respondedAt = performance.now()
    while (!this.#isClosed) {
      const response = this.#ping().then(() => (respondedAt = performance.now()))
      try {
        await limited(response, this.#options.waitMs)
        break
      } catch {
        // The first error was reported.
      }
      if (performance.now() - respondedAt >= SILENT_MS) {
        this.#connection.close()
        this.#connection = this.connect()
        respondedAt = performance.now()
      }
      await wait(PROBE_MS, undefined, { ref: false })
    }
    this.#isSilent = false
  }

  /** Resolves when Redis responds, also if it refuses the command. */
  async #ping(): Promise<void> {
    try {
      await this.#connection.send(['PING'])
    } catch (error) {
      if (!isReply(error)) throw error
    }
  }
}
