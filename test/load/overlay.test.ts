import { stringify } from '@rpcloom/schema/internal'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { load, type LoadResult } from 'rpcloom/load'
import { openPatch } from '../../generator/src/load/overlay/patch.ts'
import { isArray, isObject, step, tokensOf } from '../../generator/src/json/pointer.ts'
import type { Json, JsonObject, Place } from 'rpcloom/model'
import { temporaryFolder } from '../temporary-folder.ts'

const pets = {
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0' },
  'x-group': { key: 'pets', path: '/ext/pets', transports: ['http'] },
  methods: [
    {
      name: 'pets.get',
      description: 'See `pets.list`, which costs one nCOIN; served at /ext/pets too.',
      tags: [{ name: 'a' }],
      params: [{ name: 'asset', schema: { type: 'string' } }],
      result: { name: 'pet', schema: { type: 'object', properties: { unit: { type: 'string' } } } },
      examples: [
        {
          name: 'one',
          params: [{ name: 'asset', value: 'COIN' }],
          result: { name: 'pet', value: { asset: 'COIN', note: 'COIN', vm: 'pvm' } },
        },
      ],
    },
    {
      name: 'pets.list',
      params: [],
      result: { name: 'all', schema: { type: 'string' } },
    },
  ],
} as const

const other = {
  openrpc: '1.3.2',
  info: { title: 'Other', version: '1.0.0' },
  methods: [
    { name: 'other', params: [], result: { name: 'r', schema: { $ref: 'shared.json#/T' } } },
  ],
}

const info = { title: 'T', version: '1' }

async function loaded(
  overlays: readonly JsonObject[],
  more: Readonly<Record<string, string>> = {},
): Promise<LoadResult> {
  const texts = overlays.map((overlay, index) => [
    `overlays/${index}.json`,
    JSON.stringify(overlay, undefined, 2),
  ])
  const root = temporaryFolder({
    'pets.json': JSON.stringify(pets, undefined, 2),
    'other.json': JSON.stringify(other),
    'shared.json': '{"T":{"type":"string","description":"in nCOIN"}}',
    ...Object.fromEntries(texts),
    ...more,
  })
  const paths = overlays.map((_, index) => `overlays/${index}.json`)
  return load({ root, inputs: ['pets.json', 'other.json'], overlays: paths })
}

function at(result: LoadResult, file: string, pointer: string): Json | undefined {
  return tokensOf(pointer).reduce<Json | undefined>(
    (value, token) => (value === undefined ? undefined : step(value, token)),
    result.files.get(file)?.json,
  )
}

describe('actions', () => {
  const table: readonly (readonly [
    what: string,
    actions: readonly JsonObject[],
    pointer: string,
    want: Json | undefined,
  ])[] = [
    [
      'merge',
      [{ target: '$.info', update: { title: 'Dogs' } }],
      '/info',
      { title: 'Dogs', version: '1.0.0' },
    ],
    [
      'merge deeply',
      [{ target: '$', update: { info: { license: { name: 'MIT' } } } }],
      '/info',
      { title: 'Pets', version: '1.0.0', license: { name: 'MIT' } },
    ],
    [
      'append one item to a list',
      [{ target: '$.methods[0].tags', update: { name: 'b' } }],
      '/methods/0/tags',
      [{ name: 'a' }, { name: 'b' }],
    ],
    [
      'replace lists inside of objects',
      [{ target: '$.methods[0]', update: { tags: [] } }],
      '/methods/0/tags',
      [],
    ],
    [
      'match many locations',
      [{ target: '$.methods[*]', update: { deprecated: true } }],
      '/methods/1/deprecated',
      true,
    ],
    [
      'filter',
      [{ target: "$.methods[?@.name == 'pets.list']", update: { summary: 'All' } }],
      '/methods/1/summary',
      'All',
    ],
    [
      'remove from lists, in any order',
      [{ target: '$.methods[0, 1]', remove: true }],
      '/methods',
      [],
    ],
    [
      'remove members',
      [{ target: '$.methods[0].description', remove: true }],
      '/methods/0/description',
      undefined,
    ],
    [
      'remove rather than update',
      [{ target: '$.methods[0].tags', remove: true, update: { name: 'b' } }],
      '/methods/0/tags',
      undefined,
    ],
    [
      'see the results of earlier actions',
      [
        { target: '$.methods[0]', remove: true },
        { target: '$.methods[0]', update: { summary: 'Now first' } },
      ],
      '/methods/0/summary',
      'Now first',
    ],
  ]

  test.each(table)('%s', async (_, actions, pointer, want) => {
    const result = await loaded([{ overlay: '1.0.0', info, extends: '../pets.json', actions }])
    expect(result.diagnostics).toEqual([])
    expect(at(result, 'pets.json', pointer)).toEqual(want)
  })

  test('apply to every document without `extends`, and only to the given one with it', async () => {
    const actions = [{ target: '$.info', update: { title: 'All' } }]
    const all = await loaded([{ overlay: '1.0.0', info, actions }])
    expect(['pets.json', 'other.json'].map((file) => at(all, file, '/info/title'))).toEqual([
      'All',
      'All',
    ])
    const one = await loaded([{ overlay: '1.0.0', info, actions, extends: '../other.json' }])
    expect(['pets.json', 'other.json'].map((file) => at(one, file, '/info/title'))).toEqual([
      'Pets',
      'All',
    ])
  })

  test('apply to files that are reached only by `extends`', async () => {
    const actions = [{ target: '$.T', update: { type: 'integer' } }]
    const result = await loaded([{ overlay: '1.0.0', info, actions, extends: '../shared.json' }])
    expect(at(result, 'shared.json', '/T/type')).toBe('integer')
  })

  test('of several overlays apply in order', async () => {
    const actions = (title: string): readonly JsonObject[] => [
      { target: '$.info', update: { title } },
    ]
    const result = await loaded([
      { overlay: '1.0.0', info, actions: actions('one') },
      { overlay: '1.0.0', info, actions: actions('two') },
    ])
    expect(at(result, 'pets.json', '/info/title')).toBe('two')
  })
})

