import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startNode } from '@native-node/node/testing'
import { describe, expect, onTestFinished, test } from 'vitest'

// Samples and libraries that need the compiler, against a node in development mode.

const tools = resolve(import.meta.dirname, '../ethereum-tools')
const modules = join(tools, 'node_modules')
const isInstalled = existsSync(modules)
if (!isInstalled)
  console.warn(
    'Skipped: Ethereum tools are missing; run `npm ci --ignore-scripts` in test/ethereum-tools.',
  )

interface Program {
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program with Node.js on a new node. Resolves with its output, or rejects with it. */
async function run({ args, cwd = tools, env = {} }: Program): Promise<string> {
  const node = await startNode({ dev: true, requiredDiskBytes: 0 })
  onTestFinished(() => node.close())
  const NODE_URL = `${node.url}/ext/bc/C/rpc`
  const { stdout } = await promisify(execFile)(process.execPath, [...args], {
    cwd,
    env: { ...process.env, ...env, NODE_URL, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
  })
  return stdout
}

/** Creates the project that `npx hardhat init` creates, with a configuration for the node. */
function createSample(name: string): string {
  const project = mkdtempSync(join(tmpdir(), 'node-hardhat-sample-'))
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  cpSync(join(modules, 'hardhat/sample-projects', name), project, { recursive: true })
  for (const file of readdirSync(project))
    if (file.startsWith('hardhat.config')) rmSync(join(project, file))
  cpSync(join(tools, 'samples/hardhat.config.cjs'), join(project, 'hardhat.config.cjs'))
  cpSync(join(tools, 'project/hardhat.config.cjs'), join(project, 'node.config.cjs'))
  cpSync(join(tools, 'package.json'), join(project, 'package.json'))
  symlinkSync(modules, join(project, 'node_modules'))
  return project
}

describe.skipIf(!isInstalled)('unmodified', () => {
  test.each([
    ['javascript', 'test/Lock.js', '9 passing'],
    ['typescript-viem', 'test/Lock.ts', '8 passing'],
  ])('the sample %s of Hardhat 2', async (name, file, passing) => {
    const cli = join(modules, 'hardhat/internal/cli/bootstrap.js')
    const program = { args: [cli, 'test', file], cwd: createSample(name), env: { SAMPLE: name } }
    const printed = await run(program)
    expect(printed).toContain(passing)
    expect(printed).not.toContain('failing')
  })

  test('tokens and upgradeable contracts of OpenZeppelin 5', async () => {
    const printed = await run({ args: ['flows/run.mjs', 'openzeppelin'] })
    expect(printed).toBe('passed: openzeppelin\n')
  })
})
