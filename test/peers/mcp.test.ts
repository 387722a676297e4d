import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { imported } from './imported.ts'
import { mcpSchema } from './mcp-schema.ts'
import { isInstalled, type Packages, packagesOf } from './packages.ts'

// The conformance suite of the Model Context Protocol, over HTTP.

const isLong = process.env['RPCLOOM_LONG'] === '1'
const suite = join(
  import.meta.dirname,
  'node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const hook = join(import.meta.dirname, 'without-glob.mjs')

describe.skipIf(!isInstalled)('the Model Context Protocol', () => {
  let packages: Packages
  beforeAll(async () => {
    packages = await packagesOf(imported('mcp', mcpSchema()), 'mcp', [
      'contents',
      'tool-server',
      'tool-client',
    ])
  })
  afterAll(() => packages?.remove())

  /** Runs the suite, and returns its output. */
  async function run(...args: readonly string[]): Promise<string> {
    const all = ['--import', hook, suite, ...args]
    const { stdout } = await promisify(execFile)(process.execPath, all, { maxBuffer: 2 ** 26 })
    return stdout
  }

  // The other scenarios for clients need a second stream, by which servers send messages at any time.
  if (isLong)
    test.each(['initialize', 'tools_call'])(
      'a generated client passes the scenario %s',
      async (scenario) => {
        const command = `${process.execPath} ${packages.program('tool-client')}`
        // Rejects if a check fails.
        await run('client', '--command', command, '--scenario', scenario)
      },
    )

  test('conform sends the handshake to a generated server over stdio', async () => {
    const document = imported('mcp', mcpSchema())
    const names = ['initialize', 'notifications/initialized', 'ping', 'prompts/list', 'tools/list']
    const methods = document.methods
      .filter(({ name }) => names.includes(name))
      .map((method) => ({ ...method, 'x-effect': 'read' }))
    const clientInfo = { name: 'conform', version: '1.0.0' }
    const params = { protocolVersion: '2025-11-25', clientInfo, capabilities: {} }
    const folder = temporaryFolder({
      'mcp.json': JSON.stringify({ ...document, methods }),
      'handshake.json': JSON.stringify([
        { id: 1, method: 'initialize', params },
        { method: 'notifications/initialized' },
      ]),
    })
    const command = `"${process.execPath}" "${packages.program('tool-server')}" stdio`
    const options = ['--stdio', command, '--before', 'handshake.json', '-i', 'mcp.json']
    const checked = await rpcloom(folder, 'conform', ...options)
    expect([checked.code, checked.stderr]).toEqual([0, ''])
    expect(checked.stdout).toContain('sent before the cases (--before)')
  })

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
