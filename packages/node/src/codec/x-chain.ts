import { bytes, id, list, struct, text, u32, u64, u8, variant, type ValueOf } from './field.ts'
import {
  baseFields,
  Input,
  NftTransferOutput,
  Output,
  OutputOwners,
  SecpTransferInput,
  SecpTransferOutput,
  Signatures,
  spending,
  transferable,
  TransferOutput,
  utxo,
  UtxoID,
} from './structures.ts'

const base = baseFields(SecpTransferOutput, SecpTransferInput)
const BaseTx = struct(base)
export type BaseTx = ValueOf<typeof BaseTx>

const InitialState = struct({ fxIndex: u32, outputs: list(Output) })
export type InitialState = ValueOf<typeof InitialState>

const createAsset = {
  ...base,
  name: text,
  symbol: text,
  denomination: u8,
  initialStates: list(InitialState),
}

/** A transaction that creates an asset. The ID of the asset is the ID of the transaction. */
const CreateAssetTx = struct(createAsset)
export type CreateAssetTx = ValueOf<typeof CreateAssetTx>

/** An operation of a feature extension on one unspent output. */
const FxOperation = variant({
  secpMintOperation: [
    0x08,
    struct({ mintInput: Input, mintOutput: OutputOwners, transferOutput: TransferOutput }),
  ],
  nftMintOperation: [
    0x0c,
    struct({ mintInput: Input, groupID: u32, payload: bytes, owners: list(OutputOwners) }),
  ],
  nftTransferOperation: [0x0d, struct({ input: Input, output: NftTransferOutput })],
  propertyMintOperation: [
    0x11,
    struct({ mintInput: Input, mintOutput: OutputOwners, ownedOutput: OutputOwners }),
  ],
  propertyBurnOperation: [0x12, Input],
})
export type FxOperation = ValueOf<typeof FxOperation>

export const Operation = struct({ assetID: id, utxoIDs: list(UtxoID), operation: FxOperation })
export type Operation = ValueOf<typeof Operation>

export const UnsignedTx = variant({
  baseTx: [0x00, BaseTx],
  createAssetTx: [0x01, CreateAssetTx],
  operationTx: [0x02, struct({ ...base, operations: list(Operation) })],
  importTx: [
    0x03,
    struct({ ...base, sourceChain: id, importedInputs: list(spending(SecpTransferInput)) }),
  ],
  exportTx: [
    0x04,
    struct({
      ...base,
      destinationChain: id,
      exportedOutputs: list(transferable(SecpTransferOutput)),
    }),
  ],
})
export type UnsignedTx = ValueOf<typeof UnsignedTx>

/**
 * Signatures for one input or operation. The kind names the extension that verifies the signatures.
 */
export const Credential = variant({
  secpCredential: [0x09, Signatures],
  nftCredential: [0x0e, Signatures],
  propertyCredential: [0x13, Signatures],
})
export type Credential = ValueOf<typeof Credential>

export const SignedTx = struct({ unsignedTx: UnsignedTx, credentials: list(Credential) })
export type SignedTx = ValueOf<typeof SignedTx>

/** The time is in Unix seconds. The Merkle root is always zero. */
export const StandardBlock = variant({
  standardBlock: [
    0x14,
    struct({ parentID: id, height: u64, time: u64, merkleRoot: id, txs: list(SignedTx) }),
  ],
})
export type StandardBlock = ValueOf<typeof StandardBlock>

export const XUtxo = utxo(Output)

/** A genesis asset: an alias and a CreateAssetTx without its type ID. */
const GenesisAsset = struct({ alias: text, ...createAsset })
export type GenesisAsset = ValueOf<typeof GenesisAsset>

export const Genesis = struct({ assets: list(GenesisAsset) })
export type Genesis = ValueOf<typeof Genesis>
