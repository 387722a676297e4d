import { publicDialect } from '../../packages/node/src/dialect/public.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchHandler, type DispatcherOptions, type HttpRules } from '@rpcloom/rpc/server'
import { listen, type ListenOptions } from '@rpcloom/rpc/node'
import { type Ask, call, exchange, type Got, json, path } from './exchange.ts'
import { dispatcher } from './server-fixture.ts'

type Ready = (
  options?: Partial<DispatcherOptions>,
  rules?: Omit<ListenOptions, 'authenticate'> & HttpRules,
) => Promise<(ask: Ask) => Promise<Got>>

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
})

const overNode: Ready = async (options, rules) => {
  const server = await listen(dispatcher(options), rules)
  cleanups.push(() => server.close())
  return (ask) => exchange({ host: '127.0.0.1', port: server.port }, ask)
}

const overFetch: Ready = async (options, rules = {}) => {
  const handler = fetchHandler(dispatcher(options), { allowedHosts: ['localhost'], ...rules })
  return async ({ method = 'POST', path = '/', headers = {}, body }) => {
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    const response = await handler(request)
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  }
}

const note = '{"jsonrpc":"2.0","method":"info.empty"}'
const evm = '/ext/bc/C/rpc'
const preflight = { origin: 'http://a.b', 'access-control-request-method': 'POST' }

type Case = readonly [
  name: string,
  options: Partial<DispatcherOptions>,
  rules: HttpRules,
  ask: Ask,
  want: object,
]
/** A call whose ID contains a byte that is invalid in UTF-8. */
const otherBytes = new TextEncoder().encode(call.replace('1,', '"?",'))
otherBytes[otherBytes.indexOf(0x3f)] = 0xff

