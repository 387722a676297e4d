import { rpcErrors } from '@native-node/server'
import type {
  GetBalanceResultInput,
  GetStakeResultInput,
  PChainHandlers,
} from '@native-node/server/p-chain'
import { encode, type ID, type ShortID } from '../../codec/field.ts'
import { idText, parseID, ZERO_ID } from '../../codec/ids.ts'
import { PlatformOutput } from '../../codec/p-chain.ts'
import { transferable, type Utxo } from '../../codec/structures.ts'
import { checkedHex } from '../../codec/text.ts'
import { capped, LISTED_UTXOS } from '../../chain/balance.ts'
import { longRead, type Caller } from '../../chain/long-read.ts'
import { listingOf, utxoPage } from '../../chain/utxo-pages.ts'
import { utxoIDOf } from '../../chain/utxo-id.ts'
import type { PChain } from '../chain.ts'
import { amountOf } from '../rules/syntax.ts'
import { stakedBy, type StakeSearch } from '../state/stakes.ts'
import type { PlatformState } from '../state/state.ts'
import { addressesParam } from './params.ts'

const errors = rpcErrors.pChain
const STAKE_ADDRESSES = 256
const TransferableOutput = transferable(PlatformOutput)

export function balanceHandlers(
  chain: PChain,
): Pick<PChainHandlers, 'getBalance' | 'getStake' | 'getUTXOs'> {
  return {
    async getBalance({ addresses }, caller) {
      const owners = addressesParam(chain.space, addresses)
      return chain.read((state) => balanceOf(chain, state, { owners, caller }))
    },
    async getStake({ addresses, validatorsOnly = false }, caller) {
      if (addresses.length > STAKE_ADDRESSES) throw errors.tooManyAddresses()
      const owners = addressesParam(chain.space, addresses)
      return chain.read((state) => stakeOf(chain, state, { owners, validatorsOnly, caller }))
    },
    async getUTXOs(params) {
      const { space } = chain
      const addresses = [...addressesParam(space, params.addresses)]
      const listing = listingOf(space, addresses, params)
      if (listing === undefined) throw errors.invalidStartIndex()
      const source = sourceParam(chain, params.sourceChain)
      return chain.read((state) =>
        utxoPage(space, source === ZERO_ID ? state.utxos : state.from(source), listing),
      )
    },
  }
}

function sourceParam(chain: PChain, name: string | undefined): ID {
  if (name === undefined || name === '') return ZERO_ID
  const source = chain.resolveChain(name) ?? parseID(name)
  if (source === undefined) throw errors.invalidSourceChain()
  return source
}

/** Selects the outputs that belong to at least one of the owners. */
interface Search {
  readonly owners: ReadonlySet<ShortID>
  readonly caller: Caller
}

type Part = 'unlocked' | 'lockedStakeable' | 'lockedNotStakeable'

function partOf(output: PlatformOutput, now: bigint): Part {
  if (output.kind !== 'lockOut') return output.locktime <= now ? 'unlocked' : 'lockedNotStakeable'
  if (output.output.locktime > now) return 'lockedNotStakeable'
  return output.locktime <= now ? 'unlocked' : 'lockedStakeable'
}

async function balanceOf(
  { params, now }: PChain,
  state: PlatformState,
  search: Search,
): Promise<GetBalanceResultInput> {
  const parts = {
    unlocked: new Sums(),
    lockedStakeable: new Sums(),
    lockedNotStakeable: new Sums(),
  }
  const total = new Sums()
  const utxoIDs: { txID: string; outputIndex: number }[] = []
  const time = now()
  for await (const page of pagesOfOwners(state, search))
    for (const { txID, outputIndex, assetID, output } of page) {
      total.add(assetID, amountOf(output))
      parts[partOf(output, time)].add(assetID, amountOf(output))
      if (utxoIDs.length < LISTED_UTXOS) utxoIDs.push({ txID: idText(txID), outputIndex })
    }
  const native = params.nativeAssetID
  return {
    balance: total.of(native),
    unlocked: parts.unlocked.of(native),
    lockedStakeable: parts.lockedStakeable.of(native),
    lockedNotStakeable: parts.lockedNotStakeable.of(native),
    balances: total.json(),
    unlockeds: parts.unlocked.json(),
    lockedStakeables: parts.lockedStakeable.json(),
    lockedNotStakeables: parts.lockedNotStakeable.json(),
    utxoIDs: utxoIDs.length === 0 ? null : utxoIDs,
  }
}

/** Yields the outputs of the owners in pages. An output of several owners is yielded once. */
async function* pagesOfOwners(
  { utxos }: PlatformState,
  { owners, caller }: Search,
): AsyncGenerator<readonly Utxo<PlatformOutput>[], void> {
  const seen = new Set<ID>()
  const isNew = (utxo: Utxo<PlatformOutput>): boolean => {
    const { size } = seen
    return seen.add(utxoIDOf(utxo)).size > size
  }
  for (const owner of owners)
    for await (const page of longRead(utxos.pagesOf(owner), caller))
      // Outputs of a single owner have no duplicates.
      yield owners.size > 1 ? page.filter(isNew) : page
}

async function stakeOf(
  { params }: PChain,
  state: PlatformState,
  search: StakeSearch,
): Promise<GetStakeResultInput> {
  const sums = new Sums()
  const stakedOutputs: string[] = []
  for await (const page of stakedBy(state, search))
    for (const staked of page) {
      sums.add(staked.assetID, amountOf(staked.output))
      stakedOutputs.push(checkedHex(encode(TransferableOutput, staked)))
    }
  return {
    staked: sums.of(params.nativeAssetID),
    stakeds: sums.json(),
    stakedOutputs,
    encoding: 'hex',
  }
}

class Sums {
  readonly #sums = new Map<ID, bigint>()

  add(assetID: ID, amount: bigint): void {
    this.#sums.set(assetID, (this.#sums.get(assetID) ?? 0n) + amount)
  }

  of(assetID: ID): bigint {
    return capped(this.#sums.get(assetID) ?? 0n)
  }

  json(): Record<string, bigint> {
    return Object.fromEntries([...this.#sums].map(([id, sum]) => [idText(id), capped(sum)]))
  }
}
