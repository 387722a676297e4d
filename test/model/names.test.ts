import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildApi, camel, isIdentifier, kebab, pascal, type JsonObject } from 'rpcloom/model'
import { nameGroups } from '../../generator/src/model/names/group-names.ts'
import { splitMethodNames, splittingOf } from '../../generator/src/model/names/split-names.ts'
import { schemaOrigin } from '../../generator/src/model/names/type-origin.ts'
import { answering, build, documentOf, loadedFrom } from './documents.ts'

test.each([
  ['Range', 'Range'],
  ['Location', 'Location'],
  ['Request', 'RequestSchema'],
  ['Promise', 'PromiseSchema'],
])('a type called %s, as a global, is named %s', (key, name) => {
  const { api } = build(documentOf([], { [key]: { type: 'object', properties: { a: {} } } }))
  expect([...api.types.values()].map((type) => type.name)).toEqual([name])
})

describe('identifiers', () => {
  test.each([
    ['list_pets', 'ListPets', 'listPets', 'list-pets'],
    ['getUTXOs', 'GetUTXOs', 'getUTXOs', 'get-utxos'],
    ['GetUTXOs', 'GetUTXOs', 'getUTXOs', 'get-utxos'],
    ['UTXOs', 'UTXOs', 'utxos', 'utxos'],
    ['URLFor', 'URLFor', 'urlFor', 'url-for'],
    ['BLOCK_TAG', 'BlockTag', 'blockTag', 'block-tag'],
    ['NLED', 'NLED', 'nled', 'nled'],
    ['Block hash', 'BlockHash', 'blockHash', 'block-hash'],
    ['a/b+c', 'ABC', 'aBC', 'a-b-c'],
    ['1c', '_1c', '_1c', '1c'],
    [
      'größe',
      'Größe',
      'größe',
      'große'
        .normalize('NFKD')
        .replace(/\p{Mark}/gu, '')
        .replace('ß', '-'),
    ],
    ['日本', '日本', '日本', ''],
    ['__proto__', 'Proto', 'proto', 'proto'],
    ['*/ alert(1) //', 'Alert1', 'alert1', 'alert-1'],
    ['🎉', '', '', ''],
  ])('%s', (text, type, value, slug) => {
    expect([pascal(text), camel(text), kebab(text)]).toEqual([type, value, slug])
  })

  test('are valid or empty for any text', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        for (const name of [pascal(text), camel(text)]) {
          expect(name === '' || isIdentifier(name)).toBe(true)
        }
        expect(kebab(text)).toMatch(/^[a-z0-9-]*$/)
      }),
      { seed: 7, numRuns: 500 },
    )
  })
})

test.each<readonly [string, readonly string[], readonly string[], readonly string[]]>([
  ['one prefix is dropped', ['platform.getHeight', 'platform.getTx'], [], ['getHeight', 'getTx']],
  ['several nest', ['eth_call', 'net_peerCount'], [], ['eth:call', 'net:peerCount']],
  ['rpc.discover does not count', ['a.b', 'a.c', 'rpc.discover'], [], ['b', 'c', 'rpc:discover']],
  ['slashes separate', ['note/get', 'sync'], [], ['note:get', ':sync']],
  ['snake case has no namespace', ['list_pets', 'get_pet'], [], [':list_pets', ':get_pet']],
  ['nor is a single name', ['info_height'], [], [':info_height']],
  [
    'a verb among namespaces',
    ['eth_getBlock', 'resolve_did'],
    [],
    ['eth:getBlock', ':resolve_did'],
  ],
  ['declared namespaces count', ['get_pet', 'list_pets'], ['get'], ['get:pet', ':list_pets']],
  ['every dot and slash', ['a.b.c/d', 'd.e_f'], [], ['a>b>c:d', 'd:e_f']],
  ['one shared level is dropped', ['a.b.c', 'a.d'], [], ['b:c', ':d']],
  [
    'a namespace in a declared one',
    ['get_pet.tag.add', 'x'],
    ['get_pet'],
    ['get_pet>tag:add', ':x'],
  ],
  [
    'an underscore, then dots',
    ['eth_getBlock.raw', 'net_peerCount'],
    [],
    ['eth>getBlock:raw', 'net:peerCount'],
  ],
  ['separators at the ends', ['.a', 'b.', 'c..d', 'c.e.'], [], [':.a', ':b.', 'c:.d', 'c:e.']],
])('method names: %s', (_, names, declared, want) => {
  const split = splitMethodNames(names, declared, splittingOf(names, declared))
  const single = want.every((name) => !name.includes(':')) || want.includes('rpc:discover')
  const text = split.map(({ path, rest }) =>
    path.length === 0 && single ? rest : `${path.join('>')}:${rest}`,
  )
  expect(text).toEqual(want)
})

