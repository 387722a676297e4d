import { gzipSync } from 'node:zlib'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, http, isRpcError, type Client } from '@native-node/client'
import { funded, startNode } from '@native-node/node/testing'
import type { NodeOptions, RunningNode } from '@native-node/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sized } from '../../../packages/node/src/codec/bytes.ts'
import { bareAddress } from '../../../packages/node/src/codec/address.ts'
import { nodeIDText } from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { decode } from '../../../packages/node/src/codec/field.ts'
import { funded as paid, owned, signedBy } from '../p-chain/wallet.ts'
import { someone } from '../x-chain/wallet.ts'
import { TEST_ACCOUNTS } from './test-accounts.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'

const GWEI = 1_000_000_000n
const evm = '0x1f0e5c64afdf53175f78846f7125776e76fa8f34'
const bech32 = funded.address.slice(2)
const anna = someone(7)
const P = `P-${anna.text.slice(2)}`

let folder: string
let node: RunningNode
let client: Client
const start = async (options: NodeOptions = {}): Promise<void> => {
  node = await startNode({
    requiredDiskBytes: 0,
    dev: true,
    memory: false,
    ...(options.memory === true ? {} : { dataDir: folder }),
    ...options,
  })
  client = createClient({ transport: http(node.url) })
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'node-dev-'))
  await start()
})
afterEach(async () => {
  await node.close()
  rmSync(folder, { recursive: true, force: true })
})

async function reasonOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(() => undefined).catch((caught: unknown) => caught)
  return isRpcError(error) ? (error.reason ?? String(error.code)) : undefined
}

test('the time moves forward only', async () => {
  const { time } = await client.dev.getTime()
  expect(Number(time)).toBeCloseTo(Date.now() / 1000, -1)
  const later = await client.dev.advanceTime({ seconds: 86_400 })
  expect(later.time - time).toBeGreaterThanOrEqual(86_400n)
  expect(await client.dev.setTime({ time: later.time + 100n })).toEqual({ time: later.time + 100n })
  expect(await reasonOf(client.dev.setTime({ time }))).toBe('timeInThePast')
  expect(await reasonOf(client.dev.setTime({ time: 2n ** 63n }))).toBe('invalidParams')
})

describe('funds', () => {
  test.each([
    [
      'X',
      async () =>
        (await client.xChain.getBalance({ address: funded.address, assetID: 'NATIVE' })).balance,
    ],
    ['P', async () => (await client.pChain.getBalance({ addresses: [`P-${bech32}`] })).balance],
  ] as const)('arrive on the %s-Chain as outputs', async (chain, balance) => {
    const before = await balance()
    await client.dev.fund({ address: `${chain}-${bech32}`, amount: 5n })
    expect(await balance()).toBe(before + 5n)
    expect(await client.dev.getSupplyChange()).toEqual({
      created: TEST_ACCOUNTS + 5n * GWEI,
      destroyed: 0n,
    })
  })

  test('arrive on the C-Chain as a balance, or as an output to import', async () => {
    await client.dev.fund({ address: evm, amount: 7n })
    expect(await client.cChain.eth.getBalance(evm)).toBe(7n * GWEI)
    await client.dev.fund({ address: `C-${bech32}`, amount: 3n })
    const page = { addresses: [`C-${bech32}`], sourceChain: 'X' }
    expect((await client.cChainNative.getUTXOs(page)).numFetched).toBe(1n)
    await client.cChainDev.anvil.setBalance(evm, 2n * GWEI)
    expect(await client.dev.getSupplyChange()).toEqual({
      created: TEST_ACCOUNTS + 10n * GWEI,
      destroyed: 5n * GWEI,
    })
  })

  test.each([
    ['Q', bech32, /'Q', expected one of X, C, P/],
    ['P', `${bech32.slice(0, -1)}q`, /'local1.*' is not bech32/],
    ['P', bareAddress('fuji', anna.address), /'fuji', expected 'local' on chain P/],
  ])(
    'are rejected for the address %s-%s with a message that describes the expected form',
    async (chain, bare, expected) => {
      const address = `${chain}-${bare}`
      const funding = client.dev.fund({ address, amount: 1n })
      await expect(funding).rejects.toMatchObject({ reason: 'invalidAddress' })
      await expect(funding).rejects.toThrow(expected)
      await expect(funding).rejects.toThrow(address)
    },
  )

  test('of 0 are rejected', async () => {
    expect(await reasonOf(client.dev.fund({ address: evm, amount: 0n }))).toBe('invalidParams')
  })

  test('can be spent and pass a verification', async () => {
    await client.dev.fund({ address: P, amount: 10n ** 9n })
    const { utxos } = await client.pChain.getUTXOs({ addresses: [P] })
    const coins = utxos.map((utxo) => decode(PlatformUtxo, fromCheckedHex(utxo)))
    const body = { kind: 'createSubnetTx', owner: owned(anna) } as const
    const tx = checkedHex(signedBy(anna, paid(body, coins, anna)))
    const { txID } = await client.pChain.issueTx({ tx })
    expect(await client.pChain.getTxStatus({ txID })).toEqual({ status: 'Committed' })
    for (const address of [`X-${bech32}`, `C-${bech32}`, evm])
      await client.dev.fund({ address, amount: 5n })
    await client.cChainDev.evm.mine()
    await node.close()
    await start({ verify: true })
    expect(await client.cChain.eth.getBalance(evm)).toBe(5n * GWEI)
  })
})

