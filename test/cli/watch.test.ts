// Edits by users, editors and git while `generate --watch` runs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filesBelow, putFiles, temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

function documentOf(key: string, methods: readonly string[], schema: object = {}): string {
  return JSON.stringify({
    openrpc: '1.3.2',
    info: { title: key, version: '1.0.0' },
    methods: methods.map((name) => ({ name, params: [], result: { name: 'result', schema } })),
  })
}

const config = {
  inputs: ['api/**/*.openrpc.json'],
  out: 'out',
  scope: '@watch',
  version: '1.0.0',
  format: false,
  targets: { client: { templates: 'own' } },
}

const start = {
  'rpcloom.config.json': JSON.stringify(config),
  'api/pets.openrpc.json': documentOf('pets', ['getPet']),
  'api/toys.openrpc.json': documentOf('toys', ['getToy']),
  'own/note.hbs': 'unused',
}

/** Stands for the output of the command in place of a file. */
const output = '(output)'

interface Watching {
  readonly child: ChildProcess
  readonly output: () => string
  /** Resolves when a file contains the text, or is absent if the text is undefined. */
  readonly until: (path: string, text: string | undefined) => Promise<void>
}

function watchIn(folder: string): Watching {
  const child = spawn(process.execPath, [bin, 'generate', '--watch'], { cwd: folder })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  }
  const until = async (path: string, text: string | undefined): Promise<void> => {
    const file = join(folder, 'out', path)
    const isSo = (): boolean => {
      if (path === output) return printed.includes(text ?? '')
      if (text === undefined) return !existsSync(file)
      return existsSync(file) && readFileSync(file, 'utf8').includes(text)
    }
    for (const end = Date.now() + 60_000; !isSo();) {
      if (Date.now() > end)
        throw new Error(`${path} does not say ${text}, but it printed: ${printed}`)
      if (child.exitCode !== null) throw new Error(`It ended: ${printed}`)
      await new Promise((next) => setTimeout(next, 20))
    }
  }
  return { child, output: () => printed, until }
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Saves like editors do: a new file replaces the old one. */
function saveByRename(folder: string, path: string, text: string): void {
  writeFileSync(join(folder, `${path}~`), text)
  renameSync(join(folder, `${path}~`), join(folder, path))
}

function outputBelow(folder: string): ReadonlyMap<string, string> {
  const out = join(folder, 'out')
  // A run that is killed after it has finished leaves its lock, which the next run removes.
  const paths = filesBelow(out).filter((path) => !path.startsWith('.rpcloom/'))
  return new Map(paths.map((path) => [path, readFileSync(join(out, path), 'utf8')]))
}

