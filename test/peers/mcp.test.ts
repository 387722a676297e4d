import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { imported } from './imported.ts'
import { mcpSchema } from './mcp-schema.ts'
import { isInstalled, type Packages, packagesOf } from './packages.ts'

// The conformance suite of the Model Context Protocol, over HTTP.

const suite = join(
  import.meta.dirname,
  'node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const hook = join(import.meta.dirname, 'without-glob.mjs')

describe.skipIf(!isInstalled)('the Model Context Protocol', () => {
  let packages: Packages
  beforeAll(async () => {
    packages = await packagesOf(imported('mcp', mcpSchema()), 'mcp', ['tool-server', 'tool-client'])
  })
  afterAll(() => packages?.remove())

  /** Runs the suite, and returns its output. */
  async function run(...args: readonly string[]): Promise<string> {
    const all = ['--import', hook, suite, ...args]
    const { stdout } = await promisify(execFile)(process.execPath, all, { maxBuffer: 2 ** 26 })
    return stdout
  }

  // The other scenarios for clients need a second stream, by which servers send messages at any time.
  test.each(['initialize', 'tools_call'])(
    'a generated client passes the scenario %s',
    async (scenario) => {
      const command = `${process.execPath} ${packages.program('tool-client')}`
      // Rejects if a check fails.
      await run('client', '--command', command, '--scenario', scenario)
    },
  )

  test('a generated server passes the conformance suite', async () => {
    const server = spawn(process.execPath, [packages.program('tool-server')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void server.kill())
    const [line] = (await once(server.stdout, 'data')) as readonly Buffer[]
    const url = String(line).trim()
    const stdout = await run('server', '--suite', 'all', '--url', url)
    const rows = stdout.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed$/gm)
    const counts = [...rows].map(([, name, passed, failed]) => ({
      name,
      passed: Number(passed),
      failed,
    }))
    expect(counts.length).toBe(32)
    expect(counts.filter(({ failed }) => failed !== '0')).toEqual([])
    // The suite has two scenarios that are not active yet. One of them resumes a stream, which servers may support.
    expect(counts.filter(({ passed }) => passed === 0)).toMatchObject([
      { name: 'server-sse-polling' },
    ])
    expect(counts.reduce((sum, { passed }) => sum + passed, 0)).toBe(43)
  })
})
