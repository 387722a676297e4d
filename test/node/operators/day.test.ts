import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { parse, stringify } from 'yaml'
import { afterAll, describe, expect, test } from 'vitest'
import { parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { tarFiles } from '../../packaging/tar.ts'
import { tarballs } from '../../packaging/tarballs.ts'
import { putFiles } from '../../temporary-folder.ts'
import { call } from '../requests.ts'
import { earlier, earlierFolder } from '../store/earlier-folder.ts'
import { needs } from './needs.ts'

// The steps of an operator with the packages that npm publishes, in the order of their day. Each needs those before it.

const root = join(import.meta.dirname, '../../..')
const isLong = process.env['RPCLOOM_LONG'] === '1'
const top = mkdtempSync(join(tmpdir(), 'native-node-day-'))
const [app, etc, state] = [join(top, 'app'), join(top, 'etc'), join(top, 'state')]
const modules = join(app, 'node_modules')
const variables = {
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  NATIVE_NODE_PORT: '0',
}
const token = 'a-token-of-checkpoints'
const config = {
  $schema: join(modules, '@native-node/node/config.schema.json'),
  port: 9650,
  'block-time': '20ms',
  'checkpoint-token-file': 'token',
}
const account = privateKeyToAccount(
  '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
)

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(top, { recursive: true, force: true })
})

interface Line {
  readonly level: string
  readonly message: string
  readonly [field: string]: unknown
}

interface Started {
  readonly url: string
  readonly lines: () => readonly Line[]
  /** Sends SIGTERM. Returns the exit code. */
  readonly stop: () => Promise<number | null>
}