test('chains that were reset pass a verification after a restart', async () => {
  await client.cChainDev.anvil.reset()
  await client.dev.fund({ address: P, amount: 10n ** 9n })
  await node.close()
  await start({ verify: true })
  expect((await client.pChain.getBalance({ addresses: [P] })).balance).toBe(10n ** 9n)
})

test("chains that were reset have validators at the node's time", async () => {
  await client.dev.advanceTime({ seconds: 3 * 365 * 86_400 })
  expect((await client.pChain.getCurrentValidators()).validators).toEqual([])
  const { anvil } = client.cChainDev
  const state = await anvil.dumpState()
  await anvil.reset()
  expect((await client.pChain.getCurrentValidators()).validators).toHaveLength(5)
  // The state of a chain that began at another time.
  await anvil.loadState(state)
  expect((await client.pChain.getCurrentValidators()).validators).toEqual([])
  await client.dev.fund({ address: P, amount: 1n })
})

test('a snapshot covers every chain, all settings, and the funded supply', async () => {
  const { snapshotID } = await client.dev.snapshot()
  const heights = async () => [
    (await client.pChain.getHeight()).height,
    await client.cChain.eth.blockNumber(),
    await client.cChain.eth.getBalance(evm),
  ]
  const before = await heights()
  await client.dev.fund({ address: evm, amount: 7n })
  await client.cChainDev.evm.mine()
  await client.dev.produceBlocks()
  expect(await heights()).not.toEqual(before)
  await client.dev.revert({ snapshotID })
  expect(await heights()).toEqual(before)
  expect(await client.dev.getSupplyChange()).toEqual({ created: TEST_ACCOUNTS, destroyed: 0n })
  expect(await reasonOf(client.dev.revert({ snapshotID }))).toBe('snapshotNotFound')
})

test('settings survive a restart', async () => {
  const { anvil, evm: blocks } = client.cChainDev
  await blocks.mine()
  await anvil.setBalance(evm, 9n)
  await anvil.setCode(evm, '0x6001')
  await anvil.setCoinbase(evm)
  await blocks.setBlockGasLimit(20_000_000n)
  await anvil.setBlockTimestampInterval(5n)
  await node.close()
  await start()
  expect(await client.cChain.eth.getBalance(evm)).toBe(9n)
  expect(await client.cChain.eth.getCode(evm)).toBe('0x6001')
  const parent = await client.cChain.eth.getBlockByNumber('latest', false)
  await client.cChainDev.evm.mine()
  const block = await client.cChain.eth.getBlockByNumber('latest', false)
  expect(block).toMatchObject({ miner: evm, gasLimit: 20_000_000n })
  expect((block?.timestamp ?? 0n) - (parent?.timestamp ?? 0n)).toBe(5n)
  expect(await client.cChain.eth.getBalance(evm)).toBe(9n)
  expect(await client.dev.getSupplyChange()).toEqual({ created: TEST_ACCOUNTS + 9n, destroyed: 0n })
})

