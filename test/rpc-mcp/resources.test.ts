import { afterEach, expect, test, vi } from 'vitest'
import { recordingServer } from '../rpc-cli/server.ts'
import { pets } from './pets.ts'
import { programOf } from './program.mjs'
import { type Message, rawClient } from './raw-client.ts'

const text = { type: 'string' }
const result = { name: 'result', schema: true }
const resource = (uri: string): object => ({ 'x-resource': { uri }, 'x-effect': 'read' })
const document = {
  ...pets,
  components: {
    schemas: {
      Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
    },
  },
  methods: [
    ...pets.methods,
    { name: 'count', params: [], result, ...resource('pets://count') },
    {
      name: 'byId',
      params: [{ name: 'id', required: true, schema: { type: 'integer' } }],
      paramStructure: 'by-name',
      result,
      ...resource('pets://{id}'),
    },
    // Addresses that match nothing.
    {
      name: 'byTwo',
      params: [
        { name: 'id', required: true, schema: text },
        { name: 'kind', required: true, schema: text },
      ],
      result,
      ...resource('pets://{id}-{kind}'),
    },
    { name: 'byNone', params: [], result, ...resource('pets://x/{other}') },
    { name: 'remove', params: [], result, ...resource('pets://remove'), 'x-effect': 'write' },
    {
      name: 'hidden/key',
      'x-effect': 'read',
      params: [
        { name: 'tree', schema: { $ref: '#/components/schemas/Node' } },
        { name: 'pair', schema: { type: 'array', items: [text, text], additionalItems: false } },
        { name: 'token', schema: { ...text, 'x-secret': true } },
      ],
      result: {
        name: 'result',
        schema: { type: 'object', properties: { key: { ...text, 'x-secret': true } } },
      },
      examples: [
        {
          name: 'one',
          params: [{ name: 'token', value: 'visible-token' }],
          result: { name: 'result', value: { key: 'visible-key' } },
        },
      ],
    },
  ],
}
const program = programOf({ pets: document })

afterEach(() => void vi.useRealTimers())

function textOf({ result: read }: Message): string {
  const { contents } = read as { readonly contents: readonly { readonly text: string }[] }
  return contents[0]?.text ?? ''
}

test('pages and schemas of methods are resources, without secrets', async () => {
  const client = await rawClient(program, {})
  const read = async (uri: string): Promise<Message> =>
    client.call('resources/read', JSON.stringify({ uri }))
  expect((await client.call('resources/list', '{}')).result).toMatchObject({
    resources: [{ uri: 'rpcloom://docs/pets' }, { uri: 'pets://count' }],
  })
  expect((await client.call('resources/templates/list', '{}')).result).toMatchObject({
    resourceTemplates: [{ uriTemplate: 'pets://{id}' }, {}, {}],
  })
  const page = textOf(await read('rpcloom://docs/pets'))
  const [, address = ''] = /\]\((\S*key)\)/.exec(page) ?? []
  const method = textOf(await read(address))
  expect(method).toContain('[secret]')
  expect(method).not.toMatch(/visible-(token|key)/)
  expect(JSON.parse(textOf(await read(address.replace('docs', 'schema'))))).toMatchObject({
    params: {
      properties: {
        tree: { $ref: '#/$defs/Node' },
        pair: { prefixItems: [text, text], items: false },
        token: { writeOnly: true },
      },
      $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' } } } },
    },
  })
  for (const uri of [
    'rpcloom://docs/other',
    'rpcloom://docs/pets/nope',
    'pets://a/b',
    'pets://%E0',
    'pets://x',
  ])
    expect((await read(uri)).error, uri).toMatchObject({ code: -32_002 })
})

test('methods that read are resources, and changes are reported to clients that subscribe', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let count = 1
  const { url, received } = await recordingServer(() => `"result":${count}`)
  const client = await rawClient(program, { connection: { url } })
  const call = async (method: string, uri: string): Promise<Message> =>
    client.call(method, JSON.stringify({ uri }))
  expect(textOf(await call('resources/read', 'pets://count'))).toBe('1')
  expect(textOf(await call('resources/read', 'pets://7'))).toBe('1')
  expect(received.map(({ method, params }) => [method, params])).toEqual([
    ['count', undefined],
    ['byId', { id: 7 }],
  ])
  // A method that writes is no resource, and its address has no valid id.
  expect((await call('resources/read', 'pets://remove')).error).toMatchObject({ code: -32_002 })
  expect((await call('resources/subscribe', 'other://nope')).error).toMatchObject({ code: -32_002 })
  await call('resources/subscribe', 'pets://count')
  await vi.waitFor(() => expect(received).toHaveLength(3))
  count = 2
  await vi.waitFor(() => {
    vi.advanceTimersByTime(5000)
    expect(client.received).toContainEqual(
      expect.objectContaining({
        method: 'notifications/resources/updated',
        params: { uri: 'pets://count' },
      }),
    )
  })
  await call('resources/unsubscribe', 'pets://count')
  // A request in progress has a time limit.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
})

test('the error of a resource is limited, and a slow resource is read once at a time', async () => {
  const error = JSON.stringify({ code: 1, message: 'x'.repeat(1e6), data: 'y'.repeat(1e6) })
  const failing = await recordingServer(() => `"error":${error}`)
  const refused = await rawClient(program, { connection: { url: failing.url } })
  const failed = await refused.call('resources/read', '{"uri":"pets://count"}')
  expect(failed.error?.code).toBe(-32_603)
  expect(JSON.stringify(failed).length).toBeLessThan(25_000)
  const { url, received } = await recordingServer(({ method }) =>
    method === 'byId' ? '"result":7' : undefined,
  )
  const client = await rawClient(program, { connection: { url, timeout: '0' } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  await client.call('resources/subscribe', '{"uri":"pets://count"}')
  vi.advanceTimersByTime(60_000)
  await client.call('resources/read', '{"uri":"pets://7"}')
  expect(received.filter(({ method }) => method === 'count')).toHaveLength(1)
})
