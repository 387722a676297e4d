import { createClient, http, type Client } from '@native-node/client'
import { memoryStore, type NodeOptions, type Store } from '@native-node/node'
import { startNode, testClock, type TestClock } from '@native-node/node/testing'
import { decode, encode, type ID } from '../../../packages/node/src/codec/field.ts'
import { namedID, parseID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { L1Message } from '../../../packages/node/src/codec/messages.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { signAddressed } from '../../../packages/node/src/p-chain/sign-warp.ts'
import { PlatformState } from '../../../packages/node/src/p-chain/state/state.ts'
import { call } from '../requests.ts'
import { C, funded as rich, someone, type Owner } from '../x-chain/wallet.ts'
import { DAY, params } from './chain.ts'
import { converted, manager, registration, signer } from './l1.ts'
import { auth, funded, owned, signedBy, sum, testNode, type Body, type Out } from './wallet.ts'

export const NATIVE_UNITS: bigint = 10n ** 9n
export const anna: Owner = someone(1)
export const bert: Owner = someone(2)
export const onP = ({ text }: Owner): string => `P-${text.slice(2)}`

export type CreatedIDs = Record<
  'subnet' | 'chain' | 'l1' | 'validator' | 'delegator' | 'registered',
  ID
>

/** A node whose P-Chain has objects of every kind. */
export interface PopulatedNode {
  readonly node: Awaited<ReturnType<typeof startNode>>
  readonly client: Client
  readonly store: Store
  readonly clock: TestClock
  readonly made: Readonly<CreatedIDs>
  /** Unix seconds. */
  readonly now: () => bigint
  readonly issue: (body: Body, outputs?: readonly Out[]) => Promise<ID>
  /** Returns the result of a P-Chain method as sent. */
  readonly ask: (method: string, given?: object) => Promise<Readonly<Record<string, unknown>>>
}

/** Starts a node, and stakes, delegates, creates a subnet with a chain and an L1 with two validators on it. */
export async function openPopulatedNode(
  options: NodeOptions = {},
  store: Store = memoryStore(),
): Promise<PopulatedNode> {
  const clock = testClock(new Date('2026-11-22T12:00:00Z'))
  const node = await startNode({
    openStore: async () => store,
    requiredDiskBytes: 0,
    clock,
    ...options,
  })
  const client = createClient({ transport: http(node.url) })
  const now = (): bigint => BigInt(clock.now()) / 1000n
  const issue = async (body: Body, outputs: readonly Out[] = []): Promise<ID> => {
    const { utxos } = await client.pChain.getUTXOs({ addresses: [onP(rich)] })
    const coins = utxos.map((utxo) => decode(PlatformUtxo, fromCheckedHex(utxo)))
    const free = coins.filter(({ output }) => output.kind !== 'lockOut')
    const { price } = await client.pChain.getFeeState()
    const tx = checkedHex(signedBy(rich, funded(body, free, rich, { price, outputs })))
    const { txID } = await client.pChain.issueTx({ tx })
    return parseID(txID) ?? ZERO_ID
  }
  const ask: PopulatedNode['ask'] = async (method, given = {}) => {
    const { result, error } = await call(`${node.url}/ext/bc/P`, `platform.${method}`, given)
    if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  const world = { node, client, store, clock, now, issue, ask }
  return { ...world, made: { ...(await stakers(world)), ...(await subnets(world)) } }
}

type World = Omit<PopulatedNode, 'made'>

async function stakers({
  issue,
  now,
}: World): Promise<Pick<CreatedIDs, 'validator' | 'delegator'>> {
  const staking = testNode(1)
  const validator = await issue({
    kind: 'addPermissionlessValidatorTx',
    validator: {
      nodeID: staking.nodeID,
      start: 0n,
      end: now() + 30n * DAY,
      weight: 2_000n * NATIVE_UNITS,
    },
    subnetID: ZERO_ID,
    signer: { kind: 'proofOfPossession', ...staking.signer },
    stake: [sum(anna, 2_000n * NATIVE_UNITS)],
    validatorRewardsOwner: owned(anna),
    delegatorRewardsOwner: owned(anna),
    shares: 62_500,
  })
  const delegator = await issue({
    kind: 'addPermissionlessDelegatorTx',
    validator: {
      nodeID: staking.nodeID,
      start: 0n,
      end: now() + 10n * DAY,
      weight: 30n * NATIVE_UNITS,
    },
    subnetID: ZERO_ID,
    stake: [sum(bert, 30n * NATIVE_UNITS)],
    rewardsOwner: owned(bert),
  })
  return { validator, delegator }
}

async function subnets(world: World): Promise<Omit<CreatedIDs, 'validator' | 'delegator'>> {
  const { issue, now, store } = world
  const subnet = await issue({ kind: 'createSubnetTx', owner: owned(rich) })
  const chain = await issue({
    kind: 'createChainTx',
    subnetID: subnet,
    chainName: 'Chain 1',
    vmID: namedID('subnetevm'),
    fxIDs: [namedID('secp256k1fx')],
    genesisData: Buffer.from('genesis'),
    subnetAuth: auth,
  })
  const l1 = await issue({ kind: 'createSubnetTx', owner: owned(rich) })
  await issue({
    kind: 'convertSubnetToL1Tx',
    subnetID: l1,
    managerChainID: C,
    managerAddress: manager,
    validators: [converted(testNode(2), { balance: 9_000n })],
    subnetAuth: auth,
  })
  const { message, validationID } = registration(l1, testNode(3), now() + 600n)
  await issue({
    kind: 'registerL1ValidatorTx',
    balance: 0n,
    proofOfPossession: testNode(3).signer.proofOfPossession,
    message: await fromManager(store, message),
  })
  await issue({ kind: 'baseTx' }, [sum(anna, 5n), sum(anna, 6n, now() + DAY), sum(bert, 7n)])
  return { subnet, chain, l1, registered: validationID }
}

/** A message of the manager, signed by the local validators. */
function fromManager(store: Store, message: L1Message): Promise<Uint8Array> {
  return signAddressed(new PlatformState(store), params, signer, {
    sourceChainID: C,
    sourceAddress: manager,
    payload: encode(L1Message, message),
  })
}
