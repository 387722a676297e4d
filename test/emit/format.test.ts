// The oracle is prettier's own TypeScript parser; emitted files are read by the faster one.
import { join } from 'node:path'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig } from '../../generator/src/config.ts'
import { formatterFor, formatText } from '../../generator/src/emit/format.ts'
import { load } from '../../generator/src/load/index.ts'
import { buildApi } from '../../generator/src/model/index.ts'
import { runTargets } from '../../generator/src/run-targets.ts'

const root = join(import.meta.dirname, '../..')
const documents = ['c-chain-admin', 'health', 'info', 'x-chain'].map(
  (name) => `openrpc/${name}.openrpc.json`,
)

test('emitted files are laid out as by the parser of TypeScript', async () => {
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
  const sources = committed.filter(({ parser }) => parser === 'typescript')
  expect(sources.length).toBeGreaterThan(40)
  const formatter = formatterFor(join(root, 'nowhere'), true)
  for (const { path, text } of sources) {
    const { options } = formatter
    const wanted = await format(text, { ...options, parser: 'typescript', filepath: path })
    expect(await formatText(formatter, { path, text, parser: 'typescript' })).toEqual({
      kind: 'text',
      text: wanted,
    })
  }
}, 120_000)

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
