import { createClient, http, type Client } from '@native-node/client'
import { memoryStore, type Store } from '@native-node/node'
import { startNode, testClock } from '@native-node/node/testing'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encode, type ID } from '../../../packages/node/src/codec/field.ts'
import {
  idText,
  nameID,
  nodeIDText,
  parseID,
  ZERO_ID,
} from '../../../packages/node/src/codec/ids.ts'
import { L1Message } from '../../../packages/node/src/codec/messages.ts'
import { complexityOf } from '../../../packages/node/src/p-chain/fees/complexity.ts'
import { signAddressed } from '../../../packages/node/src/p-chain/sign-warp.ts'
import { PlatformState } from '../../../packages/node/src/p-chain/state/state.ts'
import { parseTx } from '../../../packages/node/src/p-chain/tx.ts'
import { openEvm } from '../c-chain/library.mjs'
import { C, funded, someone } from '../x-chain/wallet.ts'
import { params } from './chain.ts'
import { manager, registration, signer, validationOf } from './l1.ts'
import { openPlatformLibrary, type LibraryNode, type PlatformLibrary } from './library.mjs'
import { testNode, type TestNode } from './wallet.ts'

/** The published library of the public network against a node with the vendor's names. */
const overlay = fileURLToPath(
  new URL('../../../openrpc/overlays/public-network.json', import.meta.url),
)
const clock = testClock(new Date('2026-11-22T12:00:00Z'))
const now = (): bigint => BigInt(clock.now()) / 1000n
const DAY = 86_400n
const GENESIS_NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'
const anna = someone(1)
/** The account of the prefunded key on the C-Chain. */
const account = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const WEI = 10n ** 9n

let node: Awaited<ReturnType<typeof startNode>>
let library: PlatformLibrary
let client: Client
let store: Store

beforeAll(async () => {
  store = memoryStore()
  node = await startNode({
    aliases: overlay,
    openStore: async () => store,
    requiredDiskBytes: 0,
    clock,
  })
  library = await openPlatformLibrary(node.url)
  client = createClient({ transport: http(node.url) })
})
afterAll(() => node.close())

const known = ({ nodeID, signer: key }: TestNode): LibraryNode => ({
  nodeID: nodeIDText(nodeID),
  ...key,
})

async function committed(issued: Promise<string>): Promise<ID> {
  const txID = await issued
  expect(await library.status(txID)).toBe('Committed')
  return parseID(txID) ?? ZERO_ID
}

const fromManager = (message: L1Message): Promise<Uint8Array> =>
  signAddressed(new PlatformState(store), params, signer, {
    sourceChainID: C,
    sourceAddress: manager,
    payload: encode(L1Message, message),
  })

test('reads the configuration of the network from a node', async () => {
  const [{ txFee, createAssetTxFee }, platform, ids] = await Promise.all([
    client.xChain.getTxFee(),
    client.pChain.getFeeConfig(),
    Promise.all(['X', 'P', 'C'].map((alias) => client.info.getBlockchainID({ alias }))),
  ])
  const [x, p, c] = ids.map(({ blockchainID }) => blockchainID)
  expect(library.context).toMatchObject({
    networkID: 12_345,
    hrp: 'local',
    xBlockchainID: x,
    pBlockchainID: p,
    cBlockchainID: c,
    baseTxFee: txFee,
    createAssetTxFee,
    // The library keys the weights by dimension, as numbers.
    platformFeeConfig: { ...platform, weights: { ...platform.weights.map(Number) } },
  })
})

test('moves an amount from X to P and back, and on to C', async () => {
  await library.exportFromX(funded, 50_000_000_000n)
  await committed(library.importFrom(funded, library.context.xBlockchainID, 'X'))
  await committed(library.send(funded, anna, 1_000_000_000n))
  const { balance } = await client.pChain.getBalance({ addresses: [`P-${anna.text.slice(2)}`] })
  expect(balance).toBe(1_000_000_000n)
  await committed(library.exportTo(funded, library.context.cBlockchainID, 3_000_000n))
  await committed(library.exportTo(funded, library.context.xBlockchainID, 7_000_000n))
  const txID = await library.importToX(funded)
  expect(await client.xChain.getTxStatus({ txID })).toEqual({ status: 'Accepted' })
})

