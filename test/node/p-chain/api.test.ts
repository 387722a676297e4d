import type { Client } from '@native-node/client'
import { memoryStore, type Store } from '@native-node/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decode } from '../../../packages/node/src/codec/field.ts'
import {
  idText,
  nameID,
  nodeIDText,
  PRIMARY_NETWORK_ID,
} from '../../../packages/node/src/codec/ids.ts'
import { PlatformBlock } from '../../../packages/node/src/codec/p-chain.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { hashID } from '../../../packages/node/src/crypto/hashes.ts'
import { PlatformState } from '../../../packages/node/src/p-chain/state/state.ts'
import { C, funded as rich, NATIVE, someone, X } from '../x-chain/wallet.ts'
import { DAY, params } from './chain.ts'
import {
  anna,
  bert,
  openPopulatedNode,
  NATIVE_UNITS,
  onP,
  type PopulatedNode,
} from './populated-node.ts'
import { manager, NOBODY, validationOf } from './l1.ts'
import { funded, signedBy, sum, testNode, type Body } from './wallet.ts'

const GENESIS_NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'
const text = onP
let world: PopulatedNode
let node: PopulatedNode['node']
let client: Client
let store: Store
let made: PopulatedNode['made']
const now = (): bigint => world.now()
/** Number of entries that requests read from snapshots. */
let entriesRead = 0

/** Counts the entries read from each snapshot. */
function counting(counted: Store): Store {
  const count = (entries: number): void => {
    entriesRead += entries
  }
  return {
    ...counted,
    snapshot() {
      const snapshot = counted.snapshot()
      return {
        ...snapshot,
        async getMany(keys) {
          count(keys.length)
          return snapshot.getMany(keys)
        },
        async page(prefix, limit, after) {
          const entries = await snapshot.page(prefix, limit, after)
          count(entries.length)
          return entries
        },
      }
    },
  }
}

beforeAll(async () => {
  world = await openPopulatedNode({}, counting(memoryStore()))
  ;({ node, client, store, made } = world)
})
afterAll(() => node.close())

describe('blocks', () => {
  test('are returned by ID and by height, as bytes and as JSON', async () => {
    const { height } = await client.pChain.getHeight()
    expect(await client.pChain.getProposedHeight()).toEqual({ height })
    for (let at = 0n; at <= height; at++) {
      const hex = await client.pChain.getBlockByHeight({ height: at })
      if (hex.encoding !== 'hex') throw new Error('not hex')
      const bytes = fromCheckedHex(hex.block)
      const blockID = idText(hashID(bytes))
      expect(decode(PlatformBlock, bytes).height).toBe(at)
      expect(await client.pChain.getBlock({ blockID })).toEqual(hex)
      const json = await client.pChain.getBlock({ blockID, encoding: 'json' })
      expect(json).toMatchObject({ encoding: 'json', block: { height: at, id: blockID } })
      expect(await client.pChain.getBlockByHeight({ height: at, encoding: 'json' })).toEqual(json)
    }
    await expect(client.pChain.getBlockByHeight({ height: height + 1n })).rejects.toMatchObject({
      reason: 'blockNotFound',
    })
    const { timestamp } = await client.pChain.getTimestamp()
    expect(timestamp).toBe('2026-11-22T12:00:00Z')
  })
})

describe('transactions', () => {
  test('of every kind have a JSON form with the ID of their bytes', async () => {
    const { height } = await client.pChain.getHeight()
    for (let at = 1n; at <= height; at++) {
      const block = await client.pChain.getBlockByHeight({ height: at, encoding: 'json' })
      if (block.encoding !== 'json' || !('txs' in block.block)) continue
      for (const tx of block.block.txs ?? []) {
        const hex = await client.pChain.getTx({ txID: tx.id })
        if (hex.encoding !== 'hex') throw new Error('not hex')
        expect(idText(hashID(fromCheckedHex(hex.tx)))).toBe(tx.id)
        expect(await client.pChain.getTx({ txID: tx.id, encoding: 'json' })).toEqual({
          tx,
          encoding: 'json',
        })
        expect(await client.pChain.getTxStatus({ txID: tx.id })).toEqual({ status: 'Committed' })
      }
    }
    const txID = idText(made.chain)
    const { tx } = await client.pChain.getTx({ txID, encoding: 'json' })
    expect(tx).toMatchObject({
      unsignedTx: {
        chainName: 'Chain 1',
        genesisData: Buffer.from('genesis').toString('base64'),
        fxIDs: [nameID('secp256k1fx')],
        subnetAuthorization: { signatureIndices: [0] },
      },
    })
  })

  test('that were never issued are unknown', async () => {
    const txID = idText(NOBODY)
    expect(await client.pChain.getTxStatus({ txID })).toEqual({ status: 'Unknown' })
    await expect(client.pChain.getTx({ txID })).rejects.toMatchObject({
      reason: 'transactionNotFound',
    })
    expect(await client.pChain.getRewardUTXOs({ txID })).toMatchObject({
      numFetched: 0n,
      utxos: [],
    })
  })

  test('are rejected with the reason in the document', async () => {
    const body: Body = { kind: 'baseTx' }
    const spent = { txID: NOBODY, outputIndex: 0, ...sum(rich, 10n ** 9n) }
    const missing = checkedHex(signedBy(rich, funded(body, [spent], rich)))
    await expect(client.pChain.issueTx({ tx: missing })).rejects.toMatchObject({
      reason: 'missingUtxo',
    })
    await expect(
      client.pChain.issueTx({ tx: checkedHex(Buffer.of(0, 0, 1)) }),
    ).rejects.toMatchObject({ reason: 'unparsableTransaction' })
  })
})

