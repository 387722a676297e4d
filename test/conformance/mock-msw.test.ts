import { createClient, http } from '@native-node/client'
import { createMock } from '@native-node/mock'
import { mockHandlers, type Msw } from '@native-node/mock/msw'
import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hasBrowser, openBrowser, watch } from '../docs/browser.ts'

/**
 * The declarations of msw do not compile together with lib.dom. The samples of the README are
 * checked against these declarations instead.
 */
interface Setup {
  readonly setupServer: (...handlers: readonly object[]) => {
    listen(options: { readonly onUnhandledRequest: 'error' }): void
    close(): void
  }
}
const load = async (name: string): Promise<unknown> => import(/* @vite-ignore */ name)
const msw = (await load('msw')) as Msw<object, object>
const { setupServer } = (await load('msw/node')) as Setup

const mock = createMock({ seed: 1 })
const url = 'http://node.example:9650'
const server = setupServer(...mockHandlers(mock, msw, { url }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => mock.reset())
afterAll(() => server.close())

test('in Node, msw passes requests of the client to the mock', async () => {
  const node = createClient({ transport: http(url, { fetch }) })
  expect(await node.info.getNetworkID()).toHaveProperty('networkID')
  mock.info.peers.fails(-32602)
  await expect(node.info.peers()).rejects.toHaveProperty('code', -32602)
  mock.info.getNetworkID.drop()
  await expect(node.info.getNetworkID()).rejects.toHaveProperty('name', 'TransportError')
  mock.health.health.returns({ healthy: false, checks: {} })
  expect(await node.health.get.health()).toHaveProperty('healthy', false)
  expect((await fetch(`${url}/ext/health`)).status).toBe(503)
  await expect(fetch(`${url}/nothing`)).rejects.toThrow()
})

test('in Node, msw passes requests over node:http to the mock', async () => {
  const node = createClient({ transport: http(url) })
  expect(await node.info.getNetworkID()).toHaveProperty('networkID')
  mock.info.getNetworkID.drop()
  await expect(node.info.getNetworkID()).rejects.toHaveProperty('name', 'TransportError')
  expect(mock.calls('info.getNetworkID')).toHaveLength(2)
})

/** A page that starts the worker and calls the generated client. */
const page = `
import { createClient, http, webSocket } from '@native-node/client'
import { createMock } from '@native-node/mock'
import { mockHandlers } from '@native-node/mock/msw'
import * as msw from 'msw'
import { setupWorker } from 'msw/browser'

globalThis.run = async () => {
  const url = location.origin
  const mock = createMock({ seed: 1 })
  const worker = setupWorker(...mockHandlers(mock, msw, { url }))
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
  const node = createClient({ transport: http(url), subscriptions: webSocket(url.replace('http', 'ws')) })
  const { networkID } = await node.info.getNetworkID()
  const users = await node.keystore.createUser({ username: 'bob', password: 'Correct-Horse-43-Battery' })
    .then(() => node.keystore.listUsers())
  const events = []
  const hash = '0x' + '1'.repeat(64)
  const subscription = node.cChain.subscribe('newPendingTransactions')
  const emitting = setInterval(() => mock.emit('newPendingTransactions', hash), 20)
  for await (const event of subscription) { events.push(event); break }
  clearInterval(emitting)
  return { networkID: String(networkID), users: users.users, events, calls: mock.calls().length }
}
`

test.skipIf(!hasBrowser())(
  'in a browser, the service worker of msw passes requests and subscriptions to the mock',
  async () => {
    const { outputFiles } = await build({
      stdin: { contents: page, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
      conditions: ['browser'],
    })
    const worker = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'))
    const files = new Map<string, readonly [string, string | Buffer]>([
      [
        '/',
        [
          'text/html',
          '<!doctype html><link rel="icon" href="data:,"><script src="/page.js"></script>',
        ],
      ],
      ['/page.js', ['text/javascript', outputFiles[0]?.text ?? '']],
      ['/mockServiceWorker.js', ['text/javascript', worker]],
    ])
    const site = createServer(({ url: path = '' }, response) => {
      const [type, body] = files.get(path) ?? ['text/plain', 'nothing']
      response.writeHead(files.has(path) ? 200 : 404, { 'content-type': type }).end(body)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void site.close())
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const { port } = site.address() as AddressInfo
    const watched = await watch(browser, `http://127.0.0.1:${port}/`)
    const actual: unknown = await watched.page.evaluate('run()')
    expect(actual).toMatchObject({
      networkID: expect.stringMatching(/^\d+$/) as unknown,
      users: expect.arrayContaining(['bob']) as unknown,
      events: [`0x${'1'.repeat(64)}`],
    })
    expect(watched.faults).toEqual([])
  },
  120_000,
)
