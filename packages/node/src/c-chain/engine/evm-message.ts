import type { AccessList } from '@ethereumjs/tx'
import type { Hex } from '../hex.ts'
import type { Authorization } from './authorize.ts'

/** A message as of `eth_call`: a transaction without nonce and signature. */
export interface EvmMessage {
  readonly from: Hex
  /** Address of the receiver; undefined for contract creation. */
  readonly to: Hex | undefined
  readonly gas: bigint
  readonly gasPrice: bigint
  /** Price per unit of gas that the balance of the sender must cover. */
  readonly feeCap: bigint
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList: AccessList
  readonly blobHashes?: readonly Hex[]
  /** Price per unit of blob gas that the balance of the sender must cover. */
  readonly blobFeeCap?: bigint
  readonly authorizations?: readonly Authorization[]
}
