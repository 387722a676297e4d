import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imported } from './imported.ts'
import { isInstalled, type Packages, packagesOf } from './packages.ts'

/**
 * Returns the schema of the version 2026-07-28, which has no package of its own. The conformance suite checks messages by
 * its copies of the schemas; the last of them that has `subscriptions/listen` is that of this version.
 */
function schemaOfSuite(): unknown {
  const suite = join(import.meta.dirname, 'node_modules/mcp-conformance/dist/index.js')
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

describe.skipIf(!isInstalled)('the Model Context Protocol 2026-07-28', () => {
  let packages: Packages
  beforeAll(async () => {
    packages = await packagesOf(imported('mcp', schemaOfSuite()), 'mcp', ['stateless'])
  })
  afterAll(() => packages?.remove())

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
      ended: { resultType: 'complete', ...meta },
      // Twice the progress of the tool, since its second call is independent.
      seen: [
        ...[1, 2, 1, 2].map((progress) => ({ progress })),
        { toolsListChanged: true },
        'tools changed',
      ],
    })
    // Neither a session nor a stream outside of calls.
    expect(new Set(results.methods)).toEqual(new Set(['POST']))
  })
})
