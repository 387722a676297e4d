/** A key and the forms of its address. */
export interface LibraryOwner {
  readonly key: Uint8Array
  readonly raw: Uint8Array
  readonly text: string
}

export interface Library {
  readonly context: {
    readonly pBlockchainID: string
    readonly cBlockchainID: string
    readonly avaxAssetID: string
    readonly baseTxFee: bigint
  }
  readonly status: (txID: string) => Promise<string>
  readonly describe: (asset: string) => Promise<unknown>
  readonly balance: (address: string, asset?: string) => Promise<bigint>
  readonly utxos: (
    address: string,
    sourceChain?: string,
  ) => Promise<readonly { readonly asset: string; readonly bytes: Uint8Array }[]>
  readonly send: (from: LibraryOwner, to: LibraryOwner, amount: bigint) => Promise<string>
  readonly exportTo: (chain: string, from: LibraryOwner, amount: bigint) => Promise<string>
  readonly importFrom: (
    alias: string,
    chain: string,
    from: LibraryOwner,
    to: LibraryOwner,
  ) => Promise<string>
  readonly creation: (
    by: LibraryOwner,
    name: string,
    symbol: string,
    denomination: number,
  ) => Promise<Uint8Array>
  readonly base: (owner: LibraryOwner) => Promise<Uint8Array>
  readonly rewritten: (bytes: Uint8Array) => Uint8Array
  readonly sign: (bytes: Uint8Array, key: Uint8Array) => Promise<Uint8Array>
  readonly issue: (tx: string) => Promise<string>
}

export function openLibrary(url: string): Promise<Library>
