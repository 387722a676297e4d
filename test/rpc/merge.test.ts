import { mergeDocuments } from '../../packages/rpc/src/document/merge.ts'
import type { JsonObject } from '../../packages/rpc/src/json-rpc.ts'
import { expect, it } from 'vitest'
import { createDispatcher } from '@rpcloom/rpc/server'
import { group, method } from './server-fixture.ts'

function documentOf(methods: readonly JsonObject[], schemas: JsonObject): JsonObject {
  return {
    openrpc: '1.3.2',
    info: { title: 'A', version: '1' },
    'x-extensions': [{ name: 'x-shared' }],
    methods,
    components: { schemas },
  }
}

const located = (method: JsonObject): JsonObject => method
const id = { $ref: '#/components/schemas/Id' }
const first = documentOf([{ name: 'a' }, { name: 'b', result: id }], { Id: { type: 'string' } })

it('keeps the first of several methods, and follows references to the others', () => {
  const second = documentOf(
    [{ name: 'b' }, { name: 'c' }, { name: 'd', result: { $ref: '#/methods/1/result' } }],
    {},
  )
  const { methods } = mergeDocuments([
    { key: 'one', document: first, located },
    { key: 'two', document: second, located: (method) => ({ ...method, servers: [] }) },
  ])
  expect(methods).toEqual([
    { name: 'a' },
    { name: 'b', result: id },
    { name: 'c', servers: [] },
    { name: 'd', result: { $ref: '#/methods/2/result' }, servers: [] },
  ])
})

it('keeps methods of one name that different sides implement, whatever they are called', () => {
  const to = (...roles: string[]): JsonObject => ({ 'x-implemented-by': roles })
  for (const name of ['a', '__proto__', 'constructor', 'toString']) {
    const one = documentOf([{ name }, { name, ...to('client') }], {})
    const two = documentOf(
      [
        { name, ...to('constructor', '__proto__') },
        { name, ...to('x') },
      ],
      {},
    )
    const { methods } = mergeDocuments(
      [one, two].map((document, index) => ({ key: `${index}`, document, located })),
    )
    expect(methods).toEqual([{ name }, { name, ...to('client') }])
  }
})

it('keeps components with the names of members of every object', () => {
  const documents = ['string', 'integer'].map((type): JsonObject => {
    const text = `{"schemas":{"__proto__":{"type":"${type}"},"constructor":{}},"__proto__":{"toString":{}},"constructor":{"a":{}}}`
    return { ...documentOf([], {}), components: JSON.parse(text) as JsonObject }
  })
  const { components } = mergeDocuments(
    documents.map((document, index) => ({ key: 'ab'[index] ?? '', document, located })),
  )
  expect(JSON.stringify(components)).toBe(
    '{"schemas":{"__proto__":{"type":"string"},"constructor":{},"B__proto__":{"type":"integer"}},"__proto__":{"toString":{}},"constructor":{"a":{}}}',
  )
})

it('prefixes components that differ, and whatever refers to them', () => {
  const second = documentOf([{ name: 'c', result: id }], {
    Id: { type: 'integer' },
    Ids: { items: id },
    TwoId: { type: 'null' },
  })
  const parts = [
    { key: 'one', document: first, located },
    { key: 'two', document: second, located },
    { key: 'three', document: first, located },
  ]
  expect(mergeDocuments(parts, { title: 'All', version: '2' })).toEqual({
    openrpc: '1.3.2',
    info: { title: 'All', version: '2' },
    'x-extensions': [{ name: 'x-shared' }],
    methods: [
      { name: 'a' },
      { name: 'b', result: id },
      { name: 'c', result: { $ref: '#/components/schemas/TwoId_' } },
    ],
    components: {
      schemas: {
        Id: { type: 'string' },
        TwoId_: { type: 'integer' },
        Ids: { items: { $ref: '#/components/schemas/TwoId_' } },
        TwoId: { type: 'null' },
      },
    },
  })
})

const gate = {
  openrpc: '1.3.2',
  info: { title: 'Gate', version: '1.0.0', description: 'About.', license: { name: 'MIT' } },
  externalDocs: { url: 'https://gate.example/docs' },
  'x-area': 'eu',
  methods: [{ name: 'gate.open', params: [], result: { name: 'r', schema: {} } }],
}
const open = { open: () => true }
const opening = { key: 'gate', methods: [method({ name: 'gate.open', member: 'open' })] }
const discover = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'

it.each<[string, object]>([
  ['/', gate],
  [
    '/gate',
    { ...gate, components: {}, methods: [{ ...gate.methods[0], servers: [{ url: '/gate' }] }] },
  ],
])(
  'the document of a single group at %s is returned at / once, with all members',
  async (path, want) => {
    const only = group({ ...opening, path, document: () => gate })
    const server = createDispatcher({ groups: [only], handlers: { gate: open } })
    const text = await server.handle(discover, { path: '/', transport: 'http' })
    expect(JSON.parse(text ?? '')).toEqual({ jsonrpc: '2.0', id: 1, result: want })
  },
)

it('groups at / are described once, among all groups', async () => {
  const groups = ['a', 'b'].map((key) =>
    group({ key, path: '/', methods: [method({ name: `${key}.get`, member: 'get' })] }),
  )
  const get = (): boolean => true
  const server = createDispatcher({ groups, handlers: { a: { get }, b: { get } } })
  const text = await server.handle(discover, { path: '/', transport: 'http' })
  expect(JSON.parse(text ?? '')).toMatchObject({
    result: { info: { title: 'a, b' }, methods: [{ name: 'a.get' }, { name: 'b.get' }] },
  })
})

it('a declared `rpc.discover` without a handler returns the document, also in a mock', async () => {
  const methods = [
    method({ name: 'rpc.discover', member: 'discover' }),
    method({ name: 'disc.ping', member: 'ping' }),
  ]
  const declared = group({ key: 'disc', methods })
  for (const more of [{}, { fallbackHandler: () => 'a sample' }]) {
    const handlers = { disc: { ping: () => 'pong' } }
    const server = createDispatcher({ groups: [declared], handlers, ...more })
    expect(server.unimplemented).toEqual([])
    for (const path of ['/', '/ext/disc']) {
      const text = await server.handle(discover, { path, transport: 'http' })
      expect(JSON.parse(text ?? '')).toMatchObject({
        result: { methods: [{ name: 'rpc.discover' }, { name: 'disc.ping' }] },
      })
    }
  }
  const handlers = { disc: { discover: () => ({ own: true }) } }
  const server = createDispatcher({ groups: [declared], handlers })
  const text = await server.handle(discover, { path: '/ext/disc', transport: 'http' })
  expect(JSON.parse(text ?? '')).toMatchObject({ result: { own: true } })
})
