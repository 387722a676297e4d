import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
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

test.each([
  ['for every file', { tabWidth: 3, semi: true, printWidth: 70 }],
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
