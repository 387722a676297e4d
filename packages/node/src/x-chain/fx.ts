import type { Output } from '../codec/structures.ts'
import type { Credential, FxOperation } from '../codec/x-chain.ts'

/** Index of a feature extension on the chain: secp256k1fx, nftfx, propertyfx. */
export type FxIndex = 0 | 1 | 2

const ofOutputs: Readonly<Record<Output['kind'], FxIndex>> = {
  secpMintOutput: 0,
  secpTransferOutput: 0,
  nftMintOutput: 1,
  nftTransferOutput: 1,
  propertyMintOutput: 2,
  propertyOwnedOutput: 2,
}

const ofOperations: Readonly<Record<FxOperation['kind'], FxIndex>> = {
  secpMintOperation: 0,
  nftMintOperation: 1,
  nftTransferOperation: 1,
  propertyMintOperation: 2,
  propertyBurnOperation: 2,
}

const ofCredentials: Readonly<Record<Credential['kind'], FxIndex>> = {
  secpCredential: 0,
  nftCredential: 1,
  propertyCredential: 2,
}

export function fxOf({ kind }: Output | FxOperation | Credential): FxIndex {
  return fxByKind[kind]
}

const fxByKind = { ...ofOutputs, ...ofOperations, ...ofCredentials }
