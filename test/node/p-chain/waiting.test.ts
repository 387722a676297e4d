import { createClient, http, type Client } from '@native-node/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { concat, u64 } from '../../../packages/node/src/codec/bytes.ts'
import { decode, type ID } from '../../../packages/node/src/codec/field.ts'
import {
  idText,
  namedID,
  parseID,
  parseNodeID,
  ZERO_ID,
} from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { hashID } from '../../../packages/node/src/crypto/hashes.ts'
import { Logger } from '../../../packages/node/src/log/logger.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { chainPrefix } from '../../../packages/node/src/chain/table.ts'
import type { NodeOptions } from '../../../packages/node/src/services.ts'
import { memoryStore } from '../../../packages/node/src/store/memory-store.ts'
import { put } from '../../../packages/node/src/store/store.ts'
import { startNode, testClock, type TestClock } from '../../../packages/node/src/testing.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { C, funded as me, someone, type Owner } from '../x-chain/wallet.ts'
import { DAY, params } from './chain.ts'
import { converted, manager, validationOf } from './l1.ts'
import {
  auth,
  feeOf,
  funded,
  owned,
  signedBy,
  sum,
  testNode,
  type Body,
  type Out,
} from './wallet.ts'

const UNITS = 10n ** 9n
/** A block time longer than any test, so that blocks are built only on request. */
const never = 2 ** 30

interface Opened {
  readonly node: Awaited<ReturnType<typeof startNode>>
  readonly client: Client
  readonly clock: TestClock
}

/** The reasons of dropped transactions are expected here. */
const logger = new Logger('crit', () => undefined)

/** A node with a stopped clock, unless it is in development mode. */
async function open(options: NodeOptions = {}): Promise<Opened> {
  const clock = testClock(new Date('2026-11-22T12:00:00Z'))
  const time = options.dev === true ? {} : { clock }
  const node = await startNode({ requiredDiskBytes: 0, logger, ...time, ...options })
  onTestFinished(() => node.close())
  return { node, client: createClient({ transport: http(node.url) }), clock }
}

/** Returns the transaction, funded by an owner, and its gas; the prefunded key signs for subnets. */
async function made(client: Client, body: Body, outputs: readonly Out[] = [], by: Owner = me) {
  const { utxos } = await client.pChain.getUTXOs({ addresses: [`P-${by.text.slice(2)}`] })
  const coins = utxos.map((utxo) => decode(PlatformUtxo, fromCheckedHex(utxo)))
  const { price } = await client.pChain.getFeeState()
  const tx = funded(body, coins, by, { price, outputs })
  const bytes = signedBy(by, tx, me)
  return { tx: checkedHex(bytes), txID: idText(hashID(bytes)), gas: feeOf(tx, 1n) }
}

async function accepted({ client, node }: Opened, body: Body): Promise<ID> {
  const { tx, txID } = await made(client, body)
  await client.pChain.issueTx({ tx })
  await node.dev?.produce()
  expect(await client.pChain.getTxStatus({ txID })).toEqual({ status: 'Committed' })
  return parseID(txID) ?? ZERO_ID
}

const many = Array.from({ length: 300 }, (_, at) => sum(someone(1), BigInt(at + 1)))

describe('a transaction without enough gas', () => {
  test('waits, and is accepted in the second in which there is enough', async () => {
    const { client, clock } = await open()
    for (let count = 0; count < 3; count++)
      await client.pChain.issueTx({ tx: (await made(client, { kind: 'baseTx' }, many)).tx })
    const { capacity } = await client.pChain.getFeeState()
    const { tx, txID, gas } = await made(client, { kind: 'baseTx' }, many)
    expect(gas).toBeGreaterThan(capacity)
    const before = await client.pChain.getTimestamp()
    const issued = client.pChain.issueTx({ tx })
    const status = async () => client.pChain.getTxStatus({ txID })
    await expect.poll(status).toEqual({ status: 'Processing' })
    const { maxPerSecond } = params.gas
    const seconds = Number((gas - capacity + maxPerSecond - 1n) / maxPerSecond)
    expect(seconds).toBeGreaterThan(1)
    clock.advance(seconds - 1)
    expect(await client.pChain.getTxStatus({ txID })).toEqual({ status: 'Processing' })
    clock.advance(1)
    expect(await issued).toEqual({ txID })
    expect(await client.pChain.getTxStatus({ txID })).toEqual({ status: 'Committed' })
    const after = await client.pChain.getTimestamp()
    expect(Date.parse(after.timestamp) - Date.parse(before.timestamp)).toBe(seconds * 1000)
  })
})

