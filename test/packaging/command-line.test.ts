import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '../rpc-cli/command.ts'
import { recordingServer } from '../rpc-cli/server.ts'
import { putFiles } from '../temporary-folder.ts'
import { tarFiles } from './tar.ts'
import { tarballs } from './tarballs.ts'

// The command line of this repository from its tarballs, whose runtime is bundled.

const modules = resolve(import.meta.dirname, '../../node_modules')
const folder = mkdtempSync(join(tmpdir(), 'packed-'))
const bin = join(folder, 'node_modules/@native-node/cli/bin/cli.mjs')
const folders = ['schema', 'rpc', 'rpc-mock', 'rpc-cli', 'types', 'cli']

beforeAll(() => {
  for (const [name, path] of tarballs(folders.map((one) => `packages/${one}`))) {
    const files = tarFiles(gunzipSync(readFileSync(path)))
    putFiles(join(folder, 'node_modules', name), Object.fromEntries(files))
  }
  for (const name of ['json-p3', 'ws'])
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (args: readonly string[], env = {}) => command(args, { bin, env })

test('a call loads few modules', async () => {
  const { url } = await recordingServer(() => '"result":{"networkID":"1337"}')
  const coverage = join(folder, 'coverage')
  const args = ['info', 'get-network-id', '--query', '/networkID', '--url', url]
  expect(await run(args, { NODE_V8_COVERAGE: coverage })).toEqual({
    code: 0,
    out: '1337\n',
    err: '',
  })
  const loaded = readdirSync(coverage).flatMap((name) => {
    const text = readFileSync(join(coverage, name), 'utf8')
    return (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url)
  })
  const own = loaded.filter((url) => /@(rpcloom|native-node)/.test(url))
  expect(own.length).toBeGreaterThan(10)
  expect(own.length).toBeLessThanOrEqual(45)
})

test('errors of modules in and outside of the bundle have their exit codes', async () => {
  const { url } = await recordingServer(
    () => `"error":{"code":-32000,"message":"there is no ID with alias 'x'"}`,
  )
  const call = ['info', 'get-blockchain-id', 'x', '--json']
  const listed = await run([...call, '--url', url])
  expect(listed).toMatchObject({ code: 17, err: expect.stringContaining('unknownAlias') })
  expect(await run([...call, '--url', 'http://127.0.0.1:1', '--retries', '0'])).toMatchObject({
    code: 3,
  })
  const events = ['c-chain', 'eth', 'subscribe', 'newHeads', '--url', 'ws://127.0.0.1:1']
  expect(await run([...events, '--retries', '0'])).toMatchObject({ code: 3 })
})

test('the mock, subscriptions, custom formats, completion and help work', async () => {
  expect(await run(['info', 'get-tx-fee', '--mock', '--query', '/txFee'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^"?\d+"?\n$/),
  })
  const heads = ['c-chain', 'eth', 'subscribe', 'newHeads', '--mock', '--count', '2']
  expect((await run(heads)).out.trim().split('\n')).toHaveLength(2)
  const ids = await run(['p-chain', 'get-current-validators', '--node-ids', 'NodeID-O', '--mock'])
  expect(ids).toMatchObject({ code: 2, err: expect.stringContaining('must be node-id') })
  const words = ['--complete', 'c-chain', 'eth', 'subscribe', '']
  expect((await run(words)).out).toMatch(/^newHeads\t/m)
  expect((await run(['info', 'get-tx-fee', '--help'])).out).toContain(
    'Method: info.getTxFee (read)',
  )
})
