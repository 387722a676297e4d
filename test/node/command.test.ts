import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { Agent, request } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseCommand } from '../../packages/node/src/settings/flags.ts'
import { defaults, type Settings } from '../../packages/node/src/settings/settings.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { sendRequest, call } from './requests.ts'
import { bin, spawnNode, spawnNodeIn } from './spawn-node.ts'

const entry = new URL('../../packages/node/dist/main.js', import.meta.url).href

describe('the command line', () => {
  test('prints every flag on --help', async () => {
    expect(parseCommand(['-h'])).toEqual({ kind: 'help' })
    const { code, stdout, stderr } = await spawnNode('--help').ended
    expect([code, stderr]).toEqual([0, ''])
    for (const name of [
      'host',
      'port',
      'data-dir',
      'public',
      'aliases',
      'dialect',
      'password-rule',
    ])
      expect(stdout).toContain(`--${name}`)
  })

  test.each([
    [['--nonsense'], '--nonsense'],
    [['stray'], 'stray'],
    [['--port'], '--port'],
    [['--port', 'x'], '--port'],
    [['--port', '65536'], '--port'],
    [['--port=-1'], '--port'],
    [['--host='], '--host'],
    [['--http-allowed-hosts=,'], '--http-allowed-hosts'],
    [['--data-dir='], '--data-dir'],
    [['--memory=yes'], '--memory'],
    [['--memory', '--data-dir', 'x'], '--memory cannot be combined with --data-dir'],
    [['--dialect', 'other'], '--dialect'],
    [['--health-check-frequency', '0s'], '--health-check-frequency'],
    [['--health-check-frequency', '30'], '--health-check-frequency'],
    [['--required-disk-bytes', '1e9'], '--required-disk-bytes'],
    [['--rpc-gas-cap', '0'], '--rpc-gas-cap'],
    [['--pruning-enabled=no'], '--pruning-enabled'],
    [['--historical-proof-query-window', '24h'], '--historical-proof-query-window'],
    [['--password-rule', 'none'], '--password-rule'],
    [['--log-level', 'loud'], '--log-level'],
  ])('%j is rejected', (args, named) => {
    const command = parseCommand(args)
    expect(command).toMatchObject({
      kind: 'wrong',
      problems: [{ message: expect.stringContaining(named) }],
    })
  })

  test('prints the usage for errors', async () => {
    const { code, stdout, stderr } = await spawnNode('--port', 'x').ended
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(
      /^Invalid value 'x' for --port: expected an integer from 0 to 65535 \(port .*\)\nRun native-node --help for all options\.\n$/,
    )
  })

  test('runs with the defaults without arguments', () => {
    expect(parseCommand([])).toEqual({ kind: 'run', settings: defaults, origins: new Map() })
    expect(defaults).toMatchObject({ pruningEnabled: false, historicalProofQueryWindow: 43_200 })
  })

  test.each<readonly [readonly string[], Partial<Settings>]>([
    [['--host', '::1'], { host: '::1' }],
    [['--port', '0'], { port: 0 }],
    [['--port', '1', '--port', '2'], { port: 2 }],
    [['--http-allowed-hosts', 'a.b, c'], { allowedHosts: ['a.b', 'c'] }],
    [['--data-dir', 'x y'], { dataDir: 'x y' }],
    [['--memory'], { memory: true }],
    // Profiles are files, even if all other data is in memory.
    [
      ['--memory', '--data-dir', 'x', '--admin-api-enabled'],
      { memory: true, dataDir: 'x', adminApiEnabled: true },
    ],
    [['--public'], { public: true }],
    [['--dialect', 'public'], { dialect: 'public' }],
    [['--admin-api-enabled'], { adminApiEnabled: true }],
    [['--health-check-frequency', '1m30s'], { healthCheckFrequency: 90_000 }],
    [['--health-check-frequency', '0.5s'], { healthCheckFrequency: 500 }],
    [['--required-disk-bytes', '0'], { requiredDiskBytes: 0 }],
    [['--rpc-gas-cap', '1000000'], { rpcGasCap: 1_000_000 }],
    [['--client-execution', '0'], { clientExecutionMs: 0 }],
    [['--client-execution', '1m'], { clientExecutionMs: 60_000 }],
    [['--pruning-enabled'], { pruningEnabled: true }],
    [['--historical-proof-query-window', '0'], { historicalProofQueryWindow: 0 }],
    [['--password-rule', 'strength'], { passwordRule: 'strength' }],
    [['--log-level', 'WARN'], { logLevel: 'warn' }],
    [['--aliases', 'file.json'], { aliases: 'file.json' }],
  ])('%j sets %j', (args, settings) => {
    const origins = expect.any(Map)
    expect(parseCommand(args)).toEqual({
      kind: 'run',
      settings: { ...defaults, ...settings },
      origins,
    })
  })
})

