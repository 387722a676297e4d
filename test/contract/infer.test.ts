import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContract } from '@rpcloom/conform'
import { isValid } from '@rpcloom/schema/internal'
import { expect, test } from 'vitest'
import { openInference } from '../../generator/src/conform/infer/infer.ts'
import { parseLossless } from '@rpcloom/rpc/internal'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { shopDocument, tea } from './shop-document.ts'

const call = (method: string, params?: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const ok = (result: string): string => `{"jsonrpc":"2.0","id":1,"result":${result}}`

/** Returns the inferred method of results, given as JSON. */
function inferred(...results: readonly string[]): unknown {
  const inference = openInference()
  for (const result of results) inference.add(call('a', []), ok(result))
  const { methods } = JSON.parse(inference.document()) as {
    readonly methods: readonly { readonly result: { readonly schema: unknown } }[]
  }
  return methods[0]?.result.schema
}

test.each<[string, readonly string[], object]>([
  ['an integer', ['1', '2'], { type: 'integer', 'x-inferred': { values: 2 } }],
  ['a number', ['1', '2.5'], { type: 'number' }],
  [
    'a nullable text',
    ['"a"', 'null'],
    { type: ['string', 'null'], 'x-inferred': { values: 2, nulls: 1 } },
  ],
  ['a large integer', ['18446744073709551615'], { type: 'integer', format: 'uint64' }],
  ['a larger integer', ['18446744073709551616'], { type: 'integer', format: 'uint256' }],
  ['an amount', ['1.00000000', '2.00000000'], { type: 'number' }],
  ['an amount in a list', ['[1.0]'], { items: { type: 'number' } }],
  ['a large number', ['9.217e+20'], { type: 'number' }],
  ['a number like an integer in text', ['"1.0"'], { type: 'string' }],
  ['a negative large integer', ['-9007199254740993'], { type: 'integer', format: 'int64' }],
  ['a list', ['[]', '["a",1]'], { type: 'array', items: { type: ['integer', 'string'] } }],
  [
    'hex quantities',
    ['"0x1"', '"0x2f"', '"0x0"'],
    { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' },
  ],
  [
    'a map of heights',
    ['{"10":{"a":1},"11":{"a":null}}', '{"12":{"a":2,"b":["x"]}}'],
    {
      additionalProperties: {
        type: 'object',
        properties: {
          a: { type: ['integer', 'null'], 'x-inferred': { values: 3, nulls: 1 } },
          b: { type: 'array', items: { type: 'string' } },
        },
        required: ['a'],
        'x-inferred': { values: 3 },
      },
    },
  ],
  [
    'a map of many names',
    [JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`a${at}`, at])))],
    { additionalProperties: { type: 'integer', 'x-inferred': { values: 300 } } },
  ],
  ['hex bytes', ['"0x"', '"0x01"', '"0x0A"'], { pattern: '^0x([0-9a-fA-F]{2})*$' }],
])('%s is inferred', (_, results, want) => {
  expect(inferred(...results)).toMatchObject(want)
})

test.each(['9.217e+20', '1e300', `1${'0'.repeat(90)}`, '-1e20', '-12345678901234567890', '1.0'])(
  '%s is valid against its own schema',
  (value) => {
    expect(isValid(inferred(value), parseLossless(value), {})).toBe(true)
  },
)

test('methods that only failed are omitted, but not notifications', () => {
  const inference = openInference()
  const failed = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"No"}}'
  inference.add(call('failed'), failed)
  inference.add(call('unanswered'), '')
  inference.add(call(''), ok('1'))
  inference.add('{"jsonrpc":"2.0","method":"note"}', '')
  inference.add(call('mixed'), failed)
  inference.add(call('mixed'), ok('1'))
  const { methods } = JSON.parse(inference.document()) as {
    readonly methods: readonly { readonly name: string; readonly result?: object }[]
  }
  expect(methods.map(({ name, result }) => [name, result !== undefined])).toEqual([
    ['mixed', true],
    ['note', false],
  ])
})

test('two texts do not make a pattern', () => {
  expect(inferred('"0x1"', '"0x2"', '"0x2"')).not.toHaveProperty('pattern')
  expect(inferred('"0x1"', '"0x2"', '"0x3"', '"latest"')).not.toHaveProperty('pattern')
})

test('members of all objects are required, whatever their names', () => {
  const schema = inferred('{"__proto__":1,"a":null}', '{"__proto__":2,"constructor":"x"}') as {
    readonly properties: object
  }
  expect(Object.keys(schema.properties)).toEqual(['__proto__', 'a', 'constructor'])
  expect(schema).toMatchObject({ type: 'object', required: ['__proto__'] })
})