const cases: readonly Case[] = [
  [
    'bytes that are not UTF-8',
    {},
    {},
    { path, headers: json, body: otherBytes },
    {
      status: 200,
      body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    },
  ],
  [
    'bytes that are not UTF-8, publicly',
    { dialect: publicDialect },
    {},
    { path, headers: json, body: otherBytes },
    { status: 200, body: '{"jsonrpc":"2.0","result":{},"id":"\ufffd"}\n' },
  ],
  [
    'a byte order mark',
    {},
    {},
    { path, headers: json, body: `\ufeff${call}` },
    { body: expect.stringContaining('-32700') },
  ],
  [
    'a call',
    {},
    {},
    { path, headers: json, body: call },
    { status: 200, headers: json, body: '{"jsonrpc":"2.0","id":1,"result":{}}' },
  ],
  [
    'a media type with a parameter',
    {},
    {},
    { path, headers: { 'content-type': 'Application/JSON; charset=utf-8' }, body: call },
    { status: 200 },
  ],
  [
    'an asynchronous call',
    {},
    {},
    { path, headers: json, body: call.replace('empty', 'slow') },
    { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":{"aborted":false,"at":{},"id":1}}' },
  ],
  [
    'a body with a wrong content-encoding',
    {},
    {},
    { path, headers: { ...json, 'content-encoding': 'gzip' }, body: call },
    { status: 415, headers: { 'accept-encoding': 'identity' } },
  ],
  [
    'a body with content-encoding identity',
    {},
    {},
    { path, headers: { ...json, 'content-encoding': 'Identity' }, body: call },
    { status: 200 },
  ],
  ['a notification', {}, {}, { path, headers: json, body: note }, { status: 204, body: '' }],
  [
    'a notification, publicly',
    { dialect: publicDialect },
    {},
    { path, headers: json, body: note },
    { status: 200, body: '' },
  ],
  [
    'an error',
    {},
    {},
    { path, headers: json, body: '{' },
    {
      status: 200,
      body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    },
  ],
  [
    'no body',
    {},
    {},
    { path, headers: json },
    { status: 200, body: expect.stringContaining('-32700') },
  ],
  [
    'an unknown path',
    {},
    {},
    { path: '/ext/x', headers: json, body: call },
    { status: 404, body: '404 page not found' },
  ],
  [
    'a hidden group',
    { mode: 'public', groups: [] },
    {},
    { path, headers: json, body: call },
    { status: 404 },
  ],
  [
    'another verb',
    {},
    {},
    { path: evm, method: 'PUT', headers: json, body: call },
    { status: 405, headers: { allow: 'POST' } },
  ],
  [
    'another verb where there is a route',
    {},
    {},
    { path, method: 'DELETE' },
    { status: 405, headers: { allow: 'GET, HEAD, POST' } },
  ],
  [
    'POST to a route',
    {},
    {},
    { path: '/ext/info/health', headers: json, body: call },
    { status: 405, headers: { allow: 'GET, HEAD' } },
  ],
  ['GET of calls', {}, {}, { path: evm, method: 'GET' }, { status: 405 }],
  [
    'GET of an EVM endpoint, publicly',
    { dialect: publicDialect },
    {},
    { path: evm, method: 'GET' },
    { status: 200, body: '' },
  ],
  ['no media type', {}, {}, { path, headers: { 'content-type': '' }, body: call }, { status: 415 }],
  [
    'another media type',
    {},
    {},
    { path, headers: { 'content-type': 'text/plain' }, body: call },
    { status: 415 },
  ],
  [
    'an EVM media type, publicly',
    { dialect: publicDialect },
    {},
    { path: evm, headers: { 'content-type': 'application/json-rpc' }, body: call },
    { status: 200 },
  ],
  [
    'a body of the limit',
    { limits: { bodyBytes: call.length } },
    {},
    { path, headers: json, body: call },
    { status: 200 },
  ],
  [
    'a body above the limit',
    { limits: { bodyBytes: call.length - 1 } },
    {},
    { path, headers: json, body: call },
    { status: 413 },
  ],
  [
    'a chunked body above the limit',
    { limits: { bodyBytes: 20 } },
    {},
    { path, headers: { ...json, 'transfer-encoding': 'chunked' }, body: call },
    { status: 413 },
  ],
  [
    'a healthy route',
    {},
    {},
    { path: '/ext/info/health?tag=a&tag=b', method: 'GET' },
    { status: 200, headers: json, body: '{"healthy":true,"checks":{"tags":["a","b"]}}' },
  ],
  ['an unhealthy route', {}, {}, { path: '/ext/info?tag=bad', method: 'GET' }, { status: 503 }],
  [
    'a hidden route',
    { mode: 'public' },
    {},
    { path: '/ext/info/health', method: 'GET' },
    { status: 404 },
  ],
  [
    'no origin that is allowed',
    {},
    {},
    { path, headers: { ...json, origin: 'http://a.b' }, body: call },
    { headers: expect.not.objectContaining({ 'access-control-allow-origin': expect.anything() }) },
  ],
  [
    'an origin that is allowed',
    {},
    { cors: ['http://a.b'] },
    { path, headers: { ...json, origin: 'http://a.b' }, body: call },
    { headers: { 'access-control-allow-origin': 'http://a.b', vary: 'Origin' } },
  ],
  [
    'an origin that is not',
    {},
    { cors: ['http://c.d'] },
    { path, headers: { ...json, origin: 'http://a.b' }, body: call },
    { headers: expect.not.objectContaining({ 'access-control-allow-origin': expect.anything() }) },
  ],
  [
    'a preflight',
    {},
    { cors: ['*'] },
    { path, method: 'OPTIONS', headers: preflight },
    { status: 204, headers: { 'access-control-allow-origin': 'http://a.b' } },
  ],
  [
    'a preflight, publicly',
    { dialect: publicDialect },
    { cors: ['*'] },
    { path, method: 'OPTIONS', headers: preflight },
    { status: 200 },
  ],
  [
    'headers of every response',
    {},
    { headers: { 'node-id': 'NodeID-x' } },
    { path: '/nowhere', headers: json, body: call },
    { status: 404, headers: { 'node-id': 'NodeID-x' } },
  ],
  [
    'headers of every response, from a function',
    {},
    { headers: () => ({ 'node-id': 'NodeID-x' }) },
    { path, headers: json, body: call },
    { status: 200, headers: { 'node-id': 'NodeID-x' } },
  ],
  [
    'a header of every response that is sent anyway, in another letter case',
    {},
    { headers: { Vary: 'Accept' }, cors: ['http://a.b'] },
    { path, headers: { ...json, origin: 'http://a.b' }, body: call },
    { headers: { vary: 'Origin' } },
  ],
]

describe.each([
  ['node:http', overNode],
  ['fetch', overFetch],
] as const)('over %s', (adapter, open) => {
  it.each(cases)('%s', async (...[name, options, rules, ask, want]) => {
    // A Request has no transfer-encoding, and no size limit applies before it is read.
    if (adapter === 'fetch' && name.includes('chunked')) return
    const got = await (await open(options, rules))(ask)
    expect(got).toMatchObject(want)
  })

  it('a function returns the headers once the result is known', async () => {
    let calls = 0
    const counted = (_call: unknown, next: () => unknown): unknown => {
      calls++
      return next()
    }
    const ask = await open(
      { middleware: [counted] },
      { headers: () => ({ 'x-calls': String(calls) }) },
    )
    for (const count of ['1', '2']) {
      const { headers } = await ask({ path, headers: json, body: call })
      expect(headers).toMatchObject({ 'x-calls': count })
    }
  })

  it.each([
    ['localhost', 200],
    ['LOCALHOST:9650', 200],
    ['127.0.0.1:1', 200],
    ['[::1]:9650', 200],
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['[evil]', 403],
    ['localhost.evil.example:80', 403],
  ])('the host %s', async (host, status) => {
    const ask = { path, headers: { ...json, host }, body: call }
    expect((await (await open())(ask)).status).toBe(status)
    expect((await (await open({}, { allowedHosts: ['*'] }))(ask)).status).toBe(200)
  })
})
