import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../generator/src/engine/config-file.ts'
import { lint, type LintFinding } from '../../generator/src/lint/lint.ts'
import { checkExamples } from '../../generator/src/load/check/examples.ts'
import { lintPage } from '../../generator/src/lint/page.ts'
import { checkLint, type LintSettings, toLint } from '../../generator/src/lint/settings.ts'
import { rules } from '../../generator/src/lint/table.ts'
import { load } from 'rpcloom/load'
import { buildApi, type Json } from 'rpcloom/model'
import { checkConfig } from 'rpcloom/run'
import { chosenDocuments } from '../corpus/chosen.ts'
import { isLong } from '../corpus/folder.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../..')

async function lintText(text: string, settings: Json = {}): Promise<readonly LintFinding[]> {
  const folder = temporaryFolder({ 'api.openrpc.yaml': text })
  const { loaded, diagnostics } = await load({ root: folder, inputs: ['api.openrpc.yaml'] })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return loaded === undefined ? [] : lint(loaded, { settings: settingsOf(settings) })
}

function checked(settings: Json): ReturnType<typeof checkConfig> {
  const least = { inputs: ['a.json'], out: 'out', scope: '@t', targets: { client: {} } }
  return checkConfig('rpcloom.config.json', { ...least, lint: settings })
}

function settingsOf(json: Json): LintSettings {
  const outcome = checked(json)
  if (outcome.kind === 'faulty') throw new TypeError('The settings are faulty.')
  return toLint(outcome.config.lint)
}

const on = Object.fromEntries(rules.map(({ name }) => [name, 'warn']))

test.each(rules)('$code $name is reported for its failing example only', async (rule) => {
  const codesOf = async (text: string): Promise<readonly string[]> =>
    (await lintText(text, { rules: on })).map(({ code }) => code)
  expect(await codesOf(rule.failing)).toContain(rule.code)
  expect(await codesOf(rule.passing)).not.toContain(rule.code)
})

test('each code and name belongs to one rule', () => {
  const words = rules.flatMap(({ code, name }) => [code, name])
  expect(new Set(words).size).toBe(words.length)
  expect(rules.filter(({ code }) => !/^RL7\d\d$/.test(code))).toEqual([])
})

test('the help page equals the table', () => {
  const page = readFileSync(join(root, 'docs/lint.md'), 'utf8')
  expect(page, 'run `npm run diagnostics`').toBe(lintPage())
})

const bare = 'openrpc: 1.3.2\ninfo: { title: Pets, version: 1.0.0 }\n'
const method = `${bare}methods:\n  - name: listPets\n    params: []\n`
const only = (name: string, setting: Json = 'warn'): Json => ({
  rules: { ...Object.fromEntries(rules.map((rule) => [rule.name, 'off'])), [name]: setting },
})

test('a schema that refers to itself through its own definitions is visited once', async () => {
  const schema = `{ $ref: '#/components/schemas/A/$defs/x', $defs: { x: { $ref: '#/components/schemas/A' } } }`
  const text = `${method}components: { schemas: { A: ${schema} } }\n`
  expect((await lintText(text, only('missing-description'))).length).toBe(1)
})

test('the time for an enum grows with its length', async () => {
  const timeOf = async (length: number): Promise<number> => {
    const values = JSON.stringify(Array.from({ length }, (_, index) => `m${index}`))
    const before = process.cpuUsage()
    await lintText(`${method}components: { schemas: { A: { enum: ${values} } } }\n`)
    return process.cpuUsage(before).user
  }
  // A quadratic check would take 64 times as long for eight times as many values.
  const few = await timeOf(5000)
  expect(await timeOf(40_000)).toBeLessThan(24 * Math.max(few, 20_000))
})

test('integers of any size have one type, and a large step needs a format', async () => {
  const number = 'components: { schemas: { A: { enum: [1, 18446744073709551615] } } }'
  expect(await lintText(`${method}${number}\n`, only('enum-values'))).toEqual([])
  const step = 'components: { schemas: { A: { type: integer, multipleOf: 9007199254740993 } } }'
  const found = await lintText(`${method}${step}\n`, only('big-integer'))
  expect(found.map(({ message }) => message)).toEqual([
    '`multipleOf` exceeds 2^53, but the schema has no `format`.',
  ])
})

test('a finding has a location and the configured severity', async () => {
  const [finding, ...more] = await lintText(method, only('missing-description', 'error'))
  expect(finding).toMatchObject({
    code: 'RL701',
    rule: 'missing-description',
    severity: 'error',
    file: 'api.openrpc.yaml',
    pointer: '/methods/0',
    line: 4,
  })
  expect(more).toEqual([])
})

