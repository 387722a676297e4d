import { describe, expect, test } from 'vitest'
import {
  annotationOf,
  buildApi,
  isInputDifferent,
  lookup,
  resolveType,
  type JsonObject,
  type Method,
} from 'rpcloom/model'
import { answering, build, documentOf, loadedFrom } from './documents.ts'

const text = { type: 'string' }

function methodFrom(json: JsonObject, more: JsonObject = {}): Method {
  const { api } = build({ ...documentOf([{ name: 'm', params: [], ...json }]), ...more })
  const method = api.groups[0]?.methods[0]
  if (method === undefined) throw new Error('The document has no method')
  return method
}

test('a document without extensions becomes a complete group', () => {
  const { api, diagnostics } = build(documentOf([answering('list_pets', text)]))
  expect(diagnostics).toEqual([])
  expect(api.groups).toMatchObject([
    {
      key: 'test',
      title: 'Test',
      version: '1.0.0',
      namespaces: [{ name: '', typeName: 'Test', methods: [0] }],
      route: { path: '/', transports: ['http'], batch: { allowed: true } },
      availability: { http: 'public', ws: 'absent' },
      errors: [],
      tags: [],
      servers: [],
    },
  ])
  expect(api.groups[0]?.methods[0]).toMatchObject({
    name: 'list_pets',
    member: 'listPets',
    paramStructure: 'either',
    effect: 'read',
    limits: [],
    rest: [],
    extensions: {},
  })
})

test('an error without a code is ignored', () => {
  const errors = [{ message: 'a' }, { code: 'GONE', message: 'b' }, { code: 7, message: 'c' }]
  expect(methodFrom({ errors }).errors.map(({ code }) => code)).toEqual([7])
})

test('a document without methods is a group, too', () => {
  const { api } = build(documentOf([]))
  expect(api.groups[0]).toMatchObject({ methods: [], namespaces: [{ name: '', methods: [] }] })
})

describe('references', () => {
  const components = {
    contentDescriptors: {
      Id: { name: 'id', required: true, description: 'Which', schema: text, 'x-secret': true },
      Pet: { name: 'pet', schema: { type: 'object', properties: { a: text } } },
    },
    errors: { NoPet: { code: -32001, message: 'There is no pet', 'x-reason': { name: 'noPet' } } },
    tags: { Pets: { name: 'pets', description: 'About pets' } },
    links: { Next: { name: 'next', method: 'm', params: { id: '${result.id}' } } },
    examplePairings: { One: { name: 'one', params: [{ $ref: '#/components/examples/Id' }] } },
    examples: { Id: { name: 'id', value: 'x' } },
    schemas: {},
  }
  const at = (path: string): JsonObject => ({ $ref: `#/components/${path}` })

  test('are resolved everywhere', () => {
    const method = methodFrom(
      {
        params: [at('contentDescriptors/Id')],
        result: at('contentDescriptors/Pet'),
        errors: [at('errors/NoPet')],
        tags: [at('tags/Pets'), 'plain', { name: 'own' }],
        links: [at('links/Next')],
        examples: [at('examplePairings/One')],
      },
      { components },
    )
    expect(method).toMatchObject({
      params: [{ name: 'id', required: true, secret: true, doc: { description: 'Which' } }],
      errors: [{ code: -32001, identifier: 'noPet', reason: 'noPet' }],
      tags: ['pets', 'plain', 'own'],
      links: [{ name: 'next', method: 'm', params: { id: '${result.id}' } }],
      examples: [{ name: 'one', params: { id: 'x' }, positional: ['x'] }],
    })
  })

  test('to a result give it the name of its component', () => {
    const document = documentOf([
      { name: 'a', params: [], result: at('contentDescriptors/Pet') },
      { name: 'b', params: [], result: at('contentDescriptors/Pet') },
    ])
    const { api } = build({ ...document, components })
    const [a, b] = api.groups[0]?.methods ?? []
    expect(a?.result?.type).toEqual(b?.result?.type)
    expect([...api.types.values()].map(({ name }) => name)).toEqual(['Pet'])
  })
})

