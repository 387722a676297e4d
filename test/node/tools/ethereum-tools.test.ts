import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { RunningNode } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// The published Hardhat and Foundry against a node in development mode. The compiler is from npm.

const tools = resolve(import.meta.dirname, '../../ethereum-tools')
const isInstalled = existsSync(join(tools, 'node_modules'))
if (!isInstalled)
  console.warn(
    'Skipped: Ethereum tools are missing; run `npm ci --ignore-scripts` in test/ethereum-tools.',
  )

const KEY = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027'
const SLOW = 120_000

let node: RunningNode
let project: string
let url: string

/** Runs a program in the project; resolves with its output, or rejects with it. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, NODE_URL: url, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' }
  const { stdout } = await promisify(execFile)(program, [...args], { cwd: project, env })
  return stdout
}

/** Path of a Foundry program. Its packages are one per platform; the lock file has those of Linux on x64. */
const pathOf = (tool: 'forge' | 'cast'): string =>
  join(tools, 'node_modules/@foundry-rs', `${tool}-linux-amd64`, 'bin', tool)
const hasFoundry = process.platform === 'linux' && existsSync(pathOf('forge'))
if (isInstalled && !hasFoundry) console.warn('Skipped: Foundry runs on Linux on x64 only here.')

const foundry = (tool: 'forge' | 'cast', ...args: readonly string[]): Promise<string> =>
  run(pathOf(tool), [...args, '--rpc-url', url])

describe.skipIf(!isInstalled)('unmodified', () => {
  beforeAll(async () => {
    node = await startNode({ dev: true, requiredDiskBytes: 0 })
    url = `${node.url}/ext/bc/C/rpc`
    project = mkdtempSync(join(tmpdir(), 'node-ethereum-tools-'))
    cpSync(join(tools, 'project'), project, { recursive: true })
    cpSync(join(tools, 'package.json'), join(project, 'package.json'))
    symlinkSync(join(tools, 'node_modules'), join(project, 'node_modules'))
  })
  afterAll(async () => {
    await node.close()
    rmSync(project, { recursive: true, force: true })
  })

  test(
    'Hardhat 2 runs a project with fixtures, time travel and reverts',
    { timeout: SLOW },
    async () => {
      const cli = join(project, 'node_modules/hardhat/internal/cli/bootstrap.js')
      const printed = await run(process.execPath, [cli, 'test', 'test/counter.cjs'])
      expect(printed).toContain('5 passing')
      expect(printed).not.toContain('failing')
    },
  )

  test.skipIf(!hasFoundry)(
    'Foundry deploys, calls, sends and lists logs',
    { timeout: SLOW },
    async () => {
      const signing = ['--private-key', KEY]
      const creating = ['create', 'contracts/Counter.sol:Counter', '--broadcast', '--json']
      const created = await foundry('forge', ...creating, ...signing)
      const { deployedTo } = JSON.parse(created) as { deployedTo: string }
      const number = (): Promise<string> => foundry('cast', 'call', deployedTo, 'number()(uint256)')
      expect((await number()).trim()).toBe('0')
      const raising = ['send', deployedTo, 'raise()', ...signing]
      await foundry('cast', ...raising)
      expect((await number()).trim()).toBe('1')
      await expect(foundry('cast', ...raising)).rejects.toThrow('too early')
      await foundry('cast', 'rpc', 'evm_increaseTime', '3601')
      await foundry('cast', ...raising)
      const event = 'Raised(address indexed,uint256)'
      const logs = await foundry(
        'cast',
        'logs',
        '--address',
        deployedTo,
        '--from-block',
        '0',
        event,
      )
      expect(logs.match(/blockNumber/g)).toHaveLength(2)
    },
  )

  test.skipIf(!hasFoundry).each(['Deploy', 'DeploySalted'])(
    'the Foundry script %s is broadcast',
    { timeout: SLOW },
    async (name) => {
      const args = ['script', `script/${name}.s.sol:${name}`, '--broadcast', '--private-key', KEY]
      expect(await foundry('forge', ...args)).toContain('ONCHAIN EXECUTION COMPLETE & SUCCESSFUL')
    },
  )

  test('Uniswap V2, web3.js, wagmi and the ERC-4337 entry point', { timeout: SLOW }, async () => {
    const printed = await run(process.execPath, [join(tools, 'flows/run.mjs')])
    expect(printed.match(/^passed: .*$/gm)).toEqual(
      ['uniswap', 'web3', 'wagmi', 'entry-point'].map((name) => `passed: ${name}`),
    )
  })
})
