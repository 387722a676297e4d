import type { Client, QueryResult } from 'pg'
import { inOrder } from '../../scheduling/in-order.ts'
import { StoreError } from '../store-error.ts'
import { logErrorOf } from './postgres-error.ts'

/** SQLSTATE of `listen` on a standby. */
const READ_ONLY = '25006'
const CONNECT_MS = 3000
/** PostgreSQL ends a statement that takes longer. It never interrupts a commit. */
const STATEMENT_MS = 5000
/** A connection that does not respond for this time is closed. */
const RESPONSE_MS = STATEMENT_MS + 1000
/** Delays between attempts to connect, in milliseconds; the last one repeats. */
const DELAYS = [50, 100, 200, 400]

/** Settings of each session. A peer that is gone is noticed within seconds, because it may hold a lock. */
const SESSION = `set statement_timeout = ${STATEMENT_MS}; set lock_timeout = ${STATEMENT_MS};
set idle_in_transaction_session_timeout = ${STATEMENT_MS};
set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 5;
set bytea_output = hex;
select set_config('synchronous_commit', 'on', false)
where current_setting('synchronous_commit') in ('off', 'local')`

/** A prepared statement. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export type Row = Readonly<Record<string, unknown>>
export type Run = (
  statement: Statement | string,
  values?: readonly unknown[],
) => Promise<QueryResult<Row>>

/** One connection to PostgreSQL, opened again after a failure. Statements run one after another. */
export class PostgresConnection {
  /** Host, port and database. */
  readonly name: string
  readonly #open: () => Client
  readonly #inTurn = inOrder()
  readonly #onNotification: () => void
  #client: Client | undefined
  #attempts = 0
  #refusedUntil = 0
  #failure: Error | undefined
  #isClosed = false
  /** Whether notifications arrive; a streaming standby refuses to send them. */
  isListening = false

  private constructor(name: string, open: () => Client, onNotification: () => void) {
    this.name = name
    this.#open = open
    this.#onNotification = onNotification
  }

  /** Prepares connections to a `postgres:` URL. Throws a {@link StoreError} if it is invalid or `pg` is not installed. */
  static async to(url: string, onNotification: () => void): Promise<PostgresConnection> {
    const { Client } = await driver()
    const open = (): Client =>
      new Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: STATEMENT_MS,
        fallback_application_name: 'native-node',
      })
    return new PostgresConnection(nameOf(url, open), open, onNotification)
  }

  /** Runs statements without others between them. Throws a {@link StoreError}. */
  readonly use = <T>(work: (run: Run) => Promise<T>): Promise<T> =>
    this.#inTurn(async () => {
      try {
        const client = (this.#client ??= await this.#connect())
        return await work((statement, values) => this.#run(client, statement, values))
      } catch (error) {
        throw logErrorOf(error, this.name)
      }
    })

  readonly run: Run = (statement, values) => this.use((run) => run(statement, values))

  readonly close = async (): Promise<void> => {
    this.#isClosed = true
    await this.#inTurn(async () => {
      await this.#client?.end()
      this.#client = undefined
    })
  }

  #run(
    client: Client,
    statement: Statement | string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    const query = typeof statement === 'string' ? { text: statement } : statement
    return this.#timed(client, () => client.query<Row>({ ...query, values: [...values] }))
  }

  /** Ends a connection that does not respond, so that no late response is taken for that of the next statement. */
  async #timed<T>(client: Client, work: () => Promise<T>): Promise<T> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      void client.end()
    }, RESPONSE_MS)
    try {
      return await work()
    } catch (error) {
      if (!isLate) throw error
      const message = `The log ${this.name} failed: no response within ${RESPONSE_MS / 1000} seconds.`
      throw new StoreError('logTimeout', message, error)
    } finally {
      clearTimeout(timer)
    }
  }

  async #connect(): Promise<Client> {
    if (this.#isClosed) throw new StoreError('closed', `The log ${this.name} is closed.`)
    const wait = this.#refusedUntil - performance.now()
    if (wait > 0 && this.#failure !== undefined) throw this.#failure
    const client = this.#open()
    client.on('error', (error) => this.#drop(client, error))
    client.on('end', () => this.#drop(client, new Error('the connection ended')))
    client.on('notification', this.#onNotification)
    try {
      await client.connect()
      await this.#timed(client, () => client.query(SESSION))
      this.isListening = await this.#timed(client, () => listens(client))
    } catch (error) {
      void client.end()
      this.#refuse(error)
      throw error
    }
    this.#attempts = 0
    return client
  }

  /** Forgets a connection that failed. */
  #drop(client: Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#refuse(error)
    void client.end()
  }

  /** Refuses attempts to connect for a moment, which grows with their number. */
  #refuse(error: unknown): void {
    this.#failure = logErrorOf(error, this.name)
    this.#refusedUntil = performance.now() + (DELAYS[this.#attempts] ?? DELAYS.at(-1) ?? 0)
    this.#attempts++
  }
}

async function driver(): Promise<typeof import('pg')> {
  try {
    return await import('pg')
  } catch (cause) {
    if (Object(cause).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const message = 'A log in PostgreSQL requires the package pg. Install it: npm install pg'
    throw new StoreError('logRefused', message, cause)
  }
}

/** Returns the host, port and database that a client connects to. */
function nameOf(url: string, open: () => Client): string {
  try {
    if (!/^postgres(?:ql)?:\/\//.test(url)) throw new TypeError('not a postgres: URL')
    const { host, port, database = '' } = open()
    return `${host}:${port}/${database}`
  } catch {
    // The error may contain the URL, which has a password.
    const expected = 'postgres://user:password@host:port/database'
    throw new StoreError('logRefused', `The URL of the log is invalid. Expected ${expected}`)
  }
}

/** Whether PostgreSQL sends notifications to a client. A streaming standby refuses to. */
async function listens(client: Client): Promise<boolean> {
  try {
    await client.query('listen log')
    return true
  } catch (error) {
    if (Object(error).code === READ_ONLY) return false
    throw error
  }
}