test('the format password marks secrets, unless x-secret says otherwise', () => {
  const code = { type: 'string', format: 'password' }
  const params = [
    { name: 'a', schema: code },
    { name: 'b', schema: { ...code, 'x-secret': false } },
  ]
  expect(methodFrom({ params }).params.map(({ secret }) => secret)).toEqual([true, false])
})

test('optional params before a required one cannot be omitted', () => {
  const params = [
    { name: 'a', schema: text },
    { name: 'b', required: true, schema: text },
    { name: 'c', schema: text },
  ]
  const method = methodFrom({ params })
  expect(method.params.map(({ name, omittable }) => [name, omittable])).toEqual([
    ['a', false],
    ['b', false],
    ['c', true],
  ])
})

test.each<readonly [string, JsonObject, JsonObject, readonly unknown[]]>([
  [
    'by name',
    {
      params: [
        { name: 'b', value: 2 },
        { name: 'a', value: 1 },
      ],
    },
    { a: 1, b: 2 },
    [2, 1],
  ],
  [
    'by position',
    {
      params: [
        { name: 'x', value: 1 },
        { name: 'b', value: 2 },
      ],
    },
    { a: 1, b: 2 },
    [1, 2],
  ],
  [
    'more than params',
    { params: [1, 2, 3].map((value) => ({ name: 'x', value })) },
    { a: 1, b: 2 },
    [1, 2, 3],
  ],
  ['as an object', { params: { a: 1 } }, { a: 1 }, [1]],
  ['without a value', { params: [{ name: 'a', externalValue: 'x' }] }, {}, []],
])('params of an example %s', (_, example, byName, positional) => {
  const params = ['a', 'b'].map((name) => ({ name, schema: {} }))
  const method = methodFrom({ params, examples: [{ name: 'e', ...example }] })
  expect(method.examples).toMatchObject([{ params: byName, positional }])
})

test('an example may have a null result, or no result', () => {
  const examples = [
    { name: 'a', params: [], result: { name: 'r', value: null } },
    { name: 'b', params: [] },
  ]
  expect(methodFrom({ examples }).examples.map(({ result }) => result)).toEqual([
    { value: null },
    undefined,
  ])
})

test('errors have unique names in a group', () => {
  const one = { code: 1, message: 'Not found' }
  const errors = [
    one,
    { ...one },
    { code: 2, message: 'Not found' },
    { code: -3, message: 'delete' },
  ]
  const { api } = build(
    documentOf([
      { name: 'a', errors },
      { name: 'b', errors: [one] },
    ]),
  )
  const [group] = api.groups
  expect(group?.errors.map(({ identifier }) => identifier)).toEqual([
    'notFound',
    'notFound2',
    'deleteError',
  ])
  expect(group?.methods[1]?.errors[0]).toBe(group?.errors[0])
})

test('a schema in the data of an error becomes its type, any other value does not', () => {
  const errors = [
    { code: 1, message: 'a', data: { type: 'object', properties: { a: text } } },
    { code: 2, message: 'b', data: { type: 'cat' } },
  ]
  const method = methodFrom({ errors })
  expect(method.errors.map(({ dataType }) => dataType?.kind)).toEqual(['object', undefined])
})

test.each([
  ['getHeight', 'read'],
  ['listPets', 'read'],
  ['isReady', 'read'],
  ['issueTx', 'write'],
  ['height', 'read'],
  ['grow', 'write'],
  ['listento', 'write'],
  ['admin.getThing', 'admin'],
])('effect of %s is %s', (name, effect) => {
  const { api } = build(documentOf([answering(name, text), answering('other.x', text)]))
  expect(api.groups[0]?.methods[0]?.effect).toBe(effect)
})

