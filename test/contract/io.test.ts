import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readContract } from '@rpcloom/conform'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderName, readIoFolder } from '../../generator/src/conform/io/folder.ts'
import { formatIo, parseIo } from '../../generator/src/conform/io/format.ts'
import { idsIn, withIds } from '../../generator/src/conform/io/id-spans.ts'
import { type IoRecorder, openIoRecorder } from '../../generator/src/conform/io/recorder.ts'
import { openReplay } from '../../generator/src/conform/io/replay.ts'
import { openProxy } from '../../generator/src/conform/proxy/proxy.ts'
import { openNode } from '../node/open-node.ts'
import { rpcloom, type Outcome } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { shopDocument } from './shop-document.ts'
import { openShop } from './shop-server.ts'

const contract = readContract(shopDocument)

const call = (method: string, params?: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

const headers = { 'content-type': 'application/json' }
const post = async (url: string, body: string): Promise<string> =>
  (await fetch(url, { method: 'POST', headers, body })).text()

describe('an .io file', () => {
  test('has comments, requests and responses', () => {
    const text =
      '// Reads a block.\n// speconly: the hash differs\n\n>> {"id":1}\r\n<< {"id":1}\n// end'
    expect(parseIo(text)).toEqual({
      kind: 'io',
      file: {
        isShapeOnly: true,
        messages: [
          { kind: 'request', text: '{"id":1}' },
          { kind: 'response', text: '{"id":1}' },
        ],
      },
    })
  })

  test.each([
    ['', 1],
    ['// nothing', 1],
    ['<< {}', 1],
    ['>> {}\n> {}', 2],
    ['>> {}\n\n<< {', 3],
    ['>>', 1],
  ])('%j is refused at line %d', (text, line) => {
    expect(parseIo(text)).toMatchObject({ kind: 'faulty', line })
  })

  test.each(['\n', '\r\n', '\r'])('has lines that end with %j', (end) => {
    const text = ['\ufeff// a', '>> {"id":1}', '<< {"id":1}', '<'].join(end)
    expect(parseIo(text)).toMatchObject({ kind: 'faulty', line: 4 })
    expect(parseIo(text.slice(0, -1))).toMatchObject({ kind: 'io' })
  })

  test('has each message on one line', () => {
    const text = formatIo([{ kind: 'request', text: '{\r\n  "a": "b c"\n}\n' }])
    expect(text).toBe('>> {"a": "b c"}\n')
  })
})

test.each([
  ['eth_call', 'eth_call'],
  ['shop.getItem', 'shop.getItem'],
  ['', '%'],
  ['..', '%2e%2e'],
  ['.hidden', '%2ehidden'],
  ['../../etc/passwd', '%2e.%2f..%2fetc%2fpasswd'],
  [String.raw`C:\x`, '%C%3a%5cx'.slice(1)],
  ['con', '%con'],
  ['a\u0000b\nc', 'a%00b%0ac'],
  ['é', '%c3%a9'],
])('the folder of the method %j is %s', (method, folder) => {
  expect(folderName(method)).toBe(folder)
})

test('folders of long names differ and are short', () => {
  const names = ['a', 'b'].map((end) => folderName('x'.repeat(5000) + end))
  expect(new Set(names).size).toBe(2)
  expect(names.every(({ length }) => length < 130)).toBe(true)
})

test.each([
  ['{"id":1,"result":{"id":2}}', ['1']],
  ['{"params":["id",{"id":3}], "id" : "a\\"}" }', ['"a\\"}"']],
  ['[{"id":1,"x":[{"id":5}]},{"\\u0069d":null}]', ['1', 'null']],
  ['{"method":"id"}', []],
  ['[]', []],
  ['3', []],
])('the ids of %s are found', (text, ids) => {
  expect(idsIn(text)).toEqual(ids)
  const all = new Map(ids.map((id) => [id, '"new"']))
  expect(idsIn(withIds(text, all))).toEqual(ids.map(() => '"new"'))
})

// 8 MB: a regular expression for strings overflows the stack, and one for lines takes minutes.
test('long messages have ids, and one line', () => {
  const text = `{"id":"a","result":["${String.raw`\"`.repeat(4_000_000)}","${' '.repeat(8_000_000)}"]}`
  expect(withIds(`\n${text}`, new Map([['"a"', '7']]))).toBe(`\n${text.replace('"a"', '7')}`)
  expect(formatIo([{ kind: 'response', text }])).toBe(`<< ${text}\n`)
})

describe('a recorded session', () => {
  /** Sends requests through a proxy that records, and returns the folder and the responses. */
  async function record(
    url: string,
    requests: readonly (readonly [path: string, body: string])[],
  ): Promise<{ readonly folder: string; readonly responses: readonly string[] }> {
    const folder = join(temporaryFolder({}), 'recorded')
    const io = openIoRecorder(folder)
    const proxy = await openProxy({
      port: 0,
      targetOf: () => new URL(url),
      onTraffic: (traffic) => io.add(traffic, contract),
      onServerMessage: ({ text }) => io.addEvent(text, contract),
    })
    const responses: string[] = []
    for (const [path, body] of requests) responses.push(await post(proxy.url + path, body))
    await proxy.close()
    expect(io.fault()).toBeUndefined()
    return { folder, responses }
  }

  function replayOf(
    folder: string,
    matching: 'params' | 'shape' = 'params',
  ): (text: string) => string {
    const read = readIoFolder(folder)
    if (read.kind === 'faulty') throw new Error(read.message)
    return openReplay(read.files, matching, contract).answer
  }

  test('of the node is replayed byte for byte', async () => {
    const { url } = await openNode()
    const [info, eth] = ['/ext/info', '/ext/bc/C/rpc']
    const session: readonly (readonly [string, string])[] = [
      [info, call('info.getNetworkID')],
      [info, call('info.getNodeVersion', {})],
      [info, call('info.peers', { nodeIDs: 1 })],
      [info, call('info.noSuchMethod')],
      [eth, call('eth_blockNumber', [])],
      [eth, call('eth_getBlockByNumber', ['latest', true], 'a"}')],
      [eth, call('eth_newBlockFilter', [])],
      [eth, call('eth_getFilterChanges', ['0x1'])],
      [eth, `[${call('eth_chainId', [], 7)},${call('eth_blockNumber', [], 8)}]`],
      [eth, call('eth_blockNumber', [])],
    ]
    const { folder, responses } = await record(url, session)
    expect(responses.every((text) => text.startsWith('{') || text.startsWith('['))).toBe(true)
    const answer = replayOf(folder)
    expect(session.map(([, body]) => answer(body))).toEqual(responses)
    const other = replayOf(folder)(call('info.getNetworkID', undefined, 'other'))
    expect(other).toBe(responses[0]?.replace('"id":1', '"id":"other"'))
  })

  test('has calls with an id that a response gave in the file of that response', async () => {
    const { url } = await openNode()
    const eth = '/ext/bc/C/rpc'
    const folder = join(temporaryFolder({}), 'recorded')
    const io = openIoRecorder(folder)
    const proxy = await openProxy({
      port: 0,
      targetOf: () => new URL(url),
      onTraffic: (traffic) => io.add(traffic, contract),
      onServerMessage: () => undefined,
    })
    const opened = JSON.parse(await post(proxy.url + eth, call('eth_newBlockFilter', []))) as {
      readonly result: string
    }
    await post(proxy.url + eth, call('eth_chainId', []))
    await post(proxy.url + eth, call('eth_getFilterChanges', [opened.result]))
    await proxy.close()
    expect(readdirSync(folder).toSorted()).toEqual(['eth_chainId', 'eth_newBlockFilter'])
    const text = readFileSync(join(folder, 'eth_newBlockFilter/000001.io'), 'utf8')
    expect(text.split('\n').map((line) => line.slice(0, 2))).toEqual(['>>', '<<', '>>', '<<', ''])
    // Another node gives another id, which is used in the following call.
    const other = await openNode()
    const { code, stdout } = await rpcloom(folder, 'conform', `${other.url}${eth}`, '--io', '.')
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 passed, 0 failed')])
  })

  const add = (
    folder: string,
    ...calls: readonly (readonly [string, unknown, unknown])[]
  ): IoRecorder => {
    const io = openIoRecorder(folder)
    for (const [method, params, result] of calls) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result })
      const exchange = { kind: 'response', status: 200, contentType: '', body } as const
      io.add({ verb: 'POST', path: '/', body: call(method, params), exchange }, contract)
    }
    return io
  }

  test('continues a file by calls that take its id, and by its events, but not by equal values', () => {
    const folder = temporaryFolder({})
    const io = add(
      folder,
      ['eth_newFilter', [{}], '0x1'],
      ['eth_getBlockByNumber', ['0x1', false], null],
      ['eth_newFilter', [{ fromBlock: '0x1' }], '0x2'],
      ['eth_getFilterChanges', ['0x1'], []],
    )
    const event = { jsonrpc: '2.0', method: 'changed', params: { subscription: '0x1', result: 1 } }
    io.addEvent(JSON.stringify(event), contract)
    io.addEvent(JSON.stringify({ ...event, params: { other: '0x1' } }), contract)
    expect(io.counts()).toEqual({ written: 5, skipped: 1 })
    expect(readdirSync(join(folder, 'eth_getBlockByNumber'))).toHaveLength(1)
    const text = readFileSync(join(folder, 'eth_newFilter/000001.io'), 'utf8')
    const starts = text.split('\n').map((line) => line.slice(0, 2))
    expect(starts).toEqual(['>>', '<<', '>>', '<<', '<<', ''])
  })

  test('continues a file by calls that send a distinct value of its responses', () => {
    const folder = temporaryFolder({})
    add(
      folder,
      ['session.create', {}, { sessionId: 'a-sess-1', status: 'ok' }],
      ['session.send', { sessionId: 'a-sess-1' }, { nextCursor: 'cur2a' }],
      ['session.list', [{ cursor: 'cur2a' }], []],
      ['status', ['ok'], 1],
      ['find', ['item-1000'], { name: 'item-1000' }],
      ['find', ['item-1000'], { name: 'item-1000' }],
    )
    expect(readdirSync(folder).toSorted()).toEqual(['find', 'session.create', 'status'])
    expect(readdirSync(join(folder, 'find'))).toHaveLength(2)
  })

  test('reports a folder that cannot be created', () => {
    const io = add(temporaryFolder({ a: '' }), ['a', [], 1])
    expect(io.fault()).toMatch(/EEXIST|ENOTDIR/)
  })

  test('contains no secrets, and matches requests that do', async () => {
    const shop = await openShop()
    onTestFinished(() => shop.close())
    const login = call('shop.login', { user: 'ann', word: 'open sesame!' })
    const { folder, responses } = await record(shop.url, [['/shop', login]])
    const text = readFileSync(join(folder, 'shop.login/000001.io'), 'utf8')
    expect(text).not.toContain('sesame')
    expect(replayOf(folder)(login)).toBe(responses[0])
  })

  test('is continued, not overwritten, and skips what is not JSON', async () => {
    const shop = await openShop()
    onTestFinished(() => shop.close())
    const get = call('shop.getItem', { id: 7 })
    const { folder } = await record(shop.url, [['/shop', get]])
    openIoRecorder(folder).add(
      {
        verb: 'POST',
        path: '/',
        body: get,
        exchange: { kind: 'response', status: 200, contentType: '', body: '{"id":1,"result":2}' },
      },
      contract,
    )
    const io = openIoRecorder(folder)
    for (const body of ['{', '<html>'])
      io.add(
        { verb: 'POST', path: '/', body, exchange: { kind: 'timeout', milliseconds: 1 } },
        contract,
      )
    expect(io.counts()).toEqual({ written: 0, skipped: 2 })
    expect(readdirSync(join(folder, 'shop.getItem'))).toEqual(['000001.io', '000002.io'])
  })

  const files = (): string =>
    temporaryFolder({
      'a/1.io': `>> ${call('a', [1])}\n<< {"jsonrpc":"2.0","id":1,"result":"one"}\n`,
      'a/2.io': `>> ${call('a', [1])}\n<< {"jsonrpc":"2.0","id":1,"result":"two"}\n`,
      'b/1.io': '>> {"jsonrpc":"2.0","method":"b"}\n',
    })

  test.each<['params' | 'shape', string, string]>([
    ['params', call('a', [1], 'x'), '{"jsonrpc":"2.0","id":"x","result":"one"}'],
    ['params', call('a', [2]), '-32602'],
    ['shape', call('a', [2]), '"one"'],
    ['shape', call('a', ['2']), '-32602'],
    ['params', call('c'), '-32601'],
    ['params', '{', '-32700'],
    ['params', '[]', '-32600'],
    ['params', '{"jsonrpc":"2.0","method":"b"}', ''],
    ['params', `[${call('a', [1], 4)},${call('c', [], 5)}]`, '[{"jsonrpc":"2.0","id":4,'],
  ])('by %s answers %s', (matching, request, want) => {
    expect(replayOf(files(), matching)(request)).toContain(want)
  })

  test('answers equal requests in the order of the recording, whatever the folders', () => {
    const exchange = (result: number): string =>
      `>> ${call('a')}\n<< {"jsonrpc":"2.0","id":1,"result":${result}}\n`
    const folder = temporaryFolder({
      'b/000001.io': exchange(1),
      'a/000002.io': exchange(2),
      'a/10.io': exchange(4),
      'c/9.io': exchange(3),
      'z/first.io': exchange(0),
    })
    const answer = replayOf(folder)
    const results = Array.from({ length: 5 }, () => answer(call('a')))
    expect(results.map((text) => (JSON.parse(text) as { result: unknown }).result)).toEqual([
      0, 1, 2, 3, 4,
    ])
  })

  test.each([
    ['1.0', '1'],
    [String.raw`"\u0061"`, '"a"'],
  ])('answers the id %s, which the server wrote as %s', (asked, given) => {
    const recorded = `>> {"id":${asked},"method":"a"}\n<< {"id":${given},"result":1}\n`
    const answer = replayOf(temporaryFolder({ 'a.io': recorded }))
    expect(answer('{"id":7,"method":"a"}')).toBe('{"id":7,"result":1}')
  })

  test('answers the requests of a batch with equal ids in their order', () => {
    const request = '[{"id":1,"method":"a"},{"id":1.0,"method":"b"},{"method":"c"}]'
    const recorded = `>> ${request}\n<< [{"id":1,"result":"A"},{"id":1,"result":"B"}]\n`
    const answer = replayOf(temporaryFolder({ 'a.io': recorded }))
    expect(answer(request.replace('1', '"x"').replace('1.0', '6'))).toBe(
      '[{"id":"x","result":"A"},{"id":6,"result":"B"}]',
    )
  })

  test('answers batches in batches, and deep requests, by errors', () => {
    const answer = replayOf(files())
    const deep = `{"id":7,"method":"a","params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    expect(JSON.parse(answer(`[[${call('a')}],[]]`))).toMatchObject([
      { id: null, error: { code: -32_600 } },
      { id: null, error: { code: -32_600 } },
    ])
    expect(JSON.parse(answer(deep))).toMatchObject({ error: { code: -32_700 } })
  })

  test('by shape answers no notification by a call, no call by a notification, and no other method', () => {
    const answer = replayOf(files(), 'shape')
    expect(answer('{"jsonrpc":"2.0","method":"a","params":[3]}')).toBe('')
    expect(answer(call('b'))).toContain('-32602')
    const folder = temporaryFolder({
      'x/1.io': `>> [${call('a', [1])}]\n<< [{"jsonrpc":"2.0","id":1,"result":"one"}]\n`,
    })
    expect(replayOf(folder, 'shape')(`[${call('a', [2])}]`)).toContain('"one"')
    expect(replayOf(folder, 'shape')(`[${call('b', [2])}]`)).not.toContain('"one"')
  })

  test('gives the responses to equal requests in their order, and repeats the last', () => {
    const answer = replayOf(files())
    const results = [1, 2, 3].map(
      () => (JSON.parse(answer(call('a', [1]))) as { result: string }).result,
    )
    expect(results).toEqual(['one', 'two', 'two'])
  })
})