test.each<readonly [string, JsonObject, readonly [string, string, string]]>([
  ['a/p-chain.openrpc.json', {}, ['pChain', 'p-chain', 'PChain']],
  ['petstore-openrpc.yaml', {}, ['petstore', 'petstore', 'Petstore']],
  ['a/openrpc.json', { info: { title: 'My Pets' } }, ['myPets', 'my-pets', 'MyPets']],
  ['pets/openrpc.json', {}, ['pets', 'pets', 'Pets']],
  ['x.json', { 'x-group': { key: 'cChain' } }, ['cChain', 'c-chain', 'CChain']],
  ['batch.json', {}, ['batchGroup', 'batch-group', 'BatchGroup']],
  ['index.json', {}, ['api', 'api', 'Api']],
  [
    'openrpc.json',
    { info: { title: 'Ethereum JSON-RPC Specification' } },
    ['ethereum', 'ethereum', 'Ethereum'],
  ],
  ['openrpc.root.json', { info: { title: 'My Pets' } }, ['myPets', 'my-pets', 'MyPets']],
  ['src/base-doc.json', { info: { title: 'Pets API' } }, ['pets', 'pets', 'Pets']],
  ['refs-openrpc.json', { info: { title: 'Pets API' } }, ['pets', 'pets', 'Pets']],
  ['openrpc.json', { info: { title: 'JSON-RPC API' } }, ['api', 'api', 'Api']],
  ['jsonrpc.json', { info: { title: 'Shop Service API' } }, ['shop', 'shop', 'Shop']],
  ['eth-json-rpc.json', {}, ['eth', 'eth', 'Eth']],
  ['a/openrpc.json', { info: { title: 'Pets RPC for namespace Cats' } }, ['pets', 'pets', 'Pets']],
  ['x.json', { 'x-group': { key: '' } }, ['x', 'x', 'X']],
  ['con.json', {}, ['con', 'con-api', 'Con']],
  ['template.json', { info: { title: 'My Pets' } }, ['myPets', 'my-pets', 'MyPets']],
  [
    'discover:http://127.0.0.1:21230',
    { info: { title: 'My Pets' } },
    ['myPets', 'my-pets', 'MyPets'],
  ],
  ['https://pets.example/v1/rpc', { info: { title: 'My Pets' } }, ['myPets', 'my-pets', 'MyPets']],
  ['https://pets.example/cats.json', { info: { title: 'Pets' } }, ['cats', 'cats', 'Cats']],
])('group of %s', (file, json, [key, slug, typeName]) => {
  expect(nameGroups([{ file, json }]).groups).toEqual([{ key, slug, typeName }])
})

interface NamedGroup {
  readonly file: string
  readonly json: JsonObject
  readonly configured: Readonly<Record<string, string>>
  readonly key: string
  readonly codes: readonly string[]
}

test.each<NamedGroup>([
  { file: 'a/long.json', json: {}, configured: { 'a/long.json': 'eth' }, key: 'eth', codes: [] },
  {
    file: 'a/long.json',
    json: { 'x-group': { key: 'x' } },
    configured: { 'a/*.json': 'eth' },
    key: 'eth',
    codes: [],
  },
  { file: 'a.json', json: {}, configured: { 'b.json': 'eth' }, key: 'a', codes: [] },
  {
    file: 'a.json',
    json: {},
    configured: { 'a.json': 'batch' },
    key: 'batchGroup',
    codes: ['RL311'],
  },
  {
    file: 'a.json',
    json: { 'x-group': { key: 'my pets' } },
    configured: {},
    key: 'myPets',
    codes: [],
  },
  { file: 'batch.json', json: {}, configured: {}, key: 'batchGroup', codes: [] },
])(
  'group of $file with $json and $configured is $key',
  ({ file, json, configured, key, codes }) => {
    const { groups, findings } = nameGroups([{ file, json }], configured)
    expect(groups.map((group) => group.key)).toEqual([key])
    expect(findings.map(({ code }) => code)).toEqual(codes)
  },
)

test('a document without methods forms no group if other documents have methods', () => {
  const shared = documentOf([], { Pet: { type: 'string' } })
  const pets = documentOf([answering('getPet', { $ref: 'shared.json#/components/schemas/Pet' })])
  const loaded = loadedFrom({ 'shared.json': shared, 'pets.json': pets }, [
    'shared.json',
    'pets.json',
  ])
  const { api } = buildApi(loaded, { scope: '@test' })
  expect(api.groups.map(({ key, methods }) => [key, methods.length])).toEqual([['pets', 1]])
  expect(api.modules.map(({ path }) => path)).toEqual(['shared/shared'])
})

