import type { Owner } from '../x-chain/wallet.ts'

/** An output of the library. Locktime in Unix seconds, amount in nNATIVE. */
export interface Sum extends Owners {
  readonly amount: bigint
}

export interface Owners {
  readonly owners: readonly Owner[]
  readonly threshold: number
  readonly locktime: bigint
}

export type Side = 'P' | 'X'

/** A wallet of several keys. Each method signs with the keys of `signers` and returns the transaction ID. */
export interface SharedFunds {
  readonly send: (on: Side, signers: readonly Owner[], outputs: readonly Sum[]) => Promise<string>
  readonly exportFrom: (on: Side, signers: readonly Owner[], exported: Sum) => Promise<string>
  readonly importTo: (on: Side, signers: readonly Owner[], to: Owners) => Promise<string>
  readonly delegate: (
    signers: readonly Owner[],
    stake: {
      readonly nodeID: string
      readonly end: bigint
      readonly weight: bigint
      readonly owners: readonly Owner[]
    },
  ) => Promise<string>
  readonly createSubnet: (
    signers: readonly Owner[],
    owner: Omit<Owners, 'locktime'>,
  ) => Promise<string>
  readonly createChain: (
    signers: readonly Owner[],
    chain: {
      readonly subnetID: string
      readonly name: string
      readonly vmID: string
      readonly authorized: readonly Owner[]
      readonly subnetAuth: readonly number[]
    },
  ) => Promise<string>
}

export function openSharedFunds(url: string): Promise<SharedFunds>
