import { fileURLToPath } from 'node:url'
import { createClient, http, type Client } from '@native-node/client'
import { startNode } from '@native-node/node/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLibrary, type Library } from '../x-chain/library.mjs'
import { funded as holder } from '../x-chain/wallet.ts'
import { openEvm, type EvmLibrary } from './library.mjs'
import { funded } from './running.ts'

/** The library of the public network against a node with the vendor's names. */
const aliases = fileURLToPath(
  new URL('../../../openrpc/overlays/public-network.json', import.meta.url),
)
const WEI = 10n ** 9n
const me = { ...holder, raw: Buffer.from(holder.address, 'hex') }
const meOnC = { ...me, text: me.text.replace('X-', 'C-') }
const evmAddress = funded.address

let node: Awaited<ReturnType<typeof startNode>>
let library: Library
let evm: EvmLibrary
let client: Client

beforeAll(async () => {
  node = await startNode({ aliases, requiredDiskBytes: 0 })
  library = await openLibrary(node.url)
  evm = openEvm(node.url, library.context)
  client = createClient({ transport: http(node.url) })
})

afterAll(() => node.close())

const balance = () => client.cChain.eth.getBalance(evmAddress, 'latest')

test('value moves from X to C and back, less the fees', async () => {
  const [x, c] = [await library.balance(me.text), await balance()]
  await library.exportTo(library.context.cBlockchainID, me, 5_000_000_000n)
  const imported = await evm.importFrom('X', meOnC, evmAddress)
  expect(await evm.status(imported)).toBe('Accepted')
  const gained = (await balance()) - c
  expect(gained).toBeGreaterThan(4_900_000_000n * WEI)
  expect(gained).toBeLessThan(5_000_000_000n * WEI)
  const nonce = await client.cChain.eth.getTransactionCount(evmAddress, 'latest')
  const exported = await evm.exportTo('X', me, {
    from: evmAddress,
    amount: 3_000_000_000n,
    nonce,
  })
  const status = await client.cChainNative.getAtomicTxStatus({ txID: exported })
  expect(status.status).toBe('Accepted')
  expect(await client.cChain.eth.getTransactionCount(evmAddress, 'latest')).toBe(nonce + 1n)
  await library.importFrom('C', library.context.cBlockchainID, me, me)
  const fees = 2n * library.context.baseTxFee
  expect(await library.balance(me.text)).toBe(x - 5_000_000_000n + 3_000_000_000n - fees)
  const block = await client.cChain.eth.getBlockByNumber('latest', false)
  expect(block?.blockExtraData.length).toBeGreaterThan(2)
})

test('an import cannot be repeated, and a nonce cannot be reused', async () => {
  await library.exportTo(library.context.cBlockchainID, me, 1_000_000_000n)
  const first = await evm.importFrom('X', meOnC, evmAddress)
  const { tx, blockHeight } = await client.cChainNative.getAtomicTx({ txID: first })
  expect(blockHeight).toBe(await client.cChain.eth.blockNumber())
  const before = await balance()
  // Already accepted: issuing it again has no effect.
  expect((await client.cChainNative.issueTx({ tx })).txID).toBe(first)
  expect(await balance()).toBe(before)
  const nonce = await client.cChain.eth.getTransactionCount(evmAddress, 'latest')
  const late = evm.exportTo('X', me, {
    from: evmAddress,
    amount: 1_000_000n,
    nonce: nonce + 1n,
  })
  await expect(late).rejects.toThrow(/nonce/)
})

test('the keys of a keystore user import and export', async () => {
  const user = { username: 'carl', password: 'Wx!9-kelp-Orbit-27' }
  await client.keystore.createUser(user)
  const privateKey = 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN'
  const { address } = await client.cChainNative.importKey({ ...user, privateKey })
  expect(address).toBe(evmAddress)
  const key = await client.cChainNative.exportKey({ ...user, address })
  expect(key.privateKey).toBe(privateKey)
  const x = await library.balance(me.text)
  const { txID } = await client.cChainNative.export({
    ...user,
    to: me.text,
    amount: 2_000_000_000,
    assetID: 'NATIVE',
  })
  expect(await evm.status(txID)).toBe('Accepted')
  await library.importFrom('C', library.context.cBlockchainID, me, me)
  expect(await library.balance(me.text)).toBe(x + 2_000_000_000n - library.context.baseTxFee)
  await library.exportTo(library.context.cBlockchainID, me, 1_000_000_000n)
  const before = await balance()
  await client.cChainNative.import({ ...user, to: evmAddress, sourceChain: 'X' })
  expect(await balance()).toBeGreaterThan(before)
  const again = client.cChainNative.import({ ...user, to: evmAddress, sourceChain: 'X' })
  await expect(again).rejects.toThrow()
  const page = await client.cChainNative.getUTXOs({ addresses: [meOnC.text], sourceChain: 'X' })
  expect(page.numFetched).toBe(0n)
})
