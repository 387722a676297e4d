import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { rpcloom } from '../rpcloom.ts'
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
  smallTargets,
  violations,
  watch,
} from './browser.ts'
import { evil, hostileDocument } from './hostile-document.ts'
import { docsFiles, type Files, heavyFirstPages, pagesOf, root } from './site.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const pages = [
  'index.html',
  'guides/send-on-the-c-chain.html',
  'p-chain/index.html',
  'p-chain/get-current-validators.html',
  'c-chain/eth-get-block-by-number.html',
  'c-chain/eth-subscribe.html',
  'keystore/create-user.html',
  'schemas/p-chain/PrimaryNetworkValidator.html',
  'schemas/primitives.html',
  'conventions.html',
  'errors.html',
  'glossary.html',
  'methods.html',
  'changes.html',
  'documents.html',
  '404.html',
]
/** Pages of the site of rpcloom. */
const ownPages = ['index.html', 'guides/quickstart.html', 'guides/configuration.html']
/** The pages whose accessibility the short form checks: axe takes seconds for each. */
const audited = new Set([
  'index.html',
  'guides/send-on-the-c-chain.html',
  'p-chain/get-current-validators.html',
  'schemas/p-chain/PrimaryNetworkValidator.html',
  'p-chain/index.html',
])

describe.skipIf(!hasBrowser())('the site in a browser', () => {
  let browser: Browser
  let open: OpenInTab
  let server: Served
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rpcloom-docs-'))
    ;[browser, server] = await Promise.all([openBrowser(), serve(ourDocs)])
    open = await openTab(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  })
  afterAll(async () => {
    server.stop()
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the site of rpcloom is accessible and fits', { timeout: 60_000 }, async () => {
    expect((await rpcloom(root, 'generate', '--config', 'site.config.json')).code).toBe(0)
    const site = join(root, '.cache/rpcloom-site/docs/site')
    const textOf = (path: string): string => readFileSync(join(site, path), 'utf8')
    const all = readdirSync(site, { recursive: true, encoding: 'utf8' })
    const html = all.filter((path) => path.endsWith('.html'))
    expect(html.length).toBeGreaterThan(40)
    const texts = new Map(html.map((path) => [path, textOf(path)]))
    expect(heavyFirstPages(texts, textOf)).toEqual([])
    const own = await serve(join(site, '..'))
    onTestFinished(own.stop)
    for (const [at, path] of ownPages.entries()) {
      const { page, faults } = await open(own.url + path, { viewport: at % 2 === 0 ? desk : phone })
      expect(await overflow(page), path).toBeLessThanOrEqual(0)
      if (isLong || at === 0) expect(await violations(page), path).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await overflow(page), path).toBeLessThanOrEqual(0)
      expect(faults).toEqual([])
    }
  })

  // All pages on both screens take a minute, so the short form opens some pages, each on one of them.
  describe.each([desk, phone])('%j', (viewport) => {
    const read = pages
      .filter((path, at) => isLong || audited.has(path) || at % 3 === 0)
      .filter((_, at) => isLong || (at % 2 === 0) === (viewport === desk))
    test.each(read)(
      '%s is accessible in both themes, fits, and loads nothing else',
      async (path) => {
        const { page, faults } = await open(server.url + path, { viewport })
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        const paper = await background(page)
        const isAudited = isLong || audited.has(path)
        expect(await (isAudited ? violations(page) : smallTargets(page))).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await background(page)).not.toBe(paper)
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        // The narrowest phone. The heading must be in the upper half.
        await page.setViewportSize({ width: 320, height: 640 })
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        const heading = page.locator('h1')
        expect(await heading.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(320)
        expect(faults).toEqual([])
      },
    )
  })

  test.each([desk, phone])('the skip link covers nothing but its text at %j', async (viewport) => {
    const { page } = await open(`${server.url}p-chain/issue-tx.html`, { viewport })
    await page.keyboard.press('Tab')
    const link = page.locator('.skip')
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true)
    const box = await link.boundingBox()
    expect(box?.height).toBeLessThan(60)
    expect(box?.width).toBeLessThan(viewport.width)
    const covered = await page.locator('h1').evaluate((heading) => {
      const { left, top, height } = heading.getBoundingClientRect()
      return document.elementFromPoint(left + 5, top + height / 2)?.closest('h1') !== heading
    })
    expect(covered).toBe(false)
    await page.keyboard.press('Enter')
    await page.waitForURL(/#content$/)
  })

  test('on a phone the table of errors is complete, and copy buttons do not cover code', async () => {
    const { page } = await watch(browser, `${server.url}p-chain/issue-tx.html`, {
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    })
    const table = page.locator('section[aria-labelledby=errors] table')
    const cut = await table.evaluate(
      (one) => one.parentElement === null || one.scrollWidth > one.parentElement.clientWidth,
    )
    expect(cut).toBe(false)
    const frames = page.locator('.code-frame:visible')
    expect(await frames.count()).toBeGreaterThan(0)
    const overlaps = await frames.evaluateAll((all) =>
      all.flatMap((frame) => {
        const button = frame.querySelector('.copy')?.getBoundingClientRect()
        const code = frame.querySelector('code')?.getBoundingClientRect()
        if (button === undefined || code === undefined) return ['no button or no code']
        const isSeen = [...frame.querySelectorAll('button')].every(
          (one) => getComputedStyle(one).opacity === '1',
        )
        return button.bottom > code.top + 1 || !isSeen ? [frame.textContent] : []
      }),
    )
    expect(overlaps).toEqual([])
    await page.context().close()
  })

  test.each([desk, phone])(
    'the layout does not shift when the script runs at %j',
    async (viewport) => {
      const { page } = await open('about:blank', { viewport })
      await page.route('**/site.js', async (route) => {
        await page.waitForFunction(
          () =>
            document.querySelector('h1') !== null &&
            performance.getEntriesByType('paint').length > 0,
        )
        await route.continue()
      })
      await page.goto(`${server.url}p-chain/get-current-validators.html`)
      await page.unroute('**/site.js')
      const moved = await page.evaluate(
        async () =>
          new Promise<number>((resolve) => {
            let sum = 0
            const observer = new PerformanceObserver((list) => {
              for (const one of list.getEntries())
                sum += (one as unknown as { value: number }).value
            })
            observer.observe({ type: 'layout-shift', buffered: true })
            // Earlier shifts are reported before the second of the next frames.
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
          }),
      )
      expect(moved).toBeLessThan(0.01)
    },
  )

  test('a link with invalid percent-encoding does not break the page', async () => {
    const { page, faults } = await open(`${server.url}p-chain/get-height.html#%`)
    await page.keyboard.press('/')
    await page.getByRole('combobox').waitFor()
    expect(faults).toEqual([])
  })

  test('methods are filtered by label, and the address contains the filter', async () => {
    const { page } = await open(`${server.url}methods.html`)
    const rows = page.locator('[data-row]:visible')
    const all = await rows.count()
    await page.getByRole('button', { name: 'Administers' }).click()
    await page.getByRole('searchbox', { name: 'Filter', exact: true }).fill('profile')
    const left = await rows.count()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(all / 10)
    expect(new URL(page.url()).search).toBe('?filter=profile&label=Administers')
    await page.reload()
    expect(await rows.count()).toBe(left)
  })

  test('a missing page suggests similar pages, at any depth', async () => {
    for (const path of ['eth-getBlokByNumber', 'c-chain/old/get_block_by_number.html']) {
      const { page } = await open(server.url + path)
      const first = page.locator('[data-missing] ul a').first()
      expect(await first.textContent()).toMatch(/getBlockByNumber/)
      await first.click()
      await page.waitForURL(/get-block-by-number\.html$/)
    }
  })

  test('the search suggests recent searches, and all fields unfold at once', async () => {
    const { page } = await open(`${server.url}p-chain/get-current-validators.html`)
    await page.getByRole('button', { name: 'Expand all' }).click()
    expect(await page.locator('#result ~ .tree details:not([open])').count()).toBe(0)
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('info.peers')
    await page.keyboard.press('Enter')
    await page.waitForURL(/peers\.html$/)
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'info.peers' }).waitFor()
  })

  test.each(['http', 'file'])('the search works by keyboard over %s', async (scheme) => {
    const start = 'p-chain/get-height.html'
    const base = scheme === 'http' ? server.url : `${pathToFileURL(join(ourDocs, 'site')).href}/`
    const { page, faults } = await open(base + start)
    await page.keyboard.press('/')
    const input = page.getByRole('combobox')
    await input.waitFor()
    await input.fill('getblockbynumber')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/eth-get-block-by-number\.html$/)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    // Over file:, axe itself would load the style sheet, which is not allowed.
    if (scheme === 'http') expect(await violations(page, 'dialog.search')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  test('the chosen theme is stored and applied before the first paint', async () => {
    const { page } = await open(server.url, { colorScheme: 'light' })
    const light = await background(page)
    const toggle = page.getByRole('button', { name: /^Theme/ })
    await toggle.click()
    await toggle.click()
    expect(await toggle.getAttribute('aria-label')).toBe('Theme: dark')
    const dark = await background(page)
    expect(dark).not.toBe(light)
    await page.goto(`${server.url}info/peers.html`)
    expect(await background(page)).toBe(dark)
  })

  test('tabs work with arrow keys and are kept between pages; code is copied', async () => {
    const { page } = await open(`${server.url}info/peers.html`)
    await page.getByRole('tab', { name: 'curl' }).first().focus()
    await page.keyboard.press('ArrowRight')
    const selected = page.getByRole('tab', { selected: true }).first()
    expect(await selected.textContent()).toBe('TypeScript')
    await page.goto(`${server.url}p-chain/get-height.html`)
    expect(await page.getByRole('tab', { selected: true }).first().textContent()).toBe('TypeScript')
    await page.getByRole('button', { name: 'Copy the name' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('platform.getHeight')
  })

  test('a folded example gets tabs and buttons when it is unfolded, in the chosen language', async () => {
    const { page } = await open(`${server.url}p-chain/get-current-validators.html`)
    const second = page.locator('.example').nth(1)
    expect(await second.getByRole('tab').count()).toBe(0)
    await page.getByRole('tab', { name: 'Python' }).first().click()
    await second.locator('summary').click()
    await second.getByRole('tab', { name: 'Python', selected: true }).waitFor()
    expect(await second.getByRole('button', { name: 'Copy the code' }).count()).toBeGreaterThan(1)
    expect(await second.locator('.tab:visible').count()).toBe(1)
  })

  test('the menu scrolls to the current page, on a desktop and in the drawer', async () => {
    const path = 'c-chain/web3-client-version.html'
    for (const viewport of [desk, phone]) {
      const { page } = await open(server.url + path, { viewport })
      if (viewport === phone) await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.waitForFunction(() => {
        const current = document.querySelector('.menu [aria-current]')?.getBoundingClientRect()
        return current !== undefined && current.top > 0 && current.bottom < innerHeight
      })
    }
  })

  test('the filter of the menu shows matching entries, with their headings', async () => {
    const { page } = await open(`${server.url}c-chain/index.html`)
    const menu = page.getByRole('navigation', { name: 'Pages' })
    const link = (name: string): Promise<boolean> =>
      menu.getByRole('link', { name, exact: true }).isVisible()
    const shown = async (): Promise<readonly boolean[]> =>
      Promise.all(['Quickstart', 'eth_getProof', 'eth_getLogs'].map(link))
    expect(await shown()).toEqual([true, false, false])
    const filter = menu.getByRole('searchbox', { name: 'Filter the menu' })
    await filter.fill('PROOF')
    expect(await shown()).toEqual([false, true, false])
    expect(await menu.getByText('Guides', { exact: true }).isVisible()).toBe(false)
    await filter.fill('')
    expect(await shown()).toEqual([true, false, false])
  })

  test('the drawer on a phone opens, closes with Escape and restores the focus', async () => {
    const { page } = await open(`${server.url}info/peers.html`, { viewport: phone })
    const menu = page.getByRole('navigation', { name: 'Pages' })
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    expect(await menu.isVisible()).toBe(false)
    await opener.click()
    expect(await menu.isVisible()).toBe(true)
    expect(await menu.getByText('Node JSON-RPC API').isVisible()).toBe(true)
    expect(await menu.getByRole('link', { name: 'Close the menu' }).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await menu.isVisible()).toBe(false)
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('everything is visible without scripts, including the menu on a phone', async () => {
    const { page } = await watch(browser, `${server.url}info/peers.html`, {
      javaScriptEnabled: false,
      viewport: phone,
    })
    for (const text of ['curl -s', 'createClient', '"jsonrpc"']) {
      expect(await page.getByText(text).first().isVisible(), text).toBe(true)
    }
    expect(await page.getByRole('button').count()).toBe(0)
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(true)
    await page.context().close()
  })

  test('a link to a folded field unfolds it; lists are filtered', async () => {
    const url = `${server.url}p-chain/get-current-validators.html`
    const id = 'result.validators.PrimaryNetworkValidator.signer.publicKey'
    const { page } = await open(`${url}#${id}`)
    expect(await page.locator(`[id="${id}"]`).isVisible()).toBe(true)
    await page.goto(`${server.url}p-chain/index.html`)
    await page.getByRole('searchbox', { name: 'Filter', exact: true }).fill('subnet')
    const rows = page.locator('[data-row]:visible')
    expect(await rows.count()).toBeGreaterThan(0)
    expect(await rows.count()).toBeLessThan(20)
  })

  test('a link to a field that moved to another page opens that page', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `field${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const result = { name: 'wide', schema: { type: 'object', properties } }
    const site = await docsFiles(build(documentOf([{ name: 'wide', params: [], result }])).api)
    const wide = mkdtempSync(join(tmpdir(), 'rpcloom-docs-'))
    putFiles(wide, Object.fromEntries(site))
    const served = await serve(wide)
    try {
      const { page } = await open(`${served.url}test/wide.html#result.field149`)
      await page.waitForURL(/\/wide\/fields\.[^/]+\.html#result\.field149$/)
      expect(await page.locator('[id="result.field149"]').isVisible()).toBe(true)
    } finally {
      served.stop()
      rmSync(wide, { recursive: true, force: true })
    }
  })

  test('a list on several pages is filtered as a whole, from each page', async () => {
    for (const part of ['c-chain/index.html', 'c-chain/index.2.html']) {
      const { page, faults } = await open(server.url + part)
      const rows = page.locator('[data-row]:visible')
      const shown = await rows.count()
      await page.getByRole('searchbox', { name: 'Filter', exact: true }).fill('txpool_')
      const names = page.locator('[data-row]:visible a')
      await expect.poll(() => names.allTextContents()).toContain('txpool_inspect')
      // Other scripts are loaded on the first input.
      const count = page.locator('[data-filter-count]')
      await expect.poll(() => count.textContent()).toMatch(/^\d+ of \d+$/)
      await names.filter({ hasText: 'txpool_inspect' }).click()
      await page.waitForURL(/txpool-inspect\.html$/)
      await page.goBack()
      await page.getByRole('searchbox', { name: 'Filter', exact: true }).fill('eth_chainId')
      await expect.poll(() => names.allTextContents()).toContain('eth_chainId')
      await page.getByRole('searchbox', { name: 'Filter', exact: true }).fill('')
      expect(await rows.count()).toBe(shown)
      expect(faults).toEqual([])
    }
  })

  test('from files, the filter covers one page of a list, and says so', async () => {
    const { page } = await open(pathToFileURL(join(ourDocs, 'site/c-chain/index.html')).href)
    await page.getByRole('searchbox', { name: 'Filter', exact: true }).fill('eth_')
    expect(await page.locator('[data-filter-count]').textContent()).toMatch(
      /^\d+ of \d+ on this part$/,
    )
  })

  describe('hostile text', () => {
    let site: Files
    beforeAll(async () => {
      site = await docsFiles(build(hostileDocument()).api, { title: evil, tagline: evil })
      putFiles(join(folder, 'hostile'), Object.fromEntries(site))
    })

    test.each(['file', 'http'])('runs no script and loads nothing over %s', async (scheme) => {
      const home = join(folder, 'hostile')
      // Over HTTP with the CSP of the package's own server: a violation is an error on the console.
      const own = scheme === 'http' ? await serve(home) : undefined
      const base = own?.url ?? `${pathToFileURL(join(home, 'site')).href}/`
      const { page, faults } = await open(`${base}index.html`)
      // The short form opens a fourth of the pages over each.
      const isRead = (at: number): boolean => isLong || at % 4 === (scheme === 'http' ? 0 : 2)
      for (const path of [...pagesOf(site, '.html').keys()].filter((_, at) => isRead(at))) {
        await page.goto(base + path)
        expect(await page.evaluate(() => 'pwned' in window), path).toBe(false)
        expect(faults, path).toEqual([])
      }
      await page.goto(`${base}index.html`)
      await page.keyboard.press('/')
      await page.getByRole('combobox').fill('script')
      await page.getByRole('option').first().waitFor()
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
      expect(faults).toEqual([])
      own?.stop()
    })
  })

  test('long words do not overflow the page', async () => {
    const word = 'w'.repeat(2000)
    const schema = { type: 'string', description: word, default: word, enum: [word, 'b'] }
    const method = {
      name: 'm'.repeat(300),
      summary: word,
      description: word,
      'x-effect': 'write',
      params: [{ name: word, schema }],
      result: { name: 'result', schema: { type: 'object', properties: { [word]: schema } } },
      errors: [{ code: -1, message: word, data: word }],
      examples: [{ name: word, params: [{ name: word, value: word }] }],
    }
    const site = await docsFiles(build(documentOf([method])).api, { title: word, tagline: word })
    const home = join(folder, 'words')
    putFiles(home, Object.fromEntries(site))
    const base = `${pathToFileURL(join(home, 'site')).href}/`
    const { page } = await open(`${base}index.html`)
    for (const path of pagesOf(site, '.html').keys()) {
      await page.goto(base + path)
      for (const viewport of [desk, phone]) {
        await page.setViewportSize(viewport)
        expect(await overflow(page), path).toBeLessThanOrEqual(0)
      }
    }
  })

  test('printing shows folded content and hides controls', async () => {
    const { page } = await open(`${server.url}info/peers.html`)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false)
    expect(await page.getByText('createClient').first().isVisible()).toBe(true)
    const soft = async (): Promise<string> =>
      page.locator('.summary').evaluate((element) => getComputedStyle(element).color)
    const light = await soft()
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
    expect(await soft()).toBe(light)
    await page.emulateMedia({ media: 'screen' })
    expect(await soft()).not.toBe(light)
    expect((await page.pdf()).length).toBeGreaterThan(10_000)
  })
})

async function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}
