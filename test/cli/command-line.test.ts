import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readCommandLine } from '../../generator/src/cli/command-line.ts'
import { formatDiagnostics } from '../../generator/src/cli/output.ts'
import { type Outcome, rpcloom } from '../rpcloom.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

const document = JSON.stringify({
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0' },
  methods: [{ name: 'getPet', params: [], result: { name: 'pet', schema: { type: 'string' } } }],
})
const config = JSON.stringify({
  inputs: ['*.openrpc.json'],
  out: 'out',
  scope: '@t',
  targets: { client: {} },
})
const project = { 'pets.openrpc.json': document, 'rpcloom.config.json': config }

describe('a command line', () => {
  test.each([
    [['--help'], 'help'],
    [[], 'help'],
    [['help'], 'help'],
    [['help', 'frobnicate'], 'faulty'],
    [['--version'], 'version'],
    [['frobnicate'], 'faulty'],
    [['--frobnicate'], 'faulty'],
    [['generate', '--frobnicate'], 'faulty'],
    [['generate', 'extra'], 'faulty'],
    [['generate', '--config'], 'faulty'],
    [['generate', '--config', 'a', '--input', 'b'], 'faulty'],
    [['generate', '--out', 'b'], 'faulty'],
    [['generate', '--check', '--watch'], 'faulty'],
    [['generate', '--check', '--dry-run'], 'faulty'],
    [['generate', '--json', '--watch'], 'faulty'],
    [['explain'], 'faulty'],
    [['explain', 'a', 'b'], 'faulty'],
    [['generate', '--check'], 'call'],
    [['generate', '-i', 'a', '-i', 'b', '-o', 'c', '--scope', '@d', '-t', 'client'], 'call'],
    [['names', '--json'], 'call'],
    [['init', 'a', 'b'], 'faulty'],
    [['init', '--name', 'No Name'], 'faulty'],
    [['init', 'a', '--scope', '@b'], 'call'],
  ])('%j is %s', async (argv, kind) => {
    expect(await readCommandLine(argv)).toMatchObject({ kind })
  })

  test('`help COMMAND` prints the help of the command', async () => {
    expect(await readCommandLine(['help', 'generate'])).toEqual(
      await readCommandLine(['generate', '--help']),
    )
    expect(await readCommandLine(['help', 'generate'])).not.toEqual(await readCommandLine(['help']))
  })

  test.each<[argv: string[], message: string, see?: string]>([
    [['generate', '-x'], '`generate` has no option -x.', 'help generate'],
    [
      ['generate', '--conf=a'],
      '`generate` has no option --conf. Did you mean `--config`?',
      'help generate',
    ],
    [['generate', '--config'], '--config requires a value: --config FILE.', 'help generate'],
    [
      ['generate', '--config', '--json'],
      '--config requires a value: --config FILE.',
      'help generate',
    ],
    [['generate', '--check=no'], '--check takes no value.', 'help generate'],
    [['lint', 'a.json'], '`lint` takes no arguments; pass documents with --input.', 'help lint'],
    [
      ['generate', '-i', 'a'],
      'Without a configuration, --input also requires --out DIR, --scope @NAME, --targets A,B.',
    ],
    [['frobnicate'], 'Unknown command: frobnicate.', '--help'],
  ])('%j prints one sentence, and at most one more line', async (argv, message, see) => {
    const { code, stdout, stderr } = await rpcloom('/', ...argv)
    const more = see === undefined ? '' : `See \`rpcloom ${see}\`.\n`
    expect([code, stdout, stderr]).toEqual([2, '', `rpcloom: RL030 ${message}\n${more}`])
  })

  test('names the scope that is meant by a wrong one', async () => {
    const wrong = async (scope: string): Promise<string> => {
      const args = ['generate', '-i', 'a', '-o', 'x', '-t', 'client', '--scope', scope]
      return (await rpcloom('/', ...args)).stderr
    }
    for (const scope of ['acme', 'Acme', '@acme/', '@acme/client', ' acme'])
      expect(await wrong(scope), scope).toMatch(/Did you mean "@acme"\?\n.*rpcloom help COMMAND/)
    const help = async (name: string): Promise<string> => (await rpcloom('/', 'help', name)).stdout
    expect(await help('generate')).toContain('--scope @NAME')
    expect(await help('lint')).not.toContain('--scope')
  })

  test('with an old version of Node.js prints one sentence', () => {
    const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.20.4'})`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', old, bin, '--version'],
      { encoding: 'utf8' },
    )
    const sentence = 'rpcloom requires Node.js 20.19 or newer; this is 18.20.4.\n'
    expect([status, stdout, stderr]).toEqual([2, '', sentence])
  })

  test.each([
    [
      'a folder as input',
      ['generate', '-i', '.', '-o', 'x', '--scope', '@a', '-t', 'client'],
      /is a folder.*\n.*glob/,
    ],
    [
      'a scope',
      ['generate', '-i', 'a', '-o', 'x', '--scope', 'A b', '-t', 'client'],
      /`scope`.*\n +Correct/,
    ],
    [
      'an unknown scheme',
      ['conform', 'ftp://ann:hunter2@foo'],
      /^rpcloom: RL\d+ ftp:\/\/foo is not an http/,
    ],
    [
      'a server that does not respond',
      ['conform', 'http://ann:hunter2@127.0.0.1:1/rpc'],
      /^rpcloom: RL031 Could not connect to http:\/\/127\.0\.0\.1:1\/rpc: .*REFUSED/,
    ],
    ['no URL', ['conform', 'foo'], /foo is not an http, https, ws or wss URL/],
  ])('with %s names what is wrong and what to do', async (_, argv, message) => {
    const { code, stdout, stderr } = await rpcloom('/', ...argv)
    expect(code).toBe(2)
    expect(stdout + stderr).toMatch(message)
  })

  test('writes the links of the configuration into manifests', async () => {
    const folder = temporaryFolder({
      'pets.openrpc.json': document,
      'rpcloom.config.json': JSON.stringify({
        ...(JSON.parse(config) as object),
        repository: 'https://github.com/acme/api/',
        homepage: 'https://acme.example/',
        bugs: 'https://acme.example/bugs',
      }),
    })
    expect((await rpcloom(folder, 'generate')).code).toBe(0)
    const manifest = readFileSync(join(folder, 'out/client/package.json'), 'utf8')
    expect(JSON.parse(manifest)).toMatchObject({
      repository: { type: 'git', url: 'git+https://github.com/acme/api.git' },
      homepage: 'https://acme.example/',
      bugs: { url: 'https://acme.example/bugs' },
    })
  })

  test('uses the configuration of the nearest folder above', async () => {
    const folder = temporaryFolder({ ...project, 'server/src/main.ts': '' })
    expect((await rpcloom(join(folder, 'server/src'), 'generate')).code).toBe(0)
    expect(existsSync(join(folder, 'out/rpcloom.lock.json'))).toBe(true)
  })

  test('with an error exits with 2', () => {
    const { status, stdout } = spawnSync(process.execPath, [bin, 'frobnicate'], {
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([2, ''])
  })

  test.each(['publish', 'serve'])('rejects %s, and help does not list it', async (name) => {
    expect(await readCommandLine([name])).toMatchObject({ kind: 'faulty' })
    expect((await rpcloom('/', '--help')).stdout).not.toMatch(
      new RegExp(`^ {2}rpcloom ${name}`, 'm'),
    )
  })
})

