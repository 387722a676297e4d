import { publicDialect } from '../../packages/node/src/dialect/public.ts'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDispatcher } from '@rpcloom/rpc/server'
import { listen, type Listening } from '@rpcloom/rpc/node'
import { group, method } from './server-fixture.ts'

/** Two endpoints like those of public nodes. */
const server = createDispatcher({
  dialect: publicDialect,
  groups: [
    group({
      key: 'evm',
      path: '/evm',
      transports: ['http', 'ws'],
      methods: [
        method({ name: 'eth_none', structure: 'by-position' }),
        method({ name: 'eth_add', structure: 'by-position', order: ['a', 'b'], required: ['a'] }),
      ],
    }),
    group({
      key: 'info',
      path: '/info',
      transports: ['http', 'ws'],
      methods: [method({ name: 'info.none' })],
    }),
  ],
  handlers: {
    evm: { none: () => 'done', add: async ({ a }: { readonly a: unknown }) => a },
    info: { none: async () => 'done' },
  },
})

type Case = readonly [name: string, text: string, want: unknown]

const evm = (members: string): string => `{"jsonrpc":"2.0","method":"eth_none",${members}}`
const plain = (members: string): string => `{"jsonrpc":"2.0","method":"info.none",${members}}`
const done = (id: unknown): object => ({ id, result: 'done' })
const refused = (code: number, id: unknown): object => ({ id, error: { code } })
const invalid = refused(-32600, null)

/** Responses of geth, whose server the EVM endpoint uses. */
const evmCases: readonly Case[] = [
  ['nothing', '', undefined],
  ['white space', ' \t\r\n', undefined],
  ['a number', '1', invalid],
  ['a word with more behind it', 'null x', invalid],
  ['text after the request', '"x" y', invalid],
  ['an unknown word', 'nul', refused(-32700, null)],
  ['a single quote', "'f", refused(-32700, null)],
  ['a call cut short', evm('"id":1').slice(0, -1), refused(-32700, null)],
  ['bytes behind a call', `${evm('"id":1')}x`, done(1)],
  ['two calls, of which one is read', evm('"id":1') + evm('"id":2'), done(1)],
  ['a byte order mark', `\ufeff${evm('"id":1')}`, refused(-32700, null)],
  ['an empty batch', '[]', invalid],
  ['a batch of junk', '[1,null,[],"x"]', [invalid, invalid, invalid, invalid]],
  [
    'a batch with junk',
    `[${evm('"id":1')},55,{"jsonrpc":"2.0","id":2,"method":"eth_nothing"},{"foo":"bar"}]`,
    [done(1), invalid, refused(-32601, 2), invalid],
  ],
  ['a batch of notifications', `[${evm('"params":[]')}]`, undefined],
  ['a batch of responses', '[{"jsonrpc":"2.0","id":1,"result":1}]', undefined],
  ['an id and nothing else', '{"id":1}', refused(-32600, 1)],
  ['an id and a version', '{"jsonrpc":"2.0","id":1}', refused(-32600, 1)],
  ['an id that is a list', '{"id":[],"method":"eth_none"}', invalid],
  ['an id that is an object', evm('"id":{}'), invalid],
  ['an id that is a list in a call', evm('"id":[1]'), invalid],
  ['an id of true', evm('"id":true'), done(true)],
  ['an id of null', evm('"id":null'), done(null)],
  ['an id of zero below zero', evm('"id":-0'), done(-0)],
  ['an id with a fraction', evm('"id":1.5'), done(1.5)],
  ['another version', '{"jsonrpc":"2.1","id":1,"method":"eth_none"}', refused(-32600, 1)],
  ['a version that is a number', '{"jsonrpc":2.0,"id":1,"method":"eth_none"}', refused(-32600, 1)],
  ['no version', '{"id":1,"method":"eth_none"}', refused(-32600, 1)],
  ['no version and no id', '{"method":"eth_none"}', invalid],
  ['an empty method', '{"jsonrpc":"2.0","id":1,"method":""}', refused(-32600, 1)],
  ['an empty method and no id', '{"jsonrpc":"2.0","method":""}', invalid],
  [
    'a method of another type',
    '{"jsonrpc":"2.0","id":1,"method":["eth_none"]}',
    refused(-32600, 1),
  ],
  ['members in another case', '{"JSONRPC":"2.0","ID":9,"Method":"eth_none"}', done(9)],
  ['of two that are meant alike, the last', evm('"id":1,"Id":2'), done(2)],
  ['a response', '{"jsonrpc":"2.0","id":1,"result":null}', undefined],
  ['the response of an error', '{"jsonrpc":"2.0","id":1,"error":{"code":1}}', undefined],
  ['no response: its error is null', '{"jsonrpc":"2.0","id":1,"error":null}', refused(-32600, 1)],
  ['a call that is a response too', evm('"id":1,"result":1'), done(1)],
  ['params of null', evm('"id":1,"params":null'), done(1)],
  ['params that are a string', evm('"id":1,"params":"x"'), refused(-32602, 1)],
  ['params of false', evm('"id":1,"params":false'), refused(-32602, 1)],
  ['params that are a string, and no id', evm('"params":"x"'), undefined],
  ['params by name', evm('"id":1,"params":{"a":23}'), refused(-32602, 1)],
  ['params by no name', evm('"id":1,"params":{}'), refused(-32602, 1)],
  [
    'params that are a string, for an unknown method',
    '{"jsonrpc":"2.0","id":1,"method":"x","params":"x"}',
    refused(-32601, 1),
  ],
  [
    'a param too few',
    '{"jsonrpc":"2.0","id":1,"method":"eth_add","params":[]}',
    refused(-32602, 1),
  ],
  [
    'params of null, too few',
    '{"jsonrpc":"2.0","id":1,"method":"eth_add","params":null}',
    refused(-32602, 1),
  ],
]

