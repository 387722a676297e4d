import { txDecoders } from '../chain/decoded-tx.ts'
import { utxosOf } from '../chain/utxo-id.ts'
import type { ID } from '../codec/field.ts'
import { Credential, UnsignedTx, type Operation } from '../codec/x-chain.ts'
import type { Output, Transferable, Utxo, UtxoID } from '../codec/structures.ts'

export const { parseTx, storedTx, txOf } = txDecoders(UnsignedTx, Credential)

export type Tx = ReturnType<typeof parseTx>

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
  return utxosOf(txID, [...unsigned.outputs, ...createdOutputs(txID, unsigned)])
}

/** Returns the outputs that a transaction exports, numbered after its other outputs. */
export function exportedBy(txID: ID, unsigned: UnsignedTx): readonly Utxo[] {
  if (unsigned.kind !== 'exportTx') return []
  return utxosOf<Output>(txID, unsigned.exportedOutputs, unsigned.outputs.length)
}

function createdOutputs(txID: ID, unsigned: UnsignedTx): readonly Transferable<Output>[] {
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
