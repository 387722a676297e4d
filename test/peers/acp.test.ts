import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { imported } from './imported.ts'
import { isInstalled, type Packages, packagesOf } from './packages.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'

/** The program `editor.ts`, compiled. */
interface Editor {
  stdio(child: ChildProcess, framing: string): object
  use(channel: object): Promise<object>
}

// Generated ends of the Agent Client Protocol and those of its own library, in every combination.

function schema(): unknown {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@agentclientprotocol/sdk/schema/v1/schema.json')
  return JSON.parse(readFileSync(path, 'utf8'))
}

describe.skipIf(!isInstalled)('the Agent Client Protocol', () => {
  let packages: Packages
  let editor: Editor
  beforeAll(async () => {
    packages = await packagesOf(imported('acp', schema()), 'acp', ['agent', 'editor'])
    editor = (await import(packages.program('editor'))) as Editor
  })
  afterAll(() => packages?.remove())

  const agents = {
    generated: () => packages.program('agent'),
    sdk: () => join(import.meta.dirname, 'acp-agent.mjs'),
  }
  const editors = {
    generated: (child: ChildProcess) => editor.use(editor.stdio(child, 'lines')),
    sdk: async (child: ChildProcess) => (await import('./acp-editor.mjs')).use(child),
  }

  test.each([
    ['generated', 'sdk', 'enough'],
    ['sdk', 'generated', -32800],
    ...(isLong ? [['generated', 'generated', 'enough'] as const] : []),
  ] as const)('the %s editor uses the %s agent', async (client, agent, aborted) => {
    const child = spawn(process.execPath, [agents[agent]()], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill())
    expect(await editors[client](child)).toEqual({
      name: agent,
      protocolVersion: 1,
      sessionId: 'session of /here',
      reasons: ['end_turn', 'refusal', 'cancelled'],
      aborted,
      failed: -32601,
      said: ['You said: hello', 'hello', 'You said: again', 'You said: wait', 'You said: wait'],
      files: { '/a.txt': 'hello' },
    })
  })
})
