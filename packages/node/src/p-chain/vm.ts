import { checkBlocks } from '../chain/check-blocks.ts'
import { damagedChain } from '../chain/damaged.ts'
import type { FollowedBlock, FollowInput, Tip, Vm } from '../chain/vm.ts'
import type { PlatformBlock, PlatformGenesis } from '../codec/p-chain.ts'
import type { Reader, Store } from '../store/store.ts'
import { utxoIDOf } from '../chain/utxo-id.ts'
import { encodedBlock, parseBlock } from './blocks.ts'
import { buildNext, type RewardRule } from './build.ts'
import { storedBlock, txsOf } from './check.ts'
import { executeTx, gasFor } from './execute/execute.ts'
import { deservesReward } from './execute/reward.ts'
import { advanceTime, nextChange } from './execute/time.ts'
import { gasPrice } from './fees/gas.ts'
import { genesisBlock, writeGenesis } from './genesis.ts'
import type { PlatformParams } from './params.ts'
import { checkSyntax } from './rules/syntax.ts'
import { acceptedTxs, blocks, heights, last } from './state/records.ts'
import { PlatformDraft, PlatformState } from './state/state.ts'
import { recordChanges } from './state/validator-sets.ts'
import { parseTx, type Tx } from './tx.ts'

const NAME = 'P-Chain'

/** The rules of the P-Chain: staking, subnets, L1 validators, and moving the native asset. */
export function platformVm(
  params: PlatformParams,
  genesisOf: (store: Store) => Promise<PlatformGenesis>,
  rewardRule: RewardRule = deservesReward,
): Vm<PlatformBlock, Tx> {
  // Transactions that wait for gas need a timer, because no other event triggers the next block.
  let retryAt: bigint | undefined
  return {
    name: NAME,
    open: async (store) => open(store, params, await genesisOf(store)),
    parse(bytes) {
      const tx = parseTx(bytes)
      checkSyntax(tx, params)
      gasFor(tx, params)
      return tx
    },
    verify: (tx, state, time) => verify(tx, state, time, params),
    isAccepted: async (id, state) => (await acceptedTxs.get(state, id)) !== undefined,
    async build(input) {
      const attempt = await buildNext(input, params, rewardRule)
      retryAt = attempt.retryAt
      return attempt.built
    },
    async wakeAt(_, state) {
      const change = await nextChange(new PlatformState(state), params)
      if (retryAt === undefined || (change !== undefined && change < retryAt)) return change
      return retryAt
    },
    follow,
    reset() {
      retryAt = undefined
    },
  }
}

async function follow({
  tip,
  state,
}: FollowInput): Promise<readonly FollowedBlock<PlatformBlock>[]> {
  const head = (await new PlatformState(state).tip()) ?? tip
  const found: FollowedBlock<PlatformBlock>[] = []
  for (let height = tip.height + 1n; height <= head.height; height++) {
    const id = await heights.get(state, height)
    const bytes = id && (await blocks.get(state, id))
    if (id === undefined || bytes === undefined)
      throw damagedChain(NAME, `block ${height} is missing`)
    const block = parseBlock(bytes)
    const { time } = 'time' in block ? block : head
    found.push({ tip: { id, height, time }, block, transactions: txsOf(block).length })
  }
  return found
}

async function open(store: Store, params: PlatformParams, genesis: PlatformGenesis): Promise<Tip> {
  const state = new PlatformState(store)
  const { id, bytes } = encodedBlock(genesisBlock(genesis))
  const tip = await state.tip()
  if (tip !== undefined) {
    if ((await heights.get(store, 0n)) !== id)
      throw damagedChain(NAME, 'its genesis block differs from the genesis of the network')
    await checkBlocks({ name: NAME, blockAt: (height) => storedBlock(store, height) }, tip)
    return tip
  }
  const draft = new PlatformDraft(store)
  await writeGenesis(draft, genesis, params)
  await recordChanges(draft, 0n)
  draft.change(blocks.put(bytes, id), heights.put(id, 0n), last.put(id))
  await store.write(draft.changes())
  return { id, height: 0n, time: genesis.timestamp }
}

/** Returns the conflict keys of a transaction. No two pending transactions may share a key. */
export function conflictsOf({ unsigned }: Tx): readonly string[] {
  if (!('outputs' in unsigned)) return []
  const imported = unsigned.kind === 'importTx' ? unsigned.importedInputs : []
  const spent = [...unsigned.inputs, ...imported].map(utxoIDOf)
  switch (unsigned.kind) {
    case 'addPermissionlessValidatorTx':
      return [...spent, `validator ${unsigned.subnetID} ${unsigned.validator.nodeID}`]
    case 'addSubnetValidatorTx':
      return [...spent, `validator ${unsigned.validator.subnetID} ${unsigned.validator.nodeID}`]
    default:
      return spent
  }
}

async function verify(tx: Tx, state: Reader, now: bigint, params: PlatformParams): Promise<void> {
  const draft = new PlatformDraft(state)
  const tip = await draft.tip()
  if (tip === undefined) throw new Error('The P-Chain has no genesis')
  const change = await nextChange(draft, params)
  const time = change !== undefined && change < now ? change : now
  await advanceTime(draft, params, time > tip.time ? time : tip.time)
  const price = gasPrice(params.gas, await draft.totals())
  await executeTx(draft, tx, { params, price, height: tip.height })
}
