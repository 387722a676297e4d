import {
  id,
  list,
  shortID,
  struct,
  u32,
  u64,
  variant,
  type Field,
  type ID,
  type Kind,
  type ShortID,
} from './field.ts'
import {
  SecpCredential,
  SecpTransferInput,
  SecpTransferOutput,
  spending,
  transferable,
  type Spending,
  type Transferable,
} from './structures.ts'

/** An EVM account and the amount credited to it. */
export interface EvmOutput {
  readonly address: ShortID
  readonly amount: bigint
  readonly assetID: ID
}

/** An EVM account, the amount debited from it, and the nonce that it must have. */
export interface EvmInput extends EvmOutput {
  readonly nonce: bigint
}

interface AtomicFields {
  readonly networkID: number
  readonly blockchainID: ID
}

export interface AtomicImportTx extends AtomicFields {
  readonly sourceChain: ID
  readonly importedInputs: readonly Spending<SecpTransferInput>[]
  readonly outs: readonly EvmOutput[]
}

export interface AtomicExportTx extends AtomicFields {
  readonly destinationChain: ID
  readonly ins: readonly EvmInput[]
  readonly exportedOutputs: readonly Transferable<SecpTransferOutput>[]
}

export type AtomicTx = Kind<'importTx', AtomicImportTx> | Kind<'exportTx', AtomicExportTx>

export interface SignedAtomicTx {
  readonly unsignedTx: AtomicTx
  readonly credentials: readonly SecpCredential[]
}

const evmOutput = { address: shortID, amount: u64, assetID: id }

export const AtomicTx: Field<AtomicTx> = variant<AtomicTx>({
  importTx: [
    0x00,
    struct<AtomicImportTx>({
      networkID: u32,
      blockchainID: id,
      sourceChain: id,
      importedInputs: list(spending(SecpTransferInput)),
      outs: list(struct<EvmOutput>(evmOutput)),
    }),
  ],
  exportTx: [
    0x01,
    struct<AtomicExportTx>({
      networkID: u32,
      blockchainID: id,
      destinationChain: id,
      ins: list(struct<EvmInput>({ ...evmOutput, nonce: u64 })),
      exportedOutputs: list(transferable(SecpTransferOutput)),
    }),
  ],
})

export const SignedAtomicTx: Field<SignedAtomicTx> = struct<SignedAtomicTx>({
  unsignedTx: AtomicTx,
  credentials: list(SecpCredential),
})
