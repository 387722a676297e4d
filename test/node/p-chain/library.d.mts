import type { Owner } from '../x-chain/wallet.ts'

/** The library of the public network on the P-Chain. Times in Unix seconds, amounts in nNATIVE. */
export interface PlatformLibrary {
  readonly send: (by: Owner, to: Owner, amount: bigint) => Promise<string>
  readonly exportTo: (by: Owner, chainID: string, amount: bigint) => Promise<string>
  readonly importFrom: (by: Owner, chainID: string, source: string) => Promise<string>
  readonly exportFromX: (by: Owner, amount: bigint) => Promise<string>
  readonly importToX: (by: Owner) => Promise<string>
  readonly stake: (by: Owner, node: LibraryNode, end: bigint, weight: bigint) => Promise<string>
  readonly delegate: (by: Owner, nodeID: string, end: bigint, weight: bigint) => Promise<string>
  readonly createSubnet: (by: Owner) => Promise<string>
  readonly createChain: (by: Owner, subnetID: string, name: string, vmID: string) => Promise<string>
  readonly addSubnetValidator: (
    by: Owner,
    subnetID: string,
    nodeID: string,
    end: bigint,
  ) => Promise<string>
  readonly removeSubnetValidator: (by: Owner, subnetID: string, nodeID: string) => Promise<string>
  readonly transferOwnership: (by: Owner, subnetID: string, to: Owner) => Promise<string>
  readonly convert: (by: Owner, subnetID: string, to: Conversion) => Promise<string>
  readonly register: (
    by: Owner,
    balance: bigint,
    proof: Uint8Array,
    message: Uint8Array,
  ) => Promise<string>
  readonly setWeight: (by: Owner, message: Uint8Array) => Promise<string>
  readonly increaseBalance: (by: Owner, validationID: string, balance: bigint) => Promise<string>
  readonly disable: (by: Owner, validationID: string) => Promise<string>
  /** Each transaction issued on the P-Chain, with bandwidth, database reads and writes, and compute. */
  readonly issued: readonly {
    readonly bytes: Uint8Array
    readonly complexity: Record<number, number>
  }[]
  readonly status: (txID: string) => Promise<string>
  readonly context: {
    readonly xBlockchainID: string
    readonly cBlockchainID: string
    readonly pBlockchainID: string
  }
}

/** Parameters of a subnet's conversion. */
export interface Conversion {
  readonly chainId: string
  readonly address: Uint8Array
  readonly node: LibraryNode
  readonly balance: bigint
}

export interface LibraryNode {
  readonly nodeID: string
  readonly publicKey: Uint8Array
  readonly proofOfPossession: Uint8Array
}

export function openPlatformLibrary(url: string): Promise<PlatformLibrary>
