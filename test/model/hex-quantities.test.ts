import { describe, expect, test } from 'vitest'
import { checkConfig, type Config } from 'rpcloom/run'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { answering, build, documentOf } from './documents.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const quantity = { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$' }

describe('quantities', () => {
  test.each([
    ['^0x(0|[1-9a-f][0-9a-f]*)$', true],
    ['^0x([1-9a-f]+[0-9a-f]*|0)$', true],
    ['^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$', true],
    ['^0x[0-9a-f]*$', false],
    ['^0x[0-9a-f]{40}$', false],
    ['^(0|[1-9a-f][0-9a-f]*)$', false],
    ['0x(0|[1-9a-f][0-9a-f]*)', false],
    ['^0x([1-9a-f][0-9a-f]*)$', false],
    ['^0x(0|[1-9a-f][0-9a-f]*)$|^latest$', false],
    ['^(', false],
  ])('%s: %s', (pattern, isQuantity) => {
    const { api } = build(documentOf([answering('height', { type: 'string', pattern })]))
    expect(api.groups[0]?.methods[0]?.result?.type.kind).toBe(isQuantity ? 'numeric' : 'string')
  })

  test('are only schemas without a format, and the served document is unchanged', () => {
    const document = documentOf([
      answering('plain', { ...quantity, default: '0x1' }),
      answering('own', { ...quantity, format: 'other' }),
    ])
    const [group] = build(document).api.groups
    expect(group?.methods.map(({ result }) => result?.type.kind)).toEqual(['numeric', 'string'])
    expect(group?.bundle).toEqual(document)
  })
})

const document = {
  openrpc: '1.3.2',
  info: { title: 'Chain', version: '1' },
  methods: [{ name: 'height', params: [], result: { name: 'it', schema: quantity } }],
}

test.each<[Config['hexQuantities'] | undefined, object]>([
  [undefined, { kind: 'numeric', as: 'bigint', encoding: 'hex' }],
  ['string', { kind: 'string' }],
  ['hex', { kind: 'string', format: 'hex' }],
  ['bigint', { kind: 'numeric', as: 'bigint', encoding: 'hex' }],
])('the option %s decides their type', async (hexQuantities, type) => {
  const checked = checkConfig('c.json', {
    inputs: ['a.json'],
    out: 'out',
    scope: '@t',
    targets: { client: {} },
    ...(hexQuantities && { hexQuantities }),
  })
  if (checked.kind !== 'config') throw new Error(JSON.stringify(checked.findings))
  const root = temporaryFolder({ 'a.json': JSON.stringify(document) })
  const { loaded } = await load({ ...checked.config, root })
  if (loaded === undefined) throw new Error('nothing was loaded')
  const [method] = buildApi(loaded, checked.config).api.groups[0]?.methods ?? []
  expect(method?.result?.type).toMatchObject(type)
})

test('any other value of the option is reported', () => {
  const config = { inputs: ['a'], out: 'o', scope: '@t', targets: { client: {} } }
  const checked = checkConfig('c.json', { ...config, hexQuantities: 'number' })
  expect(checked.kind === 'faulty' && checked.findings[0]?.place.pointer).toBe('/hexQuantities')
})