describe('validators', () => {
  test('of the Primary Network have stake and rewards, and delegators if a single node is requested', async () => {
    const { validators } = await client.pChain.getCurrentValidators()
    expect(validators).toHaveLength(6)
    for (const each of validators) expect(each).not.toHaveProperty('delegators')
    const nodeIDs = [nodeIDText(testNode(1).nodeID)]
    const alone = await client.pChain.getCurrentValidators({ nodeIDs })
    expect(alone.validators).toMatchObject([
      {
        txID: idText(made.validator),
        startTime: now(),
        endTime: now() + 30n * DAY,
        weight: 2_000n * NATIVE_UNITS,
        delegationFee: 6.25,
        uptime: 100,
        connected: false,
        delegatorCount: 1n,
        delegatorWeight: 30n * NATIVE_UNITS,
        validationRewardOwner: { locktime: 0n, threshold: 1, addresses: [text(anna)] },
        signer: { publicKey: `0x${Buffer.from(testNode(1).signer.publicKey).toString('hex')}` },
        delegators: [{ txID: idText(made.delegator), rewardOwner: { addresses: [text(bert)] } }],
      },
    ])
    const nobody = [nodeIDText(testNode(99).nodeID)]
    expect(await client.pChain.getCurrentValidators({ nodeIDs: nobody })).toEqual({
      validators: [],
    })
  })

  test('of an L1 have balance and nonce', async () => {
    const subnetID = idText(made.l1)
    const { validators } = await client.pChain.getCurrentValidators({ subnetID })
    expect(validators).toHaveLength(2)
    const [active, inactive] = [validationOf(made.l1, 0), made.registered]
    expect(await client.pChain.getL1Validator({ validationID: idText(active) })).toMatchObject({
      balance: 9_000n,
      weight: 100n,
      minNonce: 0n,
      subnetID,
      nodeID: nodeIDText(testNode(2).nodeID),
      remainingBalanceOwner: { addresses: [text(rich)] },
    })
    expect(await client.pChain.getL1Validator({ validationID: idText(inactive) })).toMatchObject({
      balance: 0n,
      weight: 50n,
    })
    await expect(
      client.pChain.getL1Validator({ validationID: idText(NOBODY) }),
    ).rejects.toMatchObject({ reason: 'l1ValidatorNotFound' })
    expect(await client.pChain.getTotalStake({ subnetID })).toMatchObject({ weight: 150n })
  })

  test('are returned for every height', async () => {
    const { height } = await client.pChain.getHeight()
    const at = async (wanted: bigint | 'proposed', subnetID?: string): Promise<unknown> =>
      (await client.pChain.getValidatorsAt({ height: wanted, ...(subnetID && { subnetID }) }))
        .validators
    const own = nodeIDText(testNode(1).nodeID)
    expect(Object.keys((await at(0n)) as object)).toHaveLength(5)
    expect(await at(1n)).toMatchObject({ [own]: 2_000n * NATIVE_UNITS })
    expect(await at(2n)).toMatchObject({ [own]: 2_030n * NATIVE_UNITS })
    expect(await at('proposed')).toEqual(await at(height))
    expect(await at('proposed', idText(made.l1))).toEqual({
      [nodeIDText(testNode(2).nodeID)]: 100n,
      'NodeID-111111111111111111116DBWJs': 50n,
    })
    await expect(at(height + 1n)).rejects.toMatchObject({ reason: 'heightNotReached' })
  })

  test('are sampled without replacement', async () => {
    const { validators } = await client.pChain.sampleValidators({ size: 6 })
    expect(new Set(validators).size).toBe(6)
    expect(await client.pChain.sampleValidators({ size: 0 })).toEqual({ validators: [] })
    await expect(client.pChain.sampleValidators({ size: 7 })).rejects.toMatchObject({
      reason: 'sampleTooLarge',
    })
  })

  test('need a minimum stake of the native asset', async () => {
    expect(await client.pChain.getMinStake()).toEqual({
      minValidatorStake: 2_000n * NATIVE_UNITS,
      minDelegatorStake: 25n * NATIVE_UNITS,
    })
    expect(await client.pChain.getStakingAssetID()).toEqual({ assetID: idText(NATIVE) })
    const { supply, height } = await client.pChain.getCurrentSupply()
    expect(supply).toBeGreaterThan(360_000_000n * NATIVE_UNITS)
    expect(height).toBe((await client.pChain.getHeight()).height)
    const subnetID = idText(made.subnet)
    await expect(client.pChain.getMinStake({ subnetID })).rejects.toMatchObject({
      reason: 'subnetNotElastic',
    })
    await expect(client.pChain.getCurrentSupply({ subnetID })).rejects.toMatchObject({
      reason: 'supplyNotFound',
    })
  })
})