describe('extensions', () => {
  test('of the document', () => {
    const group = {
      key: 'cChain',
      path: '/c',
      transports: ['http', 'ws'],
    }
    const { api } = build({
      ...documentOf([
        { name: 'a', params: [], 'x-availability': 'public' },
        { name: 'b', params: [], 'x-availability': { http: 'absent', ws: 'public' } },
      ]),
      'x-group': { ...group, batch: { allowed: true, maxPublic: 40 } },
      'x-availability': { http: 'node-local', ws: 'absent' },
      'x-enabled-by': { setting: 's', default: false },
      'x-deprecated': { since: 'v1' },
    })
    expect(api.groups[0]).toMatchObject({
      key: 'cChain',
      slug: 'c-chain',
      route: { path: '/c', transports: ['http', 'ws'], batch: { maxPublic: 40 } },
      availability: { http: 'node-local', ws: 'absent' },
      enabledBy: { setting: 's', default: false },
      doc: { deprecated: { since: 'v1' } },
      methods: [
        { availability: { http: 'public', ws: 'absent' } },
        { availability: { http: 'absent', ws: 'public' } },
      ],
    })
  })

  test('of a method', () => {
    const limit = { subject: 'a', text: 'few', value: 2 }
    const pagination = { cursor: { param: 'a', result: 'b' }, items: 'c', end: 'empty-page' }
    const route = { name: 'ready', paths: ['/r'], query: [{ name: 't', param: 'a' }] }
    const method = methodFrom({
      params: [{ name: 'a', schema: text, 'x-limits': [limit] }],
      deprecated: true,
      'x-since': 'v2',
      'x-auth': 'keystore',
      'x-effect': 'write',
      result: {
        name: 'page',
        schema: { type: 'object', properties: { b: text, c: { type: 'array' }, ok: text } },
      },
      'x-pagination': pagination,
      'x-rest': [{ ...route, status: { member: 'ok', ok: 200, fail: 503 } }],
      'x-limits': [{ subject: 'b', text: 'many' }],
      'x-own': { anything: 1 },
    })
    expect(method).toMatchObject({
      doc: { deprecated: {} },
      since: 'v2',
      auth: 'keystore',
      effect: 'write',
      pagination,
      rest: [{ ...route, query: [{ name: 't', param: 'a', repeated: false }] }],
      limits: [{ subject: 'b' }, limit],
      extensions: { 'x-own': { anything: 1 } },
    })
  })

  test('that refer to unknown members are ignored with a warning', () => {
    const pagination = { cursor: { param: 'a', result: 'b' }, items: 'c', end: 'empty-page' }
    const rest = [{ name: 'r', paths: ['/r'], status: { member: 'ok' } }]
    const method = { name: 'm', params: [], 'x-pagination': pagination, 'x-rest': rest }
    const { api, diagnostics } = build(documentOf([method]))
    expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['RL302', '/methods/0/x-pagination'],
      ['RL302', '/methods/0/x-rest'],
    ])
    expect(api.groups[0]?.methods[0]).not.toHaveProperty('pagination')
    expect(api.groups[0]?.methods[0]?.rest).toEqual([])
  })

  test('of a subscription', () => {
    const payload = { type: 'object', properties: { n: { type: 'string', format: 'uint64' } } }
    const { api } = build(
      documentOf([
        {
          name: 'eth_subscribe',
          params: [],
          'x-subscription': {
            notification: 'eth_subscription',
            unsubscribe: 'eth_unsubscribe',
            kinds: [{ name: 'newHeads', params: [{ name: 'a', schema: text }], payload }],
          },
        },
        answering('eth_getX', text),
      ]),
    )
    const [method] = api.groups[0]?.methods ?? []
    expect(method).toMatchObject({
      member: 'ethSubscribe',
      subscription: {
        notification: 'eth_subscription',
        topics: [{ name: 'newHeads', identifier: 'newHeads', params: [{ name: 'a' }] }],
      },
    })
    const type = method?.subscription?.topics[0]?.payload.type
    expect(type?.kind === 'ref' && lookup(api, type.to).name).toBe('NewHeadsPayload')
  })

  test.each([
    'x-pagination',
    'x-rest',
    'x-limits',
    'x-enabled-by',
    'x-availability',
    'x-stability',
    'x-subscription',
    'x-cost',
    'x-search',
  ])('%s in another form is ignored with a warning', (name) => {
    const { api, diagnostics } = build(documentOf([{ name: 'm', params: [], [name]: 'odd' }]))
    expect(diagnostics).toMatchObject([
      { code: 'RL301', severity: 'warning', pointer: `/methods/0/${name}` },
    ])
    expect(api.groups[0]?.methods[0]).toMatchObject({ rest: [], limits: [] })
  })

  test.each([
    ['odd', []],
    [[{ term: 'a' }, { term: 'b', description: 'B' }, 'c'], ['b']],
    [
      [
        { term: 'A', description: 'First' },
        { term: 'a', description: 'Again' },
      ],
      ['A'],
    ],
  ])('of a glossary %j only terms with an explanation are kept', (declared, want) => {
    const { api, diagnostics } = build(documentOf([], {}, { 'x-glossary': declared }))
    expect(diagnostics).toMatchObject([
      { code: 'RL301', severity: 'warning', pointer: '/x-glossary' },
    ])
    expect(api.groups[0]?.terms.map(({ term }) => term)).toEqual(want)
  })

  test.each([
    ['odd', []],
    [['a.m', 'a.lost'], ['a.m']],
    [['a.m', 'a.m', 7], ['a.m']],
  ])('of the featured %j only names of methods are kept', (featured, want) => {
    const group = { key: 'a', path: '/', transports: ['http'], featured }
    const { api, diagnostics } = build(
      documentOf([{ name: 'a.m', params: [] }], {}, { 'x-group': group }),
    )
    expect(diagnostics).toMatchObject([{ code: 'RL301', pointer: '/x-group/featured' }])
    expect(api.groups[0]?.featured).toEqual(want)
  })

  test.each([
    ['a string', [{ name: 'a', schema: text }], {}, true],
    ['an enum without the topic', [{ name: 'a', schema: { enum: ['b'] } }], {}, true],
    ['missing', [], {}, true],
    ['an enum', [{ name: 'a', schema: { enum: ['news'] } }], {}, false],
    ['a reference', [{ name: 'a', schema: { $ref: '#/components/schemas/T' } }], {}, false],
    ['a string, with `single`', [{ name: 'a', schema: text }], { single: true }, false],
  ])('the first param of a subscription is %s', (_, params, more, isReported) => {
    const kinds = [{ name: 'news', payload: text }]
    const declared = { notification: 'n', unsubscribe: 'u', kinds, ...more }
    const components = { schemas: { T: { oneOf: [{ const: 'news' }, { const: 'old' }] } } }
    const { diagnostics } = build({
      ...documentOf([{ name: 'm', params, 'x-subscription': declared }]),
      components,
    })
    const found = diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)
    expect(found).toEqual(isReported ? ['RL312 /methods/0/x-subscription'] : [])
  })

  test('a subscription without topics is ignored, so that its method has a handler', () => {
    const declared = { notification: 'n', unsubscribe: 'u', payload: { type: 'string' } }
    const { api, diagnostics } = build(
      documentOf([{ name: 'm', params: [], 'x-subscription': declared }]),
    )
    expect(diagnostics).toMatchObject([{ code: 'RL301', pointer: '/methods/0/x-subscription' }])
    expect(api.groups[0]?.methods[0]?.subscription).toBeUndefined()
  })
})

