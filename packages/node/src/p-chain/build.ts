import type { PlatformBlock, SignedPlatformTx as Signed } from '../codec/p-chain.ts'
import { Refusal } from '../chain/refusal.ts'
import type { BuildInput, Built, BuiltBlock, RefusedTx, Tip } from '../chain/vm.ts'
import { BLOCK_BYTES, encodedBlock } from './blocks.ts'
import { executeTx, gasFor } from './execute/execute.ts'
import { endStaker, type deservesReward } from './execute/reward.ts'
import { advanceTime, nextChange } from './execute/time.ts'
import { consumeGas, gasPrice } from './fees/gas.ts'
import type { PlatformParams } from './params.ts'
import { acceptedTxs, blocks, heights, last, type Ending } from './state/records.ts'
import { nextEnding } from './state/stakers.ts'
import { PlatformDraft } from './state/state.ts'
import { recordChanges } from './state/validator-sets.ts'
import { txOf, type Tx } from './tx.ts'

type Block = PlatformBlock

/** A block that is being built: its parent, its time in Unix seconds, and its changes. */
interface BlockInProgress {
  readonly draft: PlatformDraft
  readonly params: PlatformParams
  readonly parent: Tip
  readonly time: bigint
}

/**
 * The result of an attempt to build a block. At `retryAt` (Unix seconds), enough gas will be
 * available for the first skipped transaction.
 */
export interface Attempt {
  readonly built: Built<Block, Tx> | undefined
  readonly retryAt?: bigint
}

export type RewardRule = typeof deservesReward

/** Builds the next block. If the period of a staker has ended, builds a proposal block and its option block. */
export async function buildNext(
  { parent, time: now, txs, state }: BuildInput<Tx>,
  params: PlatformParams,
  rewardRule: RewardRule,
): Promise<Attempt> {
  const draft = new PlatformDraft(state)
  const change = await nextChange(draft, params)
  const isChange = change !== undefined && change <= now
  const time = isChange ? change : now
  await advanceTime(draft, params, time)
  const current = { draft, params, parent, time }
  const ending = await nextEnding(draft)
  if (ending !== undefined && ending.end <= time)
    return { built: await buildProposal(current, ending, rewardRule) }
  const { taken, refused, ...rest } = await executeTxs(current, txs)
  if (taken.length === 0 && !isChange)
    return { built: refused.length === 0 ? undefined : { blocks: [], taken, refused }, ...rest }
  const block: Block = {
    kind: 'banffStandardBlock',
    time,
    parentID: parent.id,
    height: parent.height + 1n,
    txs: taken.map(signedOf),
  }
  return { built: { blocks: [await finishBlock(current, block)], taken, refused }, ...rest }
}

function signedOf({ unsigned, credentials }: Tx): Signed {
  return { unsignedTx: unsigned, credentials }
}

interface ExecutedTxs extends Pick<Attempt, 'retryAt'> {
  readonly taken: readonly Tx[]
  readonly refused: readonly RefusedTx<Tx>[]
}

/** Executes as many transactions as fit into the size and gas limits of a block. */
async function executeTxs(
  { draft, params, parent, time }: BlockInProgress,
  txs: Iterable<Tx>,
): Promise<ExecutedTxs> {
  const [taken, refused]: [Tx[], RefusedTx<Tx>[]] = [[], []]
  const before = await draft.totals()
  const context = { params, price: gasPrice(params.gas, before), height: parent.height }
  let [size, gas] = [0, 0n]
  let retryAt: bigint | undefined
  for (const tx of txs) {
    if (size > 0 && size + tx.bytes.length > BLOCK_BYTES) break
    try {
      const newGas = gas + gasFor(tx, params)
      if (newGas > before.capacity) {
        retryAt = time + refillTime(params, newGas - before.capacity)
        break
      }
      await executeTx(draft, tx, context)
      taken.push(tx)
      gas = newGas
      size += tx.bytes.length
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ tx, error })
    }
  }
  await draft.update(() => ({ ...consumeGas(before, gas) }))
  return { taken, refused, ...(retryAt !== undefined && { retryAt }) }
}

function refillTime({ gas: { maxPerSecond } }: PlatformParams, missing: bigint): bigint {
  return (missing + maxPerSecond - 1n) / maxPerSecond
}

/** Encodes a block and collects the store changes that accept it. */
async function finishBlock(
  { draft, time }: BlockInProgress,
  block: Block,
): Promise<BuiltBlock<Block>> {
  const { height } = block
  const { id, bytes } = encodedBlock(block)
  await recordChanges(draft, height)
  draft.change(blocks.put(bytes, id), heights.put(id, height), last.put(id))
  return { tip: { id, height, time }, block, bytes, changes: draft.changes() }
}

async function buildProposal(
  current: BlockInProgress,
  ending: Ending,
  rewardRule: RewardRule,
): Promise<Built<Block, Tx>> {
  const { draft, parent, time } = current
  const proposed = await finishBlock(current, {
    kind: 'banffProposalBlock',
    time,
    txs: [],
    parentID: parent.id,
    height: parent.height + 1n,
    tx: rewardTx(ending),
  })
  const option = { ...current, draft: new PlatformDraft(draft.reader), parent: proposed.tip }
  return { blocks: [proposed, await buildOption(option, rewardRule)], taken: [], refused: [] }
}

function rewardTx({ txID }: Ending): Signed {
  return { unsignedTx: { kind: 'rewardValidatorTx', txID }, credentials: [] }
}

/** Commits or aborts the reward of the staker whose period ends at the time of the proposal. */
async function buildOption(
  current: BlockInProgress,
  rewardRule: RewardRule,
): Promise<BuiltBlock<Block>> {
  const { draft, params, parent, time } = current
  const ending = await nextEnding(draft)
  if (ending === undefined) throw new Error('The staker of the proposal does not exist')
  const isRewarded = await rewardRule(draft, ending, params)
  await endStaker(draft, ending, isRewarded)
  const { id, bytes } = txOf(rewardTx(ending))
  draft.change(acceptedTxs.put({ aborted: !isRewarded, bytes }, id))
  const kind = isRewarded ? 'banffCommitBlock' : 'banffAbortBlock'
  return finishBlock(current, { kind, time, parentID: parent.id, height: parent.height + 1n })
}