describe('subnets', () => {
  test('have owners, and a manager after conversion to an L1', async () => {
    expect(await client.pChain.getSubnet({ subnetID: idText(made.subnet) })).toEqual({
      isPermissioned: true,
      controlKeys: [text(rich)],
      threshold: 1,
      locktime: 0n,
      subnetTransformationTxID: PRIMARY_NETWORK_ID,
      conversionID: PRIMARY_NETWORK_ID,
      managerChainID: PRIMARY_NETWORK_ID,
      managerAddress: null,
    })
    expect(await client.pChain.getSubnet({ subnetID: idText(made.l1) })).toMatchObject({
      isPermissioned: false,
      managerChainID: idText(C),
      managerAddress: `0x${Buffer.from(manager).toString('hex')}`,
    })
    const { subnets } = await client.pChain.getSubnets()
    expect(subnets.map(({ id }) => id).sort()).toEqual(
      [PRIMARY_NETWORK_ID, idText(made.subnet), idText(made.l1)].sort(),
    )
    expect(subnets.at(-1)).toEqual({ id: PRIMARY_NETWORK_ID, controlKeys: [], threshold: 0 })
    expect(
      await client.pChain.getSubnets({ ids: [idText(made.l1), idText(NOBODY)] }),
    ).toMatchObject({ subnets: [{ id: idText(made.l1) }] })
    await expect(client.pChain.getSubnet({ subnetID: PRIMARY_NETWORK_ID })).rejects.toMatchObject({
      reason: 'primaryNetworkIsNoSubnet',
    })
  })

  test('validate blockchains', async () => {
    const { blockchains } = await client.pChain.getBlockchains()
    expect(blockchains.map(({ id }) => id)).toEqual([made.chain, X, C].map(idText))
    const subnetID = idText(made.subnet)
    expect(await client.pChain.validates({ subnetID })).toEqual({
      blockchainIDs: [idText(made.chain)],
    })
    const blockchainID = idText(made.chain)
    expect(await client.pChain.validatedBy({ blockchainID })).toEqual({ subnetID })
    await expect(client.pChain.validatedBy({ blockchainID: subnetID })).rejects.toMatchObject({
      reason: 'notABlockchain',
    })
    await expect(client.pChain.validates({ subnetID: blockchainID })).rejects.toMatchObject({
      reason: 'notASubnet',
    })
    const status = async (name: string): Promise<string> =>
      (await client.pChain.getBlockchainStatus({ blockchainID: name })).status
    expect(await status('P')).toBe('Validating')
    expect(await status('X')).toBe('Validating')
    expect(await status(blockchainID)).toBe('Created')
    expect(await status(idText(NOBODY))).toBe('Unknown')
    await expect(status('nowhere')).rejects.toMatchObject({ reason: 'invalidBlockchainId' })
  })
})

