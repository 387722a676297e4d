import { bool, id, list, struct, type ID, type ShortID } from '../../codec/field.ts'
import { PlatformOutput, type PlatformTx } from '../../codec/p-chain.ts'
import { transferable, type Transferable } from '../../codec/structures.ts'
import { longRead, type Caller } from '../../chain/long-read.ts'
import type { Change } from '../../store/store.ts'
import { platformTable } from './records.ts'
import { platformOutputs, type PlatformState } from './state.ts'

/** Index of stakes by owner and transaction, so that a lookup does not read all stakers. */
const stakes = platformTable(
  'stake',
  struct({ txID: id, delegates: bool, outputs: list(transferable(PlatformOutput)) }),
)

export type StakingTx = Extract<PlatformTx, { readonly stake: unknown }>

/** Returns the changes that record the stake of a new staker. */
export function stakeAdded(txID: ID, unsigned: StakingTx): readonly Change[] {
  const stake = { txID, delegates: !('shares' in unsigned), outputs: unsigned.stake }
  return ownersOf(unsigned).map((owner) => stakes.put(stake, owner, txID))
}

/** Returns the changes that remove a returned stake. */
export function stakeReturned(txID: ID, unsigned: StakingTx): readonly Change[] {
  return ownersOf(unsigned).map((owner) => stakes.remove(owner, txID))
}

export interface StakeSearch {
  readonly owners: ReadonlySet<ShortID>
  /** Whether to omit the stakes of delegators. */
  readonly validatorsOnly: boolean
  readonly caller: Caller
}

/** Yields the staked outputs of the owners in pages. The stake of several owners is yielded once. */
export async function* stakedBy(
  { reader }: PlatformState,
  { owners, validatorsOnly, caller }: StakeSearch,
): AsyncGenerator<readonly Transferable<PlatformOutput>[], void> {
  const seen = new Set<ID>()
  for (const owner of owners)
    for await (const page of longRead(stakes.scanPages(reader, owner), caller))
      yield page.flatMap(({ txID, delegates, outputs }) => {
        if ((validatorsOnly && delegates) || seen.has(txID)) return []
        seen.add(txID)
        return outputs.filter(({ output }) =>
          platformOutputs.owners(output).some((each) => owners.has(each)),
        )
      })
}

function ownersOf({ stake }: StakingTx): readonly ShortID[] {
  return [...new Set(stake.flatMap(({ output }) => platformOutputs.owners(output)))]
}
