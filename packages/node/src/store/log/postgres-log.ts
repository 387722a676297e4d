import type { QueryResult } from 'pg'
import { StoreError } from '../store-error.ts'
import { UnsureAppend, type BatchLog, type Candidate, type LogBatch } from './batch-log.ts'
import { PostgresConnection, type Row, type Run, type Statement } from './postgres-connection.ts'
import { isRolledBack, logErrorOf } from './postgres-error.ts'

/** Interval to look for batches, in milliseconds. Notifications tell earlier of most. */
const POLL_MS = 1000
/** The interval on a standby, which sends no notifications. */
const STANDBY_POLL_MS = 100

/** Maximum number and bytes of the batches that one query returns. A larger batch is returned alone. */
const ROWS = 16
const BYTES = 4 * 1024 * 1024

const CREATE = `create table if not exists writer(one boolean primary key default true check (one),
  epoch bigint not null, owner text not null, url text, beat timestamptz not null);
create table if not exists log(seq bigint primary key, epoch bigint not null, digest bytea not null,
  at timestamptz not null, bytes bytea compression lz4 not null);
insert into writer values (true, 0, '', null, '-infinity') on conflict do nothing`

/** The first row has the epoch 0. It has the owner instead of a batch. */
const statements = {
  createStart: `insert into log select $1::bigint, 0, $2::bytea, clock_timestamp(), $3::bytea
    where not exists (select from log)`,
  start: 'select seq, digest, bytes from log where epoch = 0 order by seq limit 1',
  head: `select owner, url, (extract(epoch from beat) - extract(epoch from clock_timestamp())) * 1000 + $1::float8 as left,
    (select max(seq) from log) as last, pg_is_in_recovery() as standby from writer`,
  find: 'select epoch, digest from log where seq = $1',
  // The size of a value is known without reading it.
  after: `select seq, digest, bytes from (
      select seq, digest, bytes, sum(octet_length(bytes)) over (order by seq) as total, octet_length(bytes) as own
      from (select seq, digest, bytes from log where seq > $1 and epoch > 0 order by seq limit ${ROWS}) as next
    ) as counted where total <= ${BYTES} or total = own order by seq`,
  // The share lock makes a takeover wait for the append, and the append fail after a takeover.
  append: `with w as (select epoch from writer where epoch = $2::bigint for share),
    a as (insert into log select $1::bigint, epoch, $3::bytea, clock_timestamp(), $4::bytea from w
      where exists (select from log where seq = $1::bigint - 1 and digest = $5::bytea)
      returning seq)
    select pg_notify('log', seq::text) from a`,
  // The notification tells other processes at once where the writer is.
  takeOver: `with w as (update writer set epoch = epoch + 1, owner = $1, url = $2, beat = clock_timestamp()
      where beat < clock_timestamp() - $3::float8 * interval '1 ms' returning epoch)
    select epoch, pg_notify('log', '') from w`,
  renew: `update writer set epoch = epoch + 1, beat = clock_timestamp() where owner = $1
    returning epoch`,
  beat: 'update writer set beat = clock_timestamp() where epoch = $1',
  release: `with w as (update writer set beat = '-infinity' where epoch = $1 returning epoch)
    select pg_notify('log', '') from w`,
  trim: `delete from log where at < clock_timestamp() - $1::float8 * interval '1 ms' and seq in (
    select seq from log where epoch > 0 and seq < (select max(seq) from log)
    order by seq limit 1000)`,
}

const statement = (name: keyof typeof statements): Statement => ({ name, text: statements[name] })

/**
 * Returns the log in a database of PostgreSQL 14 or later. The URL is `postgres://user:password@host:port/database`.
 * Throws a {@link StoreError} if the URL is invalid or the package `pg` is not installed.
 */
export async function postgresLog(url: string): Promise<BatchLog> {
  let listener = (): void => {}
  const connection = await PostgresConnection.to(url, () => listener())
  const run = (
    name: keyof typeof statements,
    ...values: readonly unknown[]
  ): Promise<QueryResult<Row>> => connection.run(statement(name), values)
  return {
    name: connection.name,
    create: ({ seal, owner }) =>
      connection.use(async (use) => {
        if (await exists(use)) return
        try {
          await use('begin')
          await use(CREATE)
          const values = [String(seal.count), seal.digest, Buffer.from(owner)]
          await use(statement('createStart'), values)
          await use('commit')
        } catch (error) {
          await use('rollback')
          // Another process may have created the log at the same time.
          if (!(await exists(use))) throw error
        }
      }),
    async start() {
      const [row] = (await run('start')).rows
      if (row === undefined) throw noStart(connection.name)
      const { seal, bytes } = batchOf(row)
      return { seal, owner: bytes.toString('utf8') }
    },
    async head(leaseMs) {
      const [row] = (await run('head', leaseMs)).rows
      if (row === undefined || row['last'] === null) throw noStart(connection.name)
      return {
        last: bigintOf(row['last']),
        writer: String(row['owner']),
        writerUrl: typeof row['url'] === 'string' ? row['url'] : undefined,
        leaseLeftMs: Number(row['left']),
        isStandby: row['standby'] === true,
      }
    },
    async find(seq) {
      const [row] = (await run('find', String(seq))).rows
      return row && { epoch: bigintOf(row['epoch']), digest: bytesOf(row['digest']) }
    },
    after: async (seq) => (await run('after', String(seq))).rows.map(batchOf),
    append: (epoch, previous, { seal, bytes }) =>
      connection.use(async (use) => {
        const values = [String(seal.count), String(epoch), seal.digest, bytes, previous]
        try {
          return (await use(statement('append'), values)).rowCount === 1
        } catch (error) {
          if (isRolledBack(error)) throw error
          const cause = logErrorOf(error, connection.name)
          throw new UnsureAppend(cause.message, { cause })
        }
      }),
    takeOver: async ({ name, url, leaseMs }: Candidate) =>
      epochOf(await run('takeOver', name, url, leaseMs)),
    renew: async (name) => epochOf(await run('renew', name)),
    beat: async (epoch) => (await run('beat', String(epoch))).rowCount === 1,
    release: async (epoch) => void (await run('release', String(epoch))),
    trim: async (olderThanMs) => void (await run('trim', olderThanMs)),
    listen: (onAppended) => void (listener = onAppended),
    pollMs: () => (connection.isListening ? POLL_MS : STANDBY_POLL_MS),
    close: connection.close,
  }
}

async function exists(use: Run): Promise<boolean> {
  const { rows } = await use("select to_regclass('log') is not null as found")
  return rows[0]?.['found'] === true
}

function batchOf(row: Row): LogBatch {
  const seal = { count: bigintOf(row['seq']), digest: bytesOf(row['digest']) }
  return { seal, bytes: bytesOf(row['bytes']) }
}

function epochOf({ rows: [row] }: QueryResult<Row>): bigint | undefined {
  return row && bigintOf(row['epoch'])
}

function bigintOf(value: unknown): bigint {
  return BigInt(String(value))
}

function bytesOf(value: unknown): Buffer {
  if (!Buffer.isBuffer(value)) throw new TypeError('the value is not a bytea')
  return value
}

function noStart(name: string): StoreError {
  const message = `The log ${name} has no first row. Start the writer first, or restore the database.`
  return new StoreError('logRefused', message)
}