test('params, errors and batches are inferred', () => {
  const inference = openInference()
  inference.add(call('by.name', { a: 1 }), ok('true'))
  inference.add(call('by.name', { a: 2, b: 'x' }), ok('true'))
  inference.add(call('by.name', { c: 1 }), '{"id":1,"error":{"code":-5,"message":"No"}}')
  inference.add(call('both', { a: 1 }), ok('true'))
  inference.add(call('both', [1, 2]), ok('true'))
  inference.add(`[${call('list', [1])},${call('list', [])}]`, `[${ok('1')},${ok('1')}]`)
  const { methods } = JSON.parse(inference.document()) as { readonly methods: readonly object[] }
  expect(methods).toMatchObject([
    { name: 'both', paramStructure: 'either', params: [{ name: 'a' }, { name: 'param2' }] },
    {
      name: 'by.name',
      paramStructure: 'by-name',
      params: [
        { name: 'a', required: true },
        { name: 'b', required: false },
      ],
      errors: [{ code: -5, message: 'No' }],
      'x-inferred': { calls: 3 },
    },
    { name: 'list', params: [{ name: 'param1', required: false }], 'x-inferred': { calls: 2 } },
  ])
})

test('a large integer and hex are valid against their schema', () => {
  const values = ['18446744073709551615', '"0x1"', '"0x2"', '"0x3"']
  const schema = inferred(...values)
  expect(values.filter((value) => !isValid(schema, parseLossless(value), {}))).toEqual([])
})

test('params are required only if every call has them, in either form', () => {
  const inference = openInference()
  inference.add(call('named', { a: 1 }), ok('1'))
  inference.add(call('named'), ok('1'))
  inference.add(call('either', { a: 1, b: 'x' }), ok('1'))
  inference.add(call('either', { a: 1, b: 'x' }), ok('1'))
  inference.add(call('either', ['0x1']), ok('1'))
  inference.add(call('further', { '': 1 }), ok('1'))
  inference.add(call('further', [1, 2, null]), ok('1'))
  const { methods } = JSON.parse(inference.document()) as { readonly methods: readonly object[] }
  expect(methods).toMatchObject([
    {
      name: 'either',
      params: [
        { name: 'a', required: true, schema: { type: ['integer', 'string'] } },
        { name: 'b', required: false, schema: { type: 'string' } },
      ],
    },
    {
      name: 'further',
      params: [
        { name: '', required: true },
        { name: 'param2', required: false, schema: { type: 'integer' } },
        { name: 'param3', required: false, schema: { type: 'null' } },
      ],
    },
    { name: 'named', params: [{ name: 'a', required: false }] },
  ])
})

test('the calls of a batch are paired by exact ids, in their order', () => {
  const inference = openInference()
  inference.add(
    '[{"method":"n"},{"id":1.5,"method":"a"},{"id":2.5,"method":"b"},{"id":{},"method":"c"},{"id":{},"method":"d"}]',
    '[{"result":0},{"id":2.5,"result":1},{"id":1.5,"result":"x"},{"id":{},"result":true},{"id":{},"result":[]}]',
  )
  const { methods } = JSON.parse(inference.document()) as { readonly methods: readonly object[] }
  expect(methods).toMatchObject([
    { name: 'a', result: { schema: { type: 'string' } } },
    { name: 'b', result: { schema: { type: 'integer' } } },
    { name: 'c', result: { schema: { type: 'boolean' } } },
    { name: 'd', result: { schema: { type: 'array' } } },
    { name: 'n' },
  ])
  expect(methods.at(-1)).not.toHaveProperty('result')
})

test('params have different names, null is no params, and codes are integers', () => {
  const inference = openInference()
  inference.add(call('a', { param2: 1 }), ok('1'))
  inference.add(call('a', [1, 2]), ok('1'))
  inference.add(call('b', null), ok('1'))
  inference.add(call('b', [1]), ok('1'))
  for (const code of ['1.5', '-32000.0', '"x"'])
    inference.add(call('b'), `{"id":1,"error":{"code":${code},"message":"no"}}`)
  const { methods } = JSON.parse(inference.document()) as { readonly methods: readonly object[] }
  expect(methods).toMatchObject([
    { params: [{ name: 'param2' }, { name: 'param2_' }] },
    { params: [{ required: false }], errors: [{ code: -32_000 }] },
  ])
})

test('params with the names of inherited members may be omitted', () => {
  const params = [{ name: 'constructor', schema: { type: 'string' } }]
  const methods = [{ name: 'a', params, result: { name: 'r', schema: {} } }]
  const info = { title: 'Api', version: '1' }
  const contract = readContract({ openrpc: '1.3.2', info, methods })
  const inference = openInference({ ...contract, written: new Map() })
  inference.add(call('a', {}), ok('1'))
  expect(inference.corrections()).toBeUndefined()
})

test('the command writes a document that lint can read', async () => {
  const folder = temporaryFolder({
    'tests/a/1.io': `>> ${call('a"`${x}', { b: [1] })}\n<< ${ok('{"c":null}')}\n`,
  })
  expect(await rpcloom(folder, 'conform', '--io', 'tests', '--infer', 'api.json')).toMatchObject({
    code: 0,
    stderr: '',
  })
  const { code } = await rpcloom(folder, 'lint', '-i', 'api.json')
  expect(code).toBeLessThan(2)
})

