// The oracle is prettier with its TypeScript parser. The generator uses the faster parser of Babel.
import { join } from 'node:path'
import {
  array,
  assert,
  asyncProperty,
  bigInt,
  constantFrom,
  dictionary,
  double,
  integer,
  letrec,
  oneof,
  string,
} from 'fast-check'
import { format, type Options } from 'prettier'
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { jsonFile } from 'rpcloom/codegen'
import type { Json } from 'rpcloom/model'
import { checkConfig } from 'rpcloom/run'
import { formatterFor, formatText } from '../../generator/src/output/format.ts'
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
    targets: () => Promise.resolve(targets),
  })
  return committed.filter(({ parser }) => parser !== undefined)
}

const formatter = formatterFor(join(root, 'nowhere'), true)

test.each([
  ['typescript', 40],
  ['json', 4],
  ['markdown', 3],
] as const)(
  'emitted %s files are formatted as by prettier',
  async (parser, least) => {
    const files = (await emittedFiles()).filter((file) => file.parser === parser)
    expect(files.length).toBeGreaterThan(least)
    for (const file of files) {
      const { path, text } = file
      const wanted = await format(text, { ...formatter.options, parser, filepath: path })
      expect(await formatText(formatter, file)).toEqual({ kind: 'text', text: wanted })
    }
  },
  120_000,
)

test('JSON is formatted as by prettier', async () => {
  const json = letrec<{ value: unknown }>((tie) => ({
    value: oneof(
      { maxDepth: 4, withCrossShrink: true },
      string({ maxLength: 40 }),
      integer(),
      bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
      double({ noNaN: true, noDefaultInfinity: true }),
      constantFrom(null, true, 'caf\u00e9', '\u202e', '\u6f22'),
      array(tie('value')),
      array(integer(), { maxLength: 60 }),
      dictionary(string({ maxLength: 12 }), tie('value'), { noNullPrototype: true }),
    ),
  })).value
  await assert(
    asyncProperty(json, constantFrom(30, 80, 100), async (value, printWidth) => {
      const { text } = jsonFile('a.json', value as Json)
      const options = { ...formatter.options, printWidth }
      const wanted = await format(text, { ...options, parser: 'json' })
      const formatted = await formatText(
        { key: 'own', options },
        { path: 'a.json', text, parser: 'json' },
      )
      expect(formatted).toEqual({ kind: 'text', text: wanted })
    }),
    { seed: 5, numRuns: 1000 },
  )
}, 120_000)

test.each([
  ['json', '{"b":[1,2]}'],
  ['json', '{\n  // why\n  "a": 1\n}\n'],
  ['json', '{\n  "a": 1.50\n}\n'],
  ['markdown', '# A\n\n```ts\nconst a = "x"; switch (a) {}\n```\n\n* b\n'],
  ['markdown', '```ts\nlet a = "x"\n\n\nlet b = 2\n```\n\n```json\n{"a":1}\n```\n'],
] as const)('%s that only prettier can format: %j', async (parser, text) => {
  const wanted = await format(text, { ...formatter.options, parser })
  expect(await formatText(formatter, { path: 'a', text, parser })).toEqual({
    kind: 'text',
    text: wanted,
  })
})

test('other options of a project are those of prettier', async () => {
  const options: Options = { semi: true, useTabs: true, printWidth: 60, endOfLine: 'crlf' }
  for (const { path, text } of (await emittedFiles()).filter(
    (file) => file.path.includes('info') && file.parser === 'typescript',
  )) {
    const wanted = await format(text, { ...options, parser: 'typescript', filepath: path })
    expect(
      await formatText(
        { key: 'own', options: { ...options } },
        { path, text, parser: 'typescript' },
      ),
    ).toEqual({ kind: 'text', text: wanted })
  }
}, 60_000)

test('code too deeply nested for the formatter remains as printed', async () => {
  const text = `export const a = ${'('.repeat(20_000)}1${')'.repeat(20_000)}\n`
  expect(await formatText(formatter, { path: 'a.ts', text, parser: 'typescript' })).toEqual({
    kind: 'text',
    text,
  })
})

test('code that only the TypeScript parser can read is formatted as well', async () => {
  // Babel rejects the duplicate declaration, which is the task of a compiler.
  const text = 'let a = 1;\nlet a = 2;\n'
  expect(await formatText(formatter, { path: 'a.ts', text, parser: 'typescript' })).toEqual({
    kind: 'text',
    text: 'let a = 1\nlet a = 2\n',
  })
  const broken = await formatText(formatter, {
    path: 'a.ts',
    text: 'let = {',
    parser: 'typescript',
  })
  expect(broken).toMatchObject({ kind: 'faulty', finding: { code: 'RL405' } })
})
