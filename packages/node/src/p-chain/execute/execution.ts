import type { ID } from '../../codec/field.ts'
import type { PlatformTx } from '../../codec/p-chain.ts'
import type { Input } from '../../codec/structures.ts'
import type { PlatformParams } from '../params.ts'
import { refused } from '../refusals.ts'
import { checkSignatures } from '../rules/signatures.ts'
import { subnets, type Subnet, type Totals } from '../state/records.ts'
import type { Draft } from '../state/state.ts'
import type { Tx } from '../tx.ts'

/** A transaction that is being executed, and on top of what. */
export interface Execution {
  /** Takes the changes of this transaction. */
  readonly draft: Draft
  readonly tx: Tx
  readonly params: PlatformParams
  /** Numbers of the chain in front of the transaction. */
  readonly totals: Totals
  /** Height of the last accepted block: warp messages are held against the validators there. */
  readonly height: bigint
}

/** A transaction of one kind. */
export type Of<Kind extends PlatformTx['kind']> = Extract<PlatformTx, { readonly kind: Kind }>

/** Checks what depends on the state, and does what transactions of one kind do beside moving amounts. */
export type Effect<Kind extends PlatformTx['kind']> = (
  execution: Execution,
  unsigned: Of<Kind>,
) => Promise<void>

/** The subnet that its owners allow the transaction to change. */
export async function authorizedSubnet(
  { draft, tx, totals }: Execution,
  subnetID: ID,
  auth: Input,
): Promise<Subnet> {
  const subnet = await subnets.get(draft.reader, subnetID)
  if (subnet === undefined) throw refused('unknownSubnet')
  const { signedHash, credentials } = tx
  checkSignatures(subnet.owner, auth, credentials.at(-1), { signedHash, time: totals.time })
  return subnet
}

/** The subnet, if its owners may still change what it consists of. */
export async function mutableSubnet(
  execution: Execution,
  subnetID: ID,
  auth: Input,
): Promise<Subnet> {
  const subnet = await authorizedSubnet(execution, subnetID, auth)
  if (isL1(subnet)) throw refused('immutableSubnet')
  return subnet
}

/** Whether a subnet was converted to an L1. */
export function isL1({ conversionID }: Subnet): boolean {
  return /[^0]/.test(conversionID)
}