test('a key declared by a document is not affected by other files', () => {
  const documents = [
    { file: 'pets.json', json: {} },
    { file: 'a.json', json: { 'x-group': { key: 'pets' } } },
  ]
  expect(nameGroups(documents).groups.map(({ key }) => key)).toEqual(['pets2', 'pets'])
})

test('two documents with the same key after normalization are reported', () => {
  const keyed = (key: string): JsonObject =>
    documentOf([], {}, { 'x-group': { key, path: `/${key}` } })
  const files = { 'a.json': keyed('myPets'), 'b.json': keyed('my-pets'), 'c.json': keyed('toys') }
  const { diagnostics } = buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' })
  expect(diagnostics).toMatchObject([{ code: 'RL303', file: 'b.json', pointer: '/x-group/key' }])
})

test('two documents with several methods at the same path are one warning', () => {
  const methods = ['a', 'b', 'c'].map((name) => ({ name, params: [] }))
  const files = { 'a.json': documentOf(methods), 'b.json': documentOf(methods) }
  const { diagnostics } = buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' })
  const found = diagnostics.filter(({ code }) => code === 'RL304')
  expect(found).toMatchObject([{ file: 'b.json', pointer: '/methods/0/name' }])
  expect(found[0]?.message).toContain('a.json already has methods a and 2 more at /')
})

test('groups have different keys, ignoring case', () => {
  const files = ['a/pets.json', 'b/pets.json', 'c/PETS.json']
  const { groups } = nameGroups(files.map((file) => ({ file, json: {} })))
  expect(groups.map(({ key }) => key)).toEqual(['pets', 'bPets', 'cPETS'])
})

function methodNames(...names: readonly string[]): readonly (readonly string[])[] {
  const { api } = build(documentOf(names.map((name) => answering(name, { type: 'null' }))))
  const methods = api.groups[0]?.methods ?? []
  return methods.map(({ namespace, member, standalone, slug }) => [
    namespace,
    member,
    standalone,
    slug,
  ])
}

test('names of methods', () => {
  expect(methodNames('delete', 'list_pets', 'method', 'then', 'GetUTXOs')).toEqual([
    ['', 'delete', 'deleteMethod', 'delete-method'],
    ['', 'listPets', 'listPets', 'list-pets'],
    ['', 'method', 'methodMethod', 'method-method'],
    ['', 'thenMethod', 'thenMethod', 'then-method'],
    ['', 'getUTXOs', 'getUTXOs', 'get-utxos'],
  ])
  expect(methodNames('eth_getBlock', 'net_peerCount', 'net')).toEqual([
    ['eth', 'getBlock', 'ethGetBlock', 'eth-get-block'],
    ['net', 'peerCount', 'netPeerCount', 'net-peer-count'],
    ['', 'netMethod', 'netMethod', 'net-method'],
  ])
  expect(methodNames('GetFoo', 'getFoo', 'get-foo')).toEqual([
    ['', 'getFooMethod', 'getFooMethod', 'get-foo-method'],
    ['', 'getFoo', 'getFoo', 'get-foo'],
    ['', 'getFoo2', 'getFoo2', 'get-foo2'],
  ])
})

function typeNames(schemas: JsonObject, methods: readonly JsonObject[] = []): readonly string[] {
  const { api } = build(documentOf(methods, schemas))
  return [...api.types.values()].map(({ name }) => name)
}

