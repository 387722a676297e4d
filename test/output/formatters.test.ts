import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { formatterFor, formatText } from '../../generator/src/output/format.ts'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const program = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

const document = {
  openrpc: '1.3.2',
  info: { title: 'Shop', version: '1.0.0' },
  methods: [
    { name: 'buy', params: [], result: { name: 'r', schema: { type: 'array', items: {} } } },
  ],
}
const overrides = [
  { files: '*.md', options: { proseWrap: 'always', printWidth: 60 } },
  { files: 'out/**/*.json', options: { tabWidth: 4 } },
  { files: '*.ts', excludeFiles: 'index.ts', options: { semi: true } },
]
const paths = [
  'README.md',
  'tsconfig.json',
  'src/index.ts',
  'src/shop.ts',
  'needs-typescript-5.0.ts',
]

const wide = { tabWidth: 3, semi: true, printWidth: 70 }

test.each([
  ['for every file', wide],
  ['with overrides by path', { semi: false, overrides }],
  ['with overrides alone', { overrides }],
])('options of prettier apply to TypeScript, JSON and Markdown: %s', async (_, options) => {
  const folder = temporaryFolder({
    'shop.json': JSON.stringify(document),
    '.prettierrc': JSON.stringify(options),
  })
  const args = [
    'generate',
    '-i',
    'shop.json',
    '--targets',
    'client',
    '--scope',
    '@t',
    '--out',
    'out',
  ]
  expect(await rpcloom(folder, ...args)).toMatchObject({ code: 0, stderr: '' })
  for (const path of paths) {
    const at = join(folder, 'out/client', path)
    const text = readFileSync(at, 'utf8')
    const config = await resolveConfig(at, { useCache: false })
    expect(text, path).toBe(await format(text, { ...config, filepath: at }))
  }
})

const yaml =
  'tabWidth: 3\nsemi: true\noverrides:\n  - files: "*.md"\n    options: { proseWrap: always }'
const toml = 'tabWidth = 3\nprintWidth = 30'
const manifest = { name: 'a', version: '1.0.0' }

test.each<readonly [string, Readonly<Record<string, string>>]>([
  ['YAML', { '.prettierrc': yaml }],
  ['YAML, by its ending', { '.prettierrc.yml': yaml }],
  ['JSON', { '.prettierrc.json': JSON.stringify(wide) }],
  ['JSON5', { '.prettierrc.json5': '{ tabWidth: 3, printWidth: 30, /* all */ }' }],
  ['TOML', { '.prettierrc.toml': toml }],
  ['a module', { 'prettier.config.mjs': `export default ${JSON.stringify(wide)}` }],
  ['package.json', { 'package.json': JSON.stringify({ ...manifest, prettier: wide }) }],
  ['package.yaml', { 'package.yaml': 'name: a\nprettier:\n  semi: false\n  tabWidth: 8\n' }],
  [
    'a package.json without',
    { 'package.json': JSON.stringify(manifest), '.prettierrc.toml': toml },
  ],
  [
    'the first of several',
    { 'package.json': JSON.stringify({ prettier: wide }), '.prettierrc': yaml },
  ],
])('the configuration of prettier is found: %s', async (_, files) => {
  const folder = temporaryFolder(files)
  const formatter = formatterFor(folder, true)
  expect(formatter.key).not.toBe(formatterFor(temporaryFolder({}), true).key)
  for (const [path, parser, text] of [
    ['a.ts', 'typescript', 'export const a = { b: [1, 2, 3], c: { d: "e" } }\n'],
    ['a.json', 'json', '{ "a": { "b": [1, 2, 3],\n "c": { "d": "e" } } }'],
    ['a.md', 'markdown', 'One\ntwo\n\n* a\n    * b\n'],
  ] as const) {
    const config = await resolveConfig(join(folder, path), { useCache: false })
    expect(config).not.toBeNull()
    const want = await format(text, { ...config, filepath: join(folder, path) })
    expect(await formatText(formatter, { path, text, parser, folder })).toEqual({
      kind: 'text',
      text: want,
    })
  }
})

type Files = Readonly<Record<string, string>>

const [strict, loose] = ['{ "semi": true }', '{ "semi": false }']
const shared = JSON.stringify({ prettier: '@acme/options' })
const installed = (version: string): string =>
  JSON.stringify({ name: '@acme/options', version, exports: { import: './index.js' } })

const sharedAs = (version: string): Files => ({
  'package.json': shared,
  'node_modules/@acme/options/package.json': installed(version),
})
const script = "export { default } from './base.mjs'"
const plugin = '{ "plugins": ["@acme/options"] }'