describe('the program', () => {
  test('generates, checks, and reports changes', async () => {
    const cwd = temporaryFolder(project)
    expect((await rpcloom(cwd, 'generate', '--check')).code).toBe(1)
    const first = await rpcloom(cwd, 'generate')
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('Methods added (1): pets › getPet')
    expect(existsSync(join(cwd, 'out/client/package.json'))).toBe(true)
    expect(await rpcloom(cwd, 'generate')).toMatchObject({
      code: 0,
      stdout: 'Everything is up to date.\n',
      stderr: '',
    })
    expect((await rpcloom(cwd, 'generate', '--check')).code).toBe(0)
    putFiles(cwd, { 'out/client/package.json': '{}' })
    const drifted = await rpcloom(cwd, 'generate', '--check')
    expect(drifted.code).toBe(1)
    expect(drifted.stderr).toContain('out/client/package.json:1:1  error RL407')
    expect((await rpcloom(cwd, 'generate')).code).toBe(1)
    expect(readFileSync(join(cwd, 'out/client/package.json'), 'utf8')).toBe('{}')
    expect((await rpcloom(cwd, 'generate', '--force')).code).toBe(0)
  })

  test('writes the same bytes in any folder', async () => {
    const [one, other] = [temporaryFolder(project), temporaryFolder(project)]
    await rpcloom(one, 'generate')
    await rpcloom(
      other,
      'generate',
      '-i',
      'pets.openrpc.json',
      '-o',
      'out',
      '--scope',
      '@t',
      '-t',
      'client',
    )
    const read = (root: string): string =>
      readFileSync(join(root, 'out/client/src/pets.ts'), 'utf8')
    expect(read(one)).toBe(read(other))
    expect(readFileSync(join(one, 'out/rpcloom.lock.json'), 'utf8')).not.toContain(one)
  })

  test.each([
    ['no project', {}, 2],
    ['a broken configuration', { 'rpcloom.config.json': '{' }, 2],
    ['no documents', { 'rpcloom.config.json': config }, 2],
    ['a document that cannot be parsed', { ...project, 'pets.openrpc.json': '{' }, 2],
    [
      'a document with an error',
      {
        ...project,
        'pets.openrpc.json': document.replace('"string"', '"string", "$ref": "#/none"'),
      },
      2,
    ],
  ])('with %s exits with its code', async (_, files, code) => {
    const cwd = temporaryFolder(files)
    const outcome = await rpcloom(cwd, 'generate')
    expect(outcome.code).toBe(code)
    expect(outcome.stderr).toMatch(/RL\d{3}|rpcloom: /)
    expect(outcome.stderr).not.toContain('    at ')
    expect(existsSync(join(cwd, 'out/client'))).toBe(false)
  })

  test('prints JSON', async () => {
    const cwd = temporaryFolder({
      ...project,
      'pets.openrpc.json': document.replace('"params":[],', ''),
    })
    const { code, stdout } = await rpcloom(cwd, 'generate', '--dry-run', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'planned',
      diagnostics: [
        { code: 'RL203', severity: 'warning', file: 'pets.openrpc.json', pointer: '/methods/0' },
      ],
      api: { added: ['pets getPet'] },
    })
    expect(JSON.parse((await rpcloom(cwd, 'names', '--json')).stdout)).toContainEqual(
      expect.objectContaining({ kind: 'method', name: 'getPet' }),
    )
    expect(JSON.parse((await rpcloom('/', 'explain', 'RL110', '--json')).stdout)).toMatchObject({
      code: 'RL110',
    })
  })

  test('explains codes', async () => {
    expect((await rpcloom('/', 'explain', 'rl110')).stdout).toContain('Fixed:')
    expect((await rpcloom('/', 'explain', 'RL999')).code).toBe(2)
  })

  test('watches for changes', async () => {
    const cwd = temporaryFolder(project)
    const child = spawn(process.execPath, [bin, 'generate', '--watch'], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill())
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    await until(() => text.includes('Methods added (1): pets › getPet'))
    // The watchers may not be open yet, so change the file until the change is noticed.
    const changed = document.replaceAll('getPet', 'findPet')
    await until(() => {
      putFiles(cwd, { 'pets.openrpc.json': changed })
      return text.includes('Methods added (1): pets › findPet')
    })
    expect(text).toContain('Methods removed (1, breaking): pets › getPet')
  })
})

