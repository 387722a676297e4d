import {
  bytes,
  fixed,
  id,
  list,
  shortID,
  struct,
  u32,
  u64,
  variant,
  type Field,
  type ID,
  type ValueOf,
} from './field.ts'

const owners = { locktime: u64, threshold: u32, addresses: list(shortID) }

/**
 * The owners of an output. Spending the output requires the signatures of `threshold` addresses,
 * and is possible after `locktime` (Unix seconds).
 */
export const OutputOwners = struct(owners)
export type OutputOwners = ValueOf<typeof OutputOwners>

export const TransferOutput = struct({ amount: u64, ...owners })
export type TransferOutput = ValueOf<typeof TransferOutput>

/** The right to mint non-fungible tokens of one group. */
const NftMintOutput = struct({ groupID: u32, ...owners })
export const NftTransferOutput = struct({ groupID: u32, payload: bytes, ...owners })

/** The only kind of output that can be transferred. Operations create and spend the other kinds. */
export const SecpTransferOutput = variant({ secpTransferOutput: [0x07, TransferOutput] })
export type SecpTransferOutput = ValueOf<typeof SecpTransferOutput>

export const Output = variant({
  secpMintOutput: [0x06, OutputOwners],
  secpTransferOutput: [0x07, TransferOutput],
  nftMintOutput: [0x0a, NftMintOutput],
  nftTransferOutput: [0x0b, NftTransferOutput],
  propertyMintOutput: [0x0f, OutputOwners],
  propertyOwnedOutput: [0x10, OutputOwners],
})
export type Output = ValueOf<typeof Output>

/** Signers of an input, as indices into the list of owner addresses. */
export const Input = struct({ sigIndices: list(u32) })
export type Input = ValueOf<typeof Input>

export const TransferInput = struct({ amount: u64, sigIndices: list(u32) })
export type TransferInput = ValueOf<typeof TransferInput>

export const SecpTransferInput = variant({ secpTransferInput: [0x05, TransferInput] })
export type SecpTransferInput = ValueOf<typeof SecpTransferInput>

/** A list of recoverable signatures of 65 bytes each. */
export const Signatures = struct({ signatures: list(fixed(65)) })

export const SecpCredential = variant({ secpCredential: [0x09, Signatures] })
export type SecpCredential = ValueOf<typeof SecpCredential>

export const UtxoID = struct({ txID: id, outputIndex: u32 })
export type UtxoID = ValueOf<typeof UtxoID>

export interface Transferable<T> {
  readonly assetID: ID
  readonly output: T
}

export function transferable<T>(output: Field<T>): Field<Transferable<T>> {
  return struct({ assetID: id, output })
}

/** An input with the output that it spends and the asset of this output. */
export interface Spending<T> extends UtxoID {
  readonly assetID: ID
  readonly input: T
}

export function spending<T>(input: Field<T>): Field<Spending<T>> {
  return struct({ txID: id, outputIndex: u32, assetID: id, input })
}

export interface Utxo<T = Output> extends UtxoID, Transferable<T> {}

export function utxo<T>(output: Field<T>): Field<Utxo<T>> {
  return struct({ txID: id, outputIndex: u32, assetID: id, output })
}

/** Returns the first fields of each transaction of the X- and P-Chain. */
export function baseFields<Out, In>(output: Field<Out>, input: Field<In>) {
  return {
    networkID: u32,
    blockchainID: id,
    outputs: list(transferable(output)),
    inputs: list(spending(input)),
    memo: bytes,
  }
}