test.each<readonly [string, Files, Files]>([
  ['JSON', { '.prettierrc': strict }, { '.prettierrc': loose }],
  [
    'a module that a script imports',
    { 'prettier.config.mjs': script, 'base.mjs': 'export default {}' },
    { 'prettier.config.mjs': script, 'base.mjs': 'export default { semi: true }' },
  ],
  [
    'a shared configuration by path',
    { '.prettierrc': '"./base.json"', 'base.json': strict },
    { '.prettierrc': '"./base.json"', 'base.json': loose },
  ],
  [
    'a shared configuration by path, in YAML',
    { '.prettierrc.yaml': './base.json\n', 'base.json': strict },
    { '.prettierrc.yaml': './base.json\n', 'base.json': loose },
  ],
  ['an installed shared configuration', sharedAs('1.0.0'), sharedAs('1.0.1')],
  [
    'a plugin',
    { '.prettierrc': plugin },
    { ...sharedAs('1.0.1'), 'package.json': '', '.prettierrc': plugin },
  ],
])('the key names formatter, version and options: %s', (_, before, after) => {
  const keys = [before, after].map((files) => formatterFor(temporaryFolder(files), true).key)
  for (const key of keys) expect(key).toMatch(/^prettier@3\.10\.1 /)
  expect(keys[0]).not.toBe(keys[1])
  // The key is the same in every folder.
  expect(formatterFor(temporaryFolder(before), true).key).toBe(keys[0])
})

test('the key of oxfmt names its version and options, and prettier', () => {
  const options = '{"semi":false,"singleQuote":true,"printWidth":100,"trailingComma":"all"}'
  const { key } = formatterFor(temporaryFolder({}), true)
  expect(key).toBe(`oxfmt@0.79.0 prettier@3.10.1 ${options}`)
})

test('the key changes with a shared configuration of the workspace, which is a link', () => {
  const folder = temporaryFolder({
    'package.json': shared,
    'options/package.json': installed('1.0.0'),
    'options/index.js': 'export default { semi: true }',
  })
  mkdirSync(join(folder, 'node_modules/@acme'), { recursive: true })
  symlinkSync('../../options', join(folder, 'node_modules/@acme/options'))
  const before = formatterFor(folder, true).key
  writeFileSync(join(folder, 'options/index.js'), 'export default { semi: false }')
  expect(formatterFor(folder, true).key).not.toBe(before)
})

test.each([
  [undefined, 'oxfmt@', 'prettier@'],
  [true, 'oxfmt@', 'prettier@'],
  ['oxfmt', 'oxfmt@', 'oxfmt@'],
  ['prettier', 'prettier@', 'prettier@'],
  [false, 'none', 'none'],
])('`format` chooses the formatter: %s', async (setting, without, withOptions) => {
  for (const [options, start] of [
    [{}, without],
    [{ '.prettierrc': JSON.stringify(wide) }, withOptions],
  ] as const) {
    const config = { inputs: ['shop.json'], out: 'out', scope: '@t', targets: { client: {} } }
    const folder = temporaryFolder({
      'shop.json': JSON.stringify(document),
      'rpcloom.config.json': JSON.stringify({ ...config, format: setting }),
      ...options,
    })
    expect(await rpcloom(folder, 'generate')).toMatchObject({ code: 0, stderr: '' })
    const lock = readFileSync(join(folder, 'out/rpcloom.lock.json'), 'utf8')
    expect(JSON.parse(lock)).toMatchObject({ formatter: expect.stringMatching(`^${start}`) })
    const text = readFileSync(join(folder, 'out/client/src/index.ts'), 'utf8')
    const isWide = start === 'prettier@' && '.prettierrc' in options
    expect(/;$/m.test(text)).toBe(isWide || start === 'none')
    expect(await rpcloom(folder, 'generate', '--check')).toMatchObject({ code: 0 })
  }
})

test('a platform without a binary of oxfmt is reported once, and `format` avoids it', () => {
  const config = { inputs: ['shop.json'], out: 'out', scope: '@t', targets: { client: {} } }
  const folder = temporaryFolder({ 'shop.json': JSON.stringify(document) })
  const generate = (format: string): { readonly code: number | null; readonly text: string } => {
    writeFileSync(join(folder, 'rpcloom.config.json'), JSON.stringify({ ...config, format }))
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'generate'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: join(folder, 'none.node') },
    })
    return { code: status, text: `${stdout}${stderr}` }
  }
  const { code, text } = generate('oxfmt')
  expect(code).toBe(2)
  expect(text.split('RL413')).toHaveLength(2)
  expect(text).toContain('"format": "prettier"')
  expect(existsSync(join(folder, 'out'))).toBe(false)
  expect(generate('prettier')).toMatchObject({ code: 0 })
})

test('a run in which nothing changed loads no formatter', async () => {
  const args = ['generate', '-i', 'shop.json', '--targets', 'client', '--scope', '@t']
  const folder = temporaryFolder({ 'shop.json': JSON.stringify(document) })
  expect(await rpcloom(folder, ...args, '--out', 'out')).toMatchObject({ code: 0 })
  // Loading oxfmt would fail.
  const { status } = spawnSync(process.execPath, [program, ...args, '--out', 'out'], {
    cwd: folder,
    env: { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: join(folder, 'none.node') },
  })
  expect(status).toBe(0)
})

test('a configuration that prettier cannot read is reported', async () => {
  const folder = temporaryFolder({ '.prettierrc': 'a: [' })
  const file = { path: 'a.json', text: '{}', parser: 'json', folder } as const
  expect(await formatText(formatterFor(folder, true), file)).toMatchObject({
    finding: { code: 'RL405', place: { file: join(folder, '.prettierrc') } },
  })
})