async function until(done: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !done();) {
    if (Date.now() > end) throw new Error('It did not happen in 20 seconds.')
    await new Promise((next) => setTimeout(next, 500))
  }
}

test('text of a document cannot control the terminal', () => {
  const text = formatDiagnostics(
    [
      {
        code: 'RL205',
        severity: 'warning',
        message: '\u001b[2Jgone\r\nnew \u202eline',
        file: 'a\u0007.json',
        pointer: '',
        line: 1,
        column: 1,
        help: 'h',
      },
    ],
    false,
  )
  expect(text).toBe('a\ufffd.json:1:1  warning RL205  \ufffd[2Jgone new \ufffdline\n    h')
})

test('of many equal warnings the first few are printed, and the number of the others', async () => {
  const method = (index: number): object => ({
    name: `get${index}`,
    params: [],
    result: { name: 'r', schema: { type: 'integer' } },
    examples: [{ name: 'e', params: [], result: { name: 'r', value: 'text' } }],
  })
  const many = (count: number): string => {
    const methods = Array.from({ length: count }, (_, index) => method(index))
    return JSON.stringify({ ...JSON.parse(document), methods })
  }
  const folder = temporaryFolder({ ...project, 'pets.openrpc.json': many(60) })
  const { code, stderr } = await rpcloom(folder, 'generate')
  expect([code, stderr.match(/warning RL251/g)?.length]).toEqual([0, 3])
  expect(stderr).toContain('... and 57 more warnings RL251. Run `rpcloom lint` to list them.\n')
  putFiles(folder, { 'pets.openrpc.json': many(5) })
  expect((await rpcloom(folder, 'generate')).stderr.match(/warning RL251/g)?.length).toBe(5)
})

