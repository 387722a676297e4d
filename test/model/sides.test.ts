import {
  buildApi,
  everyMethod,
  type Group,
  type JsonObject,
  reversed,
  type Type,
} from 'rpcloom/model'
import { expect, test } from 'vitest'
import { answering, build, documentOf, loadedFrom } from './documents.ts'

const client = { 'x-implemented-by': ['client'] }
const both = { 'x-implemented-by': ['server', 'client'] }
const address = { name: 'address', required: true, schema: { type: 'string' } }

function groupOf(methods: readonly JsonObject[], more: JsonObject = {}): Group {
  const [group] = build(documentOf(methods, {}, more)).api.groups
  if (group === undefined) throw new Error('no group')
  return group
}

const namesOf = (group: Group): object => ({
  server: group.methods.map(({ name }) => name),
  client: group.clientMethods.map(({ name }) => name),
})

test.each([
  {
    given: 'no extension',
    methods: [answering('ask', true)],
    want: { server: ['ask'], client: [] },
  },
  {
    given: 'server by default',
    methods: [answering('ask', true), { ...answering('log', true), ...client }],
    want: { server: ['ask'], client: ['log'] },
  },
  {
    given: 'both sides',
    methods: [{ ...answering('ping', true), ...both }],
    want: { server: ['ping'], client: ['ping'] },
  },
  {
    given: 'only the client is named',
    methods: [
      { ...answering('log', true), ...client },
      { ...answering('ask', true), 'x-implemented-by': ['agent'] },
    ],
    want: { server: ['ask'], client: ['log'] },
  },
  {
    given: 'neither is named',
    methods: [
      { ...answering('ask', true), 'x-implemented-by': ['agent'] },
      { ...answering('read', true), 'x-implemented-by': ['editor'] },
    ],
    want: { server: ['ask'], client: ['read'] },
  },
  {
    given: 'a document of the client',
    methods: [{ ...answering('log', true), ...client }],
    want: { server: [], client: ['log'] },
  },
])('the sides of methods: $given', ({ methods, want }) => {
  expect(namesOf(groupOf(methods))).toEqual(want)
})

test('a method of both sides is one object', () => {
  const { methods, clientMethods } = groupOf([{ ...answering('ping', true), ...both }])
  expect(methods[0]).toBe(clientMethods[0])
  expect(methods[0]?.implementedBy).toEqual(['server', 'client'])
})

const connecting = [
  { ...answering('connect', { type: 'object', properties: { a: {} } }), params: [address] },
  { name: 'connect', params: [address], ...client },
]

test.each([
  { order: 'as written', methods: connecting },
  { order: 'reversed', methods: connecting.toReversed() },
])('a name in both directions has two methods, $order', ({ methods }) => {
  const built = build(documentOf(methods))
  const [group] = built.api.groups
  if (group === undefined) throw new Error('no group')
  const all = everyMethod(group)
  expect(all.map(({ member }) => member)).toEqual(['connect', 'connect'])
  expect(all.map(({ slug }) => slug)).toEqual(['connect', 'connect-client'])
  const types = all.map(({ paramsType = '' }) => built.api.types.get(paramsType)?.name)
  expect(types).toEqual(['ConnectParams', 'ClientConnectParams'])
  const entries = built.names.entries.filter(({ kind }) => kind === 'method')
  expect(entries.map(({ name, implementedBy }) => [name, implementedBy])).toEqual(
    methods === connecting
      ? [
          ['connect', undefined],
          ['connect', ['client']],
        ]
      : [
          ['connect', ['client']],
          ['connect', undefined],
        ],
  )
})

test('each side has its own namespaces, with names of their own', () => {
  const group = groupOf([
    answering('doc/open', true),
    { ...answering('window/log', true), ...client },
    { ...answering('window/tabs/close', true), ...client },
  ])
  const spaces = ({ namespaces }: Group): object =>
    namespaces.map(({ name, typeName, methods }) => [name, typeName, methods])
  expect(spaces(group)).toEqual([['doc', 'TestDoc', [0]]])
  expect(spaces(reversed(group))).toEqual([
    ['window', 'TestClientWindow', [0]],
    ['window.tabs', 'TestClientWindowTabs', [1]],
  ])
})

test('a pair of documents has the methods of one side each', () => {
  const files = {
    'ui.json': documentOf([answering('draw', true)]),
    'front.json': documentOf([{ ...answering('draw', true), ...client }]),
  }
  const { api, diagnostics } = buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' })
  expect(diagnostics).toEqual([])
  expect(api.groups.map(namesOf)).toEqual([
    { server: ['draw'], client: [] },
    { server: [], client: ['draw'] },
  ])
})

