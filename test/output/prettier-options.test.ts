import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { formatterFor, formatText } from '../../generator/src/output/format.ts'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

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

test('the key changes with a module that the configuration imports', () => {
  const keyOf = (base: string): string => {
    const config = "import base from './base.mjs'\nexport default base\n"
    return formatterFor(temporaryFolder({ 'prettier.config.mjs': config, 'base.mjs': base }), true)
      .key
  }
  expect(keyOf('export default { semi: true }')).not.toBe(keyOf('export default { semi: false }'))
})

test('a configuration that prettier cannot read is reported', async () => {
  const folder = temporaryFolder({ '.prettierrc': 'a: [' })
  const file = { path: 'a.json', text: '{}', parser: 'json', folder } as const
  expect(await formatText(formatterFor(folder, true), file)).toMatchObject({
    finding: { code: 'RL405', place: { file: join(folder, '.prettierrc') } },
  })
})
