// The oracle is prettier with its TypeScript parser. The generator uses the faster parser of Babel.
import { join } from 'node:path'
import { format, type Options } from 'prettier'
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
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
  const { committed } = await runTargets(api, code, {
    root,
    config: checked.config,
    targets: () => Promise.resolve(targets),
  })
  return committed.filter(({ parser }) => parser === 'typescript')
}

const formatter = formatterFor(join(root, 'nowhere'), true)

test('emitted files are formatted as by prettier with its TypeScript parser', async () => {
  const sources = await emittedModules()
  expect(sources.length).toBeGreaterThan(40)
  for (const { path, text } of sources) {
    const { options } = formatter
    const wanted = await format(text, { ...options, parser: 'typescript', filepath: path })
    const formatted = await formatText(formatter, { path, text, parser: 'typescript' })
    expect(formatted).toEqual({ kind: 'text', text: wanted })
  }
}, 120_000)

test('other options of a project are those of prettier', async () => {
  const options: Options = { semi: true, useTabs: true, printWidth: 60, endOfLine: 'crlf' }
  for (const { path, text } of (await emittedModules()).filter((file) =>
    file.path.includes('info'),
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
