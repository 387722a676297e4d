import { expect, test } from 'vitest'
import { mockDocuments } from '@rpcloom/mock'
import { isRecord, type JsonObject } from '@rpcloom/rpc'

// Records of one chain do not exist on another chain; records of other groups exist on all chains.

const name = { name: 'name', required: true, schema: { type: 'string' } }
const text = { name: 'result', schema: { type: 'string' } }
const error = { code: -32001, message: 'Taken' }

const notes: JsonObject = {
  openrpc: '1.3.2',
  info: { title: 'Notes', version: '1.0.0' },
  'x-group': { key: 'notes', path: '/chains/{chain}/notes' },
  servers: [{ url: '/notes' }],
  methods: [
    {
      name: 'add',
      params: [name],
      result: text,
      errors: [error],
      'x-mock': { creates: { collection: 'notes', key: 'name', exists: -32001 } },
    },
    {
      name: 'enrol',
      params: [name],
      result: text,
      errors: [error],
      'x-mock': { creates: { collection: 'users', key: 'name', exists: -32001 } },
    },
    {
      name: 'height',
      params: [],
      result: { name: 'height', schema: { type: 'integer' } },
      examples: [{ name: 'one', params: [], result: { name: 'height', value: 1 } }],
      'x-mock': { counts: { counter: 'height' } },
    },
    {
      name: 'lock',
      params: [],
      result: { name: 'locked', schema: { type: 'boolean' } },
      errors: [error],
      'x-mock': { moves: { thing: 'door', from: 'open', to: 'shut', otherwise: -32001 } },
    },
  ],
}

const users: JsonObject = {
  openrpc: '1.3.2',
  info: { title: 'Users', version: '1.0.0' },
  'x-group': { key: 'users', path: '/users' },
  methods: [
    {
      name: 'listUsers',
      params: [],
      result: { name: 'users', schema: { type: 'array', items: { type: 'string' } } },
      'x-mock': { lists: { collection: 'users', item: 'name' } },
    },
  ],
}

type Ask = (path: string, method: string, ...params: readonly unknown[]) => Promise<unknown>

function asking(aliases: Readonly<Record<string, string>> = {}): { ask: Ask; reset: () => void } {
  const mock = mockDocuments([notes, users], {
    resolveAt: ({ chain = '' }) => ({ chain: aliases[chain] ?? chain }),
  })
  const ask: Ask = async (path, method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body })
    const answer: unknown = await (await mock.fetch(request)).json()
    if (!isRecord(answer)) throw new Error('No answer')
    return isRecord(answer['error']) ? answer['error']['code'] : answer['result']
  }
  return { ask, reset: mock.reset }
}

const [a, b] = ['/chains/a/notes', '/chains/b/notes']

test.each([
  ['a record', 'add', ['x']],
  ['a thing that was moved', 'lock', []],
])('%s belongs to its chain', async (_, method, params) => {
  const { ask, reset } = asking()
  expect(await ask(a, method, ...params)).not.toBe(-32001)
  expect(await ask(a, method, ...params)).toBe(-32001)
  expect(await ask(b, method, ...params)).not.toBe(-32001)
  expect(await ask('/notes', method, ...params)).not.toBe(-32001)
  reset()
  expect(await ask(a, method, ...params)).not.toBe(-32001)
})

test('a counter increases only on its chain', async () => {
  const { ask } = asking()
  expect([await ask(a, 'height'), await ask(a, 'height'), await ask(b, 'height')]).toEqual([
    1, 2, 1,
  ])
})

test('aliases of a chain are the same chain', async () => {
  const { ask } = asking({ alias: 'a' })
  await ask('/chains/alias/notes', 'add', 'x')
  expect(await ask(a, 'add', 'x')).toBe(-32001)
})

test('records that a group without chains uses are shared by all chains', async () => {
  const { ask } = asking()
  await ask(a, 'enrol', 'ann')
  expect(await ask(b, 'enrol', 'ann')).toBe(-32001)
  expect(await ask('/users', 'listUsers')).toEqual(['ann'])
})
