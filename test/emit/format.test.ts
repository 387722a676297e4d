// The oracle is prettier's own TypeScript parser; emitted files are read by the faster one.
import { join } from 'node:path'
import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig } from '../../generator/src/config.ts'
import { type Formatter, formatterFor, formatText } from '../../generator/src/emit/format.ts'
import { formatModule, type LastModule } from '../../generator/src/emit/format-parts.ts'
import type { Emitted } from '../../generator/src/emit/plan.ts'
import { load } from '../../generator/src/load/index.ts'
import { buildApi } from '../../generator/src/model/index.ts'
import { laidOut } from '../../generator/src/emit/source-file.ts'
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

/** A module in its layout, as a run before left it. */
async function laid(formatter: Formatter, parts: readonly string[]): Promise<LastModule> {
  const formatted = await formatText(formatter, moduleOf(parts))
  if (formatted.kind !== 'text') throw new TypeError(formatted.finding.message)
  return { parts, text: formatted.text, layouts: new Map() }
}

function moduleOf(parts: readonly string[]): Emitted & { readonly parts: readonly string[] } {
  return { path: 'a.ts', text: laidOut(parts), parts, parser: 'typescript' }
}

/** Formats a module of which no part was there before: part by part. */
async function byParts(formatter: Formatter, file: Emitted): Promise<unknown> {
  const { parts } = file
  if (parts === undefined) return formatText(formatter, file)
  const last = await laid(formatter, ['export const   last = "last"'])
  return (await formatModule(formatter, { ...file, parts }, last)).formatted
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

const statements = ['a = "a"', 'b = {\n  "c": 1 }', 'd = [\n1]', 'a = "b"', 'e = `\n\na = "a"\n\n`']
const statement = constantFrom(...statements.map((text) => `export const ${text}`))

test('what changes between two modules is laid out as the whole is', async () => {
  const formatter = formatterFor(join(root, 'nowhere'), true)
  const options = { ...formatter.options, parser: 'typescript' }
  let alone = 0
  await assert(
    asyncProperty(array(statement, { minLength: 1 }), array(statement), async (before, after) => {
      const [first, parts] = [before, after].map((list) => ['// @generated', ...list])
      const last = await laid(formatter, first ?? [])
      const { formatted, layouts } = await formatModule(formatter, moduleOf(parts ?? []), last)
      const text = await format(laidOut(parts ?? []), options)
      expect(formatted).toEqual({ kind: 'text', text })
      if (layouts.size > 0) alone++
    }),
    { seed: 7, numRuns: 300 },
  )
  expect(alone).toBeGreaterThan(100)
}, 60_000)

test('of a text that was too deep to be laid out, no part is', async () => {
  const formatter = formatterFor(join(root, 'nowhere'), true)
  const parts = ['// @generated', 'export const a = "a"']
  const last = { parts, text: laidOut(parts), layouts: new Map() }
  const next = moduleOf([...parts, 'export const b = "b"'])
  const { formatted, layouts } = await formatModule(formatter, next, last)
  expect([formatted, layouts.size]).toEqual([await formatText(formatter, next), 0])
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
