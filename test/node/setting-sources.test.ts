import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parseCommand, type Command } from '../../packages/node/src/settings/flags.ts'
import { configSchema, help, settingsTable } from '../../packages/node/src/settings/reference.ts'
import { defaults } from '../../packages/node/src/settings/settings.ts'
import { entries } from '../../packages/node/src/settings/table.ts'
import { variableOf } from '../../packages/node/src/settings/stated.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { spawnNodeIn } from './spawn-node.ts'

const manifest = new URL('../../packages/node/package.json', import.meta.url)
const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'))

/** Writes a configuration file; returns its path. */
function fileWith(json: unknown): string {
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  return join(temporaryFolder({ 'node.json': text }), 'node.json')
}

function settingsIn(command: Command): Readonly<Record<string, unknown>> {
  if (command.kind !== 'run') throw new Error(JSON.stringify(command))
  return { ...command.settings }
}

/** A valid value of each setting other than its default, as text and as JSON. */
const samples: Readonly<Record<string, readonly [text: string, json: unknown]>> = {
  host: ['::1', '::1'],
  port: ['1', 1],
  'http-allowed-hosts': ['a, b', ['a', 'b']],
  'http-allowed-origins': ['*', ['*']],
  'http-tls-cert-file': ['/c.pem', '/c.pem'],
  'http-tls-key-file': ['/k.pem', '/k.pem'],
  'public-ip': ['10.0.0.1', '10.0.0.1'],
  'staking-port': ['2', 2],
  'data-dir': ['/data', '/data'],
  memory: ['true', true],
  verify: ['true', true],
  'checkpoint-token-file': ['/token', '/token'],
  'required-disk-bytes': ['0', 0],
  dev: ['true', true],
  'dev-pending': ['false', false],
  hardfork: ['prague', 'prague'],
  'fork-url': ['http://a', 'http://a'],
  'fork-block': ['5', 5],
  'fork-headers': ['x-key: a', ['x-key: a']],
  'fork-chain-id': ['7', 7],
  predeploys: ['0x00=/a.hex', ['0x00=/a.hex']],
  public: ['true', true],
  dialect: ['public', 'public'],
  'disabled-apis': ['info,health', ['info', 'health']],
  'admin-api-enabled': ['true', true],
  'rpcloom-site-dir': ['/site', '/site'],
  metrics: ['false', false],
  'metrics-token-file': ['/token', '/token'],
  'password-rule': ['strength', 'strength'],
  aliases: ['/a.json', '/a.json'],
  network: ['7', 7],
  genesis: ['/g.json', '/g.json'],
  'block-time': ['500ms', '500ms'],
  'index-transactions': ['true', true],
  'pruning-enabled': ['true', true],
  'historical-proof-query-window': ['5', 5],
  'evm-genesis': ['/e.json', '/e.json'],
  'import-blocks': ['/b.rlp', '/b.rlp'],
  'c-chain-evm-url': ['http://a', 'http://a'],
  'c-chain-evm-ws-url': ['ws://a', 'ws://a'],
  'log-store': ['postgres://a/b', 'postgres://a/b'],
  'log-store-file': ['/log', '/log'],
  'log-role': ['replica', 'replica'],
  'log-url': ['http://a', 'http://a'],
  'log-forward': ['false', false],
  'log-lease': ['1s', '1s'],
  'log-keep': ['1h', '1h'],
  'log-checkpoint': ['/c.gz', '/c.gz'],
  redis: ['redis://a', 'redis://a'],
  'rpc-gas-cap': ['1', 1],
  'client-execution': ['1m30s', '1m30s'],
  'client-rate': ['5', 5],
  'health-check-frequency': ['1s', '1s'],
  'http-shutdown-wait': ['10s', '10s'],
  'log-level': ['warn', 'warn'],
  'log-format': ['text', 'text'],
  'slow-call': ['2s', '2s'],
}

