import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { command, nodeCli } from './command.ts'
import { recordingServer } from './server.ts'

const root = resolve(import.meta.dirname, '../..')

/** Returns a folder inside the repository, where dependencies are found. */
function folder(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const path = mkdtempSync(join(root, '.cache/start-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('a call over HTTP loads no module for servers, mocks or WebSockets', async () => {
  const { url } = await recordingServer(() => '"result":"0x10"')
  const coverage = folder()
  const args = ['c-chain', 'eth', 'block-number', '--url', url]
  const { out } = await command(args, { env: { NODE_V8_COVERAGE: coverage } })
  expect(out).toBe('"0x10"\n')
  const loaded = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as {
      readonly result: readonly { readonly url: string }[]
    }
    return result.map((script) => script.url)
  })
  expect(loaded.some((one) => one.endsWith('/rpc/dist/client/http-node.js'))).toBe(true)
  const unneeded =
    /rpc\/dist\/(server|peer|channel|client\/socket)\/|rpc-mock|\/ws\/|node:internal\/deps\/undici/
  expect(loaded.filter((one) => unneeded.test(one))).toEqual([])
})

test('a bundled command line works like the one that it is made of', async () => {
  const outdir = folder()
  await build({
    entryPoints: [nodeCli],
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    minify: true,
    external: ['ws'],
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  })
  const bin = join(outdir, 'cli.mjs')
  for (const args of [['--help'], ['info', 'get-tx-fee', '--mock', '--query', '/txFee']])
    expect(await command(args, { bin })).toEqual(await command(args))
})
