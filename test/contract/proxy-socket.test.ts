import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openProxy } from '../../generator/src/conform/proxy/proxy.ts'
import { judgeServerMessage, judgeTraffic, readContract } from '@rpcloom/conform'
import { temporaryFolder } from '../temporary-folder.ts'
import { proxyAddress } from './proxied.ts'
import { tea } from './shop-document.ts'
import { eventOf, openSocketShop, type SocketFault } from './shop-socket.ts'
import { socketDocument } from './socket-document.ts'

const contract = readContract(socketDocument, { transport: 'ws' })
const call = (method: string, params?: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

const subscribe = call('shop.subscribe', ['sales'], 's')
const count = call('shop.countItems', [], 'c')

/** Returns what client and server received through the proxy, and the findings. */
async function converse(
  fault: SocketFault,
  requests: readonly string[],
  findings = 0,
): Promise<{ readonly received: readonly string[]; readonly found: readonly string[] }> {
  const shop = await openSocketShop()
  onTestFinished(shop.close)
  shop.plant(fault)
  const found: string[] = []
  const note = ({ code, method, pointer }: ReturnType<typeof judgeServerMessage>[number]): number =>
    found.push(`${code} ${method} ${pointer}`)
  const proxy = await openProxy({
    port: 0,
    targetOf: () => new URL(shop.url.replace('ws', 'http')),
    onTraffic: (one) => judgeTraffic(contract, one, { name: 't' }).findings.forEach(note),
    onServerMessage: (one) => judgeServerMessage(contract, one, { name: 't' }).forEach(note),
  })
  onTestFinished(proxy.close)
  // It requests compression, as browsers do.
  const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/shop/ws`, {
    perMessageDeflate: true,
  })
  await once(socket, 'open')
  expect(socket.extensions).toBe('')
  const received: string[] = []
  socket.on('message', (data: Buffer) => received.push(data.toString('utf8')))
  const over = once(socket, 'close')
  for (const request of requests) {
    const before = received.length
    socket.send(request)
    while (received.length === before && socket.readyState === socket.OPEN)
      await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await vi.waitFor(() => expect(found.length).toBeGreaterThanOrEqual(findings), 10_000)
  socket.close()
  await over
  return { received, found }
}

test('valid messages are forwarded unchanged, without findings', async () => {
  const { received, found } = await converse({}, [subscribe, count, `[${count}]`, '{'])
  expect(received.map((one) => JSON.parse(one) as unknown)).toMatchObject([
    { id: 's', result: 's1' },
    eventOf('s1'),
    eventOf('s1'),
    eventOf('s1'),
    { id: 'c' },
    [{ id: 'c' }],
    { id: null, error: { code: -32700 } },
  ])
  expect(found).toEqual([])
})

const event =
  (change: object): NonNullable<SocketFault['event']> =>
  (one) => ({ ...one, ...change })
const out =
  (
    method: string,
    give: (plain: string) => readonly (string | Buffer)[],
  ): NonNullable<SocketFault['out']> =>
  (one) =>
    one.method === method ? give(one.text) : [one.text]

test.each<[string, SocketFault, string]>([
  [
    'a wrong result',
    { out: out('shop.countItems', (plain) => [plain.replace(/"result":\d+/, '"result":"x"')]) },
    'result shop.countItems /result',
  ],
  [
    'another id',
    { out: out('shop.countItems', (plain) => [plain.replace('"c"', '"d"')]) },
    'id shop.countItems /id',
  ],
  ['two responses', { out: out('shop.countItems', (plain) => [plain, plain]) }, 'stray  '],
  [
    'an event under another name',
    { event: event({ method: 'shop.news' }) },
    'event shop.subscribe /method',
  ],
  [
    'an event with a wrong payload',
    { event: event({ params: { subscription: 's1', result: { ...tea, open: 1 } } }) },
    'payload shop.subscribe /params/result/open',
  ],
  [
    'an event without a subscription',
    { event: event({ params: { subscription: 's9', result: tea } }) },
    'event  ',
  ],
  [
    'bytes',
    { out: out('shop.countItems', () => [Buffer.from('bytes')]) },
    'binary shop.countItems ',
  ],
  [
    'a connection that ends before the response',
    {
      out: ({ method, text: plain, socket }) => {
        if (method !== 'shop.countItems') return [plain]
        socket.close(1011)
        return []
      },
    },
    'connection shop.countItems ',
  ],
])('%s is reported', async (_, fault, want) => {
  const { found } = await converse(fault, [subscribe, count], 1)
  expect([...new Set(found)]).toEqual([want])
})

test('the command checks traffic over WebSockets', async () => {
  const shop = await openSocketShop()
  onTestFinished(shop.close)
  shop.plant({
    out: out('shop.countItems', (plain) => [plain.replace(/"result":\d+/, '"result":-1')]),
  })
  const folder = temporaryFolder({ 'shop.json': JSON.stringify(socketDocument) })
  const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')
  const args = [
    'conform',
    shop.url.replace('ws', 'http'),
    '-i',
    'shop.json',
    '--proxy',
    '0',
    '--json',
  ]
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stdout = text(child.stdout)
  const url = await proxyAddress(child)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/shop/ws`)
  await once(socket, 'open')
  socket.send(count)
  await once(socket, 'message')
  const ended = once(child, 'close')
  child.kill('SIGINT')
  expect(await ended).toEqual([1, null])
  expect(JSON.parse(await stdout)).toMatchObject({
    findings: [{ code: 'result', method: 'shop.countItems', pointer: '/result' }],
  })
})
