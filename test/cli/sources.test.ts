import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceOf } from '../../generator/src/cli/sources/source.ts'
import { lastRelease } from '../../generator/src/release/released.ts'
import { isShallow } from '../../generator/src/engine/revision.ts'
import { rpcloom } from '../rpcloom.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

const document = JSON.stringify({
  openrpc: '1.3.2',
  info: { title: 'T', version: '1' },
  methods: [],
})

describe('an argument for documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-sources-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const repository = join(folder, 'repository')
  beforeAll(() => {
    putFiles(repository, {
      'api/pets.openrpc.json': document,
      'api/rpcloom.config.ts': `
        import { inputs } from 'shared-settings'
        export default { inputs, out: 'packages', scope: '@old', targets: { client: {} } }
      `,
      'api/other.config.json': JSON.stringify({
        inputs: ['pets.openrpc.json'],
        out: 'packages',
        scope: '@other',
        targets: { client: {} },
      }),
      // Installed, but not in a commit.
      'node_modules/shared-settings/package.json': '{"type":"module","exports":"./index.js"}',
      'node_modules/shared-settings/index.js': 'export const inputs = ["pets.openrpc.json"]',
      '.gitignore': 'node_modules',
    })
    putFiles(folder, { 'outside.openrpc.json': document })
    git(repository, 'init', '--quiet')
    git(repository, 'add', '--all')
    git(repository, 'commit', '--quiet', '--message', 'Begin')
    git(repository, 'tag', 'v1.0.0')
    git(repository, 'commit', '--quiet', '--allow-empty', '--message', 'Go on')
  })

  async function meant(word: string, cwd = join(repository, 'api')): Promise<unknown> {
    const source = await sourceOf(word, { cwd })
    if (source.kind === 'faulty') return source.diagnostics.map(({ message }) => message).join()
    source.dispose()
    return source.options.inputs
  }

  test.each([
    ['HEAD', ['pets.openrpc.json']],
    ['v1.0.0', ['pets.openrpc.json']],
    ['HEAD:pets.openrpc.json', ['pets.openrpc.json']],
    ['HEAD:./pets.openrpc.json', ['pets.openrpc.json']],
    // Relative to the top of the repository, as in git.
    ['HEAD:api/pets.openrpc.json', ['pets.openrpc.json']],
    ['HEAD:../api', ['pets.openrpc.json']],
    ['.', ['pets.openrpc.json']],
    ['../api/pets.openrpc.json', ['pets.openrpc.json']],
  ])('%s selects documents', async (word, inputs) => {
    expect(await meant(word)).toEqual(inputs)
  })

  test.each([
    ['', 'The argument for the documents is empty.'],
    [' ', 'The argument for the documents is empty.'],
    ['--output=x', 'is not a file, folder, URL or git revision.'],
    ['HEAD^{tree}', 'is not a file, folder, URL or git revision.'],
    ['HEAD:../../outside.openrpc.json', 'The revision HEAD has no ../../outside.openrpc.json.'],
    ['HEAD:../..', 'The revision HEAD has no ../...'],
    ['HEAD:/', 'The revision HEAD has no /.'],
    ['HEAD:none', 'The revision HEAD has no none.'],
    [':', 'is not a file, folder, URL or git revision.'],
  ])('%j is rejected', async (word, message) => {
    expect(await meant(word)).toContain(message)
  })

  test('a configuration with another name is found in a revision, too', async () => {
    const source = await sourceOf('HEAD', {
      cwd: join(repository, 'api'),
      configName: 'other.config.json',
    })
    expect(source).toMatchObject({ kind: 'source', scope: '@other' })
    if (source.kind === 'source') source.dispose()
  })

  test('a shallow clone is detected, because it lacks earlier releases', async () => {
    const clone = join(folder, 'clone')
    mkdirSync(clone)
    git(clone, 'clone', '--quiet', '--depth', '1', pathToFileURL(repository).href, '.')
    expect([isShallow(clone), isShallow(repository)]).toEqual([true, false])
    expect(lastRelease([], { root: clone })).toBeUndefined()
    expect(lastRelease([], { root: repository })).toMatchObject({ word: 'v1.0.0' })
    expect(await meant('v1.0.0', clone)).toContain('a shallow clone may lack')
  })
})

test('diff of two files uses the custom formats of the configuration', async () => {
  const documentWith = (schema: object): string =>
    JSON.stringify({
      openrpc: '1.3.2',
      info: { title: 'T', version: '1' },
      methods: [{ name: 'get', params: [], result: { name: 'r', schema } }],
    })
  const folder = temporaryFolder({
    'rpcloom.config.json': JSON.stringify({
      inputs: ['new.json'],
      formats: './formats.ts',
      out: 'out',
      scope: '@t',
      targets: { client: {} },
    }),
    'formats.ts': `import { defineFormats, scaled } from '@rpcloom/rpc/formats'
      export const formats = defineFormats({
        amount: { of: 'number', extensions: { 'x-unit-of': 'coin' }, type: 'bigint', validate: () => true, codec: scaled(8), sample: () => 0.5 },
      })`,
    'old/api.json': documentWith({ type: 'number' }),
    'new.json': documentWith({ type: 'number', 'x-unit-of': 'coin' }),
  })
  const { code, stdout, stderr } = await rpcloom(folder, 'diff', 'old/api.json', 'new.json')
  expect([code, stdout]).toEqual([1, expect.stringContaining('amount')])
  expect(stderr).toContain('1 breaking change')
})

test('diff reads the fragments of a configuration', () => {
  const folder = temporaryFolder({
    'rpcloom.config.json': JSON.stringify({
      inputs: [{ root: 'root.json', methods: ['methods/*.json'] }],
      out: 'out',
      scope: '@t',
      targets: { client: {} },
    }),
    'root.json': JSON.stringify({ openrpc: '1.3.2', info: { title: 'T', version: '1' } }),
    'methods/get.json': JSON.stringify([{ name: 'get', params: [] }]),
  })
  const old = temporaryFolder({})
  cpSync(folder, old, { recursive: true })
  putFiles(folder, { 'methods/put.json': JSON.stringify([{ name: 'put', params: [] }]) })
  const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')
  const { stdout, status } = spawnSync(process.execPath, [bin, 'diff', old, folder], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([1, expect.stringContaining('put: added')])
})