describe('the fee state', () => {
  test('is as of now after a burst, not as of the last block', async () => {
    const { client, clock } = await open()
    for (let count = 0; count < 3; count++)
      await client.pChain.issueTx({ tx: (await made(client, { kind: 'baseTx' }, many)).tx })
    const { maxCapacity, maxPerSecond, targetPerSecond } = params.gas
    const before = await client.pChain.getFeeState()
    expect(before.capacity).toBeLessThan(maxCapacity - 2n * maxPerSecond)
    clock.advance(2)
    expect(await client.pChain.getFeeState()).toEqual({
      capacity: before.capacity + 2n * maxPerSecond,
      excess: before.excess - 2n * targetPerSecond,
      price: 1n,
      timestamp: '2026-11-22T12:00:02Z',
    })
    clock.advance(3600)
    const rested = { capacity: maxCapacity, excess: 0n, timestamp: '2026-11-22T13:00:02Z' }
    expect(await client.pChain.getFeeState()).toMatchObject(rested)
    const { timestamp } = rested
    expect(await client.pChain.getValidatorFeeState()).toMatchObject({ timestamp })
  })

  test('has gas on a network whose genesis is in a file', async () => {
    const genesis = `${temporaryFolder({ 'genesis.json': genesisText() })}/genesis.json`
    const { client } = await open({ genesis })
    expect(await client.pChain.getFeeState()).toMatchObject({ capacity: params.gas.maxCapacity })
  })

  test('is that of the last block if the clock was set back', async () => {
    const { client, clock } = await open()
    await client.pChain.issueTx({ tx: (await made(client, { kind: 'baseTx' }, many)).tx })
    const before = await client.pChain.getFeeState()
    clock.set(new Date('2026-11-22T11:00:00Z'))
    expect(await client.pChain.getFeeState()).toEqual(before)
  })
})

/** The genesis of a network that began before the test, with the funds of the local network. */
function genesisText(): string {
  const address = 'X-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p'
  return JSON.stringify({
    networkID: 1337,
    allocations: [
      {
        ethAddr: `0x${'00'.repeat(20)}`,
        address,
        initialAmount: 5_000_000_000,
        unlockSchedule: [{ amount: 5_000_000_000 }],
      },
    ],
    startTime: 1_790_000_000,
    initialStakeDuration: 31_536_000,
    initialStakeDurationOffset: 5400,
    initialStakedFunds: [],
    initialStakers: [],
    cChainGenesis: localGenesis.cChainGenesis,
    message: '',
  })
}

test('a chain is preferred while its transaction waits for a block', async () => {
  const { node, client } = await open({ dev: true, blockTime: never })
  const issue = async (body: Body): Promise<ID> => {
    const { tx, txID } = await made(client, body)
    expect(await client.pChain.issueTx({ tx })).toEqual({ txID })
    return parseID(txID) ?? ZERO_ID
  }
  const subnetID = await issue({ kind: 'createSubnetTx', owner: owned(me) })
  await node.dev?.produce()
  const chain = await issue({
    kind: 'createChainTx',
    subnetID,
    chainName: 'Chain',
    vmID: namedID('evm'),
    fxIDs: [],
    genesisData: new Uint8Array(),
    subnetAuth: auth,
  })
  const blockchainID = idText(chain)
  const status = () => client.pChain.getBlockchainStatus({ blockchainID })
  expect(await status()).toEqual({ status: 'Preferred' })
  expect(await client.pChain.getBlockchains()).toMatchObject({ blockchains: { length: 2 } })
  await node.dev?.produce()
  expect(await status()).toEqual({ status: 'Created' })
})

