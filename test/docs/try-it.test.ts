import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Json, JsonObject } from 'rpcloom/model'
import { isLong, sampled } from '../corpus/folder.ts'
import { answering, build, documentOf } from '../model/documents.ts'
import { putFiles } from '../temporary-folder.ts'
import {
  desk,
  hasBrowser,
  type OpenInTab,
  openBrowser,
  openTab,
  ourDocs,
  overflow,
  phone,
  type Served,
  serve,
  violations,
} from './browser.ts'
import { evil, hostileDocument } from './hostile-document.ts'
import { recursiveDocument } from './recursive-document.ts'
import { docsFiles, pagesOf } from './site.ts'
import { openTryIt, send, sendTo, showsStatus } from './try-it.ts'

/** Pages with lists and alternatives, secrets, and events. */
const pages = [
  'c-chain/eth-get-proof.html',
  'keystore/create-user.html',
  'c-chain/eth-subscribe.html',
  // Axe takes ten seconds for a form of this size.
  ...(isLong ? ['c-chain/eth-call.html'] : []),
]

describe.skipIf(!hasBrowser())('Try it against the mock in the page', () => {
  let browser: Browser
  let open: OpenInTab
  let server: Served
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rpcloom-try-'))
    ;[browser, server] = await Promise.all([openBrowser(), serve(ourDocs)])
    open = await openTab(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  })
  afterAll(async () => {
    server.stop()
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(['http', 'file'])('sends a request over %s, and only when asked to', async (scheme) => {
    const base = scheme === 'http' ? server.url : `${pathToFileURL(join(ourDocs, 'site')).href}/`
    const { page, faults } = await open(`${base}p-chain/get-current-validators.html`)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${request.resourceType()}`))
    await openTryIt(page)
    expect(await page.locator('.try-response').textContent()).toBe('')
    await send(page, /Mock .* Valid against the schema/)
    expect(await page.locator('.try-response pre').textContent()).toContain('"validators"')
    expect(sent.filter((one) => !/^GET (script|stylesheet|other)$/.test(one))).toEqual([])
    expect(faults).toEqual([])
  })

  // The short form opens two pages, each on one screen.
  const views = sampled(pages, 2).flatMap((path, at) =>
    (isLong ? [desk, phone] : [at % 2 === 0 ? desk : phone]).map((viewport) => ({
      path,
      viewport,
    })),
  )
  test.each(views)(
    'is accessible in both themes: $path $viewport.width',
    async ({ path, viewport }) => {
      const { page, faults } = await open(server.url + path, { viewport })
      await openTryIt(page)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await showsStatus(page, /·|event/)
      expect(await violations(page, '#try')).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      const stop = page.getByRole('button', { name: 'Stop' })
      if (await stop.isVisible()) await stop.click()
      await page.getByLabel('Params as JSON').fill('{ "wrong": [1, }')
      await page.getByLabel('A server').check()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await showsStatus(page, /Not sent: correct the JSON/)
      expect(await violations(page, '#try')).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(faults).toEqual([])
    },
  )

  test('works by keyboard alone', async () => {
    const { page, faults } = await open(`${server.url}p-chain/get-balance.html`)
    await page.getByRole('button', { name: 'Open', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.try-panel').waitFor()
    const inside = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.closest('.try-panel') !== null)
    expect(await inside()).toBe(true)
    await page.keyboard.press('Control+Enter')
    await showsStatus(page, /Valid against the schema/)
    await page.getByRole('button', { name: 'Close Try it' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('.try-panel').count()).toBe(0)
    const opener = page.getByRole('button', { name: 'Open', exact: true })
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
    // The form keeps its input.
    await page.keyboard.press('Enter')
    expect(await page.locator('.try-response pre').count()).toBe(1)
    expect(faults).toEqual([])
  })

  test('a pasted curl command fills params, server and headers, which a server receives', async () => {
    const received: (readonly [url: string | undefined, key: unknown, body: string])[] = []
    const other = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      if (request.method === 'OPTIONS') return void response.end()
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        received.push([request.url, request.headers['x-key'], body])
        response.end('{"jsonrpc":"2.0","id":1,"result":{}}')
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/ext/bc/P`
    const { page } = await open(`${server.url}p-chain/get-balance.html`)
    await openTryIt(page)
    const json = page.getByLabel('Params as JSON')
    await json.fill('curl -d "{}" http://x')
    await page.getByText('its body is not a JSON-RPC request').waitFor()
    await json.fill(`curl -d '{"method":"platform.getHeight"}' http://x`)
    await page.getByText('The command calls platform.getHeight').waitFor()
    const body = `{"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["it'\\''s"]}}`
    await json.fill(
      `curl -s -X POST \\\n  -H 'content-type: application/json' -H "x-key: a \\"b\\"" \\\n ${url} --data-raw '${body}'`,
    )
    expect(await page.getByLabel('Address of the server').inputValue()).toBe(url)
    expect(await page.locator('.try-panel').getByLabel('Headers, one per line').inputValue()).toBe(
      'x-key: a "b"',
    )
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await page.locator('.try-response pre').first().waitFor()
    expect(received).toEqual([['/ext/bc/P', 'a "b"', expect.stringContaining(`"it's"`)]])
    // The key is gone with the tab: nothing that stays has it.
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('x-key')
    const link = await page.evaluate(() => location.href)
    expect(link).not.toContain('x-key')
  })

  test('the element works on a page of another site, with one script and one style sheet', async () => {
    const assets = pathToFileURL(join(ourDocs, 'site/assets')).href
    putFiles(folder, {
      'foreign.html': `<!doctype html><html lang="en"><title>Foreign</title><link rel="stylesheet" href="${assets}/try-it.css">
<script src="${assets}/try-it.js" defer></script><main><h1>Foreign</h1>
<rpcloom-try group="info" method="info.getNodeVersion"></rpcloom-try><rpcloom-try group="info" method="info.none"></rpcloom-try></main>`,
    })
    const { page, faults } = await open(pathToFileURL(join(folder, 'foreign.html')).href)
    await page.getByRole('button', { name: 'Try it' }).first().click()
    await page.locator('.try-panel').waitFor()
    await send(page, /Mock .* Valid against the schema/)
    await page.getByRole('button', { name: 'Close Try it' }).click()
    await page.getByRole('button', { name: 'Try it' }).last().click()
    await page.getByText('Try it is not available').waitFor()
    expect(faults).toEqual([])
    expect(await violations(page, 'main')).toEqual([])
  })

  test('a link opens the form with its params, and sent calls can be chosen again', async () => {
    const { page } = await open(`${server.url}p-chain/get-block-by-height.html`)
    await openTryIt(page)
    const json = page.getByLabel('Params as JSON')
    await json.fill('{ "height": "18446744073709551615" }')
    await send(page, /Mock/)
    await page.getByRole('button', { name: 'Copy link' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toContain('get-block-by-height.html#try?params=')
    await json.fill('{ "height": "1" }')
    const sent = page.getByLabel('Fill with').locator('optgroup option')
    expect(await sent.count()).toBe(1)
    await page.getByLabel('Fill with').selectOption('sent 0')
    expect(await json.inputValue()).toContain('18446744073709551615')
    await page.goto('about:blank')
    await page.goto(link)
    await page.locator('.try-panel').waitFor()
    expect(await json.inputValue()).toContain('18446744073709551615')
    expect(await page.locator('.try-response').textContent()).toBe('')
  })

  test('an address is remembered in its tab until another server is selected', async () => {
    const { page } = await open(`${server.url}p-chain/get-height.html`)
    await openTryIt(page)
    await sendTo(page, 'https://node.example/v3/k3y')
    await page.getByLabel('Address of the server').blur()
    await page.goto(`${server.url}p-chain/get-tx.html`)
    await openTryIt(page)
    expect(await page.getByLabel('Address of the server').inputValue()).toContain('k3y')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('k3y')
    await page.getByLabel('Server', { exact: true }).selectOption('0')
    await page.reload()
    await openTryIt(page)
    expect(await page.getByLabel('Address of the server').isVisible()).toBe(false)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('k3y')
  })

  test('form and JSON stay in sync, to the last digit', async () => {
    const { page } = await open(`${server.url}p-chain/get-block-by-height.html`)
    await openTryIt(page)
    const json = page.getByLabel('Params as JSON')
    await page.getByLabel(/^height/).fill('18446744073709551615')
    expect(await json.inputValue()).toContain('18446744073709551615')
    await json.fill('{ "height": "7", "encoding": "json" }')
    expect(await page.getByLabel(/^height/).inputValue()).toBe('7')
    await json.fill('{\n  "height": "7",\n  "encoding": json\n}')
    await page.getByText('Line 3, column 15: unexpected character').waitFor()
    await json.fill('{ "height": 1e400, "encoding": "json" }')
    await page.getByText('Line 1, column 13: this number is too large').waitFor()
    await json.fill('{ "height": "7", "height": "8" }')
    await page.getByText('Duplicate member /height').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await showsStatus(page, /Not sent: correct the JSON/)
    await json.fill('{ "height": "-7", "encoding": "json", "more": 1 }')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await showsStatus(page, /not valid against the schema/)
    const height = page.getByLabel(/^height/)
    expect(await height.getAttribute('aria-invalid')).toBe('true')
    expect(await height.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByText('Is not a known member').waitFor()
    // The mock rejects the request, too, with the error of the document.
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await showsStatus(page, /returned an error/)
  })

  test('an error of the document can be requested', async () => {
    const { page } = await open(`${server.url}p-chain/get-tx.html`)
    await openTryIt(page)
    const answers = page.getByLabel('Mock response', { exact: true })
    const [, error = ''] = await answers.locator('option').allTextContents()
    await answers.selectOption({ label: error })
    await send(page, /returned an error/)
    await page.getByText('Listed for this method').waitFor()
  })

  test('secrets are masked wherever they appear, until they are revealed', async () => {
    const { page } = await open(`${server.url}keystore/create-user.html`)
    await openTryIt(page)
    const password = page.getByLabel(/^password/)
    expect(await password.getAttribute('type')).toBe('password')
    await password.fill('S3cret!of-mine')
    const json = page.getByLabel('Params as JSON')
    expect(await json.inputValue()).not.toContain('S3cret')
    // An edit next to the mask keeps the masked value.
    await json.fill((await json.inputValue()).replace(/"username": "[^"]*"/, '"username": "other"'))
    expect(await page.getByLabel(/^username/).inputValue()).toBe('other')
    expect(await password.inputValue()).toBe('S3cret!of-mine')
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await showsStatus(page, /Copied/)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).not.toContain('S3cret')
    await send(page, /Mock/)
    // Masks in a command and in a sent call are not values.
    await json.fill(copied)
    expect(await password.inputValue()).toBe('S3cret!of-mine')
    await page.getByLabel('Fill with').selectOption('sent 0')
    expect(await password.inputValue()).toBe('S3cret!of-mine')
    await page.getByLabel('Show secrets').check()
    expect(await json.inputValue()).toContain('S3cret!of-mine')
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(kept).not.toContain('S3cret')
  })

  test('events of a subscription arrive until it is stopped', async () => {
    const { page } = await open(`${server.url}c-chain/eth-subscribe.html`)
    await openTryIt(page)
    await send(page, /1 event so far/)
    await page
      .getByText(/valid against the schema/)
      .first()
      .waitFor()
    // The mock returns an ID like that of a node.
    const answer = await page.locator('.try-response > pre').first().textContent()
    expect(answer).toMatch(/^"0x[0-9a-f]{8,}"$/)
    await page.getByRole('button', { name: 'Stop' }).click()
    await showsStatus(page, /stopped/)
  })

  test('the mock returns no invalid example, and says if no value is valid', async () => {
    const method = (name: string, schema: Json): JsonObject => ({
      ...answering(name, schema),
      examples: [{ name: 'Wrong', params: [], result: { name: 'r', value: 'five' } }],
    })
    const methods = [method('a.own', { type: 'integer' }), answering('a.none', false)]
    putFiles(
      join(folder, 'unfit'),
      Object.fromEntries(await docsFiles(build(documentOf(methods)).api)),
    )
    const base = pathToFileURL(join(folder, 'unfit/site/test')).href
    for (const [name, summary, message] of [
      ['own', /Valid against the schema/, /^(?!.*five)/s],
      ['none', /Not valid against the schema: 1 issue/, /found no valid value/],
    ] as const) {
      const { page } = await open(`${base}/${name}.html`)
      await openTryIt(page)
      await send(page, summary)
      expect(await page.locator('.try-response').textContent()).toMatch(message)
    }
  })

  test('recursive schemas open level by level', async () => {
    const site = await docsFiles(build(recursiveDocument).api)
    putFiles(join(folder, 'recursive'), Object.fromEntries(site))
    const base = pathToFileURL(join(folder, 'recursive/site')).href
    const { page, faults } = await open(`${base}/test/put.html`)
    await openTryIt(page)
    for (let level = 0; level < 3; level++) {
      await page
        .getByRole('button', { name: /^Add a Tree to/ })
        .last()
        .click()
    }
    await page.getByLabel(/^name/).last().fill('deep')
    expect(await page.getByLabel('Params as JSON').inputValue()).toContain('"deep"')
    await send(page, /Valid against the schema/)
    expect(faults).toEqual([])
  })

  test('hostile text runs no script in form, response or copies', async () => {
    const site = await docsFiles(build(hostileDocument()).api, { title: evil })
    putFiles(join(folder, 'hostile'), Object.fromEntries(site))
    const hostile = await serve(join(folder, 'hostile'))
    const methods = [...pagesOf(site, '.html')].filter(([, text]) => text.includes('<rpcloom-try'))
    expect(methods.length).toBeGreaterThan(5)
    for (const [path] of methods.filter((_, at) => isLong || at % 3 === 0)) {
      const { page, faults } = await open(hostile.url + path)
      await openTryIt(page)
      const anyway = page.getByRole('button', { name: 'Send anyway' })
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await showsStatus(page, /./)
      if (await anyway.isVisible()) await anyway.click()
      await showsStatus(page, /Mock/)
      expect(await page.evaluate(() => 'pwned' in window), path).toBe(false)
      expect(await page.evaluate(() => 'evil' in {}), path).toBe(false)
      expect(await page.locator('.try-panel :is(script, img, a, iframe)').count(), path).toBe(0)
      expect(faults, path).toEqual([])
    }
    hostile.stop()
  })
})