test('moves an amount from C to P and back', async () => {
  const evm = openEvm(node.url, library.context)
  const me = { ...funded, raw: Buffer.from(funded.address, 'hex') }
  const balances = async () => {
    const { unlocked } = await client.pChain.getBalance({ addresses: [`P-${me.text.slice(2)}`] })
    return [unlocked, await client.cChain.eth.getBalance(account, 'latest')] as const
  }
  const [p, c] = await balances()
  const nonce = await client.cChain.eth.getTransactionCount(account, 'latest')
  const exported = await evm.exportTo('P', me, { from: account, amount: 4_000_000_000n, nonce })
  expect(await evm.status(exported)).toBe('Accepted')
  await committed(library.importFrom(funded, library.context.cBlockchainID, 'C'))
  const [onC, left] = await balances()
  expect(onC - p).toBeGreaterThan(3_990_000_000n)
  expect(onC - p).toBeLessThan(4_000_000_000n)
  expect(c - left).toBeGreaterThan(4_000_000_000n * WEI)
  await committed(library.exportTo(funded, library.context.cBlockchainID, 3_000_000_000n))
  const imported = await evm.importFrom('P', { ...me, text: `C-${me.text.slice(2)}` }, account)
  expect(await evm.status(imported)).toBe('Accepted')
  const [, back] = await balances()
  expect(back - left).toBeGreaterThan(2_990_000_000n * WEI)
})

test('stakes and delegates', async () => {
  const weight = 2_000_000_000_000n
  await committed(library.stake(funded, known(testNode(1)), now() + 30n * DAY, weight))
  await committed(
    library.delegate(funded, known(testNode(1)).nodeID, now() + 20n * DAY, 25_000_000_000n),
  )
  const { validators } = await client.pChain.getCurrentValidators({
    nodeIDs: [nodeIDText(testNode(1).nodeID)],
  })
  expect(validators).toMatchObject([
    { weight, delegatorCount: 1n, delegators: [{ weight: 25_000_000_000n }] },
  ])
})

test('creates a subnet with a chain and a validator, and transfers it', async () => {
  const subnetID = idText(await committed(library.createSubnet(funded)))
  await committed(library.createChain(funded, subnetID, 'Library', nameID('subnetevm')))
  await committed(library.addSubnetValidator(funded, subnetID, GENESIS_NODE, now() + 2n * DAY))
  const { validators } = await client.pChain.getCurrentValidators({ subnetID })
  expect(validators).toMatchObject([{ nodeID: GENESIS_NODE, weight: 30n }])
  await committed(library.removeSubnetValidator(funded, subnetID, GENESIS_NODE))
  await committed(library.transferOwnership(funded, subnetID, anna))
  const { controlKeys } = await client.pChain.getSubnet({ subnetID })
  expect(controlKeys).toEqual([`P-${anna.text.slice(2)}`])
})

test('converts a subnet to an L1, and registers, weighs, funds and disables its validators', async () => {
  const subnet = await committed(library.createSubnet(funded))
  const subnetID = idText(subnet)
  await committed(
    library.convert(funded, subnetID, {
      chainId: library.context.cBlockchainID,
      address: manager,
      node: known(testNode(2)),
      balance: 9_000n,
    }),
  )
  const { message, validationID } = registration(subnet, testNode(3), now() + 3600n)
  const { proofOfPossession } = testNode(3).signer
  await committed(library.register(funded, 8_000n, proofOfPossession, await fromManager(message)))
  const change = { kind: 'l1ValidatorWeight', validationID, nonce: 0n, weight: 77n } as const
  await committed(library.setWeight(funded, await fromManager(change)))
  await committed(library.increaseBalance(funded, idText(validationID), 500n))
  const validator = await client.pChain.getL1Validator({ validationID: idText(validationID) })
  expect(validator).toMatchObject({ weight: 77n, minNonce: 1n, balance: 8_500n, subnetID })
  await committed(library.disable(funded, idText(validationOf(subnet, 0))))
  const { validators } = await client.pChain.getCurrentValidators({ subnetID })
  const balances = validators.map((each) => ('balance' in each ? each.balance : undefined))
  expect(new Set(balances)).toEqual(new Set([0n, 8_500n]))
})

test('calculates the same fees as the library', () => {
  const all = library.issued.map(({ bytes, complexity }) => {
    const { unsigned } = parseTx(bytes)
    return { kind: unsigned.kind, own: complexityOf(unsigned), library: Object.values(complexity) }
  })
  for (const { kind, own, library: expected } of all) expect(own, kind).toEqual(expected)
  expect(new Set(all.map(({ kind }) => kind)).size).toBe(15)
})