describe('a transaction that has become invalid', () => {
  test('because its time has passed is dropped with the reason', async () => {
    const { node, client } = await open({ dev: true, blockTime: never })
    const { nodeID, signer } = testNode(1)
    const weight = 2_000n * UNITS
    const end = (await client.dev.getTime()).time + DAY + 10n
    const { tx, txID } = await made(client, {
      kind: 'addPermissionlessValidatorTx',
      validator: { nodeID, start: 0n, end, weight },
      subnetID: ZERO_ID,
      signer: { kind: 'proofOfPossession', ...signer },
      stake: [sum(me, weight)],
      validatorRewardsOwner: owned(me),
      delegatorRewardsOwner: owned(me),
      shares: 20_000,
    })
    expect(await client.pChain.issueTx({ tx })).toEqual({ txID })
    expect(await client.pChain.getTxStatus({ txID })).toEqual({ status: 'Processing' })
    await client.dev.advanceTime({ seconds: 60 })
    await node.dev?.produce()
    expect(await client.pChain.getTxStatus({ txID })).toEqual({
      status: 'Dropped',
      reason: 'staking period is too short',
    })
    expect((await client.pChain.getHeight()).height).toBe(0n)
  })

  test.each([
    [
      'the weights of a subnet',
      'the weights of the validators of the subnet add up to more than 2^64-1',
      async (opened: Opened) => {
        const { client } = opened
        const subnetID = await accepted(opened, { kind: 'createSubnetTx', owner: owned(me) })
        const end = (await client.dev.getTime()).time + 2n * DAY
        const { validators } = await client.pChain.getCurrentValidators({})
        return validators.slice(0, 2).map((each): Body => ({
          kind: 'addSubnetValidatorTx',
          validator: {
            nodeID: parseNodeID(each.nodeID) ?? testNode(1).nodeID,
            start: 0n,
            end,
            weight: 2n ** 63n,
            subnetID,
          },
          subnetAuth: auth,
        }))
      },
    ],
    [
      'the balance of an L1 validator',
      'the balance and the fees charged so far add up to more than 2^64-1',
      async (opened: Opened) => {
        const subnetID = await accepted(opened, { kind: 'createSubnetTx', owner: owned(me) })
        await accepted(opened, {
          kind: 'convertSubnetToL1Tx',
          subnetID,
          managerChainID: C,
          managerAddress: manager,
          validators: [converted(testNode(1))],
          subnetAuth: auth,
        })
        const validationID = validationOf(subnetID, 0)
        const balance = 2n ** 63n
        const body: Body = { kind: 'increaseL1ValidatorBalanceTx', validationID, balance }
        return [body, body]
      },
    ],
  ])('because %s would overflow is dropped', async (_, reason, bodies) => {
    const opened = await open({ dev: true, blockTime: never })
    const { client, node } = opened
    const txIDs: string[] = []
    const payers = [someone(1), someone(2)]
    for (const [at, body] of (await bodies(opened)).entries()) {
      const payer = payers[at] ?? me
      await client.dev.fund({ address: `P-${payer.text.slice(2)}`, amount: 2n ** 63n + UNITS })
      const { tx, txID } = await made(client, body, [], payer)
      expect(await client.pChain.issueTx({ tx })).toEqual({ txID })
      txIDs.push(txID)
    }
    await node.dev?.produce()
    const statuses = await Promise.all(txIDs.map((txID) => client.pChain.getTxStatus({ txID })))
    expect(statuses).toEqual([
      { status: 'Committed' },
      { status: 'Dropped', reason: expect.stringContaining(reason) },
    ])
  })

  test('when it is reloaded does not prevent the start', async () => {
    const store = memoryStore()
    const coin = { txID: ZERO_ID, outputIndex: 0, ...sum(me, UNITS) }
    const bytes = signedBy(me, { ...funded({ kind: 'baseTx' }, [coin], me), networkID: 1 })
    await store.write([put(concat(chainPrefix(ZERO_ID, 'waiting/'), u64(0n)), bytes)])
    const lines: string[] = []
    const logger = new Logger('error', (line) => void lines.push(line))
    const { client } = await open({ openStore: async () => store, logger })
    const txID = idText(hashID(bytes))
    expect(await client.pChain.getTxStatus({ txID })).toEqual({
      status: 'Dropped',
      reason: 'tx has wrong network ID',
    })
    expect(lines).toEqual([expect.stringMatching(`dropped transaction ${txID}`)])
    const next = await made(client, { kind: 'baseTx' }, [sum(someone(1), 5n)])
    expect(await client.pChain.issueTx({ tx: next.tx })).toEqual({ txID: next.txID })
  })
})
