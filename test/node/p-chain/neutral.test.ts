import { createClient, http, type Client } from '@native-node/client'
import { startNode } from '../../../packages/node/src/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decode, encode, type ID } from '../../../packages/node/src/codec/field.ts'
import {
  idText,
  nameID,
  nodeIDText,
  parseID,
  ZERO_ID,
} from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import { XUtxo } from '../../../packages/node/src/codec/x-chain.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import * as x from '../x-chain/wallet.ts'
import {
  auth,
  funded,
  owned,
  signedBy,
  spend,
  sum,
  testNode,
  type Body,
  type Out,
} from './wallet.ts'
import { converted, manager, registration, validationOf } from './l1.ts'
import { L1Message } from '../../../packages/node/src/codec/messages.ts'

// Everything that a wallet does on the three chains, using only the generated client and neutral names. Only
// transaction bytes are assembled here.

const DAY = 86_400n
const UNITS = 10n ** 9n
const me = x.funded
const anna = x.someone(1)
const onP = (owner: x.Owner): string => `P-${owner.text.slice(2)}`
const user = { username: 'carl', password: 'Wx!9-kelp-Orbit-27' }

let node: Awaited<ReturnType<typeof startNode>>
let client: Client
let account: string

beforeAll(async () => {
  node = await startNode({ requiredDiskBytes: 0, dev: true })
  client = createClient({ transport: http(node.url) })
  await client.keystore.createUser(user)
  const privateKey = 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN'
  account = (await client.cChainNative.importKey({ ...user, privateKey })).address
})
afterAll(() => node.close())

/** Unix seconds by the clock of the node. */
let advanced = 0n
const now = (): bigint => BigInt(Math.floor(Date.now() / 1000)) + advanced

/** Returns outputs that can be imported to the P-Chain. */
async function waiting(sourceChain: string) {
  const { utxos } = await client.pChain.getUTXOs({ addresses: [onP(me)], sourceChain })
  return utxos.map((utxo) => spend(decode(PlatformUtxo, fromCheckedHex(utxo))))
}

async function issue(body: Body, outputs: readonly Out[] = []): Promise<ID> {
  const { utxos } = await client.pChain.getUTXOs({ addresses: [onP(me)] })
  const coins = utxos.map((utxo) => decode(PlatformUtxo, fromCheckedHex(utxo)))
  const free = coins.filter(({ output }) => output.kind !== 'lockOut')
  const { price } = await client.pChain.getFeeState()
  const tx = checkedHex(signedBy(me, funded(body, free, me, { price, outputs })))
  const { txID } = await client.pChain.issueTx({ tx })
  expect(await client.pChain.getTxStatus({ txID })).toEqual({ status: 'Committed' })
  return parseID(txID) ?? ZERO_ID
}

test('the native asset moves from X to P and back', async () => {
  await x.issue(client, me, {
    ...(await x.funding(client, me, [], x.FEE + 10n * UNITS)),
    kind: 'exportTx',
    destinationChain: x.P,
    exportedOutputs: [x.amount([me], 10n * UNITS)],
  })
  const before = await client.pChain.getBalance({ addresses: [onP(me)] })
  await issue({ kind: 'importTx', sourceChain: x.X, importedInputs: await waiting('X') })
  const after = await client.pChain.getBalance({ addresses: [onP(me)] })
  expect(after.balance - before.balance).toBeGreaterThan(9n * UNITS)
  await issue({ kind: 'exportTx', destinationChain: x.X, exportedOutputs: [sum(me, 2n * UNITS)] })
  const shared = await client.xChain.getUTXOs({ addresses: [me.text], sourceChain: 'P' })
  const importedInputs = shared.utxos.map((utxo) => x.input(decode(XUtxo, fromCheckedHex(utxo))))
  const gained = x.base([], [x.amount([anna], 2n * UNITS - x.FEE)])
  await x.issue(client, me, { ...gained, kind: 'importTx', sourceChain: x.P, importedInputs })
  expect(await x.balance(client, anna)).toBe(2n * UNITS - x.FEE)
})