test('the type of all params refers to schemas of other methods by their location', () => {
  const { api } = build(
    documentOf([{ name: 'getPet', params: [{ name: 'id', required: true, schema: text }] }]),
  )
  const [named] = [...api.types.values()]
  expect(named).toMatchObject({
    name: 'GetPetParams',
    type: { kind: 'object', properties: [{ name: 'id', required: true }] },
    schema: { json: { type: 'object', properties: { id: text }, required: ['id'] } },
  })
})

test('lookups', () => {
  const { api } = build(
    documentOf([answering('get', { $ref: '#/components/schemas/B' })], {
      A: { type: 'string', format: 'uint64', 'x-unit': 'wei' },
      B: { $ref: '#/components/schemas/A' },
      C: { type: 'object', maxProperties: 0 },
    }),
  )
  const result = api.groups[0]?.methods[0]?.result
  if (result === undefined) throw new Error('The method has no result')
  expect(resolveType(api, result.type)).toMatchObject({ kind: 'numeric' })
  expect(annotationOf(api, result, 'x-unit')).toBe('wei')
  expect(annotationOf(api, result, 'x-none')).toBeUndefined()
  expect([...api.types.values()].map(isInputDifferent)).toEqual([true, true, false])
  expect(() => lookup(api, 'none')).toThrow('none')
})

