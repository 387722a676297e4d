import { expect, test } from 'vitest'
import { recordingServer } from '../rpc-cli/server.ts'
import { programOf } from './program.mjs'
import { rawClient } from './raw-client.ts'

const result = { name: 'result', schema: true }
const text = { type: 'string' }
const secret = { name: 'secret', required: true, schema: { 'x-secret': true } }
const ofClient = { 'x-implemented-by': ['client'], paramStructure: 'by-name' }
const param = (name: string, schema: object): object => ({ name, schema })
const program = programOf({
  back: {
    openrpc: '1.3.2',
    info: { title: 'Back', version: '1.0.0' },
    servers: [
      { url: 'http://localhost/wallet/${wallet}', variables: { wallet: { default: 'main' } } },
    ],
    'x-group': { key: 'back', path: '/wallet/{wallet}', transports: ['http'] },
    'x-progress': { method: 'progress', token: 'token', param: 'token' },
    methods: [
      { name: 'count', 'x-effect': 'read', params: [], result },
      {
        name: 'open',
        'x-effect': 'read',
        paramStructure: 'by-name',
        params: [secret, param('token', { type: ['integer', 'string'] })],
        result,
      },
      {
        ...ofClient,
        name: 'note',
        params: [param('line', text), param('pin', { ...text, 'x-secret': true })],
      },
      { ...ofClient, name: 'enter', params: [param('message', text)], result },
    ],
  },
})

test('the options of the connection apply to servers that call back', async () => {
  const { url, received } = await recordingServer((_request, response) => {
    if (received.length > 2) return '"result":7'
    if (received.length === 1) response.destroy()
    else response.writeHead(503).end()
    return undefined
  })
  const connection = {
    url: url.replace('//', '//ann:s%C3%A9cret@'),
    at: ['wallet=savings'],
    retries: '2',
  }
  const client = await rawClient(program, { connection })
  expect(await client.tool('count')).toMatchObject({ structuredContent: { result: 7 } })
  expect(received.map(({ path }) => path)).toEqual(Array(3).fill('/wallet/savings'))
  const basic = `Basic ${Buffer.from('ann:sécret').toString('base64')}`
  expect(received[0]?.headers.authorization).toBe(basic)
})

/** Starts a server that sends messages to a call before its result, and answers that the user entered. */
async function sending(messages: readonly object[], result: string): Promise<string> {
  const { url } = await recordingServer(({ method, text }, response) => {
    if (method !== 'open') return '"result":null'
    const { id, params } = JSON.parse(text) as { id: number; params: { token?: unknown } }
    response.setHeader('content-type', 'text/event-stream')
    for (const one of messages)
      response.write(
        `data: ${JSON.stringify({ jsonrpc: '2.0', ...one }).replace('"TOKEN"', JSON.stringify(params.token) ?? '')}\n\n`,
      )
    response.end(`data: {"jsonrpc":"2.0","id":${id},"result":${result}}\n\n`)
    return undefined
  })
  return url
}

test.each(['Wx!9-kelp', 918_273])(
  'the secret %j is in no message that the server causes',
  async (value) => {
    const messages = [
      { method: 'note', params: { line: `got ${value}`, pin: 'marked' } },
      { method: 'progress', params: { token: 'TOKEN', message: `at ${value}` } },
      { id: 'a', method: 'enter', params: { message: `Is ${value} right?` } },
    ]
    const url = await sending(messages, JSON.stringify({ secret: value, n: value, type: 'text' }))
    const client = await rawClient(program, { connection: { url } }, () => ({ action: 'accept' }))
    const params = { name: 'open', arguments: { secret: value }, _meta: { progressToken: 1 } }
    const { result } = await client.call('tools/call', JSON.stringify(params))
    expect(result).toMatchObject({
      structuredContent: { secret: '[secret]', n: '[secret]', type: 'text' },
    })
    const got = JSON.stringify(client.received)
    for (const line of ['got [secret]', 'at [secret]', 'Is [secret] right?'])
      expect(got).toContain(line)
    for (const hidden of [String(value), 'marked']) expect(got).not.toContain(hidden)
  },
)

test.each(['text', 'secret', 'structuredContent'])(
  'the secret %s leaves the protocol and the names of the document as they are',
  async (value) => {
    const url = await sending([], JSON.stringify({ secret: 1, [`my ${value}`]: 2 }))
    const client = await rawClient(program, { connection: { url } })
    expect(await client.tool('open', { secret: value })).toMatchObject({
      content: [{ type: 'text' }],
      structuredContent: { secret: 1, 'my [secret]': 2 },
    })
  },
)

test('log messages of a server are limited, each and all together', async () => {
  const messages = Array.from({ length: 100 }, () => ({
    method: 'note',
    params: { line: 'x'.repeat(100_000) },
  }))
  const url = await sending(messages, 'true')
  const client = await rawClient(program, { connection: { url } })
  await client.tool('open', { secret: 'abcd' })
  const sizes = client.received.map((one) => JSON.stringify(one).length)
  expect(sizes.length).toBeGreaterThan(10)
  expect(Math.max(...sizes)).toBeLessThan(21_000)
  expect(sizes.reduce((sum, one) => sum + one)).toBeLessThan(1_100_000)
})