test('messages of the protocol itself have plain names', () => {
  const names = ['$/cancelRequest', '$/setTrace', 'text/hover', 'window/log'].map((name) => ({
    name,
    params: [],
  }))
  const { methods } = groupOf(names)
  expect(methods.map(({ namespace, member }) => [namespace, member])).toEqual([
    ['', 'cancelRequest'],
    ['', 'setTrace'],
    ['text', 'hover'],
    ['window', 'log'],
  ])
})

test.each([
  { given: { method: '$/cancelRequest', id: 'id' }, codes: [] },
  { given: { method: '$/cancelRequest' }, codes: ['RL301'] },
])('x-cancel: $given', ({ given, codes }) => {
  const { api, diagnostics } = build(documentOf([], {}, { 'x-cancel': given }))
  expect(diagnostics.map(({ code }) => code)).toEqual(codes)
  expect(api.groups[0]?.cancel).toEqual(codes.length === 0 ? given : undefined)
})

test.each([
  { given: { method: '$/progress', token: 'token', value: 'value', param: 'token' }, codes: [] },
  { given: { method: 'progress', token: 'token', param: '/_meta/token' }, codes: [] },
  { given: { method: 'progress', token: 'token' }, codes: ['RL301'] },
])('x-progress: $given', ({ given, codes }) => {
  const { api, diagnostics } = build(documentOf([], {}, { 'x-progress': given }))
  expect(diagnostics.map(({ code }) => code)).toEqual(codes)
  expect(api.groups[0]?.progress).toEqual(codes.length === 0 ? given : undefined)
})

test('notifications that peers handle themselves are no methods', () => {
  const methods = ['$/cancelRequest', '$/progress', 'ask'].map((name) => ({
    name,
    params: [],
    ...both,
  }))
  const names = {
    'x-cancel': { method: '$/cancelRequest', id: 'id' },
    'x-progress': { method: '$/progress', token: 'token', param: 'token' },
  }
  // A server can report other progress than that of calls.
  expect(namesOf(groupOf(methods, names))).toEqual({
    server: ['ask'],
    client: ['$/progress', 'ask'],
  })
  // A method with a result is a call.
  const calls = methods.map((method) => ({ ...method, result: { name: 'r', schema: {} } }))
  expect(namesOf(groupOf(calls, names))).toEqual({
    server: ['$/cancelRequest', '$/progress', 'ask'],
    client: ['$/cancelRequest', '$/progress', 'ask'],
  })
})

const hover = { type: 'object', properties: { line: { type: 'integer' } } }
const alternatives = { anyOf: [{ $ref: '#/components/schemas/Hover' }, { type: 'string' }] }

test.each([
  {
    given: 'a reference',
    schema: { $ref: '#/components/schemas/Hover' },
    name: 'Hover',
    kind: 'object',
  },
  { given: 'a union', schema: alternatives, name: 'HoverParams', kind: 'union' },
  {
    given: 'a list',
    schema: { type: 'array', items: { type: 'string' } },
    name: 'HoverParams',
    kind: 'array',
  },
])('x-params is the type of all params: $given', ({ schema, name, kind }) => {
  const method = { name: 'hover', params: [address], 'x-params': schema }
  const { api } = build(documentOf([method], { Hover: hover }))
  const [read] = api.groups[0]?.methods ?? []
  const type = api.types.get(read?.paramsType ?? '')
  const found: Type['kind'] | undefined = type?.type.kind
  expect([type?.name, found, read?.paramStructure]).toEqual([name, kind, 'whole'])
  expect(read?.params.map((param) => param.name)).toEqual(['params'])
  expect([...api.types.values()].filter((one) => /Hover/.test(one.name)).length).toBe(
    name === 'Hover' ? 1 : 2,
  )
})

test.each([
  ['an object without required members', { $ref: '#/components/schemas/Hover' }, false],
  ['an object with a required member', { ...hover, required: ['line'] }, true],
  ['a union with an object', alternatives, false],
  ['a list', { type: 'array', items: {} }, true],
])('x-params may be omitted if {} is valid: %s', (_, schema, required) => {
  const { methods } = groupOf([{ name: 'hover', params: [], 'x-params': schema }], {
    components: { schemas: { Hover: hover } },
  })
  expect(methods[0]?.params).toMatchObject([{ required }])
})