test('advanced time survives a restart if there are blocks', async () => {
  const { time } = await client.dev.advanceTime({ seconds: 400 * 86_400 })
  await client.cChainDev.evm.mine()
  await node.close()
  await start()
  const after = (await client.dev.getTime()).time
  expect(after - time).toBeGreaterThanOrEqual(0n)
  const state = await client.cChainDev.anvil.dumpState()
  await node.close()
  await start({ memory: true })
  expect((await client.dev.getTime()).time).toBeLessThan(time)
  await client.cChainDev.anvil.loadState(state)
  expect((await client.dev.getTime()).time).toBeGreaterThanOrEqual(time)
})

test('validators have the configured uptime and signing keys', async () => {
  const [first] = localGenesis.initialStakers
  if (first === undefined) throw new Error('no validator')
  const nodeID = nodeIDText(first.nodeID)
  await client.dev.setUptime({ nodeID, uptime: 42.5 })
  const { validators } = await client.pChain.getCurrentValidators({ nodeIDs: [nodeID] })
  expect(validators).toMatchObject([{ uptime: 42.5 }])
  const { message } = await client.dev.signWarpMessage({
    sourceChainID: 'C',
    sourceAddress: evm,
    payload: '0x68656c6c6f',
  })
  expect(message).toContain('68656c6c6f')
  const unknown = { sourceChainID: 'Q', sourceAddress: evm, payload: '0x' }
  expect(await reasonOf(client.dev.signWarpMessage(unknown))).toBe('unknownChain')
  const secretKey = `0x${'00'.repeat(32)}`
  expect(await reasonOf(client.dev.addWarpSigner({ secretKey }))).toBe('invalidSecretKey')
  const { publicKey } = await client.dev.addWarpSigner({ secretKey: `0x${'11'.repeat(32)}` })
  expect(publicKey).toHaveLength(98)
})

test('the API exists only in development mode, which cannot be combined with public mode', async () => {
  const plain = await startNode()
  try {
    const other = createClient({ transport: http(plain.url) })
    expect(await reasonOf(other.dev.getTime())).toBeUndefined()
    await expect(other.dev.getTime()).rejects.toThrow()
  } finally {
    await plain.close()
  }
  await expect(startNode({ dev: true, public: true })).rejects.toThrow(/cannot be combined/)
})

test('a state of several megabytes is loaded after a dump', async () => {
  const { anvil } = client.cChainDev
  const codes = [1, 2].map(() => `0x${randomBytes(1_350_000).toString('hex')}` as const)
  const addresses = [1, 2].map((at) => `0x${String(at).padStart(40, '0')}` as const)
  for (const [at, code] of codes.entries()) await anvil.setCode(addresses[at] ?? evm, code)
  const state = await anvil.dumpState()
  await anvil.reset()
  await anvil.loadState(state)
  for (const [at, code] of codes.entries())
    expect((await client.cChain.eth.getCode(addresses[at] ?? evm)) === code).toBe(true)
})

test('a dump without blocks is refused, and the state stays as it was', async () => {
  const { anvil } = client.cChainDev
  await anvil.setBalance(evm, 17n)
  const parts = ['12345', 'c/tip', 'x'.repeat(32)].map((text) => sized(Buffer.from(text)))
  const state = gzipSync(Buffer.concat([Buffer.from('native-node chains 1\n'), ...parts]))
  await expect(anvil.loadState(`0x${state.toString('hex')}`)).rejects.toThrow(/invalid state/)
  expect(await client.cChain.eth.getBalance(evm)).toBe(17n)
})
