import { createClient, http, type Client } from '@native-node/client'
import type { DevNode, NodeDevTools } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decode } from '../../../packages/node/src/codec/field.ts'
import {
  idText,
  namedID,
  nodeIDText,
  parseID,
  ZERO_ID,
} from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { funded as rich, someone, type Owner } from '../x-chain/wallet.ts'
import { converted } from '../p-chain/l1.ts'
import { auth, funded, owned, signedBy, sum, testNode, type Body } from '../p-chain/wallet.ts'

const DAY = 86_400
const WEIGHT = 2_000_000_000_000n
const anna = someone(1)
const text = ({ text: x }: Owner): string => `P-${x.slice(2)}`
const node1 = testNode(1)

let node: DevNode
let client: Client
let dev: NodeDevTools

beforeEach(async () => {
  node = await startNode({ requiredDiskBytes: 0, dev: true })
  client = createClient({ transport: http(node.url) })
  ;({ dev } = node)
})
afterEach(() => node.close())

async function issue(body: Body): Promise<string> {
  const { utxos } = await client.pChain.getUTXOs({ addresses: [text(rich)] })
  const coins = utxos.map((utxo) => decode(PlatformUtxo, fromCheckedHex(utxo)))
  const tx = checkedHex(signedBy(rich, funded(body, coins, rich)))
  return (await client.pChain.issueTx({ tx })).txID
}

async function stake(): Promise<string> {
  const { timestamp } = await client.pChain.getTimestamp()
  const now = BigInt(Math.max(Date.parse(timestamp), Date.now())) / 1000n
  return issue({
    kind: 'addPermissionlessValidatorTx',
    validator: { nodeID: node1.nodeID, start: 0n, end: now + 10n * BigInt(DAY), weight: WEIGHT },
    subnetID: ZERO_ID,
    signer: { kind: 'proofOfPossession', ...node1.signer },
    stake: [sum(anna, WEIGHT)],
    validatorRewardsOwner: owned(anna),
    delegatorRewardsOwner: owned(anna),
    shares: 20_000,
  })
}

const held = async (): Promise<bigint> =>
  (await client.pChain.getBalance({ addresses: [text(anna)] })).balance

test('time advances immediately, and stakers are rewarded', async () => {
  const txID = await stake()
  await dev.advance(11 * DAY * 1000)
  expect(await held()).toBeGreaterThan(WEIGHT)
  expect(await client.pChain.getRewardUTXOs({ txID })).toMatchObject({ numFetched: 1n })
})

test('a validator that was offline is not rewarded', async () => {
  await stake()
  const nodeID = nodeIDText(node1.nodeID)
  await dev.setUptime(nodeID, 79.9)
  const { validators } = await client.pChain.getCurrentValidators({ nodeIDs: [nodeID] })
  expect(validators).toMatchObject([{ uptime: 79.9 }])
  await dev.advance(11 * DAY * 1000)
  expect(await held()).toBe(WEIGHT)
})

test('the whole node reverts to its snapshot and continues from there', async () => {
  await issue({ kind: 'createSubnetTx', owner: owned(anna) })
  const { height } = await client.pChain.getHeight()
  const before = await dev.snapshot()
  const txID = await stake()
  await dev.advance(11 * DAY * 1000)
  expect(await dev.revert(before)).toBe(true)
  expect(await client.pChain.getHeight()).toEqual({ height })
  expect(await client.pChain.getTxStatus({ txID })).toEqual({ status: 'Unknown' })
  expect(await held()).toBe(0n)
  expect(await client.pChain.getTxStatus({ txID: await stake() })).toEqual({ status: 'Committed' })
})

test('messages of a chain are signed once the keys of enough validators are added', async () => {
  const idOf = async (issued: Promise<string>) => parseID(await issued) ?? ZERO_ID
  const subnetID = await idOf(issue({ kind: 'createSubnetTx', owner: owned(rich) }))
  const sourceChainID = await idOf(
    issue({
      kind: 'createChainTx',
      subnetID,
      chainName: 'Chain',
      vmID: namedID('evm'),
      fxIDs: [],
      genesisData: new Uint8Array(),
      subnetAuth: auth,
    }),
  )
  const sign = () =>
    dev.signWarp({
      sourceChainID: idText(sourceChainID),
      sourceAddress: Buffer.of(1),
      payload: Buffer.of(2),
    })
  await expect(sign()).rejects.toThrow('not enough signers')
  await issue({
    kind: 'convertSubnetToL1Tx',
    subnetID,
    managerChainID: sourceChainID,
    managerAddress: Buffer.of(1),
    validators: [testNode(1), testNode(2), testNode(3)].map((each) => converted(each)),
    subnetAuth: auth,
  })
  for (const [at, percent] of [0, 33, 66].entries()) {
    await expect(sign()).rejects.toThrow(`the keys for ${percent} percent`)
    dev.addSigner(testNode(at + 1).secret)
  }
  expect(await sign()).toBeInstanceOf(Uint8Array)
  const other = { sourceChainID: 'nowhere', sourceAddress: Buffer.of(1), payload: Buffer.of(2) }
  await expect(dev.signWarp(other)).rejects.toThrow("no chain 'nowhere'")
})

test('the tools are undefined without development mode, in values and types', async () => {
  const plain = await startNode({ requiredDiskBytes: 0 })
  // @ts-expect-error it may be undefined
  expect(() => plain.dev.now()).toThrow(TypeError)
  await plain.close()
})
