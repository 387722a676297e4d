import { connect } from 'node:net'
import { groups } from '@native-node/server'
import { startNode } from '@native-node/node/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendRequest, call, type RequestOptions } from './requests.ts'
import { openNode } from './open-node.ts'
import { expectResponsive } from './expect-responsive.ts'

const json = { 'content-type': 'application/json' }
const good = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'
const network = { jsonrpc: '2.0', id: 1, result: { networkID: '12345' } }

let node: Awaited<ReturnType<typeof startNode>>
let info: string
beforeAll(async () => {
  node = await startNode()
  info = `${node.url}/ext/info`
})
afterAll(() => node.close())
afterEach(() => expectResponsive(node))

const refusal = (code: number, id: unknown = null): unknown => ({
  jsonrpc: '2.0',
  id,
  error: expect.objectContaining({ code, message: expect.any(String) }),
})

describe('a body', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

  test.each<readonly [string, string, unknown]>([
    ['that is empty', '', refusal(-32700)],
    ['that is no JSON', '{"jsonrpc":"2.0",', refusal(-32700)],
    ['with something behind it', `${good}x`, refusal(-32700)],
    ['with a comment', `${good}//`, refusal(-32700)],
    ['that is a number', '1', refusal(-32600)],
    ['that is null', 'null', refusal(-32600)],
    ['that is a text', '"x"', refusal(-32600)],
    ['of an empty object', '{}', refusal(-32600)],
    ['of an empty batch', '[]', refusal(-32600)],
    ['of a batch of rubbish', '[1,null]', [refusal(-32600), refusal(-32600)]],
    ['of version 1', '{"jsonrpc":"1.0","id":1,"method":"info.getNetworkID"}', refusal(-32600, 1)],
    ['without a version', '{"id":1,"method":"info.getNetworkID"}', refusal(-32600, 1)],
    ['without a method', '{"jsonrpc":"2.0","id":1}', refusal(-32600, 1)],
    ['with a number for a method', '{"jsonrpc":"2.0","id":1,"method":1}', refusal(-32600, 1)],
    ['with an object for an id', '{"jsonrpc":"2.0","id":{},"method":"x"}', refusal(-32600)],
    [
      'with text for params',
      '{"jsonrpc":"2.0","id":1,"method":"x","params":"y"}',
      refusal(-32600, 1),
    ],
    ['with an unknown method', '{"jsonrpc":"2.0","id":1,"method":"info.x"}', refusal(-32601, 1)],
    [
      'with a method of another group',
      '{"jsonrpc":"2.0","id":1,"method":"keystore.listUsers"}',
      refusal(-32601, 1),
    ],
    [
      'with a method in another case',
      '{"jsonrpc":"2.0","id":1,"method":"info.GetNetworkID"}',
      refusal(-32601, 1),
    ],
    [
      'with a method of every object',
      '{"jsonrpc":"2.0","id":1,"method":"info.toString"}',
      refusal(-32601, 1),
    ],
    [
      'with a proto for a method',
      '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
      refusal(-32601, 1),
    ],
    [
      'with params of the wrong type',
      '{"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":1}}',
      refusal(-32602, 1),
    ],
    [
      'without required params',
      '{"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped"}',
      refusal(-32602, 1),
    ],
    [
      'with a list for required params',
      '{"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":["X"]}',
      refusal(-32602, 1),
    ],
    [
      'with a proto for params',
      '{"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"__proto__":{"chain":"X"}}}',
      refusal(-32602, 1),
    ],
    ['nested 100000 deep', nested(100_000), refusal(-32700)],
    [
      'with params nested deep',
      `{"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":${nested(2000)}}}`,
      refusal(-32700),
    ],
    ['of brackets that never end', '['.repeat(1_000_000), refusal(-32700)],
    [
      'of a batch that is too long',
      `[${Array.from({ length: 1001 }, () => good).join()}]`,
      refusal(-32600),
    ],
    [
      'with a text id',
      '{"jsonrpc":"2.0","id":"a\\u0000b","method":"info.getNetworkID"}',
      { ...network, id: 'a\u0000b' },
    ],
    [
      'with an id of null',
      '{"jsonrpc":"2.0","id":null,"method":"info.getNetworkID"}',
      { ...network, id: null },
    ],
    [
      'with a fraction for an id',
      '{"jsonrpc":"2.0","id":1.5,"method":"info.getNetworkID"}',
      { ...network, id: 1.5 },
    ],
    [
      'of a batch',
      `[${good},{"jsonrpc":"2.0","method":"info.getNetworkID"},1]`,
      [network, refusal(-32600)],
    ],
  ])('%s gets a JSON response', async (_, body, response) => {
    const { status, headers, json } = await sendRequest(info, { body })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(json()).toEqual(response)
  })

  test('with a large id gets the same id in the response', async () => {
    const id = '12345678901234567890'
    const { body } = await sendRequest(info, { body: good.replace('"id":1', `"id":${id}`) })
    expect(body).toBe(`{"jsonrpc":"2.0","id":${id},"result":{"networkID":"12345"}}`)
  })

  test.each(['{"jsonrpc":"2.0","method":"info.getNetworkID"}', '[{"jsonrpc":"2.0","method":"x"}]'])(
    'of notifications gets no response: %s',
    async (body) => {
      const response = await sendRequest(info, { body })
      expect([response.status, response.body]).toEqual([204, ''])
    },
  )
})

