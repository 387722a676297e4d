import type {
  BlockInput,
  FxCredentialInput,
  InitialStateInput,
  NftMintOutputInput,
  NftTransferOutputInput,
  OperationInput,
  OwnersJsonInput,
  SecpTransferOutputInput,
  TransactionInput,
  TransferableInputLike,
  TransferableOutputInput,
  UnsignedTxInput,
} from '@native-node/server/x-chain'
import { addressText, type AddressSpace } from '../../codec/address.ts'
import type { ID } from '../../codec/field.ts'
import { idText } from '../../codec/ids.ts'
import type {
  Input,
  Output,
  OutputOwners,
  SecpTransferInput,
  Spending,
  TransferOutput,
  Transferable,
} from '../../codec/structures.ts'
import { plainHex } from '../../codec/text.ts'
import type {
  BaseTx,
  Credential,
  InitialState,
  Operation,
  StandardBlock,
} from '../../codec/x-chain.ts'
import { fxOf } from '../fx.ts'
import { txOf, type Tx } from '../tx.ts'

const SECP = 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ'
const NFT = 'qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT'
const PROPERTY = 'rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy'
const fxIDs = [SECP, NFT, PROPERTY] as const

/** Converts a block to JSON. Amounts and heights are JSON numbers. */
export function blockJson(id: ID, block: StandardBlock, space: AddressSpace): BlockInput {
  return {
    parentID: idText(block.parentID),
    height: block.height,
    time: block.time,
    merkleRoot: idText(block.merkleRoot),
    txs: block.txs.map((signed) => txJson(txOf(signed), space)),
    id: idText(id),
  }
}

export function txJson({ id, unsigned, credentials }: Tx, space: AddressSpace): TransactionInput {
  return {
    unsignedTx: unsignedJson(unsigned, space),
    credentials: credentials.map(credentialJson),
    id: idText(id),
  }
}

function unsignedJson(unsigned: Tx['unsigned'], space: AddressSpace): UnsignedTxInput {
  const base = baseJson(unsigned, space)
  switch (unsigned.kind) {
    case 'baseTx':
      return base
    case 'createAssetTx': {
      const { name, symbol, denomination } = unsigned
      const initialStates = unsigned.initialStates.map((state) => stateJson(state, space))
      return { ...base, name, symbol, denomination, initialStates }
    }
    case 'operationTx':
      return { ...base, operations: unsigned.operations.map((each) => operationJson(each, space)) }
    case 'importTx':
      return {
        ...base,
        sourceChain: idText(unsigned.sourceChain),
        importedInputs: unsigned.importedInputs.map(inputJson),
      }
    case 'exportTx':
      return {
        ...base,
        destinationChain: idText(unsigned.destinationChain),
        exportedOutputs: unsigned.exportedOutputs.map((each) => outputJson(each, space)),
      }
  }
}

interface BaseJson {
  readonly networkID: number
  readonly blockchainID: string
  readonly outputs: readonly TransferableOutputInput[]
  readonly inputs: readonly TransferableInputLike[]
  readonly memo: string
}

function baseJson(base: BaseTx, space: AddressSpace): BaseJson {
  return {
    networkID: base.networkID,
    blockchainID: idText(base.blockchainID),
    outputs: base.outputs.map((output) => outputJson(output, space)),
    inputs: base.inputs.map(inputJson),
    memo: plainHex(base.memo),
  }
}

function outputJson(
  { assetID, output }: Transferable<TransferOutput>,
  space: AddressSpace,
): TransferableOutputInput {
  return { assetID: idText(assetID), fxID: SECP, output: amountJson(output, space) }
}

function inputJson(spending: Spending<SecpTransferInput>): TransferableInputLike {
  const { txID, outputIndex, assetID, input } = spending
  return {
    txID: idText(txID),
    outputIndex,
    assetID: idText(assetID),
    fxID: SECP,
    input: { amount: input.amount, ...signersJson(input) },
  }
}

function signersJson({ sigIndices }: Input): { readonly signatureIndices: readonly number[] } {
  return { signatureIndices: sigIndices }
}

function ownersJson(owners: OutputOwners, space: AddressSpace): OwnersJsonInput {
  const { addresses, locktime, threshold } = owners
  return { addresses: addresses.map((each) => addressText(space, each)), locktime, threshold }
}

function amountJson(output: TransferOutput, space: AddressSpace): SecpTransferOutputInput {
  const { addresses, ...when } = ownersJson(output, space)
  return { addresses, amount: output.amount, ...when }
}

/** Converts an initial state to JSON. A valid initial state contains only outputs of its own extension. */
function stateJson({ fxIndex, outputs }: InitialState, space: AddressSpace): InitialStateInput {
  switch (fxIndex) {
    case 1:
      return { fxIndex, fxID: NFT, outputs: outputs.flatMap((output) => nftJson(output, space)) }
    case 2:
      return { fxIndex, fxID: PROPERTY, outputs: outputs.map((each) => ownersJson(each, space)) }
    default:
      return {
        fxIndex: 0,
        fxID: SECP,
        outputs: outputs.map((output) =>
          output.kind === 'secpTransferOutput'
            ? amountJson(output, space)
            : ownersJson(output, space),
        ),
      }
  }
}

function nftJson(
  output: Output,
  space: AddressSpace,
): readonly (NftMintOutputInput | NftTransferOutputInput)[] {
  if (output.kind === 'nftTransferOutput') return [tokenJson(output, space)]
  if (output.kind !== 'nftMintOutput') return []
  return [{ ...ownersJson(output, space), groupID: output.groupID }]
}

interface Token extends OutputOwners {
  readonly groupID: number
  readonly payload: Uint8Array
}

function tokenJson(output: Token, space: AddressSpace): NftTransferOutputInput {
  return {
    ...ownersJson(output, space),
    groupID: output.groupID,
    payload: plainHex(output.payload),
  }
}

function operationJson(
  { assetID, utxoIDs, operation }: Operation,
  space: AddressSpace,
): OperationInput {
  const spent = {
    assetID: idText(assetID),
    inputIDs: utxoIDs.map(({ txID, outputIndex }) => ({ txID: idText(txID), outputIndex })),
  }
  switch (operation.kind) {
    case 'secpMintOperation':
      return {
        ...spent,
        fxID: SECP,
        operation: {
          mintInput: signersJson(operation.mintInput),
          mintOutput: ownersJson(operation.mintOutput, space),
          transferOutput: amountJson(operation.transferOutput, space),
        },
      }
    case 'nftMintOperation':
      return {
        ...spent,
        fxID: NFT,
        operation: {
          mintInput: signersJson(operation.mintInput),
          groupID: operation.groupID,
          payload: plainHex(operation.payload),
          outputs: operation.owners.map((owners) => ownersJson(owners, space)),
        },
      }
    case 'nftTransferOperation':
      return {
        ...spent,
        fxID: NFT,
        operation: {
          input: signersJson(operation.input),
          output: tokenJson(operation.output, space),
        },
      }
    case 'propertyMintOperation':
      return {
        ...spent,
        fxID: PROPERTY,
        operation: {
          mintInput: signersJson(operation.mintInput),
          mintOutput: ownersJson(operation.mintOutput, space),
          ownedOutput: ownersJson(operation.ownedOutput, space),
        },
      }
    case 'propertyBurnOperation':
      return { ...spent, fxID: PROPERTY, operation: signersJson(operation) }
  }
}

function credentialJson(credential: Credential): FxCredentialInput {
  return {
    fxID: fxIDs[fxOf(credential)],
    credential: { signatures: credential.signatures.map(plainHex) },
  }
}
