import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../model/documents.ts'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import {
  desk,
  hasBrowser,
  type OpenInTab,
  openBrowser,
  openTab,
  ourDocs,
  phone,
  type Served,
  serve,
} from './browser.ts'

describe.skipIf(!hasBrowser())('the controls of pages in a browser', () => {
  let browser: Browser
  let open: OpenInTab
  let server: Served

  beforeAll(async () => {
    ;[browser, server] = await Promise.all([openBrowser(), serve(ourDocs)])
    open = await openTab(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  })
  afterAll(async () => {
    server.stop()
    await browser.close()
  })

  test('the result shows the alternative of the open example, and the other way around', async () => {
    const { page } = await open(`${server.url}p-chain/get-block.html`)
    const tab = page.getByRole('tablist', { name: 'Alternatives' }).getByRole('tab')
    const examples = page.locator('.example')
    const variant = async (at: number): Promise<number> =>
      Number(await examples.nth(at).getAttribute('data-variant'))
    const isShown = async (at: number): Promise<boolean> =>
      (await tab.nth(at).getAttribute('aria-selected')) === 'true'
    expect(await isShown(await variant(0))).toBe(true)
    const other = await examples.evaluateAll((all) =>
      all.findIndex((one) => one.dataset['variant'] !== all[0]?.dataset['variant']),
    )
    await tab.nth(await variant(other)).click()
    await page.locator('.example[open]').nth(1).waitFor()
    expect(await examples.nth(other).getAttribute('open')).toBe('')
    await examples.first().locator('summary').click()
    await examples.first().locator('summary').click()
    await page.waitForFunction(
      (at) =>
        [...document.querySelectorAll('[data-tabs=result] [role=tab]')]
          .at(at)
          ?.getAttribute('aria-selected') === 'true',
      await variant(0),
    )
    expect(await page.locator('[data-tabs=result] > .tab:visible').count()).toBe(1)
  })

  test('JSON folds and wraps, and is copied as a whole', async () => {
    const { page } = await open(`${server.url}info/peers.html`)
    const block = page.locator('.panel:has(.panel-head) .code-frame').first()
    const before = await block.locator('pre').textContent()
    await block.getByRole('button', { name: 'Fold' }).nth(1).click()
    const pre = block.locator('pre')
    expect(await pre.innerText()).not.toBe(before)
    expect(await pre.textContent()).toBe(before)
    await block.hover()
    await block.getByRole('button', { name: 'Copy the code' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(before)
    await block.getByRole('button', { name: 'Wrap lines' }).click()
    expect(await pre.evaluate((one) => getComputedStyle(one).whiteSpace)).toBe('pre-wrap')
  })

  test('the origin and headers of the reader are in all samples, for the session', async () => {
    const { page } = await open(`${server.url}info/peers.html`)
    const sample = async (language: string): Promise<string> => {
      await page.getByRole('tab', { name: language }).first().click()
      return (await page.locator('.tab:visible pre').first().textContent()) ?? ''
    }
    await page.getByText('Your server').click()
    await page.getByLabel('Origin').fill("https://node.example:1/it's not an origin")
    await page
      .getByLabel('Headers')
      .fill('x-key: it\'s <b>\nnot a header\r\nAuthorization: Bearer "x')
    for (const [language, wanted] of [
      ['curl', ['https://node.example:1/ext/info', "-H 'x-key: it'\\''s <b>' \\", `Bearer "x'`]],
      ['TypeScript', [`http('https://node.example:1', { headers: { "x-key": "it's <b>",`]],
      [
        'Python',
        [
          '"content-type": "application/json", "x-key": "it\'s <b>", "Authorization": "Bearer \\"x"},',
        ],
      ],
      ['Go', ['"https://node.example:1/ext/info"', 'request.Header.Set("x-key", "it\'s <b>")']],
    ] as const) {
      const text = await sample(language)
      for (const part of wanted) expect(text, language).toContain(part)
      expect(text).not.toContain('127.0.0.1')
    }
    await page.goto(`${server.url}p-chain/get-height.html`)
    await page.waitForFunction(() =>
      document.body.textContent?.includes('https://node.example:1/ext/bc/P'),
    )
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    expect(await page.getByText('node.example').count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Bearer')
  })

  test('a page is copied as Markdown', async () => {
    const { page } = await open(`${server.url}guides/quickstart.html`)
    await page.getByRole('button', { name: 'Copy page' }).click()
    await page.getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^---\n[^]*# Quickstart\n/)
    expect(await page.getByRole('button', { name: 'Copy page' }).isVisible()).toBe(true)
  })

  test('a phone shows the whole name of a version', async () => {
    const version = '2.0.0-nightly.20261130'
    const title = 'Documents of a very long title'
    const described = { ...documentOf([{ name: 'look', params: [] }]), info: { title, version } }
    const folder = temporaryFolder({ 'test.json': JSON.stringify(described) })
    expect((await rpcloom(folder, 'docs', 'build', 'test.json', '--out', 'public')).code).toBe(0)
    const { href } = pathToFileURL(join(folder, 'public', version, 'index.html'))
    const { page } = await open(href, { viewport: phone })
    const name = page.getByLabel('Version')
    await name.waitFor()
    const room = await name.evaluate((select: HTMLSelectElement) => {
      const style = getComputedStyle(select)
      const span = document.createElement('span')
      span.style.font = style.font
      span.textContent = select.value
      document.body.append(span)
      const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight)
      const arrow = 16
      const parent = select.parentElement
      const isCut = parent !== null && parent.scrollWidth > parent.clientWidth
      return isCut ? -1 : select.clientWidth - padding - arrow - span.getBoundingClientRect().width
    })
    expect(room).toBeGreaterThanOrEqual(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  })

  test.each([phone, desk])('the breadcrumb is on one line with the button %j', async (viewport) => {
    const { page } = await open(`${server.url}p-chain/get-height.html`, { viewport })
    const middleOf = async (selector: string): Promise<number> => {
      const box = await page.locator(selector).first().boundingBox()
      return box === null ? NaN : box.y + box.height / 2
    }
    const difference = (await middleOf('.crumbs li')) - (await middleOf('.copy-page'))
    expect(Math.abs(difference)).toBeLessThan(1)
  })
})
