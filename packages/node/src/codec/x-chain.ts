import {
  bytes,
  id,
  list,
  struct,
  text,
  u32,
  u64,
  u8,
  variant,
  type Field,
  type ID,
  type Kind,
} from './field.ts'
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
  type BaseFields,
  type Spending,
  type Transferable,
  type Utxo,
} from './structures.ts'

export type BaseTx = BaseFields<SecpTransferOutput, SecpTransferInput>

/** A transaction that creates an asset. The ID of the asset is the ID of the transaction. */
export interface CreateAssetTx extends BaseTx {
  readonly name: string
  readonly symbol: string
  readonly denomination: number
  readonly initialStates: readonly InitialState[]
}

export interface InitialState {
  readonly fxIndex: number
  readonly outputs: readonly Output[]
}

export interface OperationTx extends BaseTx {
  readonly operations: readonly Operation[]
}

export interface Operation {
  readonly assetID: ID
  readonly utxoIDs: readonly UtxoID[]
  readonly operation: FxOperation
}

export interface ImportTx extends BaseTx {
  readonly sourceChain: ID
  readonly importedInputs: readonly Spending<SecpTransferInput>[]
}

export interface ExportTx extends BaseTx {
  readonly destinationChain: ID
  readonly exportedOutputs: readonly Transferable<SecpTransferOutput>[]
}

export interface SecpMintOperation {
  readonly mintInput: Input
  readonly mintOutput: OutputOwners
  readonly transferOutput: TransferOutput
}

export interface NftMintOperation {
  readonly mintInput: Input
  readonly groupID: number
  readonly payload: Uint8Array
  readonly owners: readonly OutputOwners[]
}

export interface NftTransferOperation {
  readonly input: Input
  readonly output: NftTransferOutput
}

export interface PropertyMintOperation {
  readonly mintInput: Input
  readonly mintOutput: OutputOwners
  readonly ownedOutput: OutputOwners
}

/** An operation of a feature extension on one unspent output. */
export type FxOperation =
  | Kind<'secpMintOperation', SecpMintOperation>
  | Kind<'nftMintOperation', NftMintOperation>
  | Kind<'nftTransferOperation', NftTransferOperation>
  | Kind<'propertyMintOperation', PropertyMintOperation>
  | Kind<'propertyBurnOperation', Input>

export type UnsignedTx =
  | Kind<'baseTx', BaseTx>
  | Kind<'createAssetTx', CreateAssetTx>
  | Kind<'operationTx', OperationTx>
  | Kind<'importTx', ImportTx>
  | Kind<'exportTx', ExportTx>

/**
 * Signatures for one input or operation. The kind names the extension that verifies the signatures.
 */
export type Credential =
  | Kind<'secpCredential', Signatures>
  | Kind<'nftCredential', Signatures>
  | Kind<'propertyCredential', Signatures>

export interface SignedTx {
  readonly unsignedTx: UnsignedTx
  readonly credentials: readonly Credential[]
}

export interface Block {
  readonly parentID: ID
  readonly height: bigint
  /** Unix seconds. */
  readonly time: bigint
  /** Always zero. */
  readonly merkleRoot: ID
  readonly txs: readonly SignedTx[]
}

export type StandardBlock = Kind<'standardBlock', Block>

/** A genesis asset: an alias and a CreateAssetTx without its type ID. */
export interface GenesisAsset extends CreateAssetTx {
  readonly alias: string
}

export interface Genesis {
  readonly assets: readonly GenesisAsset[]
}

const base = baseFields(SecpTransferOutput, SecpTransferInput)

const BaseTx: Field<BaseTx> = struct(base)

const InitialState: Field<InitialState> = struct<InitialState>({
  fxIndex: u32,
  outputs: list(Output),
})

const createAsset = {
  ...base,
  name: text,
  symbol: text,
  denomination: u8,
  initialStates: list(InitialState),
}

const FxOperation: Field<FxOperation> = variant<FxOperation>({
  secpMintOperation: [
    0x08,
    struct<SecpMintOperation>({
      mintInput: Input,
      mintOutput: OutputOwners,
      transferOutput: TransferOutput,
    }),
  ],
  nftMintOperation: [
    0x0c,
    struct<NftMintOperation>({
      mintInput: Input,
      groupID: u32,
      payload: bytes,
      owners: list(OutputOwners),
    }),
  ],
  nftTransferOperation: [
    0x0d,
    struct<NftTransferOperation>({ input: Input, output: NftTransferOutput }),
  ],
  propertyMintOperation: [
    0x11,
    struct<PropertyMintOperation>({
      mintInput: Input,
      mintOutput: OutputOwners,
      ownedOutput: OutputOwners,
    }),
  ],
  propertyBurnOperation: [0x12, Input],
})

export const Operation: Field<Operation> = struct<Operation>({
  assetID: id,
  utxoIDs: list(UtxoID),
  operation: FxOperation,
})

export const UnsignedTx: Field<UnsignedTx> = variant<UnsignedTx>({
  baseTx: [0x00, BaseTx],
  createAssetTx: [0x01, struct<CreateAssetTx>(createAsset)],
  operationTx: [0x02, struct<OperationTx>({ ...base, operations: list(Operation) })],
  importTx: [
    0x03,
    struct<ImportTx>({
      ...base,
      sourceChain: id,
      importedInputs: list(spending(SecpTransferInput)),
    }),
  ],
  exportTx: [
    0x04,
    struct<ExportTx>({
      ...base,
      destinationChain: id,
      exportedOutputs: list(transferable(SecpTransferOutput)),
    }),
  ],
})

const Credential: Field<Credential> = variant<Credential>({
  secpCredential: [0x09, Signatures],
  nftCredential: [0x0e, Signatures],
  propertyCredential: [0x13, Signatures],
})

export const Credentials: Field<readonly Credential[]> = list(Credential)

export const SignedTx: Field<SignedTx> = struct<SignedTx>({
  unsignedTx: UnsignedTx,
  credentials: Credentials,
})

export const StandardBlock: Field<StandardBlock> = variant<StandardBlock>({
  standardBlock: [
    0x14,
    struct<Block>({
      parentID: id,
      height: u64,
      time: u64,
      merkleRoot: id,
      txs: list(SignedTx),
    }),
  ],
})

export const XUtxo: Field<Utxo> = utxo(Output)

export const Genesis: Field<Genesis> = struct<Genesis>({
  assets: list(struct<GenesisAsset>({ alias: text, ...createAsset })),
})
