import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInstalled } from '../peers/packages.ts'

// The conformance suite of the Model Context Protocol, for the server of a document.

const peers = join(import.meta.dirname, '../peers')
const suites = {
  '2025-11-25': ['@modelcontextprotocol/conformance', '--suite', 'all'],
  '2026-07-28': ['mcp-conformance', '--requirements', '2026-07-28'],
} as const

/** Scenarios of prompts, completion, sampling and roots, which the server does not offer. */
const notOffered =
  /^(prompts|completion)-|sampling|list-roots|non-tool-request|multiple-input-requests/

/** Scenarios of 2026-07-28 that fail for other reasons. */
const known = [
  // Statuses such as 404 for errors of JSON-RPC, and headers that repeat members of the body.
  'server-stateless',
  // Checks prompts too.
  'caching',
  // Asks for sampling.
  'input-required-result-capability-check',
]

describe.skipIf(!isInstalled)('the conformance suite of the Model Context Protocol', () => {
  let server: ReturnType<typeof spawn>
  let url: string
  /** The failed checks of each scenario, by version. Most of the time, the suites wait. */
  let runs: Readonly<Record<keyof typeof suites, Promise<ReadonlyMap<string, number>>>>

  beforeAll(async () => {
    const program = join(import.meta.dirname, 'suite-server.mjs')
    server = spawn(process.execPath, [program, '--http', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [line] = (await once(server.stderr ?? server, 'data')) as readonly Buffer[]
    url = String(line).trim()
    runs = { '2025-11-25': run('2025-11-25'), '2026-07-28': run('2026-07-28') }
  })
  // The JSON-RPC server of the same process does not end by other signals.
  afterAll(() => void server.kill('SIGKILL'))

  /** Returns the number of failed checks by scenario. */
  async function run(version: keyof typeof suites): Promise<ReadonlyMap<string, number>> {
    const [suite, ...options] = suites[version]
    const hook = join(peers, 'without-glob.mjs')
    const main = join(peers, 'node_modules', suite, 'dist/index.js')
    const args = ['--import', hook, main, 'server', ...options, '--url', url]
    // The command fails, since the suite has scenarios that the server does not offer.
    const stdout = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 }).then(
      () => '',
      (error: { readonly stdout: string }) => error.stdout,
    )
    const rows = stdout.matchAll(/^[✓✗] ([\w-]+): \d+ passed, (\d+) failed$/gm)
    return new Map([...rows].map(([, name = '', failed]) => [name, Number(failed)]))
  }

  test('passes all scenarios of 2025-11-25 that it offers', async () => {
    const failed = await runs['2025-11-25']
    expect(failed.size).toBe(32)
    const names = [...failed].flatMap(([name, count]) => (count > 0 ? name : []))
    expect(names.filter((name) => !notOffered.test(name))).toEqual([])
    expect(names).toHaveLength(7)
  })

  test('passes the scenarios of 2026-07-28 that it offers', async () => {
    const failed = await runs['2026-07-28']
    const names = [...failed].flatMap(([name, count]) => (count > 0 ? name : []))
    // Extensions and drafts, which the version does not require.
    const isOther = (name: string): boolean => /^(tasks|http)-|^json-schema-2020-12$/.test(name)
    const required = names.filter((name) => !notOffered.test(name) && !isOther(name))
    expect(required.toSorted()).toEqual(known.toSorted())
    expect(failed.size).toBeGreaterThan(40)
  })
})