/**
 * Evaluates the entry of the command once more, in this process, with arguments that end it. Its modules are loaded
 * already, which is most of the work of a process.
 */
async function failedStart(
  ...args: readonly string[]
): Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }> {
  const { argv, exitCode } = process
  const umask = process.umask()
  const [stdout, stderr] = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  )
  try {
    process.argv = [process.execPath, bin, ...args]
    await import(`${entry}?${randomUUID()}`)
    const printed = (spy: typeof stdout): string =>
      (spy?.mock.calls ?? []).map((line) => `${line.join(' ')}\n`).join('')
    return { code: process.exitCode, stdout: printed(stdout), stderr: printed(stderr) }
  } finally {
    process.argv = argv
    process.exitCode = exitCode
    process.umask(umask)
    stdout?.mockRestore()
    stderr?.mockRestore()
  }
}

/** Returns the lines that are not of the log, and the messages of the log. */
function splitLog(stderr: string): {
  readonly rest: readonly string[]
  readonly messages: readonly unknown[]
} {
  const lines = stderr.trimEnd().split('\n')
  const logged = lines.filter((line) => line.startsWith('{'))
  return {
    rest: lines.filter((line) => !logged.includes(line)),
    messages: logged.map((line) => (JSON.parse(line) as { readonly message?: unknown }).message),
  }
}