test('the command writes corrections of a document, which it then follows', async () => {
  const item = JSON.stringify({ ...tea, price: null })
  const folder = temporaryFolder({
    'shop.json': JSON.stringify(shopDocument),
    'tests/a/1.io': `>> ${call('shop.getItem', { id: 7 })}\n<< ${ok(item)}\n>> ${call('shop.hidden')}\n<< ${ok('1')}\n`,
  })
  const infer = ['conform', '--io', 'tests', '--infer', 'fix.json', '-i', 'shop.json']
  expect(await rpcloom(folder, ...infer)).toMatchObject({ code: 0, stderr: '' })
  const { actions } = JSON.parse(readFileSync(join(folder, 'fix.json'), 'utf8')) as {
    readonly actions: readonly object[]
  }
  expect(actions).toHaveLength(3)
  const { stdout, stderr } = await rpcloom(folder, ...infer, '--overlay', 'fix.json')
  expect([stdout, stderr]).toEqual([
    'The documents allow all recorded calls. Nothing was written.\n',
    '',
  ])
})

test('corrections keep the references of the source, also if the result is one', async () => {
  const result = { $ref: '#/components/contentDescriptors/A' }
  const schema = { $ref: './types.json#/Text' }
  const folder = temporaryFolder({
    'api.json': JSON.stringify({
      openrpc: '1.3.2',
      info: { title: 'Api', version: '1' },
      methods: [
        { name: 'a', params: [], result },
        { name: 'b', params: [], result: { name: 'b', schema } },
      ],
      components: { contentDescriptors: { A: { name: 'a', schema } } },
    }),
    'types.json': JSON.stringify({ Text: { type: 'string' } }),
    'tests/a/1.io': ['a', 'b'].map((name) => `>> ${call(name)}\n<< ${ok('1')}\n`).join(''),
  })
  const infer = ['conform', '--io', 'tests', '--infer', 'fix.json', '-i', 'api.json']
  expect(await rpcloom(folder, ...infer)).toMatchObject({ code: 0, stderr: '' })
  const fix = readFileSync(join(folder, 'fix.json'), 'utf8')
  expect(fix).toContain('"./types.json#/Text"')
  expect(fix).toContain('"#/components/contentDescriptors/A/schema"')
  const { stdout, stderr } = await rpcloom(folder, ...infer, '--overlay', 'fix.json')
  expect([stdout, stderr]).toEqual([
    'The documents allow all recorded calls. Nothing was written.\n',
    '',
  ])
})

test('corrections have params that the document does not allow, lacks, or wrongly requires', async () => {
  const text = { type: 'string' }
  const params = [
    { name: 'a', required: true, schema: text },
    { $ref: '#/components/contentDescriptors/B' },
    { name: 'c', schema: text },
  ]
  const result = { name: 'r', schema: {} }
  const folder = temporaryFolder({
    'api.json': JSON.stringify({
      openrpc: '1.3.2',
      info: { title: 'Api', version: '1' },
      methods: [
        { name: 'list', params, result },
        { name: 'named', params, result },
        { name: 'whole', params: [], 'x-params': { type: 'object', required: ['id'] }, result },
        { name: 'right', params, result },
      ],
      components: { contentDescriptors: { B: { name: 'b', required: true, schema: text } } },
    }),
    'tests/1.io': [
      call('list', ['x', 1, null, true]),
      call('list', ['x']),
      call('named', { a: 1, b: 'x', d: [] }),
      call('whole', { name: 'x' }),
      call('right', ['x', 'x', null]),
    ]
      .map((request) => `>> ${request}\n<< ${ok('1')}\n`)
      // The params of a failed call may be wrong, and an event is no response.
      .concat(`>> ${call('right', [1])}\n<< {"id":1,"error":{"code":-32602,"message":""}}\n`)
      .concat(`>> ${call('right', ['x', 'x'])}\n<< ${call('event', {})}\n<< ${ok('1')}\n`)
      .join(''),
  })
  const infer = ['conform', '--io', 'tests', '--infer', 'fix.json', '-i', 'api.json']
  expect(await rpcloom(folder, ...infer)).toMatchObject({ code: 0, stderr: '' })
  const { actions } = JSON.parse(readFileSync(join(folder, 'fix.json'), 'utf8')) as {
    readonly actions: readonly { readonly target: string; readonly update?: object }[]
  }
  const updates = actions.filter(({ update }) => update)
  const of = (name: string, member: string): string => `$.methods[?@.name == "${name}"]${member}`
  expect(updates).toMatchObject([
    { target: of('list', '.params[1]'), update: { name: 'b', required: false } },
    { target: of('list', '.params'), update: { name: 'param4', schema: { type: 'boolean' } } },
    {
      target: of('named', '.params[0]'),
      update: { schema: { anyOf: [text, { type: 'integer' }], 'x-inferred': { invalid: 1 } } },
    },
    { target: of('named', '.params'), update: { name: 'd', schema: { type: 'array' } } },
    {
      target: of('whole', ''),
      update: { 'x-params': { anyOf: [{ required: ['id'] }, { required: ['name'] }] } },
    },
  ])
  const { stdout, stderr } = await rpcloom(folder, ...infer, '--overlay', 'fix.json')
  expect([stdout, stderr]).toEqual([
    'The documents allow all recorded calls. Nothing was written.\n',
    '',
  ])
})