/** A server that returns a result for each method, and ids of filters. */
async function serverOf(results: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { id, method, params } = JSON.parse(body.toString()) as {
        readonly id: number
        readonly method: string
        readonly params: readonly unknown[]
      }
      const result = method.startsWith('get') ? params[0] : results[method]
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('conform --io', () => {
  const exchange = (method: string, result: unknown, params: unknown = []): string =>
    `>> ${call(method, params)}\n<< ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n`

  const run = async (
    files: Readonly<Record<string, string>>,
    results: Readonly<Record<string, unknown>>,
    ...args: readonly string[]
  ): Promise<Outcome> =>
    rpcloom(temporaryFolder(files), 'conform', await serverOf(results), '--io', '.', ...args)

  test.each<[string, Readonly<Record<string, string>>, readonly string[], number]>([
    ['an equal value', { 'a/x.io': exchange('a', { b: 1 }) }, [], 0],
    ['another value', { 'a/x.io': exchange('a', { b: 2 }) }, [], 1],
    ['another value, by shape', { 'a/x.io': exchange('a', { b: 2 }) }, ['--shapes'], 0],
    ['another value, speconly', { 'a/x.io': `// speconly: \n${exchange('a', { b: 2 })}` }, [], 0],
    ['another type, speconly', { 'a/x.io': `// speconly: \n${exchange('a', { b: '2' })}` }, [], 1],
    [
      'an id that differs',
      {
        'f/x.io': exchange('newFilter', '0xold') + exchange('getFilterChanges', '0xnew', ['0xold']),
      },
      [],
      0,
    ],
    [
      'a value that equals an id by chance',
      {
        'f/x.io': [
          exchange('newFilter', '0xold'),
          exchange('getFilterChanges', '0xnew', ['0xold']),
          exchange('getBlock', '0xold', ['0xold']),
        ].join(''),
      },
      [],
      0,
    ],
    [
      'an id inside an object, also in later responses',
      {
        'f/x.io':
          exchange('open', { sessionId: 'old-54321', n: 1 }) +
          exchange('getState', 'old-54321', ['old-54321']),
      },
      [],
      0,
    ],
    [
      'an id inside an object that is not used',
      { 'f/x.io': exchange('open', { sessionId: 'old-54321', n: 1 }) },
      [],
      1,
    ],
    [
      'a value that was sent before, which is no id',
      {
        'f/x.io': [
          exchange('getState', 'old-54321', ['old-54321']),
          exchange('open', { sessionId: 'old-54321', n: 1 }),
          exchange('getState', 'old-54321', ['old-54321']),
        ].join(''),
      },
      [],
      1,
    ],
    [
      'an id beyond 2^53',
      {
        'f/x.io': (exchange('open5', '@') + exchange('getState', '@', ['@'])).replaceAll(
          '"@"',
          '18446744073709551615',
        ),
      },
      [],
      0,
    ],
    ['a secret', { 'f/x.io': exchange('login', { token: 'redacted', key: 'redacted' }) }, [], 0],
    ['a secret that is missing', { 'f/x.io': exchange('a', { b: 1, token: 'redacted' }) }, [], 1],
    ['an id that is not used', { 'f/x.io': exchange('newFilter', '0xold') }, [], 1],
    [
      'a wrong result for an id',
      {
        'f/x.io':
          exchange('newFilter', '0xold') + exchange('getFilterChanges', '0xother', ['0xold']),
      },
      [],
      1,
    ],
    ['a faulty file', { 'a/x.io': 'hello' }, [], 2],
    ['no file', { 'a/x.txt': '' }, [], 2],
  ])('of %s', async (_, files, args, code) => {
    const results = {
      a: { b: 1 },
      newFilter: '0xnew',
      open: { sessionId: 'new-12345', n: 1 },
      open5: 12_345,
      // The document of the recording marked `key` as secret.
      login: { token: 'open sesame', key: 'pw123' },
    }
    const outcome = await run(files, results, ...args)
    expect([outcome.code, outcome.stderr]).toEqual([
      code,
      code === 2 ? expect.stringContaining('RL030') : '',
    ])
  })

  test('names the file, the pointer and the request', async () => {
    const { stdout } = await run(
      { 'a/first.io': exchange('a', { b: 2, password: 'abcdefgh' }) },
      { a: { b: 1, password: 'ijklmnop' } },
      '--json',
    )
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly object[] }
    expect(findings[0]).toMatchObject({
      code: 'differs',
      method: 'a',
      case: 'a/first',
      pointer: '/result/b',
      expected: '2',
      got: '1',
    })
    expect(stdout).not.toContain('ijklmnop')
  })
})