/** Returns the output of a separate run in a new folder. */
function afresh(folder: string): ReadonlyMap<string, string> {
  const other = temporaryFolder({})
  cpSync(folder, other, { recursive: true })
  rmSync(join(other, 'out'), { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, [bin, 'generate'], {
    cwd: other,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return outputBelow(other)
}

/** Consecutive steps: an action, and what the output contains afterwards. */
const steps: readonly (readonly [
  what: string,
  act: (folder: string) => void,
  path: string,
  text: string | undefined,
])[] = [
  [
    'a save by renaming',
    (folder) => saveByRename(folder, 'api/pets.openrpc.json', documentOf('pets', ['findPet'])),
    'client/src/pets.ts',
    'findPet',
  ],
  [
    'several files at once',
    (folder) =>
      putFiles(folder, {
        'api/pets.openrpc.json': documentOf('pets', ['getPet', 'putPet']),
        'api/toys.openrpc.json': documentOf('toys', ['getToy', 'putToy']),
      }),
    'client/src/toys.ts',
    'putToy',
  ],
  [
    'half of a file',
    (folder) =>
      putFiles(folder, {
        'api/toys.openrpc.json': documentOf('toys', ['throwToy']).slice(0, 60),
      }),
    output,
    'error RL102',
  ],
  [
    'and the whole of it',
    (folder) => putFiles(folder, { 'api/toys.openrpc.json': documentOf('toys', ['throwToy']) }),
    'client/src/toys.ts',
    'throwToy',
  ],
  [
    'a removed file',
    (folder) => renameSync(join(folder, 'api/toys.openrpc.json'), join(folder, 'aside.json')),
    'client/src/toys.ts',
    undefined,
  ],
  [
    'the file is added again in a new folder',
    (folder) => {
      mkdirSync(join(folder, 'api/more'))
      renameSync(join(folder, 'aside.json'), join(folder, 'api/more/toys.openrpc.json'))
    },
    'client/src/toys.ts',
    'throwToy',
  ],
  [
    'an edit in the new folder',
    (folder) =>
      putFiles(folder, { 'api/more/toys.openrpc.json': documentOf('toys', ['catchToy']) }),
    'client/src/toys.ts',
    'catchToy',
  ],
  [
    'a reference to a file in a folder that is not there',
    (folder) =>
      putFiles(folder, {
        'api/pets.openrpc.json': documentOf('pets', ['getPet'], {
          $ref: '../shared/deep/types.json#/Pet',
        }),
      }),
    output,
    'shared/deep/types.json: it does not exist',
  ],
  [
    'and then that file',
    (folder) =>
      putFiles(folder, {
        'shared/deep/types.json': JSON.stringify({
          Pet: { type: 'object', properties: { colour: { type: 'string' } } },
        }),
      }),
    'types/src/types/shared/deep/types.ts',
    'colour',
  ],
  [
    'a folder that is replaced by another one',
    (folder) => {
      rmSync(join(folder, 'shared'), { recursive: true })
      const Pet = { type: 'object', properties: { weight: { type: 'number' } } }
      putFiles(folder, { 'shared/deep/types.json': JSON.stringify({ Pet }) })
    },
    'types/src/types/shared/deep/types.ts',
    'weight',
  ],
  [
    'the configuration',
    (folder) =>
      saveByRename(
        folder,
        'rpcloom.config.json',
        JSON.stringify({ ...config, version: '2.0.0', format: true }),
      ),
    'client/package.json',
    '2.0.0',
  ],
  [
    'options of the formatter',
    (folder) => putFiles(folder, { '.prettierrc': '{ "semi": true }' }),
    'client/src/pets.ts',
    ';\n',
  ],
  [
    'a template of the project',
    (folder) => putFiles(folder, { 'own/README.md.hbs': 'Words of our own.' }),
    'client/README.md',
    'Words of our own.',
  ],
]

describe('--watch', () => {
  test('follows any change of the files', async () => {
    const folder = temporaryFolder(start)
    const { until, child } = watchIn(folder)
    await until('client/src/pets.ts', 'getPet')
    // Act immediately: the watchers may not be open yet.
    for (const [, act, path, text] of steps) {
      act(folder)
      await until(path, text)
    }
    await killed(child)
    // The process may have been killed before it wrote the lock file.
    expect(spawnSync(process.execPath, [bin, 'generate'], { cwd: folder }).status).toBe(0)
    const [here, there] = [outputBelow(folder), afresh(folder)]
    expect([...here.keys()].filter((path) => here.get(path) !== there.get(path))).toEqual([])
    expect([...there.keys()].filter((path) => !here.has(path))).toEqual([])
  }, 300_000)

  test('leaves files that the next run completes, wherever it is killed', async () => {
    const folder = temporaryFolder(start)
    for (const delay of [0, 40, 80, 120, 160, 200]) {
      const { child, until } = watchIn(folder)
      await until('client/src/pets.ts', 'Pet')
      const names = Array.from({ length: 20 }, (_, index) => `pet${delay}at${index}`)
      putFiles(folder, { 'api/pets.openrpc.json': documentOf('pets', names) })
      await new Promise((next) => setTimeout(next, delay))
      await killed(child)
    }
    const { until } = watchIn(folder)
    await until('client/src/pets.ts', 'pet200at19')
    const { status } = spawnSync(process.execPath, [bin, 'generate', '--check'], { cwd: folder })
    expect(status).toBe(0)
  }, 120_000)

  test('notices an edit while everything is up to date', async () => {
    const folder = temporaryFolder(start)
    const first = spawnSync(process.execPath, [bin, 'generate'], { cwd: folder, encoding: 'utf8' })
    expect(first).toMatchObject({ status: 0 })
    const { until } = watchIn(folder)
    await until(output, 'Everything is up to date.')
    putFiles(folder, { 'api/pets.openrpc.json': documentOf('pets', ['findPet']) })
    await until('client/src/pets.ts', 'findPet')
    // Wait until the run has moved all of its files.
    await expect
      .poll(() => existsSync(join(folder, 'out/.rpcloom')), { timeout: 20_000 })
      .toBe(false)
    expect(outputBelow(folder)).toEqual(afresh(folder))
  }, 60_000)

  test('ignores files that no run reads', async () => {
    const folder = temporaryFolder(start)
    const { until, output: printed } = watchIn(folder)
    await until('client/src/pets.ts', 'getPet')
    const noise = setInterval(() => {
      writeFileSync(join(folder, 'server.log'), printed())
    }, 5)
    onTestFinished(() => clearInterval(noise))
    putFiles(folder, { 'api/pets.openrpc.json': documentOf('pets', ['heardPet']) })
    await until('client/src/pets.ts', 'heardPet')
    // Also if the unrelated changes are in a folder in which any file may be an input.
    const loud = setInterval(
      () => writeFileSync(join(folder, 'api/noise.txt'), String(Date.now())),
      5,
    )
    onTestFinished(() => clearInterval(loud))
    putFiles(folder, { 'api/pets.openrpc.json': documentOf('pets', ['loudPet']) })
    await until('client/src/pets.ts', 'loudPet')
  }, 120_000)
})
