import { MAX_U64, type ID } from '../../codec/field.ts'
import { idText } from '../../codec/ids.ts'
import type { PlatformTx } from '../../codec/p-chain.ts'
import type { Input } from '../../codec/structures.ts'
import type { PlatformParams } from '../params.ts'
import { refusal } from '../refusals.ts'
import { checkCredentialOf, type Signing } from '../rules/signatures.ts'
import { subnets, type Subnet, type Totals } from '../state/records.ts'
import type { PlatformDraft } from '../state/state.ts'
import { weightsOf } from '../state/stakers.ts'
import type { Tx } from '../tx.ts'

export interface Execution {
  readonly draft: PlatformDraft
  readonly tx: Tx
  readonly params: PlatformParams
  /** Totals of the chain before this transaction. */
  readonly totals: Totals
  /** Height of the last accepted block. Warp messages are verified against the validators at this height. */
  readonly height: bigint
}

export type Of<Kind extends PlatformTx['kind']> = Extract<PlatformTx, { readonly kind: Kind }>

/**
 * Checks the rules that depend on the state, and applies the effects of one kind of transaction, except for transfers.
 */
export type Effect<Kind extends PlatformTx['kind']> = (
  execution: Execution,
  unsigned: Of<Kind>,
) => Promise<void>

/** Returns the subnet, after checking that its owners signed the transaction. */
export async function authorizedSubnet(
  execution: Execution,
  subnetID: ID,
  auth: Input,
): Promise<Subnet> {
  const subnet = await subnets.get(execution.draft.reader, subnetID)
  if (subnet === undefined) throw refusal('unknownSubnet', idText(subnetID))
  const signing = signingOf(execution, 'the subnet authorization')
  checkCredentialOf(subnet.owner, auth, execution.tx.credentials.at(-1), signing)
  return subnet
}

export function signingOf({ tx, totals, params }: Execution, label: string): Signing {
  const { signedHash } = tx
  return { signedHash, time: totals.time, form: { hrp: params.hrp, alias: 'P' }, label }
}

/** Returns the subnet, after checking that its owners signed and that it was not converted to an L1. */
export async function mutableSubnet(
  execution: Execution,
  subnetID: ID,
  auth: Input,
): Promise<Subnet> {
  const subnet = await authorizedSubnet(execution, subnetID, auth)
  if (isL1(subnet)) throw refusal('immutableSubnet')
  return subnet
}

/**
 * Checks that the total weight of the validators of a subnet does not exceed the maximum if `more`
 * is added.
 */
export async function checkWeight({ draft }: Execution, subnetID: ID, more: bigint): Promise<void> {
  const { stakers, active, inactive } = await weightsOf(draft, subnetID)
  if (stakers + active + inactive + more > MAX_U64) throw refusal('totalWeight')
}

export function isL1({ conversionID }: Subnet): boolean {
  return /[^0]/.test(conversionID)
}
