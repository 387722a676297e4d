import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser } from '../docs/browser.ts'
import { serve } from '../rpc/client-fixture.ts'
import { listenForBody, want } from '../client/runtime-node.ts'
import { tarballs } from './tarballs.ts'
import { tarFiles } from './tar.ts'

const root = resolve(import.meta.dirname, '../..')
const bundlers = join(root, 'test/bundlers')
const isInstalled = existsSync(join(bundlers, 'node_modules'))
if (!isInstalled) {
  if (process.env['RPCLOOM_ALL_SUITES'] === '1') throw new Error('Bundlers are not installed')
  console.warn('Skipped: bundlers are missing; run `npm ci --ignore-scripts` in test/bundlers.')
}

const run = promisify(execFile)

/** Installs the packages that a page needs with npm from tarballs. */
function installTarballs(folder: string): void {
  const names = ['schema', 'rpc', 'rpc-mock', 'types', 'client', 'server', 'mock']
  for (const [name, path] of tarballs(names.map((one) => `packages/${one}`))) {
    for (const [file, content] of tarFiles(gunzipSync(readFileSync(path)))) {
      const target = join(folder, 'node_modules', name, file)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, content)
    }
  }
}

describe.skipIf(!isInstalled || !hasBrowser())('a program that uses the packed packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-bundlers-'))
  let node: Awaited<ReturnType<typeof listenForBody>> | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    installTarballs(folder)
    cpSync(join(bundlers, 'program.mjs'), join(folder, 'program.mjs'))
    cpSync(join(root, 'test/runtimes/body.mjs'), join(folder, 'body.mjs'))
    node = await listenForBody()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  // Webpack takes ten times as long as the others, so only the long form includes it.
  const isLong = process.env['RPCLOOM_LONG'] === '1'
  it.each(['esbuild', 'vite', 'rollup', 'bun', ...(isLong ? ['webpack'] : [])])(
    'runs in a page when bundled by %s',
    async (bundler) => {
      const script = join(folder, bundler, 'main.js')
      const entry = join(folder, 'program.mjs')
      await run(process.execPath, [join(bundlers, 'bundle.mjs'), bundler, entry, script])
      const pages = await serve(({ url = '' }, response) => {
        const isPage = url.startsWith('/?')
        const html = '<!doctype html><script type="module" src="/main.js"></script>'
        response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/javascript' })
        const file = join(dirname(script), url)
        response.end(isPage ? html : existsSync(file) ? readFileSync(file) : '')
      })
      try {
        const page = await browser?.newPage()
        await page?.goto(`${pages.url}/?node=${encodeURIComponent(node?.url ?? '')}`)
        await page?.waitForFunction('globalThis.result !== undefined')
        expect(await page?.evaluate('globalThis.result')).toEqual({
          ...want,
          mocked: { networkID: 7 },
          checked: 'ProtocolError',
          served: { networkID: 9 },
          plain: true,
          issues: ['type'],
        })
      } finally {
        await pages.close()
      }
    },
  )
})