test('scaffold does not claim success below an error', async () => {
  const targets = { server: {}, types: {} }
  const folder = temporaryFolder({
    ...project,
    'rpcloom.config.json': JSON.stringify({ ...JSON.parse(config), targets }),
    'shared/one.ts': 'export const one = 1\n',
  })
  expect(await rpcloom(folder, 'scaffold', 'server', 'server')).toMatchObject({ code: 0 })
  symlinkSync('../../shared', join(folder, 'server/src/shared'))
  expect(await rpcloom(folder, 'scaffold', 'server', 'server')).toMatchObject({
    code: 1,
    stdout: 'Nothing was written: 1 error.\n',
    stderr: expect.stringContaining('RL603'),
  })
})

describe('a misspelled word gets a suggestion', () => {
  test.each([
    [['genrate'], 'Unknown command: genrate. Did you mean `generate`?'],
    [['gen'], 'Unknown command: gen. Did you mean `generate`?'],
    [['frobnicate'], 'Unknown command: frobnicate.'],
    [['generate', '--chekc'], '`generate` has no option --chekc. Did you mean `--check`?'],
    [['generate', '--inputs', 'a'], '`generate` has no option --inputs. Did you mean `--input`?'],
    [['lint', '--frobnicate'], '`lint` has no option --frobnicate.'],
  ])('%j', async (argv, message) => {
    expect(await readCommandLine(argv)).toMatchObject({ kind: 'faulty', message })
  })

  test('targets and options of the configuration', async () => {
    const wrong = (more: object): Promise<Outcome> => {
      const text = JSON.stringify({ ...JSON.parse(config), ...more })
      return rpcloom(temporaryFolder({ ...project, 'rpcloom.config.json': text }), 'generate')
    }
    expect((await wrong({ targets: { cleint: {} } })).stderr).toContain('Did you mean `client`?')
    expect((await wrong({ overlay: [] })).stderr).toContain('Did you mean `overlays`?')
  })
})