describe('a request', () => {
  test.each<readonly [string, number, string, RequestOptions]>([
    ['to no path', 404, '/ext', { body: good }],
    ['to an unknown path', 404, '/ext/nothing', { body: good }],
    ['to a path with a slash more', 404, '/ext/info/', { body: good }],
    ['to a path out of the tree', 404, '/ext/../../etc/passwd', {}],
    ['to an unknown chain', 404, '/ext/bc/nothing', { body: good }],
    ['to a chain of a lone percent sign', 404, '/ext/bc/%', { body: good }],
    ['to the admin of the X-Chain', 404, '/ext/bc/X/admin', { body: good }],
    ['with GET', 405, '/ext/info', {}],
    ['with PUT', 405, '/ext/info', { method: 'PUT', body: good }],
    ['with DELETE', 405, '/ext/info', { method: 'DELETE' }],
    ['with OPTIONS', 405, '/ext/info', { method: 'OPTIONS' }],
    ['of text', 415, '/ext/info', { headers: { 'content-type': 'text/plain' }, body: good }],
    [
      'of a form',
      415,
      '/ext/info',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: good },
    ],
    ['of no type', 415, '/ext/info', { headers: {}, body: good }],
    [
      'of JSON in capitals, with a charset',
      200,
      '/ext/info',
      { headers: { 'content-type': 'Application/JSON; charset=utf-8' }, body: good },
    ],
    ['with a query', 200, '/ext/info?x=1', { body: good }],
    [
      'for another host',
      403,
      '/ext/info',
      { headers: { ...json, host: 'evil.example' }, body: good },
    ],
    [
      'for another host, with a port',
      403,
      '/ext/info',
      { headers: { ...json, host: 'evil.example:80' }, body: good },
    ],
    [
      'for a host that begins alike',
      403,
      '/ext/info',
      { headers: { ...json, host: 'localhost.evil.example' }, body: good },
    ],
    ['for another host, to a GET route', 403, '/ext/health', { headers: { host: 'evil.example' } }],
    ['for localhost', 200, '/ext/info', { headers: { ...json, host: 'LocalHost:1' }, body: good }],
    ['for an address', 200, '/ext/info', { headers: { ...json, host: '[::1]:9650' }, body: good }],
    [
      'with too long a header',
      431,
      '/ext/info',
      { headers: { ...json, x: 'x'.repeat(20_000) }, body: good },
    ],
  ])('%s gets the status %i', async (_, status, path, question) => {
    const response = await sendRequest(node.url + path, question)
    expect(response.status).toBe(status)
    if (status === 405) expect(response.headers.allow).toBe('POST')
  })

  test.each([
    ['of the node', { host: 'localhost', allowedHosts: [] }, 'localhost', 200],
    ['that is allowed', { allowedHosts: ['node.example'] }, 'node.example:9650', 200],
    ['that is not among the allowed', { allowedHosts: ['node.example'] }, 'localhost', 403],
    ['of any name', { allowedHosts: ['*'] }, 'evil.example', 200],
  ])('for a host %s', async (_, options, host, status) => {
    const { url } = await openNode(options)
    const response = await sendRequest(`${url}/ext/info`, {
      headers: { ...json, host },
      body: good,
    })
    expect(response.status).toBe(status)
  })

  test('that is not HTTP gets the status 400', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(node.port, '127.0.0.1', () => socket.end('rubbish\r\n\r\n'))
      let got = ''
      socket.on('data', (chunk) => (got += chunk.toString()))
      socket.on('close', () => resolve(got)).on('error', reject)
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('groups without an implementation', () => {
  const paths = groups
    .filter(
      ({ transports, enabledBy }) => transports.includes('http') && enabledBy?.default !== false,
    )
    .flatMap((group) => group.methods.map(({ name }) => [name, group.path] as const))

  test('respond -32601 on their paths', async () => {
    const missing = new Set(node.unimplemented)
    for (const [methodName, path] of paths.filter(([methodName]) => missing.has(methodName))) {
      const { status, error } = await call(node.url + path, methodName)
      expect([methodName, status, error]).toEqual([
        methodName,
        200,
        { code: -32601, message: 'Method not found' },
      ])
    }
  })
})