describe('errors', () => {
  const table: readonly (readonly [
    what: string,
    overlay: JsonObject,
    code: string,
    pointer: string,
  ])[] = [
    ['no member of either form', { overlayed: 1 }, 'RL121', '/overlayed'],
    ['another version', { overlay: '2.0.0', info, actions: [] }, 'RL121', '/overlay'],
    ['no actions', { overlay: '1.0.0', info, actions: [] }, 'RL121', '/actions'],
    ['no info', { overlay: '1.0.0', actions: [{ target: '$', update: {} }] }, 'RL121', ''],
    [
      'neither update nor remove',
      { overlay: '1.0.0', info, actions: [{ target: '$' }] },
      'RL121',
      '/actions/0',
    ],
    ['names that are not strings', { name: 'n', methods: { a: 1 } }, 'RL121', '/methods'],
    [
      'a script expression',
      { overlay: '1.0.0', info, actions: [{ target: '$[?(process.exit(3))]', remove: true }] },
      'RL122',
      '/actions/0/target',
    ],
    [
      'a constructor in a filter',
      {
        overlay: '1.0.0',
        info,
        actions: [{ target: "$[?constructor.constructor('process.exit(3)')()]", remove: true }],
      },
      'RL122',
      '/actions/0/target',
    ],
    [
      'the whole document removed',
      { overlay: '1.0.0', info, actions: [{ target: '$', remove: true }] },
      'RL124',
      '/actions/0/target',
    ],
    [
      'a list that gets no object',
      { overlay: '1.0.0', info, actions: [{ target: '$.info', update: ['a'] }] },
      'RL124',
      '/actions/0/target',
    ],
    [
      'a name that no method has',
      { name: 'n', methods: { 'pets.put': 'p' } },
      'RL123',
      '/methods/pets.put',
    ],
    [
      'a namespace that no method has',
      { name: 'n', namespaces: { dogs: 'd' } },
      'RL123',
      '/namespaces/dogs',
    ],
    [
      'a document that is not there',
      { overlay: '1.0.0', info, extends: 'x.json', actions: [{ target: '$', update: {} }] },
      'RL123',
      '/actions/0/target',
    ],
  ]

  test.each(table)('%s', async (_, overlay, code, pointer) => {
    const { diagnostics } = await loaded([overlay])
    const found = diagnostics.filter(({ file }) => file === 'overlays/0.json')
    expect(found.map((one) => [one.code, one.pointer])).toContainEqual([code, pointer])
    expect(found.every(({ line }) => line >= 1)).toBe(true)
  })

  test('an overlay that does not exist, and one that is not valid JSON', async () => {
    const root = temporaryFolder({ 'pets.json': JSON.stringify(pets), 'broken.json': '{"a":' })
    const overlays = ['nowhere.json', 'broken.json']
    const { diagnostics, absent } = await load({ root, inputs: ['pets.json'], overlays })
    expect(new Set(diagnostics.map(({ code, file }) => `${code} ${file}`))).toEqual(
      new Set(['RL120 nowhere.json', 'RL102 broken.json']),
    )
    expect(absent).toEqual(['nowhere.json'])
  })
})