test('the native asset moves from C to P and back', async () => {
  const order = { ...user, to: onP(me), amount: 5_000_000_000, assetID: 'NATIVE' }
  const { txID } = await client.cChainNative.export(order)
  expect((await client.cChainNative.getAtomicTxStatus({ txID })).status).toBe('Accepted')
  await issue({ kind: 'importTx', sourceChain: x.C, importedInputs: await waiting('C') })
  await issue({ kind: 'exportTx', destinationChain: x.C, exportedOutputs: [sum(me, 3n * UNITS)] })
  const before = await client.cChain.eth.getBalance(account, 'latest')
  await client.cChainNative.import({ ...user, to: account, sourceChain: 'P' })
  const gained = (await client.cChain.eth.getBalance(account, 'latest')) - before
  expect(gained).toBeGreaterThan(29n * 10n ** 17n)
})

test('a validator and a delegator stake and are rewarded', async () => {
  const staking = testNode(1)
  const weight = 2_000n * UNITS
  const txID = await issue({
    kind: 'addPermissionlessValidatorTx',
    validator: { nodeID: staking.nodeID, start: 0n, end: now() + 30n * DAY, weight },
    subnetID: ZERO_ID,
    signer: { kind: 'proofOfPossession', ...staking.signer },
    stake: [sum(me, weight)],
    validatorRewardsOwner: owned(anna),
    delegatorRewardsOwner: owned(anna),
    shares: 20_000,
  })
  const delegation = {
    nodeID: staking.nodeID,
    start: 0n,
    end: now() + 20n * DAY,
    weight: 25n * UNITS,
  }
  await issue({
    kind: 'addPermissionlessDelegatorTx',
    validator: delegation,
    subnetID: ZERO_ID,
    stake: [sum(me, 25n * UNITS)],
    rewardsOwner: owned(anna),
  })
  const nodeIDs = [nodeIDText(staking.nodeID)]
  const { validators } = await client.pChain.getCurrentValidators({ nodeIDs })
  expect(validators).toMatchObject([{ weight, delegatorCount: 1n, delegatorWeight: 25n * UNITS }])
  advanced += 31n * DAY
  await node.dev?.advance(Number(31n * DAY) * 1000)
  const rewards = { txID: idText(txID) }
  // The validator's own reward, and its share of the delegator's.
  await expect.poll(async () => (await client.pChain.getRewardUTXOs(rewards)).numFetched).toBe(2n)
})

test('a subnet with a chain becomes an L1, whose manager registers, weighs and disables', async () => {
  const subnet = await issue({ kind: 'createSubnetTx', owner: owned(me) })
  const subnetID = idText(subnet)
  const chain = await issue({
    kind: 'createChainTx',
    subnetID: subnet,
    chainName: 'Neutral',
    vmID: parseID(nameID('subnetevm')) ?? ZERO_ID,
    fxIDs: [],
    genesisData: new Uint8Array(),
    subnetAuth: auth,
  })
  const { blockchainIDs } = await client.pChain.validates({ subnetID })
  expect(blockchainIDs).toEqual([idText(chain)])
  await issue({
    kind: 'convertSubnetToL1Tx',
    subnetID: subnet,
    managerChainID: x.C,
    managerAddress: manager,
    validators: [converted(testNode(2), { balance: 10n ** 9n })],
    subnetAuth: auth,
  })
  const { message, validationID } = registration(subnet, testNode(3), now() + 3600n)
  await issue({
    kind: 'registerL1ValidatorTx',
    balance: 10n ** 9n,
    proofOfPossession: testNode(3).signer.proofOfPossession,
    message: await fromManager(message),
  })
  const change = { kind: 'l1ValidatorWeight', validationID, nonce: 0n, weight: 77n } as const
  await issue({ kind: 'setL1ValidatorWeightTx', message: await fromManager(change) })
  await issue({ kind: 'increaseL1ValidatorBalanceTx', validationID, balance: 500n })
  const given = { validationID: idText(validationID) }
  expect(await client.pChain.getL1Validator(given)).toMatchObject({ weight: 77n, minNonce: 1n })
  // The example of the service description sends the ID in a list.
  expect(await client.pChain.getL1Validator({ validationID: [idText(validationID)] })).toEqual(
    await client.pChain.getL1Validator(given),
  )
  const first = validationOf(subnet, 0)
  await issue({ kind: 'disableL1ValidatorTx', validationID: first, disableAuth: auth })
  expect(await client.pChain.getL1Validator({ validationID: idText(first) })).toMatchObject({
    balance: 0n,
  })
})

async function fromManager(message: L1Message): Promise<Uint8Array> {
  const signed = await node.dev?.signWarp({
    sourceChainID: 'C',
    sourceAddress: manager,
    payload: encode(L1Message, message),
  })
  if (signed === undefined) throw new Error('not in development mode')
  return signed
}
