import { expect, test } from 'vitest'
import { Ajv } from 'ajv'
import { knownSchema } from '../../generator/src/openrpc/known-schemas.ts'
import { load } from 'rpcloom/load'
import { temporaryFolder } from '../temporary-folder.ts'

const released = 'https://github.com/open-rpc/meta-schema/releases'

function answering($ref: string): string {
  const result = { name: 'document', schema: { $ref } }
  return JSON.stringify({
    openrpc: '1.3.2',
    info: { title: 'T', version: '1.0.0' },
    methods: [{ name: 'rpc.discover', params: [], result }],
  })
}

test.each([
  'https://raw.githubusercontent.com/open-rpc/meta-schema/master/schema.json',
  'https://raw.githubusercontent.com/open-rpc/meta-schema/master/schema.json#',
  'https://raw.githubusercontent.com/open-rpc/meta-schema/master/schema.json#/definitions/methodObject',
  `${released}/download/1.14.5/open-rpc-meta-schema.json`,
  `${released}/latest/download/open-rpc-meta-schema.json`,
  'https://meta.open-rpc.org/',
  'https://meta.open-rpc.org',
  'http://json-schema.org/draft-07/schema#',
  'http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger',
  'https://json-schema.org/draft/2020-12/schema',
  'https://meta.json-schema.tools/',
])('%s is resolved without a network', async (address) => {
  const root = temporaryFolder({ 'api.json': answering(address) })
  const { loaded, diagnostics } = await load({ root, inputs: ['api.json'] })
  expect(diagnostics).toEqual([])
  expect(loaded?.resolve('api.json', address)).toBeDefined()
})

test.each([
  'https://example.org/open-rpc/meta-schema/schema.json',
  'https://raw.githubusercontent.com/open-rpc/examples/master/schema.json',
  'https://json-schema.org/understanding',
])('%s must be downloaded', async (address) => {
  const root = temporaryFolder({ 'api.json': answering(address) })
  const { diagnostics } = await load({ root, inputs: ['api.json'] })
  expect(diagnostics.map(({ code }) => code)).toEqual(['RL005'])
})

const accepts = new Ajv({ strict: false }).compile(
  JSON.parse(knownSchema('https://meta.open-rpc.org/') ?? 'false'),
)

test.each<readonly [string, unknown, boolean]>([
  ['a document that refers to itself', JSON.parse(answering('https://meta.open-rpc.org/')), true],
  ['no document', { openrpc: '1.3.2', methods: [] }, false],
  [
    'a method that is a reference',
    { openrpc: '1.0.0', info: { title: '', version: '' }, methods: [{ $ref: 'get.json' }] },
    true,
  ],
])('a reference to an OpenRPC document: %s', (_, value, want) => {
  expect(accepts(value)).toBe(want)
})