describe('an invalid environment ends the process with code 2 and one line after the log', () => {
  test('a data folder that another process uses', async () => {
    const folder = temporaryFolder({})
    const first = spawnNode('--port', '0', '--data-dir', folder)
    const url = await first.url
    const { code, stdout, stderr } = await spawnNode('--port', '0', '--data-dir', folder).ended
    expect([code, stdout]).toEqual([2, ''])
    const { rest, messages } = splitLog(stderr)
    expect(rest).toEqual([
      expect.stringMatching(/^The data folder .+ is in use by another process.+--data-dir.*$/),
    ])
    expect(rest[0]).toContain(folder)
    expect(messages).toEqual(['starting', 'stopping', 'stopped'])
    expect((await sendRequest(`${url}/ext/health`)).status).toBe(200)
  })

  test('a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await new Promise((resolve) => taken.once('listening', resolve))
    const address = taken.address()
    const port = typeof address === 'object' ? `${address?.port}` : ''
    const { code, stderr } = await spawnNode('--memory', '--port', port).ended
    expect(code).toBe(2)
    const { rest, messages } = splitLog(stderr)
    expect(rest).toEqual([expect.stringMatching(/^The address is already in use .+--port.*$/)])
    expect(rest[0]).toContain(port)
    expect(messages).toEqual(['starting'])
  })

  test.each<readonly [string, (folder: string) => readonly string[], RegExp]>([
    [
      'a data folder that is a file',
      (folder) => ['--data-dir', `${folder}/file`],
      /cannot be opened/,
    ],
    [
      'a data folder that is damaged',
      (folder) => ['--data-dir', `${folder}/damaged`],
      /is damaged: .*Restore/,
    ],
    [
      'a data folder below a file',
      (folder) => ['--data-dir', `${folder}/file/x`],
      /cannot be opened/,
    ],
    [
      'an overlay that does not exist',
      (folder) => ['--memory', '--aliases', `${folder}/no`],
      /^Cannot read the overlay/,
    ],
    [
      'an overlay that is a folder',
      (folder) => ['--memory', '--aliases', folder],
      /^Cannot read the overlay/,
    ],
    [
      'an overlay that is no JSON',
      (folder) => ['--memory', '--aliases', `${folder}/file`],
      /not valid JSON/,
    ],
    [
      'an overlay that is a list',
      (folder) => ['--memory', '--aliases', `${folder}/list`],
      /must be a JSON object/,
    ],
    [
      'an overlay that maps to numbers',
      (folder) => ['--memory', '--aliases', `${folder}/numbers`],
      /'methods'/,
    ],
    ['an address of another machine', () => ['--memory', '--host', '192.0.2.1'], /192\.0\.2\.1/],
    [
      'a host that does not exist',
      () => ['--memory', '--host', 'no-such-host.invalid'],
      /no-such-host/,
    ],
  ])('%s', async (_, args, message) => {
    const folder = temporaryFolder({
      file: 'x',
      list: '[]',
      numbers: '{"methods":{"a":1}}',
      'damaged/db/CURRENT': 'nothing\n',
    })
    const { code, stdout, stderr } = await failedStart(
      '--port=0',
      '--log-level=crit',
      ...args(folder),
    )
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

test('a user without a home folder gets the default settings', async () => {
  const homedir = vi.spyOn(os, 'homedir').mockImplementation(() => {
    throw new Error('uv_os_homedir returned ENOENT')
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    homedir.mockRestore()
    syncBuiltinESMExports()
  })
  const { table } = (await import(
    `${new URL('../../packages/node/dist/settings/table.js', import.meta.url).href}?homeless`
  )) as { readonly table: { readonly dataDir: { readonly default: string } } }
  expect(table.dataDir.default).toBe(join(process.cwd(), '.native-node'))
})

test.each([
  ['memory', 'profiles go to the folder for temporary files', ['--memory']],
  ['data in a folder', 'profiles are written to the folder', ['--data-dir', 'DATA']],
] as const)('with %s, nothing is written to the home folder: %s', async (kind, _, flags) => {
  const [home, data, temporary] = [temporaryFolder({}), temporaryFolder({}), temporaryFolder({})]
  const args = flags.map((flag) => (flag === 'DATA' ? data : flag))
  const variables = { HOME: home, USERPROFILE: home, TMPDIR: temporary }
  const node = spawnNodeIn(variables, '--port', '0', '--admin-api-enabled', ...args)
  const url = await node.url
  for (const method of ['memoryProfile', 'lockProfile', 'startCPUProfiler', 'stopCPUProfiler'])
    expect((await call(`${url}/ext/bc/C/admin`, `admin.${method}`)).result, method).toEqual({})
  const timed = await call(`${url}/ext/bc/C/rpc`, 'debug_cpuProfile', ['timed', 0])
  expect(timed.error).toBeUndefined()
  node.child.kill('SIGTERM')
  expect((await node.ended).code).toBe(0)
  expect(readdirSync(home)).toEqual([])
  const [inTemporary] = readdirSync(temporary)
  const profiles = kind === 'memory' ? `${temporary}/${inTemporary}` : `${data}/profiles`
  const files = ['cpu.profile', 'lock.profile', 'mem.profile', 'timed']
  expect(readdirSync(profiles).toSorted()).toEqual(files)
})

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('finishes a running call, then ends the process with code 0', async () => {
    // On a busy machine the call may be slow and would be logged.
    const node = spawnNode('--memory', '--port', '0', '--slow-call', '1h')
    const url = await node.url
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const outgoing = request(`${url}/ext/keystore`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    })
    const answered = new Promise<string>((resolve, reject) => {
      outgoing.on('error', reject)
      outgoing.on('response', (incoming) => {
        let text = ''
        incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
        incoming.on('end', () => resolve(text))
      })
    })
    outgoing.flushHeaders()
    // The node has started the request, whose body is not sent yet.
    await new Promise((resolve) => outgoing.once('continue', resolve))
    node.child.kill(signal)
    await refused(url)
    outgoing.end(
      '{"jsonrpc":"2.0","id":7,"method":"keystore.createUser","params":{"username":"u","password":"Correct-Horse-42"}}',
    )
    expect(await answered).toBe('{"jsonrpc":"2.0","id":7,"result":{}}')
    const { code, signal: ending, stderr } = await node.ended
    expect([code, ending]).toEqual([0, null])
    const messages = ['starting', 'ready', 'stopping', 'stopped']
    expect(splitLog(stderr)).toEqual({ rest: [], messages })
  })
})

