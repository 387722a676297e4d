import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putFiles } from '../temporary-folder.ts'
import { hasBrowser, openBrowser, type Served, serve, watch, type Watched } from './browser.ts'
import { docsFiles, ourApi } from './site.ts'

/** Opens Try it on a page, as a reader does. */
async function open({ page }: Watched): Promise<Locator> {
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const panel = page.locator('.try-panel')
  await panel.waitFor()
  return panel
}

async function answered(page: Page, text: RegExp): Promise<void> {
  await page.locator('.try-status').filter({ hasText: text }).waitFor({ timeout: 20_000 })
}

describe.skipIf(!hasBrowser())('Try it against the mock in the page', () => {
  let browser: Browser
  let server: Served
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rpcloom-try-'))
    putFiles(folder, Object.fromEntries(await docsFiles(await ourApi())))
    ;[browser, server] = await Promise.all([openBrowser(), serve(folder)])
  })
  afterAll(async () => {
    server.stop()
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(['http', 'file'])('answers over %s', async (scheme) => {
    const base = scheme === 'http' ? server.url : `${pathToFileURL(join(folder, 'site')).href}/`
    const watched = await watch(browser, `${base}p-chain/get-current-validators.html`)
    const { page, faults } = watched
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.method()))
    await open(watched)
    expect(await page.locator('.try-answer').textContent()).toBe('')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await answered(page, /Fits the schema/)
    expect(await page.locator('.try-answer pre').textContent()).toContain('"validators"')
    expect(requests).not.toContain('POST')
    expect(faults).toEqual([])
    await page.context().close()
  })
})
