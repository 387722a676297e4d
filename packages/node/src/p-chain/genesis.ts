import { encode } from '../codec/field.ts'
import { ZERO_ID } from '../codec/ids.ts'
import { PlatformGenesis, type PlatformBlock, type PlatformTx } from '../codec/p-chain.ts'
import { hashID } from '../crypto/hashes.ts'
import type { PlatformParams } from './params.ts'
import { rewardOf } from './reward.ts'
import { acceptedTxs, blockchains, totals, type Validator } from './state/records.ts'
import { addValidator } from './state/stakers.ts'
import { stakeAdded, type StakingTx } from './state/stakes.ts'
import type { PlatformDraft } from './state/state.ts'
import { txOf, type Tx } from './tx.ts'

const NO_BYTES = new Uint8Array()

/** The block of height 0: a commit whose parent is the hash of the genesis. */
export function genesisBlock(genesis: PlatformGenesis): PlatformBlock {
  const parentID = hashID(encode(PlatformGenesis, genesis))
  return { kind: 'apricotCommitBlock', parentID, height: 0n }
}

export async function writeGenesis(
  draft: PlatformDraft,
  genesis: PlatformGenesis,
  params: PlatformParams,
): Promise<void> {
  draft.change(
    totals.put({
      time: genesis.timestamp,
      capacity: 0n,
      excess: 0n,
      supply: genesis.initialSupply,
      activeL1: 0n,
      l1Excess: 0n,
      accruedFees: 0n,
    }),
  )
  for (const { txID, outputIndex, assetID, output } of genesis.utxos)
    draft.change(...draft.utxos.added({ txID, outputIndex, assetID, output }))
  for (const signed of genesis.validators) await writeValidator(draft, txOf(signed), params)
  for (const signed of genesis.chains) writeChain(draft, txOf(signed))
}

function writeChain(draft: PlatformDraft, { id, bytes, unsigned }: Tx): void {
  if (unsigned.kind !== 'createChainTx')
    throw new RangeError(`${unsigned.kind} is not a createChainTx`)
  const { subnetID, vmID, chainName } = unsigned
  draft.change(
    acceptedTxs.put({ aborted: false, bytes }, id),
    blockchains.put({ id, subnetID, vmID, name: chainName }, subnetID, id),
  )
}

async function writeValidator(draft: PlatformDraft, tx: Tx, params: PlatformParams): Promise<void> {
  const staking = stakingOf(tx.unsigned)
  const { start, end, weight, nodeID } = staking.validator
  const { supply } = await draft.totals()
  const potentialReward = rewardOf(params.reward, { stake: weight, seconds: end - start, supply })
  draft.change(
    acceptedTxs.put({ aborted: false, bytes: tx.bytes }, tx.id),
    ...stakeAdded(tx.id, staking),
  )
  await draft.update(() => ({ supply: supply + potentialReward }))
  await addValidator(draft, {
    txID: tx.id,
    subnetID: ZERO_ID,
    nodeID,
    start,
    end,
    weight,
    potentialReward,
    permissioned: false,
    delegateeReward: 0n,
    delegatorCount: 0n,
    delegatorWeight: 0n,
    ...termsOf(tx.unsigned),
  })
}

function stakingOf(unsigned: PlatformTx): StakingTx {
  if (!('stake' in unsigned)) throw new RangeError(`${unsigned.kind} has no staked outputs`)
  return unsigned
}

type Terms = Pick<
  Validator,
  'rewardOwner' | 'delegationRewardOwner' | 'shares' | 'publicKey' | 'proofOfPossession'
>

function termsOf(unsigned: PlatformTx): Terms {
  if (unsigned.kind === 'addValidatorTx') {
    const { rewardsOwner: owner, shares } = unsigned
    const key = { publicKey: NO_BYTES, proofOfPossession: NO_BYTES }
    return { rewardOwner: owner, delegationRewardOwner: owner, shares, ...key }
  }
  if (unsigned.kind !== 'addPermissionlessValidatorTx')
    throw new RangeError(`${unsigned.kind} does not add a validator of the Primary Network`)
  const { signer, validatorRewardsOwner, delegatorRewardsOwner, shares } = unsigned
  const hasKey = signer.kind === 'proofOfPossession'
  return {
    rewardOwner: validatorRewardsOwner,
    delegationRewardOwner: delegatorRewardsOwner,
    shares,
    publicKey: hasKey ? signer.publicKey : NO_BYTES,
    proofOfPossession: hasKey ? signer.proofOfPossession : NO_BYTES,
  }
}
