import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { siteListener } from '@native-node/docs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { documentOf } from '../model/documents.ts'
import { rpcloom } from '../rpcloom.ts'
import { putFiles } from '../temporary-folder.ts'
import { hasBrowser, openBrowser, watch } from './browser.ts'

describe.skipIf(!hasBrowser())('a switch of versions', () => {
  let browser: Browser
  let folder: string
  let versions: URL

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rpcloom-versions-'))
    putFiles(folder, { 'test.json': JSON.stringify(documentOf([{ name: 'a.look', params: [] }])) })
    for (const version of ['1.0.0', '2.0.0']) {
      const args = ['docs', 'build', 'test.json', '--out', 'versions', '--version', version]
      expect((await rpcloom(folder, ...args)).code).toBe(0)
    }
    versions = pathToFileURL(`${join(folder, 'versions')}/`)
    // Playwright disables the cache by default.
    browser = await openBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('leads to the same page of another version', async () => {
    const { page, faults } = await watch(browser, `${versions.href}2.0.0/test/look.html`)
    expect(faults).toEqual([])
    await page.getByLabel('Version').selectOption('1.0.0')
    await page.waitForURL(`${versions.href}1.0.0/test/look.html`)
    expect(await page.getByLabel('Version').inputValue()).toBe('1.0.0')
  })

  test('shows the version of the page after going back', async () => {
    const server = createServer(siteListener('/', { folder: versions })).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { page } = await watch(browser, `${url}/2.0.0/test/look.html`)
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['persisted'] = String(persisted)
      })
    })
    const select = page.getByLabel('Version')
    await select.selectOption('1.0.0')
    await page.waitForURL(`${url}/1.0.0/test/look.html`)
    // A page from the cache is not loaded again.
    await page.goBack({ waitUntil: 'commit' })
    expect(page.url()).toBe(`${url}/2.0.0/test/look.html`)
    await page.locator('html[data-persisted=true]').waitFor()
    expect(await select.inputValue()).toBe('2.0.0')
    await select.selectOption('1.0.0')
    await page.waitForURL(`${url}/1.0.0/test/look.html`)
  })
})