test.each([
  ['next to the element', `${method}    x-lint-ignore: [missing-description]\n`, undefined],
  ['around the element', `${method}x-lint-ignore: [RL701]\n`, undefined],
  ['in a file', method, { rule: 'missing-description', file: '*.openrpc.yaml' }],
  ['at pointers', method, { rule: 'RL701', pointer: '/methods/*' }],
])('a rule is ignored %s', async (_, text, entry) => {
  const settings = { rules: { 'unused-ignore': 'error' }, ...(entry && { ignore: [entry] }) }
  const found = await lintText(text, settings)
  expect(found.filter(({ code }) => code === 'RL701' || code === 'RL790')).toEqual([])
})

test('an unused ignore hides nothing and is reported', async () => {
  const settings = { ignore: [{ rule: 'missing-description', pointer: '/components/**' }] }
  const codes = (await lintText(method, settings)).map(({ code }) => code)
  expect(codes).toContain('RL701')
  expect(codes).toContain('RL790')
})

test.each([
  [{ rules: { 'no-such-rule': 'warn' } }, ['/lint/rules/no-such-rule']],
  [{ rules: { 'missing-example': 'loud' } }, ['/lint/rules/missing-example']],
  [{ rules: { 'repeated-schema': ['warn', { times: 'often' }] } }, ['/lint/rules/repeated-schema']],
  [{ rules: { 'repeated-schema': ['warn', { often: 4 }] } }, ['/lint/rules/repeated-schema']],
  [{ ignore: [{ rule: 'missing-example' }] }, ['/lint/ignore/0/file']],
  [
    { ignore: [{ rule: 'missing-example', path: 'a' }] },
    ['/lint/ignore/0/file', '/lint/ignore/0/path'],
  ],
  [{ ignore: [{ rule: 'missing-example', file: '[z-a]' }] }, ['/lint/ignore/0']],
  [{ rule: {} }, ['/lint/rule']],
  [[], ['/lint']],
] as readonly (readonly [Json, readonly string[]])[])(
  'the setting %j is rejected',
  (setting, pointers) => {
    const file = 'rpcloom.config.json'
    const outcome = checked(setting)
    const findings =
      outcome.kind === 'config' ? checkLint(file, outcome.config.lint) : outcome.findings
    expect(findings.map(({ code, place }) => [code, place.pointer])).toEqual(
      pointers.map((pointer) => ['RL002', pointer]),
    )
  },
)

test('options change what a rule finds', async () => {
  const pair =
    'params: [{ name: a, schema: { enum: [x, y] } }, { name: b, schema: { enum: [x, y] } }]'
  const text = `${bare}methods: [{ name: swap, ${pair} }]\n`
  expect(await lintText(text, only('repeated-schema'))).toEqual([])
  const found = await lintText(text, only('repeated-schema', ['warn', { times: 2 }]))
  expect(found.map(({ code }) => code)).toEqual(['RL740'])
})

test('a preset enables style rules, and an explicit setting overrides it', async () => {
  const text = `${bare}methods:\n  - name: list_pets\n    params: []\n  - name: getPet\n    params: []\n  - name: getCat\n    params: []\n`
  const codes = async (settings: Json): Promise<readonly string[]> =>
    (await lintText(text, settings)).map(({ code }) => code).filter((code) => code === 'RL730')
  expect(await codes({})).toEqual([])
  expect(await codes({ preset: 'all' })).toEqual(['RL730'])
  expect(await codes({ preset: 'all', rules: { 'method-naming': 'off' } })).toEqual([])
  expect(await codes({ rules: { 'method-naming': 'warn' } })).toEqual(['RL730'])
})

test.each<readonly [string, string, readonly (readonly [string, string])[]]>([
  ['examples', '{ type: integer, examples: [1, x] }', [['/examples/1', 'x']]],
  ['an example as OpenAPI has it', '{ type: integer, example: x }', [['/example', 'x']]],
  ['a default', '{ type: integer, default: x }', [['/default', 'default "x"']]],
  [
    'a member',
    '{ properties: { a: { type: integer } }, examples: [{ a: x }] }',
    [['/examples/0/a', '{"a":"x"}']],
  ],
  ['a reference', "{ $ref: '#/components/schemas/Id', examples: [7] }", []],
  ['valid examples', '{ type: integer, examples: [1, 2], default: 3 }', []],
])('examples of schemas: %s', async (_, schema, want) => {
  const text = `${bare}methods: []\ncomponents: { schemas: { Id: { type: integer }, Pet: ${schema} } }\n`
  const found = await lintText(text, only('schema-example'))
  expect(found.map(({ code, pointer }) => [code, pointer])).toEqual(
    want.map(([pointer]) => ['RL712', `/components/schemas/Pet${pointer}`]),
  )
  for (const [index, [, value]] of want.entries()) expect(found[index]?.message).toContain(value)
})

