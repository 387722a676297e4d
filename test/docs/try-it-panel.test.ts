import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { putFiles } from '../temporary-folder.ts'
import { hasBrowser, type OpenInTab, openBrowser, openTab, type Served, serve } from './browser.ts'
import { docsFiles } from './site.ts'
import { openTryIt, send } from './try-it.ts'

const anyValue = {}
/** So many optional members that the form collapses them. */
const manyOptions = Object.fromEntries([...'abcdefgh'].map((name) => [name, anyValue]))
const listed = documentOf(
  [
    {
      name: 'list',
      paramStructure: 'by-name',
      params: [
        { name: 'filter', required: true, schema: anyValue },
        { name: 'most', schema: { type: 'integer' } },
        { name: 'more', schema: anyValue },
        { name: 'options', required: true, schema: { type: 'object', properties: manyOptions } },
      ],
      result: { name: 'all', schema: { type: 'string' } },
    },
  ],
  {},
  { servers: [{ name: 'A', url: 'https://a.example/rpc' }] },
)

/** Starts a server on a free port, which is closed after the test, and returns its origin. */
async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.skipIf(!hasBrowser())('the panel of Try it', () => {
  let browser: Browser
  let open: OpenInTab
  let server: Served
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rpcloom-panel-'))
    putFiles(folder, Object.fromEntries(await docsFiles(build(listed).api)))
    ;[browser, server] = await Promise.all([openBrowser(), serve(folder)])
    open = await openTab(browser)
  })
  afterAll(async () => {
    server.stop()
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('sends nothing while the JSON of a field is invalid', async () => {
    const { page, faults } = await open(`${server.url}test/list.html`)
    await openTryIt(page)
    const filter = page.getByLabel(/^filter/)
    await filter.fill('{"a":1}')
    await send(page, /Mock/)
    await filter.fill('{"a":2')
    // The error stays when another field is edited.
    await page.getByLabel(/^most/).fill('7')
    await send(page, /Not sent: correct the JSON/)
    expect(await page.getByText('Line 1, column 7').isVisible()).toBe(true)
    expect(await filter.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
    await filter.fill('{"a":2}')
    await send(page, /Mock/)
    expect(await page.getByLabel('Params as JSON').inputValue()).toMatch(/"a": 2[^]*"most": 7/)
    // A value that was never valid is not omitted. A field that is removed does not matter.
    await page.getByRole('button', { name: 'Add more' }).click()
    await page.getByLabel(/^more/).fill('[')
    await send(page, /Not sent: correct the JSON/)
    await page.getByRole('button', { name: 'Omit more' }).click()
    await send(page, /Mock/)
    // A collapsed field is shown.
    const fold = page.getByText('8 more optional')
    await fold.click()
    await page.getByRole('button', { name: 'Add a', exact: true }).click()
    const option = page.getByLabel(/^a\b/)
    await option.fill('[')
    await fold.click()
    await send(page, /Not sent: correct the JSON/)
    expect(await option.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
    expect(faults).toEqual([])
  })

  test('sends the headers of a pasted command, not those for the previous server', async () => {
    const received: IncomingHttpHeaders[] = []
    const other = await listening((request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      if (request.method === 'OPTIONS') return void response.end()
      received.push(request.headers)
      response.end('{"jsonrpc":"2.0","id":1,"result":"x"}')
    })
    const { page } = await open(`${server.url}test/list.html`)
    await openTryIt(page)
    await page.getByLabel('A server').check()
    const headers = page.locator('.try-panel').getByLabel('Headers, one per line')
    await headers.fill('Authorization: Bearer SECRET-A')
    const json = page.getByLabel('Params as JSON')
    const body = `{"jsonrpc":"2.0","id":1,"method":"list","params":{"filter":3,"options":{}}}`
    // A command without an address is for the selected server.
    await json.fill(`curl -d '${body}'`)
    expect(await headers.inputValue()).toBe('Authorization: Bearer SECRET-A')
    await json.fill(`curl -s ${other}/b -H 'content-type: application/json' -d '${body}'`)
    expect(await headers.inputValue()).toBe('')
    await send(page, /^200/)
    expect(received.map(({ authorization }) => authorization)).toEqual([undefined])
  })

  test.each([
    ['a static host', {}, 'https://a.example/rpc'],
    ['a program that serves the API', { servesApi: true }, '/rpc'],
  ])('selects the server that %s means', async (_, options, address) => {
    const { siteListener } = (await import(pathToFileURL(join(folder, 'index.js')).href)) as {
      siteListener: (base: string, options: object) => RequestListener
    }
    const origin = await listening(siteListener('/docs/api/', options))
    const { page, faults } = await open(`${origin}/docs/api/test/list.html`)
    await openTryIt(page)
    await page.getByLabel('A server').check()
    const wanted = address.startsWith('/') ? origin + address : address
    expect(await page.locator('.try-endpoint').textContent()).toBe(`POST ${wanted}`)
    expect(faults).toEqual([])
  })

  test('takes the params of each link on its page', async () => {
    const linkTo = (filter: string): string =>
      `#try?params=${encodeURIComponent(JSON.stringify({ filter, options: {} }))}`
    const { page } = await open(`${server.url}test/list.html${linkTo('first')}`)
    const json = page.getByLabel('Params as JSON')
    const follow = (filter: string): Promise<void> =>
      page.evaluate((hash) => void (location.hash = hash), linkTo(filter))
    const close = page.getByRole('button', { name: 'Close Try it' })
    const shows = (text: string): Promise<void> =>
      expect.poll(() => json.inputValue()).toContain(text)
    await shows('first')
    await follow('second')
    await shows('second')
    expect(await close.count()).toBe(1)
    // The input stays when the form is closed and opened again, until another link.
    await json.fill('{ "filter": "edited", "options": {} }')
    await close.click()
    expect(await page.locator('.try-panel').count()).toBe(0)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await shows('edited')
    await close.click()
    await follow('third')
    await shows('third')
    expect(await close.count()).toBe(1)
  })
})