/** Flags without which a setting is refused. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'c-chain-evm-ws-url': ['--c-chain-evm-url=http://a'],
  ...Object.fromEntries(
    ['log-role', 'log-url', 'log-lease', 'log-keep', 'log-checkpoint'].map((name) => [
      name,
      ['--log-store-file=/log'],
    ]),
  ),
  'http-tls-cert-file': ['--http-tls-key-file=/k.pem'],
  'http-tls-key-file': ['--http-tls-cert-file=/c.pem'],
  'dev-pending': ['--dev'],
  hardfork: ['--dev'],
  'fork-url': ['--dev'],
  ...Object.fromEntries(
    ['fork-block', 'fork-headers', 'fork-chain-id'].map((name) => [
      name,
      ['--dev', '--fork-url=http://a'],
    ]),
  ),
  predeploys: ['--dev'],
}

describe('each setting', () => {
  test.each(entries.map(([key, setting]) => [setting.name, key, setting] as const))(
    '--%s has the same value as a flag, a variable and a key of a file',
    (name, key, { type }) => {
      const [text = '', json] = samples[name] ?? []
      const rest = needed[name] ?? []
      const switched = text === 'true' ? `--${name}` : `--no-${name}`
      const flag = type.placeholder === undefined ? switched : `--${name}=${text}`
      const path = fileWith({ $schema: 'x', [name]: json })
      const stated: readonly (readonly [string, Command])[] = [
        [flag.replace(/=.*/, ''), parseCommand([flag, ...rest])],
        [variableOf(name), parseCommand(rest, { [variableOf(name)]: text })],
        [`"${name}" in ${path}`, parseCommand(['--config-file', path, ...rest])],
      ]
      const values = stated.map(([, command]) => settingsIn(command)[key])
      expect(values[0]).not.toEqual(defaults[key])
      expect(values).toEqual([values[0], values[0], values[0]])
      for (const [origin, command] of stated)
        expect('origins' in command && command.origins.get(key)).toBe(origin)
    },
  )

  test('has a sample', () => {
    expect(Object.keys(samples).toSorted()).toEqual(entries.map(([, { name }]) => name).toSorted())
  })

  test('is in the help, in the README and in the schema of the file', async () => {
    const readme = readFileSync(new URL('../../packages/node/README.md', import.meta.url), 'utf8')
    const rows = (text: string): readonly string[] =>
      text
        .split('\n')
        .filter((line) => line.startsWith('| `--'))
        .map((line) => line.replace(/ +/g, ' '))
    expect(rows(settingsTable())).toHaveLength(entries.length)
    expect(rows(readme)).toEqual(expect.arrayContaining([...rows(settingsTable())]))
    const file = new URL('../../packages/node/config.schema.json', import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(configSchema())),
    )
    for (const [, { name }] of entries) expect(help()).toMatch(new RegExp(`--(no-)?${name}\\b`))
  })
})

describe('the schema of the file', () => {
  const isValid = new Ajv2020().compile(configSchema())
  const values = [
    0,
    1,
    -1,
    1.5,
    65_536,
    2 ** 53,
    true,
    'true',
    '',
    'x',
    '1',
    '0',
    '5s',
    null,
    [],
    ['a'],
    [''],
    [1],
    ['info'],
    {},
  ]
  test.each(entries.map(([, { name }]) => name))(
    'accepts what the reader of %s accepts',
    (name) => {
      const [, sample] = samples[name] ?? []
      expect(isValid({ [name]: sample })).toBe(true)
      for (const value of values) {
        const command = parseCommand(['--config-file', fileWith({ [name]: value })])
        const isWrong =
          command.kind === 'wrong' && command.problems.some(({ code }) => code === 'invalidValue')
        // The schema does not check addresses.
        if (!isWrong) expect([value, isValid({ [name]: value })]).toEqual([value, true])
        else if (!/url|ip$/.test(name))
          expect([value, isValid({ [name]: value })]).toEqual([value, false])
      }
    },
  )

  test('rejects unknown keys', () => {
    expect(isValid({ prot: 1 })).toBe(false)
  })
})

test('a flag comes before a variable, a variable before the file, and the file before the default', () => {
  const path = fileWith({ port: 1, 'staking-port': 1, public: true, host: 'file' })
  const variables = {
    NATIVE_NODE_CONFIG_FILE: path,
    NATIVE_NODE_PORT: '2',
    NATIVE_NODE_STAKING_PORT: '2',
    NATIVE_NODE_HOST: '',
  }
  const command = parseCommand(['--port', '3', '--no-public'], variables)
  expect(settingsIn(command)).toMatchObject({
    port: 3,
    stakingPort: 2,
    host: 'file',
    public: false,
    metrics: true,
  })
  const other = fileWith({ port: 4 })
  expect(
    settingsIn(parseCommand(['--config-file', other], { NATIVE_NODE_CONFIG_FILE: path })),
  ).toMatchObject({ port: 4, stakingPort: 9651 })
})

test('paths in a file are relative to its folder', () => {
  const folder = temporaryFolder({
    'a/node.json': '{"data-dir":"../data","genesis":"g.json","host":"h"}',
  })
  const command = parseCommand(['--config-file', join(folder, 'a/node.json')])
  expect(settingsIn(command)).toMatchObject({
    dataDir: join(folder, 'data'),
    genesis: join(folder, 'a/g.json'),
    host: 'h',
  })
})

