import { loadFormats } from '../../generator/src/load/formats/formats.ts'
import { load } from 'rpcloom/load'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const good = "validate: (text) => text === 'a', sample: () => 'a'"
const defined = (format: string, name = 'money'): string =>
  `export const formats = { ${JSON.stringify(name)}: ${format} }`

test.each([
  ['RL012', 'no file', undefined],
  ['RL012', 'syntax', 'export const = 7'],
  ['RL012', 'throws', "throw new Error('no')"],
  ['RL012', 'imports', "import { x } from './x.ts'\nexport const formats = x"],
  ['RL013', 'no formats', 'export const other = {}'],
  ['RL013', 'formats is a number', 'export const formats = 7'],
  ['RL013', 'name', defined(`{ ${good} }`, "a'b")],
  ['RL013', 'built in', defined(`{ ${good} }`, 'uint64')],
  ['RL013', 'no object', defined('7')],
  ['RL013', 'no validate', defined("{ sample: () => 'a' }")],
  ['RL013', 'no sample', defined('{ validate: () => true }')],
  ['RL013', 'unknown member', defined(`{ ${good}, encode: () => 'a' }`)],
  ['RL013', 'type', defined(`{ ${good}, type: 'string; process.exit()' }`)],
  ['RL013', 'template', defined(`{ ${good}, type: '\`a\`+\`b\`' }`)],
  ['RL013', 'half a codec', defined(`{ ${good}, type: 'Date', codec: { decode: () => 1 } }`)],
  [
    'RL013',
    'codec without type',
    defined(`{ ${good}, codec: { decode: () => 1, encode: () => 'a' } }`),
  ],
  [
    'RL014',
    'validator throws',
    defined("{ validate: (text) => new URL(text) !== undefined, sample: () => 'https://a' }"),
  ],
  ['RL014', 'no verdict', defined("{ validate: (text) => text.match(/^a/), sample: () => 'a' }")],
  [
    'RL014',
    'sample throws',
    defined("{ validate: () => true, sample: () => { throw new Error('no') } }"),
  ],
  ['RL014', 'sample is no string', defined('{ validate: () => true, sample: () => 7 }')],
  [
    'RL014',
    'sample is refused',
    defined("{ validate: (text) => text === 'a', sample: () => 'b' }"),
  ],
  [
    'RL014',
    'decode throws',
    defined(
      `{ ${good}, type: 'bigint', codec: { decode: (text) => BigInt(text), encode: String } }`,
    ),
  ],
  [
    'RL014',
    'encode is refused',
    defined(`{ ${good}, type: 'Date', codec: { decode: () => new Date(0), encode: String } }`),
  ],
])('%s: %s', async (code, _, text) => {
  const root = temporaryFolder(text === undefined ? {} : { 'formats.ts': text })
  const { found, findings } = await loadFormats(root, './formats.ts')
  expect(found).toBeUndefined()
  expect(findings.map((finding) => finding.code)).toEqual([code])
})

test('examples are checked by the custom format', async () => {
  const method = {
    name: 'pay',
    params: [{ name: 'price', schema: { type: 'string', format: 'money' } }],
    result: { name: 'ok', schema: true },
    examples: [
      { name: 'e', params: [{ name: 'price', value: 'b' }], result: { name: 'ok', value: true } },
    ],
  }
  const document = { openrpc: '1.3.2', info: { title: 'T', version: '1' }, methods: [method] }
  const root = temporaryFolder({
    'api.json': JSON.stringify(document),
    'formats.ts': defined(`{ ${good} }`),
  })
  const { diagnostics } = await load({ root, inputs: ['api.json'], formats: './formats.ts' })
  expect(diagnostics.map(({ code }) => code)).toEqual(['RL251'])
})
