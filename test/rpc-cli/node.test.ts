import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { funded, startNode } from '@native-node/node/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isInstalled } from '../peers/packages.ts'
import { command, type Outcome } from './command.ts'

const nodeMcp = join(import.meta.dirname, '../../packages/mcp/bin/mcp.mjs')

let node: Awaited<ReturnType<typeof startNode>>
let env: Readonly<Record<string, string>>
let folder: string
let password: string
let key: string

beforeAll(async () => {
  node = await startNode({ requiredDiskBytes: 0 })
  env = { NATIVE_NODE_CLI_URL: node.url }
  folder = mkdtempSync(join(tmpdir(), 'rpcloom-cli-'))
  password = join(folder, 'password')
  key = join(folder, 'key')
  writeFileSync(password, 'Wx!9-kelp-Orbit-27\n')
  writeFileSync(key, `${funded.privateKey}\n`)
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await node.close()
})

async function printed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await command(args, { env })
  expect(err).toBe('')
  expect(code).toBe(0)
  return out.trim()
}

function user(): readonly string[] {
  return ['--username', 'carl', '--password', `@${password}`]
}

test('a user with a key exports an asset, and the output is visible on the other chain', async () => {
  expect(await printed('keystore', 'create-user', 'carl', '--password', `@${password}`)).toBe('{}')
  const imported = ['--private-key', `@${key}`, '--query', '/address']
  const address = await printed('c-chain-native', 'import-key', ...user(), ...imported)
  expect(address).toBe(funded.evmAddress)
  const order = ['--to', funded.address, '--amount', '2000000000', '--asset-id', 'NATIVE']
  const txID = await printed('c-chain-native', 'export', ...user(), ...order, '--query', '/txID')
  expect(txID).toMatch(/^[1-9A-Za-z]{40,60}$/)
  const status = await printed('c-chain-native', 'get-atomic-tx-status', txID, '--query', '/status')
  expect(status).toBe('Accepted')
  const found = await printed('x-chain', 'get-utxos', funded.address, '--source-chain', 'C')
  expect(JSON.parse(found)).toMatchObject({ numFetched: '1', utxos: [expect.any(String)] })
  const items = await printed(
    'x-chain',
    'get-utxos',
    funded.address,
    '--source-chain',
    'C',
    '--all',
  )
  expect(items.split('\n')).toEqual([expect.stringMatching(/^"0x[0-9a-f]+"$/)])
})

test('params by position are sent as the document says, and results keep all digits', async () => {
  const balance = await printed('c-chain', 'eth', 'get-balance', funded.evmAddress, 'latest')
  expect(BigInt(JSON.parse(balance) as string)).toBeGreaterThan(2n ** 64n)
  const block = await printed(
    'c-chain',
    'eth',
    'get-block-by-number',
    '0x0',
    'false',
    '--query',
    '$.number',
  )
  expect(block).toBe('0x0')
})

test('an error of the node has the exit code that the help lists', async () => {
  const listed = await printed('info', 'get-blockchain-id', '--help')
  const [, code] = /exit (\d+) +unknownAlias/.exec(listed) ?? []
  const failed = await command(['info', 'get-blockchain-id', 'nowhere', '--json'], { env })
  expect(failed).toMatchObject<Partial<Outcome>>({ code: Number(code), out: '' })
  expect(JSON.parse(failed.err)).toMatchObject({
    error: { code: -32000, reason: 'unknownAlias', exitCode: Number(code) },
  })
})

test('a subscription prints events as lines', async () => {
  const events = command(
    ['c-chain', 'eth', 'subscribe', 'newHeads', '--count', '1', '--query', '/number'],
    { env },
  )
  const sent = setInterval(() => void issue(), 300)
  const { code, out, err } = await events
  clearInterval(sent)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^0x[0-9a-f]+\n$/)
})

/** Issues a transaction, so that a block is built. */
async function issue(): Promise<void> {
  const order = ['--to', funded.address, '--amount', '1000000', '--asset-id', 'NATIVE']
  await command(['c-chain-native', 'export', ...user(), ...order], { env })
}

test.runIf(isInstalled)('a client of MCP finds, reads and calls methods', async () => {
  const { mcpClient } = await import('../peers/mcp-client.mjs')
  const asked: string[] = []
  const client = await mcpClient([nodeMcp, '--url', node.url], {
    answer(message) {
      asked.push(message)
      return { action: 'accept', content: {} }
    },
  })
  onTestFinished(() => client.close())
  expect(await client.names()).toEqual(['search_methods', 'call_method', 'read_result'])
  const call = async (method: string, params: object = {}): Promise<unknown> =>
    (await client.call('call_method', { method, params })).structuredContent
  const { structuredContent: found } = await client.call('search_methods', {
    query: 'balance of an account',
  })
  expect(JSON.stringify(found)).toContain('"eth_getBalance"')
  const params = { address: funded.evmAddress, block: 'latest' }
  expect(await call('eth_getBalance', params)).toEqual({ result: expect.stringMatching(/^0x/) })
  expect(asked).toEqual([])
  const user = { username: 'dora', password: 'Wx!9-kelp-Orbit-27' }
  expect(await call('keystore.createUser', user)).toEqual({})
  expect(asked).toEqual([expect.stringContaining('keystore.createUser')])
  expect(asked.join('')).not.toContain(user.password)
  expect(await call('keystore.listUsers')).toEqual({ users: expect.arrayContaining(['dora']) })
  expect(await call('info.getBlockchainID', { alias: 'nowhere' })).toMatchObject({
    error: { reason: 'unknownAlias', code: -32000 },
  })
  expect(await call('admin.lockProfile')).toMatchObject({ error: { reason: 'unknownMethod' } })
  expect(await client.resources()).toContain('rpcloom://docs/info')
  expect(await client.read('rpcloom://docs/info/info.getTxFee')).toMatch(/^# info\.getTxFee\n/)
  const schema = await client.read('rpcloom://schema/info/info.peers')
  expect(JSON.parse(schema)).toMatchObject({ params: { type: 'object' }, result: {} })
})
