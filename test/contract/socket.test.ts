import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createMock } from '@native-node/mock'
import { groups } from '@native-node/server'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../generator/src/conform/address.ts'
import {
  contractCases,
  readContract,
  runContract,
  type ContractFinding,
  type Outcome,
  type RunOptions,
} from '@rpcloom/conform'
import { socketSend, type SocketSendOptions } from '@rpcloom/conform/node'
import { temporaryFolder } from '../temporary-folder.ts'
import { socketDocument } from './socket-document.ts'
import { eventOf, openSocketShop, type SocketShop } from './shop-socket.ts'
import { socketFaults } from './socket-faults.ts'

// The same cases over one connection, and subscriptions from start to end.

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')
const contract = readContract(socketDocument, { transport: 'ws' })
let shop: SocketShop
beforeAll(async () => {
  shop = await openSocketShop()
})
afterEach(() => shop.plant({}))
afterAll(() => shop.close())

async function outcomes(
  options: Partial<RunOptions> = {},
  sending: Partial<SocketSendOptions> = {},
): Promise<readonly Outcome[]> {
  const line = socketSend({
    addressOf: (path) => addressOf(shop.url, contract, path),
    timeoutMs: 30_000,
    eventMs: 30_000,
    ...sending,
  })
  const all: Outcome[] = []
  const { send, strays } = line
  for await (const one of runContract(contract, { send, strays, ...options })) all.push(one)
  line.close()
  return all
}

const findingsIn = (all: readonly Outcome[]): readonly ContractFinding[] =>
  all
    .flatMap((one) => (one.kind === 'skipped' ? [] : one.findings))
    .filter(({ code }) => code !== 'deprecated')

test('a server without faults has no findings, and subscriptions write nothing', async () => {
  const before = shop.opened()
  const all = await outcomes()
  expect(findingsIn(all)).toEqual([])
  const asked = all.filter(({ kind }) => kind === 'passed').map(({ case: one }) => one)
  const own = asked.filter(({ method }) => method === 'shop.subscribe').map(({ name }) => name)
  expect(own.filter((name) => !name.startsWith('param '))).toEqual([
    'example: what is sold',
    'prices, required params only',
    'prices, all params',
    'notification',
  ])
  const reasons = new Set(all.flatMap((one) => (one.kind === 'skipped' ? [one.reason] : [])))
  expect([...reasons]).toEqual([
    'a method that writes: needs --allow-writes',
    'GET routes are HTTP only',
    'HTTP only',
  ])
  // A request that may have opened a subscription uses its own connection; all others share one.
  const isLast = asked.filter(
    ({ method, name }) =>
      method === 'shop.subscribe' && (name.startsWith('param ') || name === 'notification'),
  )
  expect(shop.opened() - before).toBe(isLast.length + 1)
})

describe('each fault is reported once, at its location', () => {
  test.each(socketFaults.map((planted) => [planted.name, planted] as const))(
    '%s',
    async (_, { fault, code, method, pointer }) => {
      shop.plant(fault)
      const skip: RunOptions['skip'] = ({ name }) =>
        name.startsWith('param ') ? 'not meant' : undefined
      const found = findingsIn(await outcomes({ skip }))
      expect(found.map((one) => `${one.code} ${one.method} ${one.pointer}`)).toContain(
        `${code} ${method} ${pointer}`,
      )
      if (method === '' || fault.fault?.isTalkative) return
      const others = found.filter((one) => one.method !== method && one.method !== '')
      expect(others).toEqual([])
    },
  )
})

