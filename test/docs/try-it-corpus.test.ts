import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { targets } from '@rpcloom/templates'
import { load } from 'rpcloom/load'
import { type Api, buildApi } from 'rpcloom/model'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corpus, isLong } from '../corpus/folder.ts'
import { putFiles } from '../temporary-folder.ts'
import { hasBrowser, type OpenInTab, openBrowser, openTab } from './browser.ts'
import { templatesBelow } from './site.ts'

/** Documents with recursive schemas, nested unions, and thousands of schema lines for one param. */
const telling = /(starknet|alchemy-sui|erc4337|vega-wallet|eth-execution-refs|petstore)/
/** Number of methods tried per document, spread evenly. */
const tried = isLong ? Infinity : 6

describe.skipIf(corpus === undefined || !hasBrowser())('Try it on real documents', () => {
  const folder = corpus ?? ''
  const files =
    corpus === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'))
  let browser: Browser
  let open: OpenInTab
  let target: string

  beforeAll(async () => {
    browser = await openBrowser()
    open = await openTab(browser)
    target = mkdtempSync(join(tmpdir(), 'rpcloom-try-'))
  })
  afterAll(async () => {
    await browser.close()
    rmSync(target, { recursive: true, force: true })
  })

  test.each(files.filter((file) => isLong || telling.test(file)))(
    '%s',
    { timeout: 300_000 },
    async (file) => {
      const { loaded } = await load({ root: folder, inputs: [file], allowUnresolved: true })
      if (loaded === undefined) return
      const { api } = buildApi(loaded, { scope: '@test' })
      const site = join(target, file.replaceAll('/', '_'))
      const slugs = await putTryIt(api, site)
      const address = pathToFileURL(join(site, 'page.html')).href
      const { page, faults } = await open(address)
      const outcomes = await page.evaluate(async (methods) => {
        const reported: (readonly [method: string, status: string])[] = []
        for (const method of methods) {
          const section = document.createElement('rpcloom-try') as HTMLElement & {
            open: () => Promise<void>
          }
          section.setAttribute('method', method)
          section.setAttribute('group', 'data')
          document.body.replaceChildren(section)
          await section.open()
          const buttons = [...section.querySelectorAll('button')]
          const press = (name: string): void => {
            buttons.find((one) => one.textContent === name)?.click()
          }
          press('Send')
          const status = (): string => section.querySelector('.try-status')?.textContent ?? ''
          if (status().includes('are not valid')) press('Send anyway')
          for (let wait = 0; wait < 200 && /^$|Sending/.test(status()); wait++)
            await new Promise((resolve) => setTimeout(resolve, 20))
          reported.push([method, status()])
          press('Stop')
        }
        return reported
      }, slugs)
      // A mock returns the example of the document, even if it is not valid against its schema.
      expect(
        outcomes.filter(([, status]) => !status.startsWith('Mock') && !status.startsWith('Taken')),
      ).toEqual([])
      expect(outcomes.length).toBe(slugs.length)
      expect(faults).toEqual([])
    },
  )
})

/** Writes the files that one page of a site needs, and returns the methods to try on it. */
async function putTryIt(api: Api, site: string): Promise<readonly string[]> {
  const docs = targets.find(({ name }) => name === 'docs')
  const folder = docs?.templateFolder
  if (docs === undefined || folder === undefined) throw new Error('There is no docs target')
  const files = await docs.files(api, {
    packageName: '@test/docs',
    version: '1.0.0',
    runtimeVersion: '0.1.0',
    siblings: { docs: '@test/docs' },
    templates: templatesBelow(fileURLToPath(folder)),
    options: {},
  })
  const textOf = (path: string): string => {
    const file = files.find((one) => one.path === path)
    if (file?.kind !== 'derived') throw new Error(`There is no ${path}`)
    return file.text(textOf)
  }
  const [group] = api.groups
  if (group === undefined) return []
  const data = textOf(`site/assets/try-it/${group.slug}.js`)
  putFiles(site, {
    'page.html': `<!doctype html><title>Try it</title><body><script src="try-it.js"></script>`,
    'try-it.js': textOf('site/assets/try-it.js'),
    'try-it-formats.js': '',
    'try-it-host.js': '',
    'try-it/data.js': data.replace(JSON.stringify(group.slug), '"data"'),
  })
  const step = Math.max(1, Math.ceil(group.methods.length / tried))
  return group.methods.filter((_, index) => index % step === 0).map(({ slug }) => slug)
}