/** Starts a node by a command with arguments. */
async function start(command: string, ...args: readonly string[]): Promise<Started> {
  const child = spawn(command, args, { env: variables, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  while (!stdout.includes('Docs:')) {
    if (child.exitCode !== null) throw new Error(`The node ended: ${stderr}`)
    await wait(20)
  }
  return {
    url: /Listening on (\S+)/.exec(stdout)?.[1] ?? '',
    lines: () =>
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line),
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Starts the node by the command of the systemd unit. */
function startUnit(stateFolder = state): Promise<Started> {
  const unit = readFileSync(join(modules, '@native-node/node/deploy/native-node.service'), 'utf8')
  const command = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? ''
  const words = command.replaceAll('/etc/native-node', etc).replaceAll('%S', stateFolder).split(' ')
  return start(words[0] ?? '', ...words.slice(1))
}

/** Runs a command of the installed package. Returns what it prints. */
async function native(...args: readonly string[]): Promise<string> {
  const done = await promisify(execFile)(join(modules, '.bin/native-node'), args, {
    env: variables,
  })
  return done.stdout
}

function configure(more: Readonly<Record<string, unknown>> = {}): void {
  putFiles(etc, { 'config.json': JSON.stringify({ ...config, ...more }), token })
}

/** The node and what it depends on. */
const needed = ['schema', 'rpc', 'redis', 'types', 'server', 'docs', 'node'].map(
  (name) => `packages/${name}`,
)

/** Unpacks the tarballs beside the other packages of the repository, which takes less time than `npm install`. */
function unpack(): void {
  for (const [name, path] of tarballs(needed)) {
    const files = [...tarFiles(gunzipSync(readFileSync(path)))]
    putFiles(join(modules, name), Object.fromEntries(files))
  }
  const linkAll = (from: string): void => {
    for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.'))) {
      const link = join(modules, name)
      if (!existsSync(link)) symlinkSync(join(from, name), link)
    }
  }
  linkAll(join(root, 'packages/node/node_modules'))
  linkAll(join(root, 'node_modules'))
  mkdirSync(join(modules, '.bin'))
  const bin = join(modules, '@native-node/node/bin/native-node.mjs')
  writeFileSync(join(modules, '.bin/native-node'), `#!/bin/sh\nexec node ${bin} "$@"\n`, {
    mode: 0o755,
  })
}

function install(): void {
  const names = [...tarballs(needed)]
  const dependencies = Object.fromEntries(names.map(([name, path]) => [name, `file:${path}`]))
  putFiles(app, { 'package.json': JSON.stringify({ private: true, dependencies }) })
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', args, { cwd: app, stdio: 'pipe' })
}

async function metric(url: string, line: string): Promise<string | undefined> {
  const text = await (await fetch(`${url}/ext/metrics`)).text()
  return text
    .split('\n')
    .find((one) => one.startsWith(`${line} `))
    ?.slice(line.length + 1)
}

/** Sends transactions one after the other until the node stops. Adds the hashes of those that it acknowledged. */
async function load(url: string, acknowledged: string[]): Promise<void> {
  for (let nonce = 0; ; nonce++) {
    const serialized = await account.signTransaction({
      chainId: 43112,
      type: 'legacy',
      nonce,
      to: account.address,
      value: parseEther('1'),
      gas: 21_000n,
      gasPrice: 10n ** 12n,
    })
    let response: Awaited<ReturnType<typeof call>>
    try {
      response = await call(`${url}/ext/bc/C/rpc`, 'eth_sendRawTransaction', [serialized])
    } catch (error) {
      // The node has stopped to listen, or closed the connection.
      expect(error).toMatchObject({ code: expect.stringMatching(/^ECONN(REFUSED|RESET)$/) })
      return
    }
    if (typeof response.result !== 'string') {
      expect(response.error).toMatchObject({ code: -32_002 })
      return
    }
    acknowledged.push(response.result)
  }
}

/** Returns the alerts of the package that fire if a value of a metric stays as it is for two minutes. */
function firing(series: string, value: string): readonly string[] {
  const rules = join(modules, '@native-node/node/deploy/alerts.yml')
  const tests = (alert: string): string =>
    stringify({
      rule_files: [rules],
      evaluation_interval: '15s',
      tests: [
        {
          interval: '15s',
          input_series: [{ series, values: `${value}x8` }],
          alert_rule_test: [{ eval_time: '2m', alertname: alert, exp_alerts: [] }],
        },
      ],
    })
  const { groups } = parse(readFileSync(rules, 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[]
  }
  // A test that expects no alert fails for those that fire.
  return groups
    .flatMap(({ rules: all }) => all.map(({ alert }) => alert))
    .filter((alert) => {
      putFiles(etc, { 'alert-test.yml': tests(alert) })
      const { status, stderr } = spawnSync('promtool', [
        'test',
        'rules',
        join(etc, 'alert-test.yml'),
      ])
      if (status !== 0) expect(String(stderr)).toContain('got:')
      return status !== 0
    })
}

describe.runIf(needs('promtool'))('a day of an operator', () => {
  const acknowledged: string[] = []
  const backup = join(top, 'backup.gz')
  let beforeBackup = 0

  test('installs from tarballs', () => {
    if (isLong) install()
    else unpack()
    expect(existsSync(join(modules, '.bin/native-node'))).toBe(true)
  })

  test('configures by file and environment', async () => {
    configure()
    const printed = await native('--config-file', join(etc, 'config.json'), '--print-config')
    expect(JSON.parse(printed)).toMatchObject({
      port: { value: 0, origin: 'NATIVE_NODE_PORT' },
      'block-time': { value: '20ms', origin: expect.stringContaining('config.json') },
      host: { value: '127.0.0.1', origin: 'default' },
    })
    expect(printed).not.toContain(token)
  })

  test('starts by the unit, scrapes, backs up and stops under load', async () => {
    const node = await startUnit()
    expect(await metric(node.url, 'node_ready')).toBe('1')
    expect(await metric(node.url, 'node_chain_last_accepted_height{chain="C"}')).toBe('0')
    const loading = load(node.url, acknowledged)
    while (acknowledged.length < 20) await wait(20)
    beforeBackup = acknowledged.length
    const flags = ['--from', node.url, '--checkpoint-token-file', join(etc, 'token')]
    expect(await native('export', backup, ...flags)).toContain('Exported')
    const accepted = await metric(node.url, 'node_chain_accepted_transactions_total{chain="C"}')
    expect(Number(accepted)).toBeGreaterThan(0)
    expect(await node.stop()).toBe(0)
    await loading
    expect(acknowledged.length).toBeGreaterThan(beforeBackup)
    const messages = node.lines().map(({ message }) => message)
    for (const message of ['starting', 'ready', 'blocks accepted', 'stopping', 'stopped'])
      expect(messages).toContain(message)
  })

  test('sees a full disk in log, metric and alert; nothing acknowledged was lost', async () => {
    configure({ 'required-disk-bytes': Number.MAX_SAFE_INTEGER })
    const node = await startUnit()
    const failing = 'node_health_check_failing{check="diskspace"}'
    await expect.poll(() => metric(node.url, failing), { timeout: 10_000 }).toBe('1')
    expect((await fetch(`${node.url}/ext/health`)).status).toBe(503)
    expect(node.lines()).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'health check fails', check: 'diskspace' }),
    )
    expect(firing(failing, '1')).toEqual(['NodeHealthCheckFailing'])
    expect(firing(failing, '0')).toEqual([])
    await acceptedAll(node.url, acknowledged)
    expect(await node.stop()).toBe(0)
  })

  test('restores the backup', async () => {
    configure()
    const restored = join(top, 'restored')
    await native('import', backup, '--data-dir', join(restored, 'native-node'))
    if (isLong) await native('verify', '--data-dir', join(restored, 'native-node'))
    const node = await startUnit(restored)
    await acceptedAll(node.url, acknowledged.slice(0, beforeBackup))
    expect(await node.stop()).toBe(0)
  })

  test('upgrades a folder of an earlier version', async () => {
    const folder = earlierFolder()
    configure({ genesis: join(folder, 'genesis.json') })
    const flags = ['--config-file', join(etc, 'config.json')]
    const data = join(top, 'earlier/native-node')
    cpSync(join(folder, 'data'), data, { recursive: true })
    expect(await native('migrate', ...flags, '--data-dir', data)).toContain('has layout')
    expect(readdirSync(data).toSorted()).toEqual(['db', 'node'])
    const node = await startUnit(join(top, 'earlier'))
    const { result } = await call(`${node.url}/ext/bc/C/rpc`, 'eth_getBlockByNumber', [
      'latest',
      false,
    ])
    expect(result).toMatchObject({ hash: earlier.block })
    expect(await node.stop()).toBe(0)
  })
})

/** Waits until blocks have all transactions. */
async function acceptedAll(url: string, hashes: readonly string[]): Promise<void> {
  expect(hashes.length).toBeGreaterThan(0)
  for (const hash of hashes)
    await expect
      .poll(
        async () => (await call(`${url}/ext/bc/C/rpc`, 'eth_getTransactionReceipt', [hash])).result,
      )
      .toMatchObject({ status: '0x1' })
}
