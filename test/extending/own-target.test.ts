import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { putFiles } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const bin = join(root, 'generator/bin/rpcloom.mjs')

const document = JSON.stringify({
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0' },
  methods: [{ name: 'getPet', params: [], result: { name: 'pet', schema: { type: 'string' } } }],
})

/**
 * Creates a folder inside the repository, because a target imports `rpcloom/targets` from its
 * location.
 */
function workspace(files: Readonly<Record<string, string>>, target: object): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'own-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  putFiles(folder, { 'pets.openrpc.json': document, ...files })
  configure(folder, { methods: target })
  return folder
}

function configure(folder: string, targets: object): void {
  const config = { inputs: ['*.openrpc.json'], out: 'out', scope: '@t', targets }
  putFiles(folder, { 'rpcloom.config.json': JSON.stringify(config) })
}

async function generate(
  folder: string,
  ...args: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const { code, stdout, stderr } = await rpcloom(folder, 'generate', ...args)
  return { code, output: stdout + stderr }
}

const filesOf = (body: string): string =>
  `export const target = { name: 'methods', files: (api, options) => ${body} }\n`
const text = (path: string, words: string): string =>
  `({ kind: 'text', path: '${path}', text: ${words} })`
const names = "api.groups.flatMap(({ methods }) => methods.map(({ name }) => name)).join('\\n')"

