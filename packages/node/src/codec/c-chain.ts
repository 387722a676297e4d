import { id, list, shortID, struct, u32, u64, variant, type ValueOf } from './field.ts'
import {
  SecpCredential,
  SecpTransferInput,
  SecpTransferOutput,
  spending,
  transferable,
} from './structures.ts'

const evmOutput = { address: shortID, amount: u64, assetID: id }

/** An EVM account and the amount credited to it. */
const EvmOutput = struct(evmOutput)
export type EvmOutput = ValueOf<typeof EvmOutput>

/** An EVM account, the amount debited from it, and the nonce that it must have. */
const EvmInput = struct({ ...evmOutput, nonce: u64 })
export type EvmInput = ValueOf<typeof EvmInput>

const AtomicImportTx = struct({
  networkID: u32,
  blockchainID: id,
  sourceChain: id,
  importedInputs: list(spending(SecpTransferInput)),
  outs: list(EvmOutput),
})
export type AtomicImportTx = ValueOf<typeof AtomicImportTx>

const AtomicExportTx = struct({
  networkID: u32,
  blockchainID: id,
  destinationChain: id,
  ins: list(EvmInput),
  exportedOutputs: list(transferable(SecpTransferOutput)),
})
export type AtomicExportTx = ValueOf<typeof AtomicExportTx>

export const AtomicTx = variant({
  importTx: [0x00, AtomicImportTx],
  exportTx: [0x01, AtomicExportTx],
})
export type AtomicTx = ValueOf<typeof AtomicTx>

export const SignedAtomicTx = struct({ unsignedTx: AtomicTx, credentials: list(SecpCredential) })
export type SignedAtomicTx = ValueOf<typeof SignedAtomicTx>
