import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { sendRequest } from '../node/requests.ts'
import { targetOf } from '../../generator/src/conform/proxy/route.ts'
import { overlayText } from '../../generator/src/conform/proxy/overlay-text.ts'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { judgeTraffic, openRecorder, readContract, type Traffic } from '@rpcloom/conform'
import { temporaryFolder } from '../temporary-folder.ts'
import { proxyAddress, proxyTo } from './proxied.ts'
import { shopDocument, tea } from './shop-document.ts'
import { openShop } from './shop-server.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')
const contract = readContract(shopDocument)

const call = (method: string, params?: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

function traffic(request: string, answer: unknown, path = '/shop'): Traffic {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const exchange = { kind: 'response', status: 200, contentType: 'application/json', body } as const
  return { verb: 'POST', path, body: request, exchange }
}

const judged = (one: Traffic): readonly string[] =>
  judgeTraffic(contract, one, { name: 'traffic' }).findings.map(
    ({ code, method, pointer }) => `${code} ${method} ${pointer}`,
  )

const ok = (result: unknown, id: unknown = 1): object => ({ jsonrpc: '2.0', id, result })
const get = call('shop.getItem', { id: 7 })

describe('live traffic is checked', () => {
  test.each<[string, Traffic, readonly string[]]>([
    ['a good call', traffic(get, ok(tea)), []],
    [
      'a good error',
      traffic(get, { jsonrpc: '2.0', id: 1, error: { code: -32001, message: '' } }),
      [],
    ],
    ['a wrong result', traffic(get, ok({ ...tea, open: 1 })), ['result shop.getItem /result/open']],
    ['a wrong id', traffic(get, ok(tea, 2)), ['id shop.getItem /id']],
    [
      'a notification',
      traffic('{"jsonrpc":"2.0","method":"shop.getItem"}', ''),
      ['request shop.getItem /params/id'],
    ],
    [
      'a response to a notification',
      traffic('{"jsonrpc":"2.0","method":"shop.countItems"}', ok(1, null)),
      ['unexpected-response shop.countItems '],
    ],
    [
      'a body that is not JSON',
      traffic('{', { jsonrpc: '2.0', id: null, error: { code: -32700, message: '' } }),
      [],
    ],
    ['a body that is not JSON, accepted', traffic('{', ok(1, null)), ['accepted  /result']],
    [
      'params that do not fit, accepted',
      traffic(call('shop.getItem', { id: 'x' }), ok(tea)),
      ['request shop.getItem /params/id'],
    ],
    [
      'a batch out of order',
      traffic(`[${call('shop.countItems', [], 'a')},${get}]`, [ok(tea), ok(2, 'a')]),
      [],
    ],
    [
      'a batch with swapped responses',
      traffic(`[${call('shop.countItems', [], 'a')},${get}]`, [ok(2), ok(tea, 'a')]),
      ['result  /0/result', 'result  /1/result'],
    ],
    ['a batch of equal ids', traffic(`[${get},${get}]`, [ok(tea), ok(tea)]), []],
    [
      'an undocumented method',
      traffic(call('shop.hidden'), ok(1)),
      ['undocumented shop.hidden /result'],
    ],
    [
      'a method that is not there',
      traffic(call('no'), { jsonrpc: '2.0', id: 1, error: { code: -32601, message: '' } }),
      [],
    ],
    ['rpc.discover', traffic(call('rpc.discover'), ok({})), []],
    ['params by position', traffic(call('shop.listItems', [5]), ok({ items: [], next: null })), []],
  ])('%s', (_, one, want) => expect(judged(one)).toEqual(want))
})

describe('recorded examples', () => {
  const record = (
    ...all: readonly Traffic[]
  ): ReturnType<ReturnType<typeof openRecorder>['pairings']> => {
    const recorder = openRecorder(contract)
    for (const one of all) {
      for (const success of judgeTraffic(contract, one, { name: 't' }).successes)
        recorder.add(success)
    }
    return recorder.pairings()
  }
  const login = traffic(
    call('shop.login', { user: 'open sesame!', word: 'open sesame!' }),
    ok(true),
  )

  test('contain each type of call once, without those in the document', () => {
    const eight = { ...tea, id: 8 }
    const pairings = record(
      traffic(get, ok(tea)),
      traffic(call('shop.getItem', { id: 8 }), ok(eight)),
      traffic(call('shop.getItem', { id: 9 }), ok({ ...eight, id: 9 })),
      traffic(call('shop.getItem', { id: 10 }), ok({ ...eight, id: 'wrong' })),
      traffic(call('shop.listItems', [5]), ok({ items: [], next: null })),
    )
    expect([...pairings.keys()]).toEqual(['shop.getItem', 'shop.listItems'])
    expect(pairings.get('shop.getItem')).toMatchObject([
      { params: [{ name: 'id', value: 8 }], result: { value: { id: 8 } } },
    ])
    expect(pairings.get('shop.listItems')).toMatchObject([
      { params: [{ name: 'limit', value: 5 }] },
    ])
  })

  test('contain no secrets at any depth', () => {
    const pairings = record(login)
    expect(pairings.get('shop.login')).toHaveLength(1)
    expect(JSON.stringify([...pairings])).not.toContain('sesame')
  })

  test('contain no numbers whose digits would be lost in a document', () => {
    const body = JSON.stringify(ok({ ...tea, id: 8 })).replace(
      '"18014398509481985"',
      '18014398509481985',
    )
    expect([...record(traffic(call('shop.getItem', { id: 8 }), body))]).toEqual([])
  })

  test('are an overlay that can be applied to the document', async () => {
    const folder = temporaryFolder({
      'shop.json': JSON.stringify(shopDocument),
      'recorded.json': overlayText(
        record(login, traffic(call('shop.listItems', [5]), ok({ items: [tea], next: 'x' }))),
        (method) => method === 'shop.login',
      ),
    })
    const { loaded, diagnostics } = await load({
      root: folder,
      inputs: ['shop.json'],
      overlays: ['recorded.json'],
    })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const examples = loaded
      ? buildApi(loaded, { scope: '@x' }).api.groups[0]?.methods.map(({ name, examples: all }) => [
          name,
          all.length,
        ])
      : []
    expect(Object.fromEntries(examples ?? [])).toMatchObject({
      'shop.login': 2,
      'shop.listItems': 1,
      'shop.getItem': 1,
    })
  })
})

describe('the proxy', () => {
  const open: (() => Promise<unknown> | void)[] = []
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })

  async function upstream(
    serve: (request: IncomingMessage, response: ServerResponse) => void,
    credentials?: string,
    path?: string,
  ): Promise<{
    readonly url: string
    readonly seen: readonly Traffic[]
    readonly upgraded: string[]
  }> {
    const server = createServer(serve)
    const upgraded: string[] = []
    server.on('upgrade', (request, socket) => {
      upgraded.push(`${request.url} ${request.headers.host}`)
      if (credentials !== undefined) upgraded.push(String(request.headers.authorization))
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
      socket.on('data', (bytes) => socket.write(bytes))
      socket.on('error', () => socket.destroy())
      open.push(() => void socket.destroy())
    })
    const { seen, ...proxy } = await proxyTo(server, credentials, path)
    open.push(proxy.close, () => {
      server.closeAllConnections()
      server.close()
    })
    return { url: proxy.url, seen, upgraded }
  }

  test('forwards binary data unchanged in both directions', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 128, 0])
    let got: Buffer | undefined
    const { url, seen } = await upstream((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        got = Buffer.concat(parts)
        response.writeHead(418, 'short and stout', { 'X-Odd': 'a', 'set-cookie': ['a=1', 'b=2'] })
        response.end(bytes)
      })
    })
    const response = await fetch(`${url}/any?x=1`, { method: 'POST', body: bytes })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    expect([response.status, response.statusText]).toEqual([418, 'short and stout'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(got).toEqual(bytes)
    expect(seen).toMatchObject([
      { verb: 'POST', path: '/any?x=1', exchange: { isInvalidUtf8: true } },
    ])
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('checks responses compressed with %s, and forwards them compressed', async (name, pack) => {
    const answer = JSON.stringify(ok(tea))
    const packed = pack(answer)
    const { url, seen } = await upstream((_, response) => {
      response.writeHead(200, { 'content-encoding': name, 'content-type': 'application/json' })
      response.end(packed)
    })
    const { body, headers } = await sendRequest(url, { body: get })
    expect(headers['content-encoding']).toBe(name)
    expect(body).toBe(packed.toString('utf8'))
    expect(seen).toMatchObject([{ body: get, exchange: { body: answer } }])
  })

  test('forwards requests to / to the endpoint of the target, and others unchanged', async () => {
    const { url, upgraded, seen } = await upstream(
      (request, response) => response.end(request.url),
      undefined,
      '/v2/key?a=1',
    )
    for (const [asked, got] of [
      ['', '/v2/key?a=1'],
      ['/?b', '/?b'],
      ['/other', '/other'],
    ])
      expect(await (await fetch(`${url}${asked}`)).text()).toBe(got)
    expect(seen.map(({ path }) => path)).toEqual(['/v2/key?a=1', '/?b', '/other'])
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    open.push(() => void socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    await once(socket, 'data')
    expect(upgraded[0]).toMatch(/^\/v2\/key\?a=1 /)
  })

  test('sends user and password of the target, unless the client sends its own', async () => {
    const { url, upgraded } = await upstream(({ headers }, response) => {
      response.end(headers.authorization)
    }, 'ann:p%40ss@')
    const target = `Basic ${btoa('ann:p@ss')}`
    expect(await (await fetch(url)).text()).toBe(target)
    const own = { headers: { authorization: 'Bearer 7' } }
    expect(await (await fetch(url, own)).text()).toBe('Bearer 7')
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    open.push(() => void socket.destroy())
    socket.write('GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    await once(socket, 'data')
    expect(upgraded[1]).toBe(target)
  })

  test('an interrupted response is interrupted for the caller, and reported', async () => {
    const { url, seen } = await upstream((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"jsonrpc"', () => response.destroy())
    })
    await expect(sendRequest(url, { body: get })).rejects.toThrow()
    expect(seen).toMatchObject([{ exchange: { kind: 'failed' } }])
  })

  test('an upgraded connection is forwarded in both directions', async () => {
    const { url, upgraded } = await upstream(() => undefined)
    const { port, host } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    open.push(() => void socket.destroy())
    socket.write(`GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`)
    const [head] = (await once(socket, 'data')) as [Buffer]
    expect(head.toString()).toContain('101 Switching Protocols')
    socket.write('ping')
    const [echo] = (await once(socket, 'data')) as [Buffer]
    expect(echo.toString()).toBe('ping')
    expect(upgraded[0]).toMatch(/^\/ws 127\.0\.0\.1:\d+$/)
    expect(upgraded[0]).not.toContain(host)
  })
})

test.each([
  ['/ext/bc/X', 'http://x.test'],
  ['/ext/bc/X?key=1', 'http://x.test'],
  ['/ext/bc/X/wallet', 'http://x.test'],
  ['/ext/bc/Xy', 'http://bc.test'],
  ['/ext/bc', 'http://bc.test'],
  ['/ext/bcd', 'http://main.test'],
  ['/', 'http://main.test'],
])('requests to %s are sent to %s', (asked, want) => {
  const route = (path: string, url: string): { readonly path: string; readonly target: URL } => ({
    path,
    target: new URL(url),
  })
  const routes = [route('/ext/bc', 'http://bc.test'), route('/ext/bc/X', 'http://x.test')]
  expect(targetOf(new URL('http://main.test'), routes, asked).origin).toBe(want)
})

test('traffic of some paths is sent to another host, and checked as well', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const folder = temporaryFolder({ 'shop.json': JSON.stringify(shopDocument) })
  // Nothing listens on port 1.
  const args = ['conform', shop.url, '-i', 'shop.json', '--proxy', '0', '--json']
  const route = ['--route', '/shop=http://127.0.0.1:1']
  const child = spawn(process.execPath, [bin, ...args, ...route], { cwd: folder })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stdout = text(child.stdout)
  const [output] = (await once(child.stderr, 'data')) as [Buffer]
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.toString())?.[0] ?? ''
  expect(output.toString()).toContain('/shop to http://127.0.0.1:1;')
  expect((await sendRequest(`${url}/shop`, { body: get })).status).toBe(502)
  const ended = once(child, 'close')
  child.kill('SIGINT')
  expect(await ended).toEqual([1, null])
  expect(JSON.parse(await stdout)).toMatchObject({ findings: [{ code: 'connection' }] })
})

test('the command forwards until it is interrupted, and then reports', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  shop.plant({
    answer: (answer, { method }) =>
      method === 'shop.countItems' ? { ...answer, result: -1 } : answer,
  })
  const folder = temporaryFolder({ 'shop.json': JSON.stringify(shopDocument) })
  const args = [
    'conform',
    shop.url,
    '-i',
    'shop.json',
    '--proxy',
    '0',
    '--record',
    'r.json',
    '--json',
  ]
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stdout = text(child.stdout)
  const url = await proxyAddress(child)
  for (const body of [get, call('shop.countItems'), call('shop.listItems', [3])]) {
    await sendRequest(`${url}/shop`, { body })
  }
  const ended = once(child, 'close')
  child.kill('SIGINT')
  expect(await ended).toEqual([1, null])
  expect(JSON.parse(await stdout)).toMatchObject({
    findings: [{ code: 'result', method: 'shop.countItems', case: 'traffic', pointer: '/result' }],
    groups: [{ passed: 2, failed: 1, skipped: 3, reasons: { 'not called': 3 } }],
  })
  expect(existsSync(join(folder, 'r.json'))).toBe(true)
  expect(readFileSync(join(folder, 'r.json'), 'utf8')).toContain('shop.listItems')
})
