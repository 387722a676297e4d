import { expect, test } from 'vitest'
import { load } from 'rpcloom/load'
import { temporaryFolder } from '../temporary-folder.ts'

const document = {
  openrpc: '1.3.2',
  info: { title: 'T', version: '1.0.0' },
  methods: [
    {
      name: 'get',
      params: [],
      result: {
        name: 'r',
        schema: { $ref: '#/$defs/A', $defs: { A: { $ref: '#/components/schemas/A' } } },
      },
      deprecated: 'yes',
    },
  ],
  components: { schemas: { A: { type: 'string' } } },
}

test.each([
  ['a response', '/result', (json: object) => ({ jsonrpc: '2.0', id: 1, result: json })],
  ['a result', '/schema', (json: object) => ({ name: 'the document', schema: json })],
  [
    'a response with members next to the document',
    '/result/schema',
    (json: object) => ({
      id: 1,
      result: { api_version: '1.0.0', schema: json },
    }),
  ],
])('%s is read as its embedded document', async (_, prefix, wrap) => {
  const text = JSON.stringify(wrap(document), undefined, 1)
  const root = temporaryFolder({ 'api.json': text })
  const { loaded, diagnostics } = await load({ root, inputs: ['api.json'] })
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    'warning RL107',
    'warning RL117',
    'warning RL204',
  ])
  expect(diagnostics[0]?.message).toContain(prefix)
  // Locations refer to the original text.
  const lines = text.split('\n')
  expect(diagnostics[1]?.line).toBe(lines.findIndex((line) => line.includes('"#/$defs/A"')))
  expect(diagnostics[2]?.line).toBe(lines.findIndex((line) => line.includes('"yes"')) + 1)
  expect(loaded?.resolve('api.json', '#/components/schemas/A')?.json).toEqual({ type: 'string' })
})

const empty = { ...document, methods: [] }

test.each([
  ['a response without a document', { result: { methods: ['get', 'set'] } }],
  ['two documents', { result: empty, schema: empty }],
])('%s is rejected', async (_, json) => {
  const root = temporaryFolder({ 'api.json': JSON.stringify(json) })
  const { diagnostics } = await load({ root, inputs: ['api.json'] })
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['error RL107'])
})

const pet = `{ "$id": "https://example.org/pet.json", "properties": { "owner": { "$ref": "owner.json" } } }`
const files = {
  'api.json': JSON.stringify({
    ...document,
    methods: [
      {
        name: 'get',
        params: [],
        result: { name: 'r', schema: { $ref: 'https://example.org/pet.json' } },
      },
    ],
  }),
  'schemas/pet.json': pet,
  'schemas/owner.json': '{ "type": "string" }',
}

test('schemas among the inputs are found by their addresses', async () => {
  const inputs = ['schemas/pet.json', 'api.json']
  const { loaded, diagnostics } = await load({ root: temporaryFolder(files), inputs })
  expect(diagnostics).toEqual([])
  expect(loaded?.documents.map(({ file }) => file)).toEqual(['api.json'])
  expect(loaded?.resolve('api.json', 'https://example.org/pet.json')?.place.file).toBe(inputs[0])
})

test('an address may identify a file that is loaded later', async () => {
  const later = JSON.stringify({
    ...document,
    methods: ['https://example.org/pet.json', 'schemas/pet.json'].map(($ref, index) => ({
      name: `get${index}`,
      params: [],
      result: { name: 'r', schema: { $ref } },
    })),
  })
  const root = temporaryFolder({ ...files, 'api.json': later })
  const { diagnostics } = await load({ root, inputs: ['api.json'] })
  expect(diagnostics).toEqual([])
})

test.each([
  ['only schemas', ['schemas/pet.json'], ['RL107']],
  ['a schema without an address', ['schemas/owner.json', 'api.json'], ['RL005', 'RL107']],
])('%s are not inputs', async (_, inputs, want) => {
  const { diagnostics } = await load({ root: temporaryFolder(files), inputs })
  expect(diagnostics.map(({ code }) => code).toSorted()).toEqual(want)
})
