import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { imported } from './imported.ts'
import { isInstalled, type Packages, packagesOf } from './packages.ts'

const suite = join(import.meta.dirname, 'node_modules/mcp-conformance/dist/index.js')
const hook = join(import.meta.dirname, 'without-glob.mjs')

/**
 * Returns the schema of the version 2026-07-28, which has no package of its own. The conformance suite checks messages by
 * its copies of the schemas; the last of them that has `subscriptions/listen` is that of this version.
 */
function schemaOfSuite(): unknown {
  const text = readFileSync(suite, 'utf8')
  const end = text.indexOf('SubscriptionsListenRequest:')
  const start = text.lastIndexOf(
    '={$schema:`https://json-schema.org/draft/2020-12/schema`,$defs:',
    end,
  )
  // The minified bundle declares its schemas as constants, one after another.
  const [literal = ''] =
    /^\{.*?\}(?=,\w+=(?:\{|\[|new|\()|;)/s.exec(text.slice(start + 1, end + 200_000)) ?? []
  return runInNewContext(`(${literal})`)
}

/** Returns the scenarios that the version requires of servers, from a list of the suite. */
function requiredOfServers(): readonly string[] {
  const file = join(
    import.meta.dirname,
    'node_modules/mcp-conformance/requirements/2026-07-28.yaml',
  )
  const [, list = ''] = /^server:\n((?: {2}- .*\n)+)/m.exec(readFileSync(file, 'utf8')) ?? []
  return [...list.matchAll(/- (\S+)/g)].map(([, name = '']) => name)
}

describe.skipIf(!isInstalled)('the Model Context Protocol 2026-07-28', () => {
  let packages: Packages
  beforeAll(async () => {
    packages = await packagesOf(imported('mcp', schemaOfSuite()), 'mcp', [
      'contents',
      'stateless',
      'stateless-server',
    ])
  })
  afterAll(() => packages?.remove())

  test('a generated server passes the scenarios of the conformance suite', async () => {
    const server = spawn(process.execPath, [packages.program('stateless-server')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void server.kill())
    const [line] = (await once(server.stdout, 'data')) as readonly Buffer[]
    const url = String(line).trim()
    const args = ['--import', hook, suite, 'server', '--requirements', '2026-07-28', '--url', url]
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })
    const rows = stdout.matchAll(/^[✓✗] ([\w-]+): \d+ passed, (\d+) failed$/gm)
    const failed = new Map([...rows].map(([, name = '', count]) => [name, Number(count)]))
    const required = requiredOfServers()
    expect(required.length).toBe(37)
    expect(required.filter((name) => failed.get(name) !== 0)).toEqual([])
  })

  test('connects a generated client and a generated server without a session', async () => {
    const run = promisify(execFile)(process.execPath, [packages.program('stateless')])
    const { stdout } = await run
    const meta = { _meta: { 'io.modelcontextprotocol/subscriptionId': expect.any(Number) } }
    const results = JSON.parse(stdout) as { readonly methods: readonly string[] }
    expect(results).toMatchObject({
      supportedVersions: ['2026-07-28'],
      tools: [{ name: 'greet' }],
      greeted: { content: [{ type: 'text', text: 'Hello Ada (asked once)' }] },
      refused: { code: -32022, data: { supported: ['2026-07-28'] } },
      cancelled: ['enough', 1],
      ended: { resultType: 'complete', ...meta },
      // Twice the progress of the tool, since its second call is independent.
      seen: [
        ...[1, 2, 1, 2].map((progress) => ({ progress })),
        { toolsListChanged: true },
        'tools changed',
      ],
    })
    // No session. After the first notification, which is the last message, the client asks for a stream in vain.
    expect(results.methods.slice(0, -1).filter((method) => method !== 'POST')).toEqual([])
    expect(results.methods.at(-1)).toBe('GET')
  })
})