const conversations = process.env['RPCLOOM_CONVERSATIONS'] ?? ''

// The node has another chain than these conversations, so that few results are equal. What is checked is that every
// file is read, sent and answered.
if (conversations !== '')
  test.each([[[]], [['--shapes']]])(
    'conform --io runs all conversations, %j',
    async (options) => {
      const { url } = await openNode({ logLevel: 'error' })
      const args = ['conform', `${url}/ext/bc/C/rpc`, '--io', '.', '--json', ...options]
      const { code, stdout, stderr } = await rpcloom(conversations, ...args)
      expect([code, stderr]).toEqual([1, ''])
      const { groups, findings } = JSON.parse(stdout) as {
        readonly groups: readonly { readonly cases: readonly { readonly outcome: string }[] }[]
        readonly findings: readonly { readonly expected: string }[]
      }
      const { cases = [] } = groups[0] ?? {}
      const read = readIoFolder(conversations)
      expect(cases.length).toBe(read.kind === 'files' ? read.files.length : -1)
      expect(findings.filter(({ expected }) => expected === 'a response')).toEqual([])
      const equal = cases.filter(({ outcome }) => outcome === 'passed').length
      console.log(`figure: ${cases.length} conversations, ${equal} equal ${options.join('')}`)
    },
    120_000,
  )
