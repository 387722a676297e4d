import { load } from 'rpcloom/load'
import { buildApi, type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

async function codesOf(document: JsonObject): Promise<readonly string[]> {
  const head = { openrpc: '1.3.2', info: { title: 'Chat', version: '1.0.0' }, methods: [] }
  const root = temporaryFolder({ 'chat.json': JSON.stringify({ ...head, ...document }) })
  const { loaded, diagnostics } = await load({ root, inputs: ['chat.json'] })
  const built = loaded ? buildApi(loaded, { scope: '@t' }).diagnostics : []
  return [...diagnostics, ...built].map(({ code, pointer }) => `${code} ${pointer}`)
}

const notification = (name: string, ...params: readonly string[]): JsonObject => ({
  name,
  params: params.map((one) => ({ name: one, schema: {} })),
})
const call = (...params: readonly string[]): JsonObject => ({
  ...notification('ask', ...params),
  result: { name: 'answer', schema: {} },
})
const whole = (schema: JsonObject): JsonObject => ({
  name: '$/cancel',
  params: [],
  'x-params': schema,
})
const cancel = { 'x-cancel': { method: '$/cancel', id: 'id' } }
const progress = {
  'x-progress': { method: '$/progress', token: 'token', value: 'value', param: '/meta/token' },
}
const components = {
  components: {
    schemas: {
      Cancel: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object' }] },
      Base: { type: 'object', properties: { id: { type: 'integer' } } },
    },
  },
}

test.each<readonly [given: string, document: JsonObject, want: readonly string[]]>([
  ['a method that exists', { ...cancel, methods: [notification('$/cancel', 'id')] }, []],
  ['a notification that is not listed', { ...cancel, methods: [call()] }, []],
  [
    'a name that differs from that of a notification',
    { ...cancel, methods: [notification('$/cancle', 'id')] },
    ['RL315 /x-cancel/method'],
  ],
  [
    'a method with a result',
    { ...cancel, methods: [{ ...call('id'), name: '$/cancel' }] },
    ['RL315 /x-cancel/method'],
  ],
  ['an unknown param', { ...cancel, methods: [notification('$/cancel')] }, ['RL315 /x-cancel/id']],
  [
    'a param of one schema for all',
    { ...cancel, ...components, methods: [whole({ $ref: '#/components/schemas/Cancel' })] },
    [],
  ],
  [
    'an unknown param of one schema for all',
    { ...cancel, methods: [whole({ type: 'object', properties: { other: {} } })] },
    ['RL315 /x-cancel/id'],
  ],
  [
    'a schema that allows no other members',
    {
      ...cancel,
      methods: [whole({ type: 'object', properties: { a: {} }, additionalProperties: false })],
    },
    ['RL315 /x-cancel/id'],
  ],
  ['a schema that declares no members', { ...cancel, methods: [whole({ type: 'object' })] }, []],
  [
    'a schema that refers to itself',
    {
      ...cancel,
      components: { schemas: { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] } } },
      methods: [whole({ $ref: '#/components/schemas/Loop' })],
    },
    ['RL306 /components/schemas/Loop'],
  ],
  [
    'progress with everything',
    { ...progress, methods: [notification('$/progress', 'token', 'value'), call('meta')] },
    [],
  ],
  [
    'progress without anything',
    { ...progress, methods: [notification('$/progress'), call()] },
    ['RL315 /x-progress/token', 'RL315 /x-progress/value', 'RL315 /x-progress/param'],
  ],
  ['progress that is not listed', { ...progress, methods: [call('meta')] }, []],
  [
    'names of members that every object has',
    {
      'x-cancel': { method: 'constructor', id: '__proto__' },
      methods: [notification('constructor', 'toString')],
    },
    ['RL315 /x-cancel/id'],
  ],
  ['null', { 'x-cancel': null, 'x-progress': null }, ['RL301 /x-cancel', 'RL301 /x-progress']],
  ['a list', { 'x-cancel': ['$/cancel'] }, ['RL301 /x-cancel']],
  ['numbers', { 'x-cancel': { method: 1, id: 2 } }, ['RL301 /x-cancel']],
])('x-cancel and x-progress: %s', async (_, document, want) => {
  expect(await codesOf(document)).toEqual(want)
})
