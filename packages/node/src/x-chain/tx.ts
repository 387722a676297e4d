import type { ByteReader } from '../codec/bytes.ts'
import { encode, readerOf, type ID } from '../codec/field.ts'
import {
  Credentials,
  SignedTx,
  UnsignedTx,
  type Credential,
  type Operation,
} from '../codec/x-chain.ts'
import type { Output, Utxo, UtxoID } from '../codec/structures.ts'
import { hashID, sha256 } from '../crypto/hashes.ts'

export interface Tx {
  readonly id: ID
  readonly bytes: Uint8Array
  readonly unsigned: UnsignedTx
  readonly credentials: readonly Credential[]
  /** The hash that is signed: the hash of the bytes before the credentials. */
  readonly signedHash: Uint8Array
}

/** Decodes exactly one signed transaction. Throws a RangeError for anything else. */
export function parseTx(bytes: Uint8Array): Tx {
  return readTx(bytes, readerOf(bytes))
}

/**
 * Decodes a transaction of this node's own store or genesis. A transaction of the genesis may be
 * larger than those that are accepted from clients.
 */
export function storedTx(bytes: Uint8Array): Tx {
  return readTx(bytes, readerOf(bytes, Infinity))
}

function readTx(bytes: Uint8Array, from: ByteReader): Tx {
  const unsigned = UnsignedTx.read(from)
  const signedHash = sha256(bytes.subarray(0, from.offset))
  const credentials = Credentials.read(from)
  from.end()
  return { id: hashID(bytes), bytes, unsigned, credentials, signedHash }
}

/** Converts a transaction from a block. Blocks encode transactions without a codec version. */
export function txOf(signed: SignedTx): Tx {
  return storedTx(encode(SignedTx, signed))
}

/**
 * Returns the outputs of this chain that a transaction spends: first the outputs of its inputs,
 * then the outputs of its operations.
 */
export function spentBy(unsigned: UnsignedTx): readonly UtxoID[] {
  if (unsigned.kind !== 'operationTx') return unsigned.inputs
  return [...unsigned.inputs, ...unsigned.operations.flatMap(({ utxoIDs }) => utxoIDs)]
}

/** Returns the outputs that a transaction adds to this chain, numbered from 0. */
export function producedBy(txID: ID, unsigned: UnsignedTx): readonly Utxo[] {
  const outputs = [...unsigned.outputs, ...createdOutputs(txID, unsigned)]
  return outputs.map(({ assetID, output }, outputIndex) => ({ txID, outputIndex, assetID, output }))
}

/** Returns the outputs that a transaction exports, numbered after its other outputs. */
export function exportedBy(txID: ID, unsigned: UnsignedTx): readonly Utxo[] {
  if (unsigned.kind !== 'exportTx') return []
  const first = unsigned.outputs.length
  return unsigned.exportedOutputs.map(({ assetID, output }, at) => ({
    txID,
    outputIndex: first + at,
    assetID,
    output,
  }))
}

interface AssetOutput {
  readonly assetID: ID
  readonly output: Output
}

function createdOutputs(txID: ID, unsigned: UnsignedTx): readonly AssetOutput[] {
  switch (unsigned.kind) {
    case 'createAssetTx':
      return unsigned.initialStates
        .flatMap(({ outputs }) => outputs)
        .map((output) => ({ assetID: txID, output }))
    case 'operationTx':
      return unsigned.operations.flatMap((operation) =>
        outputsOf(operation).map((output) => ({ assetID: operation.assetID, output })),
      )
    case 'baseTx':
    case 'importTx':
    case 'exportTx':
      return []
  }
}

function outputsOf({ operation }: Operation): readonly Output[] {
  switch (operation.kind) {
    case 'secpMintOperation':
      return [
        { kind: 'secpMintOutput', ...operation.mintOutput },
        { kind: 'secpTransferOutput', ...operation.transferOutput },
      ]
    case 'nftMintOperation': {
      const { groupID, payload } = operation
      return operation.owners.map((owners) => ({
        kind: 'nftTransferOutput',
        groupID,
        payload,
        ...owners,
      }))
    }
    case 'nftTransferOperation':
      return [{ kind: 'nftTransferOutput', ...operation.output }]
    case 'propertyMintOperation':
      return [
        { kind: 'propertyMintOutput', ...operation.mintOutput },
        { kind: 'propertyOwnedOutput', ...operation.ownedOutput },
      ]
    case 'propertyBurnOperation':
      return []
  }
}