test.each([
  [{ openapi: '3.1.0', paths: {} }, 'This is OpenAPI 3.1.0, not an OpenRPC document.'],
  [{ swagger: '2.0' }, 'This is Swagger (OpenAPI) 2.0, not an OpenRPC document.'],
  [{ asyncapi: '3.0.0' }, 'This is AsyncAPI 3.0.0, not an OpenRPC document.'],
  [{ info: {} }, 'it has neither `openrpc` nor `methods`'],
])('%j is not an OpenRPC document', async (json, message) => {
  const folder = temporaryFolder({ 'a.json': JSON.stringify(json) })
  const { code, stderr } = await rpcloom(folder, 'lint', '-i', 'a.json')
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('--quiet prints errors only', async () => {
  const folder = temporaryFolder(project)
  expect(await rpcloom(folder, 'generate', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
  const other = { ...project, 'pets.openrpc.json': '{}' }
  const failed = await rpcloom(temporaryFolder(other), 'generate', '--quiet')
  expect([failed.code, failed.stderr]).toEqual([2, expect.stringContaining('RL107')])
})

test('names --effects prints the reason for the effect of a method', async () => {
  const effects = { write: ['getP*'] }
  const folder = temporaryFolder({
    ...project,
    'rpcloom.config.json': JSON.stringify({ ...JSON.parse(config), effects }),
  })
  const shown = await rpcloom(folder, 'names', '--effects')
  expect(shown.code).toBe(0)
  expect(shown.stdout.trim().split(/ {2,}/)).toEqual([
    'write',
    'getPet',
    'configured by `getP*`',
    'pets.openrpc.json#/methods/0',
  ])
  const inferred = await rpcloom(folder, 'names', '--effects', '--json', '-i', 'pets.openrpc.json')
  expect(JSON.parse(inferred.stdout)).toMatchObject([{ effect: 'read', reason: 'verb `get`' }])
})

describe('bundle', () => {
  const pieces = {
    'base.yaml': 'openrpc: 1.3.2\ninfo: { title: Pets, version: 1.0.0 }\n',
    'src/get.yaml':
      '- name: get\n  params: []\n  result: { name: it, schema: { $ref: ../other.yaml#/Pet } }\n',
    'other.yaml': 'Pet: { type: string }\n',
    'rpcloom.config.json': JSON.stringify({
      ...JSON.parse(config),
      inputs: [{ root: 'base.yaml', methods: ['src/*.yaml'] }],
    }),
  }

  test('writes one document, and reports whether it is up to date', async () => {
    const folder = temporaryFolder(pieces)
    expect((await rpcloom(folder, 'bundle', '--out', 'api.json', '--check')).code).toBe(1)
    expect((await rpcloom(folder, 'bundle', '--out', 'api.json')).stdout).toBe(
      'Written: api.json.\n',
    )
    expect(JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'))).toEqual({
      openrpc: '1.3.2',
      info: { title: 'Pets', version: '1.0.0' },
      methods: [
        {
          name: 'get',
          params: [],
          result: { name: 'it', schema: { $ref: '#/components/schemas/Pet' } },
        },
      ],
      components: { schemas: { Pet: { type: 'string' } } },
    })
    expect((await rpcloom(folder, 'bundle', '--out', 'api.json', '--check')).code).toBe(0)
    putFiles(folder, { 'src/more.yaml': '- { name: more, params: [] }\n' })
    expect((await rpcloom(folder, 'bundle', '--out', 'api.json', '--check')).code).toBe(1)
    // Another name of the same file shows that the file is replaced and not overwritten.
    linkSync(join(folder, 'api.json'), join(folder, 'before.json'))
    const before = readFileSync(join(folder, 'before.json'), 'utf8')
    expect((await rpcloom(folder, 'bundle', '--out', 'api.json')).code).toBe(0)
    expect(readFileSync(join(folder, 'before.json'), 'utf8')).toBe(before)
    expect(readFileSync(join(folder, 'api.json'), 'utf8')).toContain('more')
  })

  test('accepts a file with Windows line endings as up to date', async () => {
    const folder = temporaryFolder(pieces)
    await rpcloom(folder, 'bundle', '--out', 'api.json')
    const windows = readFileSync(join(folder, 'api.json'), 'utf8').replaceAll('\n', '\r\n')
    putFiles(folder, { 'api.json': windows })
    expect((await rpcloom(folder, 'bundle', '--out', 'api.json', '--check')).code).toBe(0)
    expect((await rpcloom(folder, 'bundle', '--out', 'api.json')).stdout).toBe(
      'Up to date: api.json.\n',
    )
    expect(readFileSync(join(folder, 'api.json'), 'utf8')).toBe(windows)
  })

  test('writes YAML, and JSON to stdout', async () => {
    const folder = temporaryFolder(pieces)
    expect((await rpcloom(folder, 'bundle', '--out', 'api.yaml')).code).toBe(0)
    const again = await rpcloom(folder, 'bundle', '-i', 'api.yaml')
    expect(JSON.parse(again.stdout)).toMatchObject({ methods: [{ name: 'get' }] })
  })

  test('several documents require a folder', async () => {
    const two = { ...project, 'cats.openrpc.json': document }
    const folder = temporaryFolder(two)
    expect((await rpcloom(folder, 'bundle')).code).toBe(2)
    expect((await rpcloom(folder, 'bundle', '--out', 'all.json')).code).toBe(2)
    expect((await rpcloom(folder, 'bundle', '--out', 'dist')).code).toBe(0)
    expect(existsSync(join(folder, 'dist/cats.openrpc.json'))).toBe(true)
  })

  test('generate includes a new fragment', async () => {
    const folder = temporaryFolder(pieces)
    expect((await rpcloom(folder, 'generate')).code).toBe(0)
    expect((await rpcloom(folder, 'generate', '--check')).code).toBe(0)
    putFiles(folder, { 'src/more.yaml': '- { name: more, params: [] }\n' })
    expect((await rpcloom(folder, 'generate', '--check')).code).toBe(1)
  })
})
