import type {
  ConvertedValidatorInput,
  OwnersJsonInput,
  SecpTransferInputLike,
  SecpTransferOutputInput,
  StakeableInputLike,
  StakeableOutputInput,
} from '@native-node/server/p-chain'
import { addressText, type AddressSpace } from '../../codec/address.ts'
import { idText, nodeIDText } from '../../codec/ids.ts'
import type {
  BaseTx,
  ConvertedValidator,
  PlatformInput,
  PlatformOutput,
  PlatformOwner,
  Signer,
  Validator,
} from '../../codec/p-chain.ts'
import type {
  Input,
  OutputOwners,
  Spending,
  TransferInput,
  TransferOutput,
  Transferable,
} from '../../codec/structures.ts'
import { plainHex } from '../../codec/text.ts'

const SECP = 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ'

export interface BaseJson {
  readonly networkID: number
  readonly blockchainID: string
  readonly outputs: readonly StakeableOutputInput[]
  readonly inputs: readonly StakeableInputLike[]
  readonly memo: string
}

export function baseJson(tx: BaseTx, space: AddressSpace): BaseJson {
  return {
    networkID: tx.networkID,
    blockchainID: idText(tx.blockchainID),
    outputs: outputsJson(tx.outputs, space),
    inputs: tx.inputs.map(inputJson),
    memo: plainHex(tx.memo),
  }
}

export function outputsJson(
  outputs: readonly Transferable<PlatformOutput>[],
  space: AddressSpace,
): readonly StakeableOutputInput[] {
  return outputs.map((output) => outputJson(output, space))
}

function outputJson(
  { assetID, output }: Transferable<PlatformOutput>,
  space: AddressSpace,
): StakeableOutputInput {
  return {
    assetID: idText(assetID),
    fxID: SECP,
    output:
      output.kind === 'lockOut'
        ? { locktime: output.locktime, output: sumJson(output.output, space) }
        : sumJson(output, space),
  }
}

function sumJson(output: TransferOutput, space: AddressSpace): SecpTransferOutputInput {
  return { ...ownersJson(output, space), amount: output.amount }
}

export function ownersJson(owners: OutputOwners, space: AddressSpace): OwnersJsonInput {
  return {
    addresses: owners.addresses.map((address) => addressText(space, address)),
    locktime: owners.locktime,
    threshold: owners.threshold,
  }
}

export function inputJson(spending: Spending<PlatformInput>): StakeableInputLike {
  const { txID, outputIndex, assetID, input } = spending
  return {
    txID: idText(txID),
    outputIndex,
    assetID: idText(assetID),
    fxID: SECP,
    input:
      input.kind === 'lockIn'
        ? { locktime: input.locktime, input: amountJson(input.input) }
        : amountJson(input),
  }
}

function amountJson({ amount, sigIndices }: TransferInput): SecpTransferInputLike {
  return { amount, signatureIndices: sigIndices }
}

export function authJson({ sigIndices }: Input): { readonly signatureIndices: readonly number[] } {
  return { signatureIndices: sigIndices }
}

export function validatorJson({ nodeID: node, start, end, weight }: Validator): {
  readonly nodeID: string
  readonly start: bigint
  readonly end: bigint
  readonly weight: bigint
} {
  return { nodeID: nodeIDText(node), start, end, weight }
}

export function signerJson(
  signer: Signer,
): { publicKey: string; proofOfPossession: string } | Record<string, never> {
  if (signer.kind === 'noSigner') return {}
  const { publicKey, proofOfPossession } = signer
  return { publicKey: plainHex(publicKey), proofOfPossession: plainHex(proofOfPossession) }
}

export function convertedJson(validator: ConvertedValidator): ConvertedValidatorInput {
  const { publicKey, proofOfPossession } = validator.signer
  return {
    nodeID: plainHex(validator.nodeID),
    weight: validator.weight,
    balance: validator.balance,
    signer: { publicKey: plainHex(publicKey), proofOfPossession: plainHex(proofOfPossession) },
    remainingBalanceOwner: l1OwnerJson(validator.remainingBalanceOwner),
    deactivationOwner: l1OwnerJson(validator.deactivationOwner),
  }
}

function l1OwnerJson({ threshold, addresses }: PlatformOwner): {
  readonly threshold: number
  readonly addresses: readonly string[]
} {
  return { threshold, addresses: addresses.map(idText) }
}
