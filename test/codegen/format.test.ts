import { join } from 'node:path'
import { format, type Options } from 'prettier'
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig } from 'rpcloom/run'
import { type Formatter, formatterFor, formatText } from '../../generator/src/output/format.ts'
import type { Emitted } from '../../generator/src/output/plan.ts'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { runTargets } from '../../generator/src/engine/run-targets.ts'

const root = join(import.meta.dirname, '../..')
const documents = ['c-chain-admin', 'health', 'info', 'x-chain'].map(
  (name) => `openrpc/${name}.openrpc.json`,
)

async function emittedFiles(): Promise<readonly Emitted[]> {
  const { loaded } = await load({ root, inputs: documents })
  const checked = checkConfig('rpcloom.config.json', {
    inputs: documents,
    out: 'out',
    scope: '@format',
    targets: { client: {}, server: {}, mock: {} },
  })
  if (loaded === undefined || checked.kind !== 'config') throw new TypeError('Nothing was read.')
  const { api } = buildApi(loaded, { scope: '@format' })
  const code = targets.filter(({ name }) => name !== 'docs')
  const { committed } = await runTargets(api, code, {
    root,
    config: checked.config,
    targets,
  })
  return committed.filter(({ parser }) => parser !== undefined)
}

const formatter = formatterFor(join(root, 'nowhere'), true)
const options = { semi: false, singleQuote: true, printWidth: 100, trailingComma: 'all' } as const

test.each([
  ['typescript', 40],
  ['json', 4],
] as const)(
  'emitted %s files differ from those of prettier in layout only',
  async (parser, least) => {
    const files = (await emittedFiles()).filter((file) => file.parser === parser)
    expect(files.length).toBeGreaterThan(least)
    let equal = 0
    for (const file of files) {
      const formatted = await formatText(formatter, file)
      if (formatted.kind === 'faulty') throw new Error(formatted.finding.message)
      const { text } = formatted
      const byPrettier = (from: string): Promise<string> =>
        format(from, { ...options, objectWrap: 'collapse', parser, filepath: file.path })
      expect(await byPrettier(text)).toBe(await byPrettier(file.text))
      if (text === (await format(file.text, { ...options, parser }))) equal++
      expect(await formatText(formatter, { ...file, text })).toEqual(formatted)
    }
    expect(equal / files.length).toBeGreaterThan(0.9)
  },
  120_000,
)

test('emitted Markdown is formatted as by prettier, with its examples', async () => {
  const files = (await emittedFiles()).filter(({ parser }) => parser === 'markdown')
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    const { path, text } = file
    const wanted = await format(text, { ...options, parser: 'markdown', filepath: path })
    expect(await formatText(formatter, file)).toEqual({ kind: 'text', text: wanted })
  }
}, 120_000)

test.each([
  ['json', '{"b":[1,2]}', '{ "b": [1, 2] }\n'],
  ['json', '{\n  // why\n  "a": 1\n}\n', '{\n  // why\n  "a": 1\n}\n'],
  ['typescript', 'let a = "x"; f(a)', "let a = 'x'\nf(a)\n"],
  // A duplicate declaration is for the compiler to reject.
  ['typescript', 'let a = 1;\nlet a = 2;\n', 'let a = 1\nlet a = 2\n'],
  [
    'markdown',
    '# A\n\n```ts\nconst a = "x"; switch (a) {}\n```\n\n* b\n',
    "# A\n\n```ts\nconst a = 'x'\nswitch (a) {\n}\n```\n\n- b\n",
  ],
  ['markdown', '```ts\nlet a = "x" +\n```\n\n```json\n{"a":1}\n```\n', undefined],
] as const)('%s is formatted: %j', async (parser, text, given) => {
  const wanted = given ?? text
  const formatted = await formatText(formatter, { path: 'package.json', text, parser })
  const expected = parser === 'markdown' ? await format(wanted, { ...options, parser }) : wanted
  expect(formatted).toEqual({ kind: 'text', text: expected })
})

test('text of custom targets is formatted by prettier', async () => {
  const names = ['First', 'Second', 'Third'].map((name) => name.padEnd(30, 'x'))
  const text = `export type Alternatives = ${names.join(' | ')}\n`
  const file = { path: 'a.ts', text, parser: 'typescript' } as const
  const wanted = await format(text, { ...options, parser: 'typescript' })
  expect(await formatText(formatter, { ...file, isCustom: true })).toEqual({
    kind: 'text',
    text: wanted,
  })
  // oxfmt breaks the union at its operators.
  expect(await formatText(formatter, file)).not.toEqual({ kind: 'text', text: wanted })
})

test('other options of a project are those of prettier', async () => {
  const own: Options = { semi: true, useTabs: true, printWidth: 60, endOfLine: 'crlf' }
  const prettier: Formatter = { key: 'own', program: 'prettier', options: { ...own } }
  for (const { path, text } of (await emittedFiles()).filter(
    (file) => file.path.includes('info') && file.parser === 'typescript',
  )) {
    const wanted = await format(text, { ...own, parser: 'typescript', filepath: path })
    expect(await formatText(prettier, { path, text, parser: 'typescript' })).toEqual({
      kind: 'text',
      text: wanted,
    })
  }
}, 60_000)

const nested = (open: string, inner: string, close: string): string =>
  `${open.repeat(3000)}${inner}${close.repeat(3000)}`

// An overflow of oxfmt's stack would end the process of the tests.
test.each([
  ['json', nested('[', '', ']')],
  ['json', nested('{"(":', '1', '}')],
  ['typescript', `export const a = ${nested('[', '', ']')}\n`],
  ['typescript', `export const a = ${nested("{ 'it\\'s)': ", '1', ' }')}\n`],
  ['typescript', `export const a = ${nested('f(', '1', ')')}\n`],
  ['typescript', `export const a = ${nested('(', '1', ')')}\n`],
  ['typescript', `export type A = ${nested('{ a: ', '1', ' }')}\n`],
  ['typescript', `export type A = ${nested('readonly (', '1', ')[]')}\n`],
  ['typescript', `export type A = ${nested('/* ) */ (1 | ', '1', ')[]')}\n`],
  ['markdown', `- a\n\n\`\`\`ts\n${nested('[', '', ']')}\n\`\`\`\n`],
] as const)('%s that is nested too deeply remains as printed (%#)', async (parser, text) => {
  expect(await formatText(formatter, { path: 'a', text, parser })).toEqual({ kind: 'text', text })
})

test.each([
  ['brackets in strings and comments', `const a = '${'['.repeat(1000)}'; // ${'('.repeat(1000)}\n`],
  ['many brackets', `const a = '${'x'.repeat(100)}';\n${'f([]);\n'.repeat(1000)}`],
  ['400 levels', `const a = ${'f('.repeat(400)}1${')'.repeat(400)};\n`],
])('%s are formatted', async (_, text) => {
  const formatted = await formatText(formatter, { path: 'a.ts', text, parser: 'typescript' })
  expect(formatted).toEqual({ kind: 'text', text: expect.not.stringContaining(';') })
})

test('code that does not parse is reported', async () => {
  for (const program of [formatter, formatterFor(root, 'prettier')]) {
    const file = { path: 'a.ts', text: 'let = {', parser: 'typescript' } as const
    expect(await formatText(program, file)).toMatchObject({
      kind: 'faulty',
      finding: { code: 'RL405', place: { file: 'a.ts' } },
    })
  }
})