describe('a custom target', () => {
  test('is run, locked, compared and removed like any other', async () => {
    const folder = workspace(
      { 'tools/own.mjs': filesOf(`[${text('list.txt', names)}]`) },
      {
        module: './tools/own.mjs',
      },
    )
    const path = join(folder, 'out/methods/list.txt')
    expect((await generate(folder)).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe('getPet')
    expect((await generate(folder)).output).toContain('Everything is up to date.')
    // The module of the target is an input like the documents: each has its own line in the lock
    // file.
    const lock = JSON.parse(readFileSync(join(folder, 'out/rpcloom.lock.json'), 'utf8'))
    expect(Object.keys(lock.inputs)).toEqual(['pets.openrpc.json', 'tools/own.mjs'])
    expect(lock.generator).toMatch(/^rpcloom@\d+\.\d+\.\d+$/)
    putFiles(folder, { 'tools/own.mjs': filesOf(`[${text('list.txt', `'new ' + ${names}`)}]`) })
    expect((await generate(folder, '--check')).code).toBe(1)
    expect((await generate(folder)).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe('new getPet')
    configure(folder, { mock: {}, server: {} })
    expect((await generate(folder)).code).toBe(0)
    expect(existsSync(path)).toBe(false)
  })

  test('may be TypeScript with templates and options, and its files are included in the stamp', async () => {
    const target = `
      import { defineTarget, renderTemplate, type Target } from 'rpcloom/targets'
      import { ending } from './ending.mjs'
      export const target: Target = defineTarget({
        name: 'methods',
        templateFolder: new URL('./templates/', import.meta.url),
        files: (api, { templates, options, packageName }) => [{
          kind: 'text',
          path: 'list.md',
          text: renderTemplate(templates['list.hbs'] ?? '', { packageName, word: String(options['word']) }, { output: 'text' }) + ending,
        }],
      })`
    const folder = workspace(
      {
        'tools/own.ts': target,
        'tools/ending.mjs': "export const ending = '.'\n",
        'tools/templates/list.hbs': '{{packageName}}: {{word}}',
        'mine/list.hbs': 'mine: {{word}}',
      },
      { module: './tools/own.ts', word: 'hello' },
    )
    const read = (): string => readFileSync(join(folder, 'out/methods/list.md'), 'utf8')
    expect(await generate(folder)).toMatchObject({ code: 0 })
    expect(read()).toBe('@t/methods: hello.')
    putFiles(folder, { 'tools/templates/list.hbs': '{{packageName}} {{word}}' })
    expect((await generate(folder)).code).toBe(0)
    expect(read()).toBe('@t/methods hello.')
    configure(folder, { methods: { module: './tools/own.ts', word: 'hi', templates: 'mine' } })
    expect((await generate(folder)).code).toBe(0)
    expect(read()).toBe('mine: hi.')
  })

  test('may replace a built-in target', async () => {
    const own = `export const target = { name: 'mock', files: () => [${text('only.txt', "'mine'")}] }`
    const folder = workspace({ 'own.mjs': own }, { module: './own.mjs' })
    configure(folder, { mock: { module: './own.mjs' } })
    expect((await generate(folder)).code).toBe(0)
    expect(existsSync(join(folder, 'out/mock/package.json'))).toBe(false)
    expect(readFileSync(join(folder, 'out/mock/only.txt'), 'utf8')).toBe('mine')
    expect((await generate(folder)).output).toContain('Everything is up to date.')
  })
})

describe('errors of a custom target', () => {
  test.each([
    ['RL006', './none.mjs', ''],
    ['RL006', 'no-such-package', ''],
    ['RL006', './own.mjs', 'export const = 7'],
    ['RL006', './own.mjs', "throw new Error('no')"],
    ['RL006', './own.mjs', "import 'no-such-package'"],
    ['RL006', './tools', ''],
    ['RL007', './own.mjs', 'export const other = 7'],
    ['RL007', './own.mjs', 'export const target = 7'],
    ['RL007', './own.mjs', "export const target = { name: 'another', files: () => [] }"],
    ['RL007', './own.mjs', "export const target = { name: 'methods', files: 7 }"],
    [
      'RL007',
      './own.mjs',
      "export const target = { name: 'methods', templateFolder: '.', files: () => [] }",
    ],
    ['RL008', './own.mjs', filesOf("{ throw new TypeError('no') }")],
    ['RL008', './own.mjs', filesOf('7')],
    ['RL008', './own.mjs', filesOf('[undefined]')],
    ['RL008', './own.mjs', filesOf("[{ kind: 'binary', path: 'a', text: '' }]")],
    ['RL008', './own.mjs', filesOf(`[${text('a', '7')}]`)],
    ['RL008', './own.mjs', filesOf("[{ kind: 'typescript', path: 'a.ts' }]")],
    ['RL008', './own.mjs', filesOf("[{ kind: 'text', text: '' }]")],
    ['RL008', './own.mjs', filesOf("[{ kind: 'text', path: 'a', text: '', format: 'xml' }]")],
    ['RL008', './own.mjs', filesOf("[{ kind: 'derived', path: 'a', key: '', text: () => '' }]")],
    ['RL008', './own.mjs', filesOf("[{ kind: 'derived', path: 'a/b', text: () => '' }]")],
    ['RL404', './own.mjs', filesOf(`[${text('a/b', "''")}, ${text('A', "''")}]`)],
    ['RL403', './own.mjs', filesOf(`[${text('../client/a', "''")}]`)],
    ['RL404', './own.mjs', filesOf(`[${text('a', "''")}, ${text('A', "''")}]`)],
  ])('%s: %s, %s', async (code, module, source) => {
    const folder = workspace({ 'own.mjs': source, 'tools/x.txt': '' }, { module })
    const { code: exit, output } = await generate(folder)
    expect(output).toContain(`error ${code}`)
    expect(output).not.toContain('    at ')
    expect(exit).toBe(2)
    expect(existsSync(join(folder, 'out/methods'))).toBe(false)
  })

  test.each(['new Promise(() => undefined)', '{ process.exit(0) }'])(
    'a run that %s ends fails',
    (body) => {
      const folder = workspace({ 'own.mjs': filesOf(body) }, { module: './own.mjs' })
      const run = spawnSync(process.execPath, [bin, 'generate'], { cwd: folder, encoding: 'utf8' })
      expect([run.status, run.stderr]).toEqual([
        2,
        expect.stringContaining('before the run finished'),
      ])
    },
  )

  test.each([[7], [''], [['./own.mjs']]])('`module` must not be %j', async (module) => {
    expect((await generate(workspace({}, { module }))).output).toContain('error RL002')
  })
})

test('the example compiles and creates a page of our own documents', async () => {
  const example = join(root, 'examples/error-table')
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', example])
  const folder = workspace({}, {})
  const config = {
    inputs: [join(root, 'openrpc/info.openrpc.json')],
    out: 'out',
    scope: '@t',
    targets: {
      'error-table': { module: join(example, 'dist/target.js'), intro: 'All of *them*.' },
    },
  }
  putFiles(folder, { 'rpcloom.config.json': JSON.stringify(config) })
  expect(await generate(folder)).toMatchObject({ code: 0 })
  const page = readFileSync(join(folder, 'out/error-table/errors.md'), 'utf8')
  expect(page).toContain('All of \\*them\\*.')
  expect(page).toMatch(
    /\| +-32000 \| there is no ID with alias +\| `unknownAlias` +\|.*`info.getBlockchainID`/,
  )
})