/** Responses of gorilla's rpc/json2, whose server the other endpoints use. */
const plainCases: readonly Case[] = [
  ['nothing', '', refused(-32700, null)],
  ['a number', '1', refused(-32700, null)],
  ['text', '"x"', refused(-32700, null)],
  ['null', 'null', undefined],
  ['a batch', `[${plain('"id":1')}]`, refused(-32700, null)],
  ['an empty batch', '[]', refused(-32700, null)],
  ['bytes behind a call', `${plain('"id":1')}x`, done(1)],
  ['a byte order mark', `\ufeff${plain('"id":1')}`, refused(-32700, null)],
  ['an id of null', plain('"id":null'), undefined],
  ['no id', plain('"params":{}'), undefined],
  ['an id that is a list', plain('"id":[1]'), done([1])],
  ['an id of false', plain('"id":false'), done(false)],
  ['an id of zero below zero', plain('"id":-0'), done(-0)],
  ['another version', '{"jsonrpc":"1.0","id":1,"method":"info.none"}', refused(-32600, 1)],
  ['another version and no id', '{"jsonrpc":"1.0","method":"info.none"}', undefined],
  ['no version', '{"id":{},"method":"info.none"}', refused(-32600, {})],
  ['a version of null', '{"jsonrpc":null,"id":1,"method":"info.none"}', refused(-32600, 1)],
  ['a version that is a number', '{"jsonrpc":2,"id":1,"method":"info.none"}', refused(-32700, 1)],
  ['a version that is a number, and no id', '{"jsonrpc":2,"method":"x"}', refused(-32700, null)],
  ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":1}', refused(-32700, 1)],
  ['a method of null', '{"jsonrpc":"2.0","id":1,"method":null}', refused(-32000, 1)],
  ['no method', '{"jsonrpc":"2.0","id":1}', refused(-32000, 1)],
  ['no method and no id', '{"jsonrpc":"2.0"}', undefined],
  ['a response', '{"jsonrpc":"2.0","id":1,"result":1}', refused(-32000, 1)],
  ['members in another case', '{"JsonRPC":"2.0","iD":"x","METHOD":"info.none"}', done('x')],
  ['params of null', plain('"id":1,"params":null'), done(1)],
  ['params that are a string', plain('"id":1,"params":"x"'), refused(-32000, 1)],
  ['params that are a number, and no id', plain('"params":0'), undefined],
]

let listening: Listening
const sockets = new Map<string, WebSocket>()
beforeAll(async () => {
  listening = await listen(server)
  for (const path of ['/evm', '/info']) {
    const socket = new WebSocket(listening.url.replace('http', 'ws') + path)
    await once(socket, 'open')
    sockets.set(path, socket)
  }
})
afterAll(async () => {
  for (const socket of sockets.values()) socket.terminate()
  await listening.close()
})

const carriers: Readonly<
  Record<string, (path: string, text: string) => Promise<string | undefined>>
> = {
  memory: async (path, text) => server.handle(text, { path }),
  async http(path, text) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(listening.url + path, { method: 'POST', headers, body: text })
    expect(response.status).toBe(200)
    return (await response.text()) || undefined
  },
  async webSocket(path, text) {
    const socket = sockets.get(path)
    if (!socket) throw new Error(`${path} has no socket`)
    const answers: string[] = []
    socket.on('message', (data: Buffer) => answers.push(data.toString()))
    socket.send(text)
    // The first pong may arrive before a response that takes an event loop turn, the second does
    // not.
    for (let turn = 0; turn < 2; turn++) {
      socket.ping()
      await once(socket, 'pong')
    }
    socket.removeAllListeners('message')
    expect(answers.length).toBeLessThan(2)
    return answers[0]
  },
}

describe.each(Object.entries(carriers))('over %s', (_carrier, ask) => {
  test.each(evmCases)('an EVM endpoint: %s', async (_, text, want) => {
    matches(await ask('/evm', text), want)
  })

  test.each(plainCases)('another endpoint: %s', async (_, text, want) => {
    matches(await ask('/info', text), want)
  })
})

function matches(text: string | undefined, want: unknown): void {
  const answer: unknown = text === undefined ? undefined : JSON.parse(text)
  if (typeof want === 'object' && want !== null) expect(answer).toMatchObject(want)
  else expect(answer).toBe(want)
}
