/** A key and the forms of its address. */
export interface EvmOwner {
  readonly key: Uint8Array
  readonly raw: Uint8Array
  /** With the prefix of the C-Chain. */
  readonly text: string
}

/** Transfers between the C-Chain and others with the library of the public network. */
export interface EvmLibrary {
  readonly status: (txID: string) => Promise<string>
  readonly importFrom: (alias: string, from: EvmOwner, to: string) => Promise<string>
  readonly exportTo: (
    alias: string,
    to: EvmOwner,
    order: { readonly from: string; readonly amount: bigint; readonly nonce: bigint },
  ) => Promise<string>
}

export function openEvm(url: string, context: object): EvmLibrary
