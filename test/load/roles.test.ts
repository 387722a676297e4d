import { load } from 'rpcloom/load'
import { type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const method = (name: string, roles?: unknown, more: JsonObject = {}): JsonObject => ({
  name,
  params: [],
  ...(roles === undefined ? {} : { 'x-implemented-by': roles as string[] }),
  ...more,
})

async function codesOf(methods: readonly JsonObject[]): Promise<readonly string[]> {
  const document = { openrpc: '1.3.2', info: { title: 'Chat', version: '1.0.0' }, methods }
  const root = temporaryFolder({ 'chat.json': JSON.stringify(document) })
  const { diagnostics } = await load({ root, inputs: ['chat.json'] })
  return diagnostics.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)
}

const row = (
  given: string,
  methods: readonly JsonObject[],
  want: readonly string[] = [],
): readonly [string, readonly JsonObject[], readonly string[]] => [given, methods, want]

test.each([
  row('a name in both directions', [method('connect'), method('connect', ['client'])]),
  row(
    'a name twice in one direction',
    [method('a', ['client']), method('a', ['client'])],
    ['error RL211 /methods/1'],
  ),
  row(
    'a name of both sides and of one',
    [method('a', ['server', 'client']), method('a', ['client'])],
    ['error RL211 /methods/1'],
  ),
  row(
    'a method of both sides twice',
    [method('a', ['server', 'client']), method('a', ['server', 'client'])],
    ['error RL211 /methods/1'],
  ),
  row(
    'a role that is no list',
    [method('a', 'client')],
    ['warning RL301 /methods/0/x-implemented-by'],
  ),
  row('no role', [method('a', [])], ['warning RL301 /methods/0/x-implemented-by']),
  row('other roles beside the server', [method('a'), method('b', ['plugin'])]),
  row('other roles beside the client', [method('a', ['agent']), method('b', ['client'])]),
  row(
    'neither server nor client',
    [method('a', ['agent']), method('b', ['editor'])],
    ['warning RL313 /methods/0/x-implemented-by'],
  ),
  row(
    'the former extension',
    [method('a', undefined, { 'x-sender': 'server' })],
    ['warning RL314 /methods/0/x-sender'],
  ),
])('%s', async (_, methods, want) => {
  expect(await codesOf(methods)).toEqual(want)
})

const either = {
  anyOf: [
    { type: 'object', properties: { on: { const: true } }, required: ['on'] },
    { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  ],
}
const example = (...params: readonly JsonObject[]): JsonObject => ({
  'x-params': either,
  params: [{ name: 'text', schema: { type: 'integer' } }],
  examples: [{ name: 'one', params }],
})

test.each([
  row('values by name', [method('set', undefined, example({ name: 'text', value: 'x' }))]),
  row('one value', [method('set', undefined, example({ name: 'params', value: { on: true } }))]),
  row(
    'invalid values',
    [method('set', undefined, example({ name: 'text', value: 1 }))],
    ['warning RL251 /methods/0/examples/0/params'],
  ),
])('examples of params with one schema: %s', async (_, methods, want) => {
  expect(await codesOf(methods)).toEqual(want)
})
