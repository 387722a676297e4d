import { createClient, http, type Client } from '@native-node/client'
import { startNode } from '@native-node/node/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decode } from '../../../packages/node/src/codec/field.ts'
import { nodeIDText, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { funded as rich, someone, type Owner } from '../x-chain/wallet.ts'
import { funded, owned, signedBy, sum, testNode, type Body } from '../p-chain/wallet.ts'

const DAY = 86_400
const WEIGHT = 2_000_000_000_000n
const anna = someone(1)
const text = ({ text: x }: Owner): string => `P-${x.slice(2)}`
const node1 = testNode(1)

let node: Awaited<ReturnType<typeof startNode>>
let client: Client
let dev: NonNullable<typeof node.dev>

beforeEach(async () => {
  node = await startNode({ requiredDiskBytes: 0, dev: true })
  client = createClient({ transport: http(node.url) })
  if (node.dev === undefined) throw new Error('not in development mode')
  dev = node.dev
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

test('time passes at once, and stakers are rewarded', async () => {
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

test('the whole node goes back to what it was, and on from there', async () => {
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
