import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, http } from '@native-node/client'
import { startNode } from '@native-node/node/testing'
import { minimumPosition } from '@rpcloom/rpc/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bin } from '../spawn-node.ts'
import { needs, programPath } from '../operators/needs.ts'
import { freePort, hasPostgres, PASSWORD, Postgres } from '../store/log/postgres.ts'
import { transfer } from './transfers.ts'

/** Runs the commands of docs/many-machines.md, with other ports and the database of the test. */

const page = readFileSync(join(import.meta.dirname, '../../../docs/many-machines.md'), 'utf8')

/** Returns the lines of the code block after a comment. */
function blockOf(name: string): string {
  const [, block] =
    new RegExp(`<!-- test: ${name} -->\\n+\`\`\`\\w+\\n([^]*?)\`\`\``).exec(page) ?? []
  if (block === undefined) throw new Error(`The page has no block ${name}`)
  return block
}

/** In the gate, there is one reader, which has the ports of all. */
const readerPorts = process.env['RPCLOOM_LONG'] === '1' ? ['9661', '9662', '9663'] : ['9661']
const folder = mkdtempSync(join(tmpdir(), 'many-machines-'))
const processes: ChildProcess[] = []
const ports = new Map<string, string>()
let postgres: Postgres
let nginx: ChildProcess | undefined

/** Replaces the ports of the page and the address of the database. */
function adapted(text: string): string {
  return text
    .replaceAll('db.example', `127.0.0.1:${postgres.port}`)
    .replaceAll(/\b(?:965\d|966\d|8080)\b/g, (port) => ports.get(port) ?? port)
}

function variables(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${folder}/bin:${programPath}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(postgres.port),
    PGUSER: 'node',
    PGPASSWORD: PASSWORD,
    NATIVE_NODE_LOG_LEASE: '1s',
  }
}

/** Runs the lines of a block, and returns what they print. */
function run(name: string): string {
  const script = adapted(blockOf(name))
  return execFileSync('sh', ['-e', '-c', script], {
    cwd: folder,
    env: variables(),
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

/** Starts a node by a line, and resolves once it is ready. */
async function start(line: string): Promise<ChildProcess> {
  const child = spawn('sh', ['-c', `exec ${adapted(line)}`], {
    cwd: folder,
    env: variables(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  processes.push(child)
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const port = /--port (\d+)/.exec(adapted(line))?.[1] ?? ''
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`The node ended: ${printed}`)
    const response = await fetch(`http://127.0.0.1:${port}/ext/health/readiness`).catch(() => {})
    if (response?.status === 200) return child
    await sleep(50)
  }
  throw new Error(`The node is not ready: ${printed}`)
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

function urlOf(port: string): string {
  return `http://127.0.0.1:${ports.get(port)}`
}

/** Sends a transfer until a node accepts it, as during a takeover. */
async function send(raw: `0x${string}`, client: ReturnType<typeof createClient>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      await client.cChain.eth.sendRawTransaction(raw)
      return
    } catch (error) {
      if (error instanceof Error && /already known|nonce too low/.test(error.message)) return
      await sleep(100)
    }
  }
  throw new Error('No node accepts the transaction')
}

describe.runIf(hasPostgres && needs('nginx'))('the guide from one node to five', () => {
  beforeAll(async () => {
    postgres = await Postgres.start({ max_connections: '30' })
    mkdirSync(join(folder, 'bin'))
    const shim = `#!/bin/sh\nexec ${process.execPath} ${bin} "$@"\n`
    writeFileSync(join(folder, 'bin/native-node'), shim, { mode: 0o755 })
    for (const port of ['9650', '9651', ...readerPorts, '8080'])
      ports.set(port, String(await freePort()))
    for (const port of ['9662', '9663']) ports.set(port, ports.get(port) ?? ports.get('9661') ?? '')
  }, 60_000)

  afterAll(async () => {
    await Promise.all(processes.map((child) => stop(child, 'SIGKILL')))
    // Killing it would leave its workers behind.
    if (nginx !== undefined) await stop(nginx, 'SIGTERM')
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('works as it says, and survives the end of the writer', async () => {
    const data = { memory: false, dataDir: join(folder, 'data'), requiredDiskBytes: 0 }
    const before = await startNode(data)
    const alone = createClient({ transport: http(before.url) })
    await alone.cChain.eth.sendRawTransaction(await transfer(0))
    await before.close()

    run('database')
    run('secrets')
    for (const secret of ['log-store', 'token'])
      expect(statSync(join(folder, secret)).mode & 0o077).toBe(0)
    const writer = await start(blockOf('writer'))
    await start(blockOf('standby'))
    const readers = blockOf('readers').trim().split('\n')
    expect(readers).toHaveLength(3)
    for (const reader of readers.slice(0, readerPorts.length)) await start(reader)
    expect(run('ready')).toContain('node_log_role{role="replica"} 1')

    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {} http { access_log off;
        client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
        uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;\n${adapted(blockOf('nginx'))}}`,
    )
    const configuration = join(folder, 'nginx.conf')
    nginx = spawn('nginx', ['-c', configuration], { env: variables(), stdio: 'inherit' })
    await expect
      .poll(() =>
        fetch(`${urlOf('8080')}/ext/health/liveness`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    expect(JSON.parse(run('use'))).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })

    const names = { response: 'x-node-seq', request: 'x-node-min-seq' }
    const client = createClient({ transport: minimumPosition(http(urlOf('8080')), names) })
    for (let nonce = 1; nonce <= 10; nonce++) {
      await client.cChain.eth.sendRawTransaction(await transfer(nonce))
      expect(await client.cChain.eth.blockNumber()).toBe(BigInt(nonce + 1))
    }
    await stop(writer, 'SIGKILL')
    expect(await client.cChain.eth.blockNumber()).toBe(11n)
    await send(await transfer(11), client)
    expect(await client.cChain.eth.blockNumber()).toBe(12n)
    for (const port of ['9651', ...readerPorts]) {
      const node = createClient({ transport: http(urlOf(port)) })
      await expect.poll(() => node.cChain.eth.blockNumber()).toBe(12n)
    }
  }, 180_000)
})
