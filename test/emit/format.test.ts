// The oracle is prettier's own TypeScript parser; emitted files are read by the faster one.
import { join } from 'node:path'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig } from '../../generator/src/config.ts'
import { type Formatter, formatterFor, formatText } from '../../generator/src/emit/format.ts'
import { formatKnown, type KnownParts } from '../../generator/src/emit/format-parts.ts'
import type { Emitted } from '../../generator/src/emit/plan.ts'
import { load } from '../../generator/src/load/index.ts'
import { buildApi } from '../../generator/src/model/index.ts'
import { runTargets } from '../../generator/src/run-targets.ts'

const root = join(import.meta.dirname, '../..')
const documents = ['c-chain-admin', 'health', 'info', 'x-chain'].map(
  (name) => `openrpc/${name}.openrpc.json`,
)

async function emittedModules(): Promise<readonly Emitted[]> {
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
  const { committed } = await runTargets(api, code, { root, config: checked.config })
  return committed.filter(({ parser }) => parser === 'typescript')
}

/** Formats a module as the second run of a process does: part by part. */
async function byParts(formatter: Formatter, file: Emitted): Promise<unknown> {
  const known: KnownParts = new Map()
  await formatKnown(formatter, { ...file, text: '', parts: [] }, known)
  return formatKnown(formatter, file, known)
}

test('emitted files are laid out as by the parser of TypeScript, whole or part by part', async () => {
  const sources = await emittedModules()
  expect(sources.length).toBeGreaterThan(40)
  const formatter = formatterFor(join(root, 'nowhere'), true)
  for (const file of sources) {
    const { path, text } = file
    const { options } = formatter
    const wanted = await format(text, { ...options, parser: 'typescript', filepath: path })
    expect(await formatText(formatter, { path, text, parser: 'typescript' })).toEqual({
      kind: 'text',
      text: wanted,
    })
    expect(await byParts(formatter, file)).toEqual({ kind: 'text', text: wanted })
  }
}, 120_000)

test.each([
  ['statements in another form', { semi: true, useTabs: true, printWidth: 60 }],
  ['files in another form', { endOfLine: 'crlf' }],
  ['a pragma in each file', { insertPragma: true }],
])(
  'parts add up to the whole with options for %s',
  async (_, options) => {
    const formatter = { key: 'own', options }
    for (const file of (await emittedModules()).filter(({ path }) => path.includes('info'))) {
      expect(await byParts(formatter, file)).toEqual(await formatText(formatter, file))
    }
  },
  60_000,
)

test('what is no statement by itself is laid out with the rest, and faults are those of the whole', async () => {
  const formatter = formatterFor(join(root, 'nowhere'), true)
  const file = (parts: readonly string[]): Emitted => ({
    path: 'a.ts',
    text: `${parts.join('\n\n')}\n`,
    parts,
    parser: 'typescript',
  })
  const halves = file(['export const a = {', 'b: 1 }'])
  expect(await byParts(formatter, halves)).toEqual(await formatText(formatter, halves))
  const broken = file(['export const a = 1', 'let = {'])
  expect(await byParts(formatter, broken)).toEqual(await formatText(formatter, broken))
})

test('parts that were formatted otherwise are formatted again', async () => {
  const file: Emitted = {
    path: 'a.ts',
    text: 'export const a = "a"\n',
    parts: ['export const a = "a"'],
    parser: 'typescript',
  }
  const known: KnownParts = new Map()
  const [first, other] = [true, false].map((singleQuote) => ({
    key: String(singleQuote),
    options: { singleQuote },
  }))
  for (const formatter of [first, first, other, first]) {
    if (formatter === undefined) throw new TypeError('There is no formatter.')
    expect(await formatKnown(formatter, file, known)).toEqual(await formatText(formatter, file))
  }
})

test('a text that only the parser of TypeScript reads is formatted all the same', async () => {
  const formatter = formatterFor(join(root, 'nowhere'), true)
  // Babel refuses the second declaration of a name, which is for a compiler to judge.
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