test('an error in an overlay is reported in the overlay, and any other in the document', async () => {
  const bad = { name: 'pets.bad', params: [], result: { name: 'r', schema: { type: 'text' } } }
  const { diagnostics, files } = await loaded([
    {
      overlay: '1.0.0',
      info,
      extends: '../pets.json',
      actions: [
        { target: '$.methods[0]', remove: true },
        { target: '$.methods', update: bad },
        { target: '$.methods[0].result.schema', update: { type: 'number', minimum: 'one' } },
      ],
    },
  ])
  expect(diagnostics.map(({ file, pointer }) => [file, pointer])).toEqual([
    ['overlays/0.json', '/actions/1/update/result/schema/type'],
    ['overlays/0.json', '/actions/2/update/minimum'],
  ])
  // `pets.list` has moved up, but keeps its original location.
  const position = files.get('pets.json')?.locate('/methods/0/name')
  const line =
    JSON.stringify(pets, undefined, 2)
      .split('\n')
      .findIndex((one) => one.includes('"pets.list"')) + 1
  expect(position).toMatchObject({ line })
})

test('updates that multiply a document are rejected before it fills the memory', async () => {
  const actions = Array.from({ length: 60 }, () => ({
    target: "$..['info','x-a','b','c','d','e']",
    update: { 'x-a': { b: {}, c: {}, d: {}, e: {} } },
  }))
  const { diagnostics } = await loaded([{ overlay: '1.0.0', info, actions }])
  expect(diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual(['RL124 overlays/0.json'])
  expect(diagnostics[0]?.message).toContain('too many')
}, 60_000)

test.each([
  ['parentheses', `$[?${'('.repeat(5000)}@.a${')'.repeat(5000)}]`],
  ['negations', `$[?${'!'.repeat(20_000)}@.a]`],
  ['alternatives', `$[?${Array(20_000).fill('@.a').join('||')}]`],
])('a query with too many %s is reported at its action', async (_, target) => {
  const actions = [{ target, update: {} }]
  const { diagnostics } = await loaded([{ overlay: '1.0.0', info, actions }])
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    'RL122 /actions/0/target',
  ])
})

test('consequences of a failed overlay for the documents are not reported', async () => {
  const spoiled = { target: '$.methods[*]', update: { name: 7 } }
  const failing = { target: '$.info.title', update: 'Dogs' }
  const { diagnostics } = await loaded([
    { overlay: '1.0.0', info, actions: [spoiled, failing] },
    { overlay: '1.0.0', info, actions: [{ target: '$.nothing', remove: true }] },
  ])
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    'RL124 /actions/1/target',
  ])
})

test('`__proto__` is an ordinary name', async () => {
  const update = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"a":1}}') as JsonObject
  const result = await loaded([
    { overlay: '1.0.0', info, extends: '../pets.json', actions: [{ target: '$.info', update }] },
  ])
  expect(Object.hasOwn(Object(at(result, 'pets.json', '/info')), '__proto__')).toBe(true)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