test.each([
  [{ type: 'object', additionalProperties: false }, true],
  [{ $ref: '#/components/schemas/Empty' }, true],
  [{ type: 'object' }, false],
  [{ type: 'null' }, false],
])('whether %j is an empty result', (schema, empty) => {
  const Empty = { type: 'object', additionalProperties: false, maxProperties: 0 }
  const { api } = build(documentOf([answering('get', schema)], { Empty }))
  expect(api.groups[0]?.methods[0]?.result?.empty).toBe(empty)
})

test('a reference to a param can rename, describe and require it for its method only', () => {
  const $ref = '#/components/contentDescriptors/Address'
  const params = [
    { $ref, name: 'from', required: true },
    { $ref, name: 'to', description: 'Payee' },
    { $ref },
  ]
  const Address = { name: 'address', description: 'An account', schema: { type: 'string' } }
  const document = documentOf(
    [{ ...answering('move', {}), params }],
    {},
    { components: { contentDescriptors: { Address } } },
  )
  const found = build(document).api.groups[0]?.methods[0]?.params
  expect(found?.map(({ name, required, doc }) => [name, required, doc.description])).toEqual([
    ['from', true, 'An account'],
    ['to', false, 'Payee'],
    ['address', false, 'An account'],
  ])
})

test('a component that only refers to another one of the same name is that one; others keep their names', () => {
  const files = {
    'test.openrpc.json': documentOf([answering('get', { $ref: '#/components/schemas/Pet' })], {
      Pet: { $ref: 'shared.json#/schemas/Pet' },
      Animal: { $ref: 'shared.json#/schemas/Pet' },
      Owner: { $ref: 'shared.json#/schemas/Owner', description: 'Of a pet' },
    }),
    'shared.json': {
      schemas: {
        Pet: { type: 'object', properties: { name: { type: 'string' } } },
        Owner: { type: 'object', properties: { id: { type: 'string' } } },
      },
    },
  }
  const { api } = buildApi(loadedFrom(files), { scope: '@test' })
  const names = [...api.types].map(([id, { name }]) => `${name} ${id}`)
  expect(names.toSorted()).toEqual([
    'Animal test.openrpc.json#/components/schemas/Animal',
    'Owner shared.json#/schemas/Owner',
    'Pet shared.json#/schemas/Pet',
    'TestOwner test.openrpc.json#/components/schemas/Owner',
  ])
  const [method] = api.groups[0]?.methods ?? []
  expect(method?.result?.type).toEqual({ kind: 'ref', to: 'shared.json#/schemas/Pet' })
})

test('an unnamed param is named after its component or its position', () => {
  const Options = { type: 'object', properties: { all: { type: 'boolean' } } }
  const params = [{ schema: { $ref: '#/components/schemas/Options' } }, { schema: text }]
  const { api } = build(documentOf([{ ...answering('get', text), params }], { Options }))
  const [method] = api.groups[0]?.methods ?? []
  expect(method?.params.map(({ name }) => name)).toEqual(['Options', 'param2'])
})