describe('a mistake is reported with its code and its place', () => {
  test.each<readonly [string, readonly string[], Readonly<Record<string, string>>, string]>([
    ['unknownFlag', ['--prot', '1'], {}, '--prot'],
    ['invalidFlag', ['--memory=yes'], {}, '--memory'],
    ['invalidFlag', ['stray'], {}, 'stray'],
    ['unknownVariable', [], { NATIVE_NODE_PROT: '1' }, 'NATIVE_NODE_PROT'],
    ['invalidValue', ['--port', 'x'], {}, "'x' for --port: expected an integer from 0 to 65535"],
    [
      'invalidValue',
      [],
      { NATIVE_NODE_DEV: '1' },
      "'1' for NATIVE_NODE_DEV: expected true or false",
    ],
    [
      'conflict',
      ['--dev'],
      { NATIVE_NODE_PUBLIC: 'true' },
      '--dev cannot be combined with NATIVE_N',
    ],
  ])('%s for %j and %j', (code, args, variables, part) => {
    const command = parseCommand(args, variables)
    if (command.kind !== 'wrong') throw new Error('accepted')
    expect(command.problems.map((problem) => problem.code)).toEqual([code])
    expect(command.problems[0]?.message).toContain(part)
  })

  test.each([
    ['an unknown key', 'unknownKey', { prot: 1 }, '"prot" in PATH'],
    ['a key in the form of the API', 'unknownKey', { dataDir: 'x' }, '"dataDir" in PATH'],
    [
      'a string instead of an integer',
      'invalidValue',
      { port: '1' },
      '"1" for "port" in PATH: expected an integer',
    ],
    [
      'a number instead of a duration',
      'invalidValue',
      { 'slow-call': 5 },
      '5 for "slow-call" in PATH: expected a duration',
    ],
    [
      'text instead of a list',
      'invalidValue',
      { 'disabled-apis': 'info' },
      '"info" for "disabled-apis" in PATH',
    ],
    [
      'an unknown group',
      'invalidValue',
      { 'disabled-apis': ['x'] },
      '["x"] for "disabled-apis" in PATH: expected some of',
    ],
    ['null', 'invalidValue', { host: null }, 'null for "host" in PATH'],
    [
      'settings that exclude each other',
      'conflict',
      { dev: true, public: true },
      '"dev" in PATH cannot be combined with "public" in PATH',
    ],
    ['a list', 'invalidFile', [], 'PATH must be a JSON object'],
    ['text that is no JSON', 'invalidFile', '{', 'PATH is not valid JSON'],
  ])('%s in a file: %s', (_, code, json, part) => {
    const path = fileWith(json)
    const command = parseCommand(['--config-file', path])
    if (command.kind !== 'wrong') throw new Error('accepted')
    expect(command.problems.map((problem) => problem.code)).toEqual([code])
    expect(command.problems[0]?.message).toContain(part.replaceAll('PATH', path))
  })

  test('a file that does not exist', () => {
    const path = join(temporaryFolder({}), 'none.json')
    expect(parseCommand([], { NATIVE_NODE_CONFIG_FILE: path })).toMatchObject({
      problems: [{ code: 'unreadableFile', message: expect.stringContaining(path) }],
    })
  })

  test('all mistakes at once, without credentials', () => {
    const path = fileWith({ prot: 1, 'c-chain-evm-url': 'ftp://secret@a' })
    const variables = { NATIVE_NODE_PORT: 'x', NATIVE_NODE_C_CHAIN_EVM_URL: 'secret' }
    const command = parseCommand(['--config-file', path, '--host='], variables)
    expect(command).toMatchObject({
      problems: ['unknownKey', 'invalidValue', 'invalidValue', 'invalidValue', 'invalidValue'].map(
        (code) => ({ code }),
      ),
    })
    expect(JSON.stringify(command)).not.toContain('secret')
  })
})

describe('the command', () => {
  test('prints its version', async () => {
    const { code, stdout } = await spawnNodeIn({}, '--version').ended
    expect([code, stdout]).toEqual([0, `${version}\n`])
  })

  test('prints the settings with their origins, without credentials', async () => {
    const path = fileWith({ 'block-time': '500ms', 'http-allowed-hosts': ['a'] })
    const variables = { NATIVE_NODE_CONFIG_FILE: path, NATIVE_NODE_METRICS: 'false' }
    const url = 'http://user:secret@a/b'
    const args = ['--print-config', '--slow-call', '90s', '--c-chain-evm-url', url]
    const { code, stdout } = await spawnNodeIn(variables, ...args).ended
    expect(code).toBe(0)
    expect(stdout).not.toContain('secret')
    const printed: Readonly<Record<string, unknown>> = JSON.parse(stdout)
    expect(Object.keys(printed)).toEqual(entries.map(([, { name }]) => name))
    expect(printed).toMatchObject({
      host: { value: '127.0.0.1', origin: 'default' },
      genesis: { value: null, origin: 'default' },
      metrics: { value: false, origin: 'NATIVE_NODE_METRICS' },
      'block-time': { value: '500ms', origin: `"block-time" in ${path}` },
      'http-allowed-hosts': { value: ['a'], origin: `"http-allowed-hosts" in ${path}` },
      'slow-call': { value: '90s', origin: '--slow-call' },
      'c-chain-evm-url': { value: 'hidden', origin: '--c-chain-evm-url' },
    })
  })

  test('ends with code 2 and a line for each mistake', async () => {
    const variables = { NATIVE_NODE_PROT: '1', NATIVE_NODE_PORT: 'x' }
    const { code, stderr } = await spawnNodeIn(variables).ended
    expect(code).toBe(2)
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining('NATIVE_NODE_PROT'),
      expect.stringContaining('NATIVE_NODE_PORT'),
      'Run native-node --help for all options.',
    ])
  })
})