describe('types', () => {
  test('a type that another document reaches through a type has a name of its own there', () => {
    const wallet = (member: string): JsonObject => ({
      type: 'object',
      properties: { [member]: { type: 'string' } },
    })
    const list = { type: 'array', items: { $ref: '#/components/schemas/Wallet' } }
    const files = {
      'a.json': documentOf([answering('listA', { $ref: '#/components/schemas/List' })], {
        List: list,
        Wallet: wallet('id'),
      }),
      'b.json': documentOf([
        answering('listB', { $ref: 'a.json#/components/schemas/List' }),
        answering('one', { $ref: 'c.json#/components/schemas/Wallet' }),
      ]),
      'c.json': documentOf([answering('listC', { $ref: '#/components/schemas/Wallet' })], {
        Wallet: wallet('name'),
      }),
    }
    const { api } = buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' })
    const names = [...api.types.values()].map(({ name }) => name)
    expect(names.toSorted()).toEqual(['CWallet', 'List', 'Wallet'])
  })

  const text = { type: 'string' }
  const record = (...names: readonly string[]): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
  })

  test('are in PascalCase, even if the keys are upper case', () => {
    const keys = ['ADDRESS', 'TXN_HASH', 'FELT', 'CID', 'UTXO', 'HTTP']
    const names = typeNames(Object.fromEntries(keys.map((key) => [key, text])))
    expect(names).toEqual(['Address', 'TxnHash', 'Felt', 'CID', 'UTXO', 'HTTP'])
  })

  test('are named by any component key', () => {
    const keys = [
      'Pet',
      'foo-bar',
      'FooBar',
      'Error',
      'Event',
      'Promise',
      '1c',
      '日本',
      '+',
      'Test',
    ]
    const names = typeNames(Object.fromEntries(keys.map((key) => [key, text])))
    expect(names).toEqual([
      'Pet',
      'TestFooBar',
      'FooBar',
      'ErrorSchema',
      'EventSchema',
      'PromiseSchema',
      '_1c',
      '日本',
      'Schema',
      'TestSchema',
    ])
  })

  test('are named by their title inside others; equal ones are one type', () => {
    const owner = { title: 'Pet owner', ...record('name') }
    const schemas = {
      A: { type: 'object', properties: { owner, other: { ...owner, description: 'Another' } } },
      B: { type: 'object', properties: { owner: { title: 'Pet owner', ...record('age') } } },
    }
    expect(typeNames(schemas)).toEqual(expect.arrayContaining(['A', 'B', 'PetOwner', 'BPetOwner']))
    expect(typeNames(schemas)).toHaveLength(4)
  })

  test('of methods are named after the method; a component of that name keeps it', () => {
    const get = {
      name: 'getPet',
      params: [{ name: 'id', schema: text }],
      result: { name: 'pet', schema: record('name') },
    }
    expect(typeNames({}, [get])).toEqual(['GetPetParams', 'GetPetResult'])
    expect(typeNames({ GetPetParams: text }, [get])).toEqual([
      'TestGetPetParams',
      'GetPetResult',
      'GetPetParams',
    ])
  })

  test('have an input form if it differs, also through cycles', () => {
    const big = { type: 'string', format: 'uint64' }
    const to = (key: string): JsonObject => ({ $ref: `#/components/schemas/${key}` })
    const { api } = build(
      documentOf([], {
        A: { type: 'object', properties: { b: to('B') } },
        B: { type: 'object', properties: { a: to('A'), n: big } },
        C: { type: 'object', properties: { c: to('C') } },
        D: { type: 'array', items: to('C') },
        E: { type: 'string', format: 'evm-address' },
        BInput: { type: 'string' },
      }),
    )
    const names = [...api.types.values()].map(({ name, inputName }) => [name, inputName])
    expect(names).toEqual([
      ['A', 'AInput'],
      ['B', 'BAsInput'],
      ['C', 'C'],
      ['D', 'DInput'],
      ['E', 'EInput'],
      ['BInput', 'BInput'],
    ])
  })

  test('do not depend on unrelated components', () => {
    const schemas = { Pet: record('name'), Order: { title: 'Pet', ...record('id') } }
    const before = typeNames(schemas)
    const after = typeNames({ Other: text, ...schemas, Last: text }, [answering('x.y', text)])
    expect(after).toEqual(expect.arrayContaining([...before]))
  })

  test('yield to names of shared types only in their document', () => {
    const shared = { schemas: { Pet: text, Unseen: text, Used: { $ref: '#/schemas/Pet' } } }
    const refer = {
      name: 'a.get',
      params: [],
      result: { name: 'r', schema: { $ref: 'shared/pets.json#/schemas/Used' } },
    }
    const files = {
      'one.openrpc.json': documentOf([refer], { Pet: record('own'), Unseen: text }),
      'two.openrpc.json': documentOf([answering('b.get', text)], { Pet: record('own') }),
      'shared/pets.json': shared,
    }
    const loaded = loadedFrom(files, ['one.openrpc.json', 'two.openrpc.json'])
    const { api } = buildApi(loaded, { scope: '@test' })
    const names = [...api.types.values()].map(({ module, name }) => `${module} ${name}`).sort()
    expect(names).toEqual([
      'one OnePet',
      'one Unseen',
      'shared/pets Pet',
      'shared/pets Used',
      'two Pet',
    ])
    expect(api.modules.map(({ path }) => path)).toEqual(['one', 'shared/pets', 'two'])
  })

  test('of a file named like a Windows device are in another module', () => {
    const refer = answering('get', { $ref: 'aux/con.json#/Pet' })
    const files = { 'a.openrpc.json': documentOf([refer]), 'aux/con.json': { Pet: record('a') } }
    const { api } = buildApi(loadedFrom(files, ['a.openrpc.json']), { scope: '@test' })
    expect(api.modules.map(({ path }) => path)).toEqual(['shared/aux-types/con-types'])
  })

  test('of a document to which others refer are shared', () => {
    const refer = answering('get', { $ref: 'b.json#/components/schemas/Pet' })
    const files = {
      'a.json': documentOf([refer], { Pet: text }),
      'b.json': documentOf([], { Pet: text }),
    }
    const { api } = buildApi(loadedFrom(files, ['a.json', 'b.json']), { scope: '@test' })
    expect([...api.types.values()].map(({ name }) => name).sort()).toEqual(['APet', 'Pet'])
  })
})