describe('a file that cannot be used', () => {
  test.each([
    ['--evm-genesis', 'missing', 'The file of --evm-genesis cannot be read'],
    ['--evm-genesis', 'secret', 'The file of --evm-genesis is not a genesis'],
    ['--import-blocks', 'missing', 'The file of --import-blocks cannot be read'],
    ['--import-blocks', 'secret', 'The blocks of --import-blocks cannot be used'],
    ['--config-file', 'secret', 'is not valid JSON'],
    ['--aliases', 'secret', 'is not valid JSON'],
    ['--host', 'fe80::1', 'EINVAL|EADDRNOTAVAIL|EAFNOSUPPORT'],
  ])('ends with code 2, and its content stays secret: %s %s', async (flag, name, text) => {
    const folder = temporaryFolder({ secret: 'correct horse battery' })
    const value = flag === '--host' ? name : join(folder, name)
    const { code, stderr } = await failedStart(
      '--memory',
      '--port=0',
      '--log-level=crit',
      flag,
      value,
    )
    expect(stderr).toMatch(new RegExp(text))
    expect(stderr).not.toContain('horse')
    expect(code).toBe(2)
  })

  test('may begin with a byte order mark', async () => {
    const folder = temporaryFolder({ 'config.json': '\uFEFF{ "port": 7 }' })
    const config = join(folder, 'config.json')
    const { stdout } = await spawnNode('--config-file', config, '--print-config').ended
    expect(stdout).toContain('7')
  })
})

test('with --http-shutdown-wait, a signal fails readiness before connections are refused', async () => {
  const node = spawnNode('--memory', '--port', '0', '--http-shutdown-wait', '1h')
  const url = await node.url
  const statusOf = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status
  await expect.poll(() => statusOf('/ext/health/readiness'), { timeout: 20_000 }).toBe(200)
  node.child.kill('SIGTERM')
  await expect.poll(() => statusOf('/ext/health/readiness'), { timeout: 20_000 }).toBe(503)
  expect(await statusOf('/ext/health')).toBe(503)
  expect(await statusOf('/ext/health/liveness')).toBe(200)
  const call = { jsonrpc: '2.0', id: 1, method: 'info.getNetworkID', params: {} }
  const answer = await fetch(`${url}/ext/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  expect(await answer.json()).toMatchObject({ result: {} })
  // The second signal does not wait.
  node.child.kill('SIGTERM')
  expect((await node.ended).code).toBe(143)
})

test('warns if the data folder has keys of a node but no chain data', async () => {
  const data = join(temporaryFolder({}), 'data')
  const runOnce = async (): Promise<string> => {
    const node = spawnNode('--port', '0', '--data-dir', data)
    await node.url
    node.child.kill('SIGTERM')
    return (await node.ended).stderr
  }
  expect(await runOnce()).not.toContain('no chain data')
  rmSync(join(data, 'db'), { recursive: true })
  expect(await runOnce()).toContain('no chain data: new chains start')
})

/** Resolves once the node accepts no new connections. */
async function refused(url: string): Promise<void> {
  for (;;) {
    try {
      await sendRequest(`${url}/ext/health/liveness`)
    } catch {
      return
    }
  }
}

test.skipIf(process.platform === 'win32')(
  'only the user of the node can read its files, also those of earlier versions',
  async () => {
    const folder = join(temporaryFolder({}), 'data')
    const db = join(folder, 'db')
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
    for (const isNew of [true, false]) {
      if (!isNew) chmodSync(db, 0o755)
      const { child, url, ended } = spawnNode('--port', '0', '--data-dir', folder)
      await url
      expect([modeOf(folder), modeOf(db)]).toEqual(['700', '700'])
      for (const name of readdirSync(db))
        expect([name, modeOf(join(db, name))]).toEqual([name, '600'])
      child.kill('SIGTERM')
      await ended
    }
    // A folder that somebody else made, with permissions that are needed for something else.
    const given = temporaryFolder({})
    chmodSync(given, 0o755)
    mkdirSync(join(given, 'db'), { mode: 0o755 })
    await spawnNode('--port', '0', '--data-dir', given).url
    expect([modeOf(given), modeOf(join(given, 'db'))]).toEqual(['755', '700'])
  },
)

test.skipIf(process.platform === 'win32')(
  'a signal that ends only the shell of npx ends the node',
  async () => {
    const command = `'${process.execPath}' '${bin}' --memory --port 0; true`
    const shell = spawn('sh', ['-c', command], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, npm_command: 'exec' },
      detached: true,
    })
    let hasEnded = false
    onTestFinished(() => {
      if (!hasEnded && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
    })
    await new Promise<void>((resolve) => {
      shell.stdout.on('data', (text: Buffer) => {
        if (text.includes('Listening')) resolve()
      })
    })
    shell.kill('SIGTERM')
    // The pipe is closed once the node has ended, which holds its other end.
    await once(shell, 'close')
    hasEnded = true
  },
)