describe('balances', () => {
  test('have separate amounts for unlocked, stakeable and locked outputs', async () => {
    const addresses = [text(anna), text(bert)]
    const balance = await client.pChain.getBalance({ addresses })
    expect(balance).toMatchObject({
      balance: 18n,
      unlocked: 12n,
      lockedStakeable: 6n,
      lockedNotStakeable: 0n,
      balances: { [idText(NATIVE)]: 18n },
      lockedStakeables: { [idText(NATIVE)]: 6n },
    })
    expect(balance.utxoIDs).toHaveLength(3)
    const nobody = await client.pChain.getBalance({ addresses: [text(someone(9))] })
    expect(nobody).toMatchObject({ balance: 0n, utxoIDs: null })
  })

  test('include every output and list 1,024', async () => {
    const many = someone(77)
    const set = new PlatformState(store).utxos
    for (let outputIndex = 0; outputIndex < 1100; outputIndex++)
      await store.write(set.added({ txID: NOBODY, outputIndex, ...sum(many, 3n) }))
    const balance = await client.pChain.getBalance({ addresses: [text(many), text(anna)] })
    expect(balance.balance).toBe(3300n + 11n)
    expect(balance.utxoIDs).toHaveLength(1024)
  })

  test('do not include staked outputs', async () => {
    const addresses = [text(anna), text(bert)]
    expect(await client.pChain.getStake({ addresses })).toMatchObject({
      staked: 2_030n * NATIVE_UNITS,
      stakeds: { [idText(NATIVE)]: 2_030n * NATIVE_UNITS },
    })
    const { stakedOutputs, staked } = await client.pChain.getStake({
      addresses,
      validatorsOnly: true,
    })
    expect(staked).toBe(2_000n * NATIVE_UNITS)
    expect(stakedOutputs).toHaveLength(1)
  })

  test('of stake are read by owner, without reading every staker', async () => {
    const addresses = [text(someone(9))]
    entriesRead = 0
    const { staked, stakedOutputs } = await client.pChain.getStake({ addresses })
    expect({ staked, stakedOutputs, entriesRead }).toEqual({
      staked: 0n,
      stakedOutputs: [],
      entriesRead: 0,
    })
    await client.pChain.getStake({ addresses: [text(anna)] })
    expect(entriesRead).toBe(1)
  })

  test('are read in pages', async () => {
    const addresses = [text(anna), text(bert)]
    const pages: string[] = []
    for await (const utxo of client.pChain.getUTXOs.items({ addresses, limit: 1 })) pages.push(utxo)
    const { utxos } = await client.pChain.getUTXOs({ addresses })
    expect([...new Set(pages)]).toEqual(utxos)
    expect(utxos).toHaveLength(3)
    expect(await client.pChain.getUTXOs({ addresses, sourceChain: 'X' })).toMatchObject({
      numFetched: 0n,
    })
  })
})

test('fees follow from the last accepted block and the time', async () => {
  expect(await client.pChain.getFeeConfig()).toEqual({
    ...params.gas,
    weights: params.gas.weights.map(BigInt),
  })
  expect(await client.pChain.getValidatorFeeConfig()).toEqual({ ...params.validatorFee })
  const { capacity, excess, price, timestamp } = await client.pChain.getFeeState()
  expect(capacity + excess).toBe(params.gas.maxCapacity)
  expect(price).toBe(1n)
  expect(timestamp).toBe('2026-11-22T12:00:00Z')
  expect(await client.pChain.getValidatorFeeState()).toMatchObject({ excess: 0n, price: 1n })
})

test('a validator of the genesis returns its registered key', async () => {
  const { validators } = await client.pChain.getCurrentValidators({ nodeIDs: [GENESIS_NODE] })
  const { nodePOP } = await client.info.getNodeID()
  expect(validators).toMatchObject([{ signer: nodePOP }])
})

describe('at the end of a staker', () => {
  test('rewards are listed, and the reward transaction is returned', async () => {
    world.clock.advance(Number(10n * DAY))
    const txID = idText(made.delegator)
    await expect
      .poll(async () => (await client.pChain.getRewardUTXOs({ txID })).numFetched)
      .toBe(1n)
    const { height } = await client.pChain.getHeight()
    const decided = await client.pChain.getBlockByHeight({ height: height - 1n, encoding: 'json' })
    expect(decided).toMatchObject({ block: { tx: { unsignedTx: { txID } } } })
    const { validators } = await client.pChain.getCurrentValidators({
      nodeIDs: [nodeIDText(testNode(1).nodeID)],
    })
    expect(validators).toMatchObject([{ delegatorCount: 0n, delegators: [] }])
  })
})

test('every method of the group is implemented', () => {
  expect(node.unimplemented.filter((name) => name.startsWith('platform.'))).toEqual([])
})