test('the report gives each name with its origin and reason', () => {
  const { names } = build(documentOf([answering('delete_pet', { type: 'null' })], { Error: {} }))
  expect(names.entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'group',
        name: 'test',
        origin: 'file name `test.openrpc.json`',
      }),
      expect.objectContaining({
        kind: 'method',
        name: 'deletePet',
        origin: 'method name `delete_pet`',
      }),
      expect.objectContaining({
        kind: 'type',
        name: 'ErrorSchema',
        origin: 'component key `Error`',
        reason: '`Error` is reserved',
      }),
    ]),
  )
})

test('params get valid identifiers for a signature', () => {
  const params = ['class', 'pet-id', 'options', 'Block hash', '1', 'a b', 'aB'].map((name) => ({
    name,
    schema: { type: 'string' },
  }))
  const { api } = build(documentOf([{ name: 'm', params }]))
  expect(api.groups[0]?.methods[0]?.params.map(({ identifier }) => identifier)).toEqual([
    'classParam',
    'petId',
    'optionsParam',
    'blockHash',
    '_1',
    'aB',
    'aB2',
  ])
})

test.each<readonly [pattern: string, file: string, isFound: boolean]>([
  [`${'*a'.repeat(40)}b`, 'a'.repeat(20_000), false],
  [`${'{a,aa}'.repeat(40)}b`, 'a'.repeat(60), false],
  [`${'**/'.repeat(15)}b`, 'a/'.repeat(2000), false],
  [`${'**/'.repeat(15)}b`, `${'a/'.repeat(200)}b`, true],
])('globs of a configuration take linear time (%#)', (pattern, file, isFound) => {
  const { groups } = nameGroups([{ file, json: {} }], { [pattern]: 'found' })
  expect(groups[0]?.key === 'found').toBe(isFound)
})

const origins: readonly (readonly [pointer: string, title: string | undefined, want: string])[] = [
  ['/components/schemas/ADDRESS', undefined, 'key Address'],
  ['/components/schemas/TXN_HASH', undefined, 'key TxnHash'],
  ['/components/schemas/UTXO', 'Output', 'key UTXO'],
  ['/components/schemas/BLST', undefined, 'key BLST'],
  ['/$defs/pet', undefined, 'key Pet'],
  ['/components/contentDescriptors/Pet/schema', undefined, 'descriptor Pet PetValue'],
  ['/components/schemas/Pet/properties/owner', 'A person', 'title APerson PetAPerson PetOwner'],
  ['/components/schemas/Pet/properties/owner', 'a '.repeat(100), 'path PetOwner'],
  ['/components/schemas/Pet/properties/owner/items', undefined, 'path PetOwnerItem'],
  ['/components/schemas/Pet/properties/items', undefined, 'path PetItems'],
  ['/components/schemas/Pet/properties/definitions/items', undefined, 'path PetDefinitionsItem'],
  ['/components/schemas/Pet/anyOf/0', undefined, 'path PetOption1'],
  ['/components/schemas/Pet/additionalProperties', undefined, 'path PetValue'],
  ['/components/schemas/Pet/patternProperties/^x', undefined, 'path PetMatch'],
  ['/methods/0/params/1/schema', undefined, 'path GetPetParam2'],
  ['/methods/0/result/schema/oneOf/1', undefined, 'path GetPetResultOption2'],
  ['/methods/1/params/0/schema', undefined, 'path PetsOption2Param1'],
  ['/properties/owner', undefined, 'path PetsOwner'],
]
test.each(origins)('the name of the type at %s with the title %s', (pointer, title, want) => {
  const file = 'api/pets.openrpc.json'
  const prefixes = { get: (id: string) => (id.endsWith('/methods/0') ? 'GetPet' : undefined) }
  const { strength, candidates } = schemaOrigin({ file, pointer }, title, prefixes)
  expect([strength, ...candidates].join(' ')).toBe(want)
})
