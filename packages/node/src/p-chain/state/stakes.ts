import { bool, id, list, struct, type ID, type ShortID } from '../../codec/field.ts'
import { PlatformOutput, type PlatformTx } from '../../codec/p-chain.ts'
import { transferable, type Transferable } from '../../codec/structures.ts'
import type { Change } from '../../store/store.ts'
import { platformOutputs, type PlatformState } from './state.ts'
import { Table } from './table.ts'

/** What a transaction staked, as long as its staker is current. */
interface Stake {
  readonly txID: ID
  readonly delegates: boolean
  readonly outputs: readonly Transferable<PlatformOutput>[]
}

/** By owner of a staked output and transaction, so that nobody's stake is found by reading all stakers. */
const stakes: Table<Stake> = new Table(
  'stake',
  struct<Stake>({ txID: id, delegates: bool, outputs: list(transferable(PlatformOutput)) }),
)

/** A transaction that stakes. */
export type StakingTx = Extract<PlatformTx, { readonly stake: unknown }>

/** Lists the stake of a staker that is added. */
export function stakeAdded(txID: ID, unsigned: StakingTx): readonly Change[] {
  const stake = { txID, delegates: !('shares' in unsigned), outputs: unsigned.stake }
  return ownersOf(unsigned).map((owner) => stakes.put(stake, owner, txID))
}

/** Lists the stake no longer, because it is returned. */
export function stakeReturned(txID: ID, unsigned: StakingTx): readonly Change[] {
  return ownersOf(unsigned).map((owner) => stakes.remove(owner, txID))
}

/** Each staked output that names one of the owners, once. */
export async function* stakedBy(
  { reader }: PlatformState,
  owners: ReadonlySet<ShortID>,
  validatorsOnly: boolean,
): AsyncGenerator<Transferable<PlatformOutput>, void> {
  const seen = new Set<ID>()
  for (const owner of owners)
    for await (const { txID, delegates, outputs } of stakes.scan(reader, owner)) {
      if ((validatorsOnly && delegates) || seen.has(txID)) continue
      seen.add(txID)
      yield* outputs.filter(({ output }) =>
        platformOutputs.owners(output).some((each) => owners.has(each)),
      )
    }
}

function ownersOf({ stake }: StakingTx): readonly ShortID[] {
  return [...new Set(stake.flatMap(({ output }) => platformOutputs.owners(output)))]
}
