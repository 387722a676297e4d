import { expect, describe, test } from 'vitest'
import { checkConfig } from 'rpcloom/run'
import { load, type LoadResult } from 'rpcloom/load'
import { buildApi, type Json, type JsonObject } from 'rpcloom/model'
import { temporaryFolder } from '../temporary-folder.ts'

const root = 'openrpc: 1.3.2\ninfo: { title: Shop, version: 1.0.0 }\n'
const tree = {
  root: 'base.yaml',
  methods: ['src/shop/*.yaml'],
  schemas: ['src/schemas/*.yaml'],
  'error-groups': ['src/errors/*.yaml'],
}

async function loaded(
  files: Readonly<Record<string, string>>,
  input: Json = tree,
): Promise<LoadResult> {
  const checked = checkConfig('c.json', {
    inputs: [input],
    out: 'out',
    scope: '@t',
    targets: { client: {} },
  })
  if (checked.kind !== 'config') throw new Error(JSON.stringify(checked.findings))
  return load({ ...checked.config, root: temporaryFolder(files) })
}

function documentIn({ loaded: found, diagnostics }: LoadResult): JsonObject {
  expect(diagnostics).toEqual([])
  return found?.documents[0]?.json ?? {}
}

/**
 * Methods as lists, schemas as maps, errors in groups. References refer to the assembled document.
 */
const lists = {
  'base.yaml': root,
  'src/shop/a.yaml': `- name: shop_get
  params: []
  result: { name: item, schema: { $ref: '#/components/schemas/Item' } }
- name: shop_buy
  params: [{ name: id, schema: { $ref: '#/components/schemas/Id' } }]
  error-groups: [{ $ref: '#/components/error-groups/Stock' }]
- name: shop_return
  params: []
  x-error-group: [{ $ref: '#/components/x-error-group/Stock' }]
`,
  'src/shop/b.yaml': '- { name: shop_list, params: [], result: { name: all, schema: true } }\n',
  'src/schemas/base.yaml': `Id: { type: string }
Item:
  type: object
  properties: { id: { $ref: '#/components/schemas/Id' } }
`,
  'src/errors/stock.yaml': 'Stock: { errors: [{ code: 7, message: Sold out }] }\n',
}

test('methods in lists and schemas in maps become one document', async () => {
  const result = await loaded(lists)
  expect(documentIn(result)).toMatchObject({
    info: { title: 'Shop' },
    methods: [
      { name: 'shop_get' },
      { name: 'shop_buy', errors: [{ code: 7, message: 'Sold out' }] },
      { name: 'shop_return', errors: [{ code: 7, message: 'Sold out' }] },
      { name: 'shop_list' },
    ],
    components: { schemas: { Id: { type: 'string' }, Item: { type: 'object' } } },
  })
  const { api } = buildApi(
    result.loaded ?? { documents: [], files: new Map(), resolve: () => undefined },
    { scope: '@t' },
  )
  expect([...api.types.values()].map(({ name }) => name).sort()).toContain('Item')
  // All files read are recorded for the lock file and for --watch.
  expect([...result.files.keys()].sort()).toEqual(Object.keys(lists).sort())
})

test('one file per method and schema, with references by path', async () => {
  const files = {
    'base.yaml': root,
    'methods/get.json': JSON.stringify({
      name: 'get',
      params: [{ name: 'id', schema: { $ref: '../schemas/Id.json' } }],
      result: { name: 'item', schema: { $ref: '/schemas/Item.json' } },
      tags: [{ $ref: '#/components/tags/Shop' }],
    }),
    'schemas/Id.json': '{ "type": "string" }',
    'schemas/Item.json': JSON.stringify({
      type: 'object',
      properties: { id: { $ref: './Id.json' }, size: { $ref: '#/definitions/size' } },
      definitions: { size: { type: 'integer' } },
    }),
    'tags/Shop.json': '{ "name": "Shop" }',
  }
  const input = {
    root: 'base.yaml',
    methods: ['methods/*.json'],
    schemas: ['schemas/*.json'],
    tags: ['tags/*.json'],
  }
  expect(documentIn(await loaded(files, input))).toMatchObject({
    methods: [
      {
        params: [{ schema: { $ref: '#/components/schemas/Id' } }],
        result: { schema: { $ref: '#/components/schemas/Item' } },
      },
    ],
    components: {
      schemas: {
        Id: { type: 'string' },
        Item: {
          properties: {
            id: { $ref: '#/components/schemas/Id' },
            size: { $ref: '#/components/schemas/Item/definitions/size' },
          },
        },
      },
      tags: { Shop: { name: 'Shop' } },
    },
  })
})

test('documents without a root file are fragments, too, and other files can be referenced', async () => {
  const files = {
    'spec/base.yaml': root,
    'spec/parts/a.yaml': `methods:
  - name: get
    params: []
    result: { name: it, schema: { $ref: ../other.yaml#/Other } }
components:
  schemas: { Own: { type: string } }
`,
    'spec/other.yaml': 'Other: { type: boolean }\n',
  }
  const result = await loaded(files, { root: 'spec/base.yaml', methods: ['spec/parts/*.yaml'] })
  expect(documentIn(result)).toMatchObject({
    methods: [{ name: 'get', result: { schema: { $ref: 'other.yaml#/Other' } } }],
    components: { schemas: { Own: { type: 'string' } } },
  })
})

describe('errors are reported at their location in the fragment', () => {
  const places = async (
    changes: Readonly<Record<string, string>>,
    input: Json = tree,
  ): Promise<readonly unknown[]> => {
    const { diagnostics } = await loaded({ ...lists, ...changes }, input)
    return diagnostics.map(({ code, file, line, column }) => [code, file, line, column])
  }

  test.each([
    [
      'an unresolved reference',
      'src/shop/b.yaml',
      "- name: a\n  params: []\n  result:\n    name: r\n    schema: { $ref: '#/components/schemas/Non' }\n",
      ['RL110', 'src/shop/b.yaml', 5, 13],
    ],
    [
      'a method that another fragment has',
      'src/shop/b.yaml',
      '- { name: shop_get, params: [] }\n',
      ['RL211', 'src/shop/b.yaml', 1, 3],
    ],
    [
      'a schema that another fragment has otherwise',
      'src/schemas/z.yaml',
      'Id: { type: number }\n',
      ['RL119', 'src/schemas/z.yaml', 1, 5],
    ],
    ['text that is not YAML', 'src/schemas/z.yaml', 'Id: [', ['RL103', 'src/schemas/z.yaml', 1, 6]],
  ])('%s', async (_, file, text, want) => {
    expect(await places({ [file]: text })).toContainEqual(want)
  })

  test('a pattern that matches nothing', async () => {
    expect(await places({}, { ...tree, schemas: ['no/*.yaml'] })).toContainEqual([
      'RL004',
      'no/*.yaml',
      1,
      1,
    ])
  })
})

test('equal schemas of two fragments are one schema', async () => {
  const { diagnostics } = await loaded({ ...lists, 'src/schemas/z.yaml': 'Id: { type: string }\n' })
  expect(diagnostics).toEqual([])
})
