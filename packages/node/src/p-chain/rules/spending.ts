import type { UtxoSet } from '../../chain/utxo-set.ts'
import { utxoIDOf } from '../../chain/utxo-id.ts'
import { encodeBare, type ID } from '../../codec/field.ts'
import type { PlatformInput, PlatformOutput } from '../../codec/p-chain.ts'
import {
  OutputOwners,
  type SecpCredential,
  type Spending,
  type Transferable,
  type Utxo,
} from '../../codec/structures.ts'
import { checkAmount, checkSpent, shortDetail, valueDetail } from '../../chain/rules/spending.ts'
import { refusal } from '../refusals.ts'
import { checkCredentialOf, type Signing } from './signatures.ts'

/** Inputs with their credentials, and the set of outputs that they spend from. */
export interface Source {
  readonly inputs: readonly Spending<PlatformInput>[]
  readonly credentials: readonly SecpCredential[]
  readonly set: UtxoSet<PlatformOutput>
}

/** Free amounts by asset, and locked amounts by asset, locktime and owners. */
interface Sums {
  readonly free: Map<ID, bigint>
  readonly locked: Map<string, { readonly assetID: ID; amount: bigint }>
}

/** Checks the inputs and returns the outputs that they spend. */
export async function checkInputs(
  { inputs, credentials, set }: Source,
  signing: Signing,
): Promise<readonly Utxo<PlatformOutput>[]> {
  const ids = inputs.map(utxoIDOf)
  const found = await set.getMany(ids)
  return inputs.map((spending, at) => {
    const id = ids[at]
    const label = `${signing.label} ${at}`
    const utxo = checkSpent(id === undefined ? undefined : found.get(id), spending, label, refusal)
    const { locktime, output } = unlocked(utxo.output)
    if (spending.input.kind === 'lockIn' && spending.input.locktime !== locktime)
      throw refusal('wrongLocktime', valueDetail(label, spending.input.locktime, locktime))
    if (spending.input.kind !== 'lockIn' && locktime > signing.time)
      throw refusal('notMarkedLocked', `${label} is locked until Unix time ${locktime}`)
    const input = spending.input.kind === 'lockIn' ? spending.input.input : spending.input
    checkAmount(input.amount, output.amount, label, refusal)
    checkCredentialOf(output, input, credentials[at], { ...signing, label })
    return utxo
  })
}

/**
 * Checks that the consumed amounts cover the produced amounts, the fee and the balances of L1
 * validators. Locked amounts keep their lock; free amounts may be produced as locked. The surplus
 * is burned.
 */
export function checkFlow({
  consumed,
  produced,
  paid,
  time,
}: {
  readonly consumed: readonly Utxo<PlatformOutput>[]
  readonly produced: readonly Transferable<PlatformOutput>[]
  /** The fee and the balances of L1 validators that the transaction pays, by asset. */
  readonly paid: ReadonlyMap<ID, bigint>
  readonly time: bigint
}): void {
  const have = summed(consumed, time)
  // A produced output with a lock is treated as locked even if its locktime has passed.
  const want = summed(produced, 0n)
  for (const [key, { assetID, amount }] of want.locked) {
    const short = amount - (have.locked.get(key)?.amount ?? 0n)
    if (short <= 0n) continue
    const free = have.free.get(assetID) ?? 0n
    if (short > free) throw refusal('lockedFundsShort', shortDetail(assetID, short, free))
    have.free.set(assetID, free - short)
  }
  for (const [assetID, amount] of paid) add(want.free, assetID, amount)
  for (const [assetID, amount] of want.free) {
    const free = have.free.get(assetID) ?? 0n
    if (amount > free) throw refusal('fundsShort', shortDetail(assetID, amount, free))
  }
}

function summed(outputs: readonly Transferable<PlatformOutput>[], time: bigint): Sums {
  const sums: Sums = { free: new Map(), locked: new Map() }
  for (const { assetID, output: produced } of outputs) {
    const { locktime, output } = unlocked(produced)
    if (locktime <= time) {
      add(sums.free, assetID, output.amount)
      continue
    }
    const owners = Buffer.from(encodeBare(OutputOwners, output)).toString('hex')
    const key = `${assetID} ${locktime} ${owners}`
    const before = sums.locked.get(key)?.amount ?? 0n
    sums.locked.set(key, { assetID, amount: before + output.amount })
  }
  return sums
}

function unlocked(output: PlatformOutput): {
  readonly locktime: bigint
  readonly output: Extract<PlatformOutput, { readonly kind: 'secpTransferOutput' }>
} {
  return output.kind === 'lockOut' ? output : { locktime: 0n, output }
}

function add(sums: Map<ID, bigint>, assetID: ID, amount: bigint): void {
  sums.set(assetID, (sums.get(assetID) ?? 0n) + amount)
}
