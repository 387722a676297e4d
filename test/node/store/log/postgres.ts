import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Folder of Debian with a folder for each version. */
const debian = '/usr/lib/postgresql'
const [version] = existsSync(debian)
  ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a))
  : []

/** Whether suites that need PostgreSQL run. In the gate, they fail if it is missing. */
export const hasPostgres: boolean =
  version !== undefined || process.env['RPCLOOM_ALL_SUITES'] === '1'
if (version === undefined)
  console.warn('Skipped: PostgreSQL is not installed in /usr/lib/postgresql.')

/** The password of the user. No message may contain it. */
export const PASSWORD = 'p4ss-never-shown'
/** The user of the server, because PostgreSQL refuses to run as root. */
export const NOBODY = 65_534

/** A cluster of PostgreSQL in a temporary folder, on a port of the loopback interface. */
export class Postgres {
  readonly port: number
  readonly #folder: string
  #server: ChildProcess | undefined
  #standbys = 0

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.port = port
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
    if (isRoot) chownSync(folder, NOBODY, NOBODY)
    const cluster = new Postgres(folder, await freePort())
    const passwords = join(folder, 'password')
    writeFileSync(passwords, PASSWORD)
    chmodSync(passwords, 0o644)
    run('initdb', [
      '-D',
      cluster.#data,
      '-U',
      'node',
      '--auth=scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      `--pwfile=${passwords}`,
    ])
    writeFileSync(
      join(cluster.#data, 'postgresql.auto.conf'),
      Object.entries({
        listen_addresses: '127.0.0.1',
        port: String(cluster.port),
        unix_socket_directories: folder,
        max_connections: '30',
        fsync: 'off',
        shared_buffers: '32MB',
        ...settings,
      })
        .map(([name, value]) => `${name} = '${value}'\n`)
        .join(''),
    )
    await cluster.resume()
    return cluster
  }

  get #data(): string {
    return join(this.#folder, 'data')
  }

  /** Returns the URL of a database, at another port if a proxy is between. */
  url(database: string, port = this.port): string {
    return `postgres://node:${PASSWORD}@127.0.0.1:${port}/${database}`
  }

  /** Creates a database. Returns its URL. */
  async database(name: string): Promise<string> {
    await this.query('postgres', `create database ${name}`)
    return this.url(name)
  }

  /** Creates a schema in the database `postgres`, which takes less time. Returns its URL. */
  async schema(name: string, port = this.port): Promise<string> {
    await this.query('postgres', `create schema ${name}`)
    return `${this.url('postgres', port)}?options=-csearch_path%3D${name}`
  }

  async query(database: string, text: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database) })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }

  /** Starts the server again. */
  async resume(): Promise<void> {
    this.#server = spawn(program('postgres'), ['-D', this.#data], { stdio: 'ignore', ...user })
    for (;;) {
      try {
        await this.query('postgres', 'select 1')
        return
      } catch (error) {
        if (this.#server.exitCode !== null) throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }

  /** Stops the server: `SIGINT` ends connections, `SIGQUIT` is a crash. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGQUIT'): Promise<void> {
    const server = this.#server
    if (server === undefined || server.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Starts a streaming standby, which this server waits for in each commit. */
  async standby(): Promise<Postgres> {
    const name = `standby${++this.#standbys}`
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
    if (isRoot) chownSync(folder, NOBODY, NOBODY)
    const standby = new Postgres(folder, await freePort())
    const source = `host=127.0.0.1 port=${this.port} user=node password=${PASSWORD} application_name=${name}`
    run('pg_basebackup', ['-D', standby.#data, '-R', '-c', 'fast', '--no-sync', '-d', source])
    const settings = `port = '${standby.port}'\nunix_socket_directories = '${folder}'\n`
    writeFileSync(join(standby.#data, 'postgresql.auto.conf'), settings, { flag: 'a' })
    await standby.resume()
    await this.query('postgres', `alter system set synchronous_standby_names = '${name}'`)
    await this.query('postgres', 'select pg_reload_conf()')
    return standby
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await this.query('postgres', 'select pg_promote()')
    // It would wait for standbys of the former primary.
    await this.query('postgres', 'alter system reset synchronous_standby_names')
    await this.query('postgres', 'select pg_reload_conf()')
  }
}

const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

function program(name: string): string {
  return join(debian, version ?? '', 'bin', name)
}

function run(name: string, args: readonly string[]): void {
  execFileSync(program(name), args, { stdio: 'pipe', cwd: tmpdir(), ...user })
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
