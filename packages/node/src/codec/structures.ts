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
  type Fields,
  type ID,
  type Kind,
  type ShortID,
} from './field.ts'

/**
 * The owners of an output. Spending the output requires the signatures of `threshold` addresses,
 * and is possible after `locktime` (Unix seconds).
 */
export interface OutputOwners {
  readonly locktime: bigint
  readonly threshold: number
  readonly addresses: readonly ShortID[]
}

export interface TransferOutput extends OutputOwners {
  readonly amount: bigint
}

/** The right to mint non-fungible tokens of one group. */
export interface NftMintOutput extends OutputOwners {
  readonly groupID: number
}

export interface NftTransferOutput extends OutputOwners {
  readonly groupID: number
  readonly payload: Uint8Array
}

/** The only kind of output that can be transferred. Operations create and spend the other kinds. */
export type SecpTransferOutput = Kind<'secpTransferOutput', TransferOutput>

export type Output =
  | Kind<'secpMintOutput', OutputOwners>
  | SecpTransferOutput
  | Kind<'nftMintOutput', NftMintOutput>
  | Kind<'nftTransferOutput', NftTransferOutput>
  | Kind<'propertyMintOutput', OutputOwners>
  | Kind<'propertyOwnedOutput', OutputOwners>

export interface Transferable<T> {
  readonly assetID: ID
  readonly output: T
}

/** Signers of an input, as indices into the list of owner addresses. */
export interface Input {
  readonly sigIndices: readonly number[]
}

export interface TransferInput extends Input {
  readonly amount: bigint
}

export type SecpTransferInput = Kind<'secpTransferInput', TransferInput>

export interface UtxoID {
  readonly txID: ID
  readonly outputIndex: number
}

/** An input with the output that it spends and the asset of this output. */
export interface Spending<T> extends UtxoID {
  readonly assetID: ID
  readonly input: T
}

export interface Utxo<T = Output> extends UtxoID {
  readonly assetID: ID
  readonly output: T
}

/** A list of recoverable signatures of 65 bytes each. */
export interface Signatures {
  readonly signatures: readonly Uint8Array[]
}

export type SecpCredential = Kind<'secpCredential', Signatures>

export interface BaseFields<Out, In> {
  readonly networkID: number
  readonly blockchainID: ID
  readonly outputs: readonly Transferable<Out>[]
  readonly inputs: readonly Spending<In>[]
  readonly memo: Uint8Array
}

const owners: Fields<OutputOwners> = { locktime: u64, threshold: u32, addresses: list(shortID) }

export const OutputOwners: Field<OutputOwners> = struct(owners)
export const TransferOutput: Field<TransferOutput> = struct<TransferOutput>({
  amount: u64,
  ...owners,
})
export const NftMintOutput: Field<NftMintOutput> = struct<NftMintOutput>({
  groupID: u32,
  ...owners,
})
export const NftTransferOutput: Field<NftTransferOutput> = struct<NftTransferOutput>({
  groupID: u32,
  payload: bytes,
  ...owners,
})

export const SecpTransferOutput: Field<SecpTransferOutput> = variant<SecpTransferOutput>({
  secpTransferOutput: [0x07, TransferOutput],
})

export const Output: Field<Output> = variant<Output>({
  secpMintOutput: [0x06, OutputOwners],
  secpTransferOutput: [0x07, TransferOutput],
  nftMintOutput: [0x0a, NftMintOutput],
  nftTransferOutput: [0x0b, NftTransferOutput],
  propertyMintOutput: [0x0f, OutputOwners],
  propertyOwnedOutput: [0x10, OutputOwners],
})

export const Input: Field<Input> = struct<Input>({ sigIndices: list(u32) })
export const TransferInput: Field<TransferInput> = struct<TransferInput>({
  amount: u64,
  sigIndices: list(u32),
})
export const SecpTransferInput: Field<SecpTransferInput> = variant<SecpTransferInput>({
  secpTransferInput: [0x05, TransferInput],
})

export const Signatures: Field<Signatures> = struct<Signatures>({ signatures: list(fixed(65)) })
export const SecpCredential: Field<SecpCredential> = variant<SecpCredential>({
  secpCredential: [0x09, Signatures],
})

export const UtxoID: Field<UtxoID> = struct<UtxoID>({ txID: id, outputIndex: u32 })

export function transferable<T>(output: Field<T>): Field<Transferable<T>> {
  return struct<Transferable<T>>({ assetID: id, output })
}

export function spending<T>(input: Field<T>): Field<Spending<T>> {
  return struct<Spending<T>>({ txID: id, outputIndex: u32, assetID: id, input })
}

export function utxo<T>(output: Field<T>): Field<Utxo<T>> {
  return struct<Utxo<T>>({ txID: id, outputIndex: u32, assetID: id, output })
}

export function baseFields<Out, In>(
  output: Field<Out>,
  input: Field<In>,
): Fields<BaseFields<Out, In>> {
  return {
    networkID: u32,
    blockchainID: id,
    outputs: list(transferable(output)),
    inputs: list(spending(input)),
    memo: bytes,
  }
}
