import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMock, type MockEvents } from '@native-node/mock'
import { startNode } from '@native-node/node/testing'
import { siteListener } from '@native-node/docs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenInTab, openBrowser, openTab } from './browser.ts'
import { root } from './site.ts'
import { openTryIt, send, sendTo, showsStatus } from './try-it.ts'

type Node = Awaited<ReturnType<typeof startNode>>

/** Returns the POST requests of a page. */
function postsOf(page: Page): readonly string[] {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  return posts
}

describe.skipIf(!hasBrowser())('Try it against a running node', () => {
  let browser: Browser
  let open: OpenInTab
  let node: Node
  let docs: string

  beforeAll(async () => {
    ;[browser, node] = await Promise.all([openBrowser(), startNode()])
    open = await openTab(browser)
    docs = `${node.url}/docs/`
  })
  afterAll(async () => {
    await Promise.all([browser.close(), node.close()])
  })

  test('a read method is called at the address that serves the page', async () => {
    const { page, faults } = await open(`${docs}info/get-node-version.html`)
    const posts = postsOf(page)
    await openTryIt(page)
    await page.getByLabel('A server').check()
    await page.getByText(`${node.url}/ext/info`).waitFor()
    expect(posts).toEqual([])
    await send(page, /^200 · .* Valid against the schema/)
    expect(await page.locator('.try-response pre').textContent()).toContain('"databaseVersion"')
    expect(posts).toEqual([`${node.url}/ext/info`])
    expect(faults).toEqual([])
    // The page remembers the server address, but not the request.
    await page.goto(`${docs}info/peers.html`)
    await openTryIt(page)
    expect(await page.getByLabel('A server').isChecked()).toBe(true)
  })

  test('a write method asks for confirmation, shows the endpoint, and links its errors', async () => {
    const { page, faults } = await open(`${docs}keystore/create-user.html`)
    const posts = postsOf(page)
    await openTryIt(page)
    await page.getByLabel('A server').check()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${node.url}/ext/keystore`).waitFor()
    expect(await dialog.getByText('keystore.createUser').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await showsStatus(page, /Not sent/)
    expect(posts).toEqual([])
    for (const want of [/Valid against the schema/, /returned an error/]) {
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('button', { name: /^Send to/ }).click()
      await showsStatus(page, want)
    }
    expect(await page.locator('.try-verdict').textContent()).toMatch(/^Listed for this method as/)
    expect(posts).toHaveLength(2)
    expect(faults).toEqual([])
  })

  test('a GET route is called', async () => {
    const { page, faults } = await open(`${docs}health/readiness.html`)
    await openTryIt(page)
    await page.getByLabel('A server').check()
    await page.getByLabel('Transport').selectOption({ label: 'GET /ext/health/readiness' })
    await send(page, /^200 · .* Valid against the schema/)
    expect(await page.locator('.try-response pre').textContent()).toContain('"healthy"')
    expect(faults).toEqual([])
  })

  test('a warning appears before a password is sent to another machine', async () => {
    const { page } = await open(`${docs}keystore/delete-user.html`)
    const posts = postsOf(page)
    await openTryIt(page)
    await sendTo(page, 'http://192.0.2.1:9650')
    await page.locator('.try-warning').getByText('192.0.2.1:9650').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('dialog').getByText('the server is on another machine').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await showsStatus(page, /Not sent/)
    await sendTo(page, 'localhost:9650')
    await page.locator('.try-warning').waitFor({ state: 'hidden' })
    expect(posts).toEqual([])
  })

  test('connection failures are explained', async () => {
    const { page } = await open(`${docs}info/peers.html`)
    await openTryIt(page)
    const closed = await portOf(createServer())
    closed.server.close()
    await sendTo(page, `http://127.0.0.1:${closed.port}`)
    await send(page, /Could not reach the server/)

    const html = await portOf(createServer((_, response) => response.end('<b>hello</b>')))
    await sendTo(page, `http://127.0.0.1:${html.port}`)
    await send(page, /CORS does not allow this page/)
    await page.getByText(`allow the origin ${node.url}`).waitFor()
    html.server.close()

    const other = await portOf(
      createServer((request, response) => {
        response.setHeader('access-control-allow-origin', '*')
        response.setHeader('access-control-allow-headers', 'content-type')
        response.statusCode = request.method === 'OPTIONS' ? 204 : 404
        response.end(request.method === 'OPTIONS' ? '' : '<b>not here</b>')
      }),
    )
    await sendTo(page, `http://127.0.0.1:${other.port}`)
    await send(page, /^404 · .* Not a JSON-RPC response/)
    await page.getByText('Nothing is served at this path').waitFor()
    expect(await page.locator('.try-response b').allTextContents()).toEqual([])
    other.server.close()

    // The page's content security policy blocks the request before it reaches the network.
    await sendTo(page, 'https://node.example')
    await send(page, /policy of this site blocks connections/)
    await sendTo(page, 'http://')
    await send(page, /Not sent\. This is not a valid address/)
  })

  test('a slow call can be cancelled', async () => {
    const silent = await portOf(createServer(() => undefined))
    const { page } = await open(`${docs}info/peers.html`)
    await openTryIt(page)
    await sendTo(page, `http://127.0.0.1:${silent.port}`)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await showsStatus(page, /Cancelled/)
    silent.server.closeAllConnections()
    silent.server.close()
  })

  test('a subscription lists its events until it is stopped', async () => {
    const mock = createMock()
    const { url, close } = await mock.listen({ cors: [node.url] })
    const timer = setInterval(() => mock.emit('newHeads', header()), 100)
    const { page, faults } = await open(`${docs}c-chain/eth-subscribe.html`)
    await openTryIt(page)
    await sendTo(page, url)
    // The request changes only its own connection, so no confirmation is needed.
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await showsStatus(page, /^\d+ events so far/)
    expect(await page.locator('.try-events li').first().textContent()).toContain(
      'valid against the schema',
    )
    await page.getByRole('button', { name: 'Stop' }).click()
    await showsStatus(page, /^\d+ events, stopped/)
    clearInterval(timer)
    await close()
    expect(faults).toEqual([])
  })

  test('a subscription ends when its element leaves the page, not when it is moved', async () => {
    const { url, close } = await createMock().listen({ cors: [node.url] })
    const { page } = await open(`${docs}c-chain/eth-subscribe.html`)
    await openTryIt(page)
    await sendTo(page, url)
    const opened = page.waitForEvent('websocket')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const socket = await opened
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    const element = await page.locator('rpcloom-try').elementHandle()
    await element?.evaluate((one) => one.parentElement?.append(one))
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    expect(socket.isClosed()).toBe(false)
    const closed = socket.waitForEvent('close')
    await element?.evaluate((one) => one.remove())
    await closed
    await close()
  })
})

test('the server of the site configures to which origins its pages may connect', () => {
  expect(() => siteListener('/', { connect: ['ftp://node.example'] })).toThrow(TypeError)
  expect(() =>
    siteListener('/', { connect: ["https://a.example; script-src 'unsafe-inline'"] }),
  ).toThrow(TypeError)
})

type Header = MockEvents['newHeads']

/** Returns the header in the example of the document. */
function header(): Header {
  const text = readFileSync(join(root, 'openrpc/c-chain-evm.openrpc.json'), 'utf8')
  const { methods } = JSON.parse(text) as {
    methods: { name: string; examples?: { result: { value: Header } }[] }[]
  }
  const method = methods.find(({ name }) => name === 'eth_getHeaderByNumber')
  const value = method?.examples?.[0]?.result.value
  if (value === undefined) throw new Error('There is no example of a header')
  return value
}

async function portOf(
  server: ReturnType<typeof createServer>,
): Promise<{ server: ReturnType<typeof createServer>; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  return { server, port: address.port }
}