test('the documents of this repository pass without warnings', async () => {
  const read = await readConfig(join(root, 'rpcloom.config.json'))
  if (read.kind === 'faulty') throw new Error('the configuration is faulty')
  const { loaded, diagnostics } = await load({ ...read.config, root })
  if (loaded === undefined) throw new Error('the documents cannot be read')
  const built = buildApi(loaded, { scope: '@t' }).diagnostics
  const found = lint(loaded, { settings: toLint(read.config.lint) })
  expect([...diagnostics, ...built, ...found]).toEqual([])
})

const shared = process.env['RPCLOOM_SHARED']

test.skipIf(shared === undefined)(
  'real documents are linted (needs RPCLOOM_SHARED)',
  async () => {
    const folder = join(shared ?? '', 'corpus')
    const names = chosenDocuments(folder, isLong ? Infinity : 12)
    let linted = 0
    for (const input of names) {
      const { loaded } = await load({ root: folder, inputs: [input], allowUnresolved: true })
      if (loaded === undefined) continue
      for (const { line, code } of lint(loaded, { settings: settingsOf({ rules: on }) })) {
        expect(line, code).toBeGreaterThan(0)
      }
      linted += 1
    }
    expect(linted).toBeGreaterThan(isLong ? 50 : 8)
  },
  isLong ? 600_000 : 120_000,
)

test('members that a document may omit are checked by the preset all only', async () => {
  const text = `${bare}methods:\n  - name: sendPet\n    summary: Sends a pet to its owner\n    params: []\n`
  const codes = async (settings: Json): Promise<readonly string[]> =>
    (await lintText(text, settings)).map(({ code }) => code)
  expect(await codes({})).toEqual(['RL710'])
  expect(await codes({ preset: 'all' })).toEqual(
    expect.arrayContaining(['RL720', 'RL755', 'RL757']),
  )
})

test('error messages that differ only in case, and those of JSON-RPC, are the same error', async () => {
  const text = (code: number, first: string, second: string): string =>
    `${bare}methods:\n  - name: getPet\n    params: []\n    errors: [{ code: ${code}, message: ${first} }, { code: ${code}, message: ${second} }]\n`
  const found = async (...[code, first, second]: Parameters<typeof text>): Promise<number> =>
    (await lintText(text(code, first, second), only('ambiguous-error'))).length
  expect(await found(3, 'execution reverted', 'Execution reverted')).toBe(0)
  expect(await found(-32602, 'Invalid params', 'Missing or invalid parameters')).toBe(0)
  expect(await found(-32000, 'Invalid input', 'Invalid request')).toBe(1)
})

test('the types of params that are named by position are not compared', async () => {
  const text = (name: string): string =>
    `${bare}methods:\n  - { name: getPet, params: [{ name: ${name}, schema: { type: string } }] }\n  - { name: sellPet, params: [{ name: ${name}, schema: { type: integer } }] }\n`
  const found = async (name: string): Promise<number> =>
    (await lintText(text(name), only('param-type'))).length
  expect(await Promise.all(['"0"', 'p1', 'arg_2', 'x1', 'id'].map(found))).toEqual([0, 0, 0, 1, 1])
})

test('an example that does not match is reported with its value and location', () => {
  const method = {
    name: 'getPet',
    params: [],
    result: { name: 'pet', schema: { type: 'object', properties: { age: { type: 'integer' } } } },
    examples: [{ name: 'a', params: [], result: { name: 'pet', value: { age: 'three' } } }],
  }
  const at = { file: 'api.json', pointer: '/methods/0' }
  const resolve = (): undefined => undefined
  const element = { ...at, at, json: method }
  expect(checkExamples({ method: element, params: [], resolve })).toMatchObject([
    {
      code: 'RL251',
      message: 'The value for pet at /age must be integer, not "three".',
      place: { pointer: '/methods/0/examples/0/result/value/age' },
    },
  ])
})

test.each([
  ['every alternative', '{ type: string, description: hex }', '{ type: "null" }', 0],
  ['one of two alternatives', '{ type: string, description: hex }', '{ type: object }', 1],
  [
    'a component with a description',
    '{ $ref: "#/components/schemas/Pet" }',
    '{ title: A, type: array }',
    0,
  ],
])('a description of %s', async (_what, one, other, count) => {
  const text = `${method}    result: { name: r, schema: { oneOf: [${one}, ${other}] } }
components: { schemas: { Pet: { type: object, description: A pet } } }
`
  expect(await lintText(text, only('undescribed-param'))).toHaveLength(count)
})