describe('renames', () => {
  const names = {
    name: 'vendor',
    namespaces: { pets: 'animals' },
    methods: { 'pets.list': 'animals.all' },
    pathSegments: { pets: 'animals' },
    virtualMachines: { pvm: 'avm' },
    assets: { aliases: { COIN: 'GOLD' }, members: ['asset'] },
    units: { nCOIN: 'nGOLD' },
  }

  test.each([
    ['/methods/0/name', 'animals.get'],
    ['/methods/1/name', 'animals.all'],
    ['/x-group/path', '/ext/animals'],
    ['/x-group/key', 'pets'],
    [
      '/methods/0/description',
      'See `animals.all`, which costs one nGOLD; served at /ext/animals too.',
    ],
    ['/methods/0/examples/0/params/0/value', 'GOLD'],
    ['/methods/0/examples/0/result/value', { asset: 'GOLD', note: 'COIN', vm: 'avm' }],
  ])('%s', async (pointer, want) => {
    const result = await loaded([names])
    expect(result.diagnostics).toEqual([])
    expect(at(result, 'pets.json', pointer)).toEqual(want)
  })

  test('apply to every file, after the actions of their own overlay', async () => {
    const actions = [
      { target: "$.methods[?@.name == 'pets.list']", update: { summary: 'In nCOIN' } },
    ]
    const result = await loaded([{ overlay: '1.0.0', info, actions, ...names }])
    expect(at(result, 'shared.json', '/T/description')).toBe('in nGOLD')
    expect(at(result, 'pets.json', '/methods/1/summary')).toBe('In nGOLD')
  })

  test('of the public network leave no neutral name behind', async () => {
    const root = join(import.meta.dirname, '../..')
    const overlays = ['openrpc/overlays/public-network.json']
    const result = await load({ root, inputs: ['openrpc/*.openrpc.json'], overlays })
    expect(result.diagnostics).toEqual([])
    const left = (result.loaded?.documents ?? []).flatMap(({ json }) =>
      [...stringify(json).matchAll(/\b(?:xvm|native)\.[a-zA-Z]+|\/(?:xvm|native)\b|nNATIVE/g)].map(
        ([text]) => text,
      ),
    )
    expect(left).toEqual([])
  })
})

/** Values with few keys, so that paths of one value match another value. */
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.integer({ min: 0, max: 9 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c/d', '__proto__'), tie('value'), { maxKeys: 3 }),
  ),
})).value

function placesOf(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  const inner: readonly (readonly [string, Json])[] = isArray(value)
    ? value.map((item, index) => [String(index), item])
    : isObject(value)
      ? Object.entries(value)
      : []
  return [path, ...inner.flatMap(([key, item]) => placesOf(item, [...path, key]))]
}

function valueAt(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, token) => (inner === undefined ? undefined : step(inner, token)),
    value,
  )
}

test('every number of a changed value has its recorded origin', () => {
  const change = fc.record({ pick: fc.nat(), update: json, isRemoval: fc.boolean() })
  fc.assert(
    fc.property(json, fc.array(change, { maxLength: 6 }), (original, changes) => {
      const sources = new Map<string, Json>([['document', original]])
      const patch = openPatch('document', original)
      for (const [index, { pick, update, isRemoval }] of changes.entries()) {
        const places = placesOf(patch.json())
        const location = places[pick % places.length] ?? []
        const from: Place = { file: `overlay ${index}`, pointer: '' }
        sources.set(from.file, update)
        if (isRemoval) patch.remove([location])
        else patch.update(location, update, from)
      }
      for (const path of placesOf(patch.json())) {
        const value = valueAt(patch.json(), path)
        if (typeof value !== 'number') continue
        const { file, pointer } = patch.origin(path)
        expect(valueAt(sources.get(file) ?? null, tokensOf(pointer))).toBe(value)
      }
      expect(sources.get('document')).toEqual(original)
    }),
    { seed: 20260711, numRuns: 2000 },
  )
})

describe('patterns of queries', () => {
  const hasMethod = (pattern: string, form = 'search'): JsonObject => ({
    overlay: '1.0.0',
    info,
    actions: [
      { target: `$.methods[?${form}(@.name, '${pattern}')]`, update: { summary: 'found' } },
    ],
  })

  test.each([
    ['search', 'get$', 'found', undefined],
    ['match', 'pets.get', 'found', undefined],
    ['match', 'get', undefined, undefined],
    ['match', 'pets.(get|list)', 'found', 'found'],
    ['search', '[.]l', undefined, 'found'],
  ])('%s by %s', async (form, pattern, get, list) => {
    const result = await loaded([hasMethod(pattern, form)])
    expect(at(result, 'pets.json', '/methods/0/summary')).toBe(get)
    expect(at(result, 'pets.json', '/methods/1/summary')).toBe(list)
  })

  test('finish on text for which a backtracking engine would never finish', async () => {
    const name = 'a'.repeat(5000)
    const document = { ...pets, methods: [{ ...pets.methods[1], name }] }
    const result = await loaded([hasMethod('^(([a-z])+.)+[A-Z]([a-z])+$')], {
      'pets.json': JSON.stringify(document),
    })
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['RL123'])
  })

  test('are rejected with lookarounds or backreferences', async () => {
    const result = await loaded([hasMethod('(?=a)b')])
    expect(result.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'RL124 /actions/0/target',
    ])
  })
})