test('the command accepts a WebSocket address, and sends headers with the handshake', async () => {
  const folder = temporaryFolder({ 'shop.json': JSON.stringify(socketDocument) })
  shop.plant(socketFaults[0]?.fault ?? {})
  const address = shop.url.replace('//', '//me:secret@')
  const args = ['conform', address, '--input', 'shop.json', '--events', '100', '-H', 'X-Key: a']
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(1)
  expect(text).toMatch(
    /^This also sends malformed requests.* --gentle skips them\.\nshop {2}ws:\S+\/shop\/ws {2}\d+ passed, 1 failed/,
  )
  expect(text).toContain(
    'error payload  shop.subscribe [example: what is sold] at /params/result/price',
  )
  const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`
  expect(shop.headers()).toMatchObject({ 'x-key': 'a', authorization: basic })
})

test('a subscription without events is not a fault, and is reported', async () => {
  shop.plant({ event: () => undefined })
  const all = await outcomes({}, { eventMs: 20 })
  expect(findingsIn(all)).toEqual([])
  const quiet = all.filter(({ case: one }) => one.name.endsWith(': events'))
  expect(quiet).toHaveLength(3)
  expect(quiet).toMatchObject(
    quiet.map(() => ({ kind: 'skipped', reason: 'no event within 20 ms' })),
  )
})

test('a call without a response times out, and the next call is sent', async () => {
  shop.plant({ out: ({ text, method }) => (method === 'shop.countItems' ? [] : [text]) })
  const skip: RunOptions['skip'] = ({ name, method }) =>
    name.startsWith('example') && method !== 'shop.subscribe' ? undefined : 'not asked'
  const all = await outcomes({ skip }, { timeoutMs: 200 })
  expect(findingsIn(all)).toMatchObject([
    { code: 'timeout', method: 'shop.countItems', case: 'example: many', pointer: '' },
  ])
})

test('a server that sends endlessly does not block the run', async () => {
  const floods = new Set<NodeJS.Immediate>()
  onTestFinished(() => floods.forEach((one) => clearImmediate(one)))
  shop.plant({
    out: ({ socket }) => {
      const event = JSON.stringify(eventOf('s0'))
      const flood = (): void => {
        floods.clear()
        for (let count = 0; count < 50; count++) socket.send(event)
        if (socket.readyState === socket.OPEN) floods.add(setImmediate(flood))
      }
      flood()
      return []
    },
  })
  const skip: RunOptions['skip'] = ({ name }) => (name === 'example: tea' ? undefined : 'not asked')
  const found = findingsIn(await outcomes({ skip }, { timeoutMs: 100 }))
  expect(found.map(({ code }) => code)).toContain('event')
  expect(found.some(({ code }) => code === 'timeout' || code === 'connection')).toBe(true)
})

test('a path without a WebSocket endpoint is not a fault, and is reported', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('nothing'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const all = await outcomes({}, { addressOf: () => `ws://127.0.0.1:${port}/shop` })
  const reasons = new Set(all.map((one) => (one.kind === 'skipped' ? one.reason : one.kind)))
  expect([...reasons]).toEqual(['404: the server does not serve /shop/ws'])
})

test('an unreachable server is a finding of each case', async () => {
  const skip: RunOptions['skip'] = ({ name }) => (name === 'example: tea' ? undefined : 'not asked')
  const all = await outcomes({ skip }, { addressOf: () => 'ws://127.0.0.1:1/' })
  expect(findingsIn(all)).toMatchObject([{ code: 'connection', method: 'shop.getItem' }])
})

test('our mock matches the document over WebSockets, with generated events', async () => {
  const mock = createMock({ eventsEveryMs: 5 })
  const server = await mock.listen({ port: 0 })
  onTestFinished(() => server.close())
  const group = groups.find(({ key }) => key === 'cChain')
  const own = readContract(await group?.document(), { transport: 'ws' })
  expect(own.path).toBe('/ext/bc/C/ws')
  const { send, strays, close } = socketSend({
    addressOf: (path) => server.url.replace('http', 'ws') + path,
    timeoutMs: 30_000,
    eventMs: 30_000,
  })
  const all: Outcome[] = []
  for await (const one of runContract(own, { send, strays, allowWrites: true })) all.push(one)
  close()
  expect(findingsIn(all)).toEqual([])
  const reasons = all.flatMap((one) => (one.kind === 'skipped' ? [one.reason] : []))
  expect(reasons).toEqual(['HTTP only'])
})

test('on a public server, only methods without HTTP are called over WebSockets', async () => {
  const group = groups.find(({ key }) => key === 'cChain')
  const own = readContract(await group?.document(), { transport: 'ws' })
  const asked = contractCases(own, { isPublic: true }).filter(({ skip }) => skip === undefined)
  const methods = new Set(asked.map(({ method }) => method))
  expect([...methods]).toEqual(['eth_subscribe', 'eth_unsubscribe', ''])
})
