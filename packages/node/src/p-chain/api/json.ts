import type {
  BlockInput,
  ConvertedValidatorInput,
  OwnersJsonInput,
  SecpTransferInputLike,
  SecpTransferOutputInput,
  StakeableInputLike,
  StakeableOutputInput,
  TransactionInput,
  UnsignedTxInput,
} from '@native-node/server/p-chain'
import { addressText, type AddressSpace } from '../../codec/address.ts'
import type { ID } from '../../codec/field.ts'
import { idText, nodeIDText } from '../../codec/ids.ts'
import type {
  BaseTx,
  ConvertedValidator,
  PlatformBlock,
  PlatformInput,
  PlatformOutput,
  PlatformOwner,
  PlatformTx,
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
import { txOf, type Tx } from '../tx.ts'

const SECP = 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ'

/** Converts a block to JSON. Amounts and heights are JSON numbers. */
export function blockJson(id: ID, block: PlatformBlock, space: AddressSpace): BlockInput {
  const link = {
    ...('time' in block && { time: block.time }),
    parentID: idText(block.parentID),
    height: block.height,
    id: idText(id),
  }
  const txs = 'txs' in block ? block.txs.map((signed) => txJson(txOf(signed), space)) : undefined
  if ('tx' in block) return { ...link, ...(txs && { txs }), tx: txJson(txOf(block.tx), space) }
  return txs === undefined ? link : { ...link, txs }
}

export function txJson({ id, unsigned, credentials }: Tx, space: AddressSpace): TransactionInput {
  return {
    unsignedTx: unsignedJson(unsigned, space),
    credentials: credentials.map(({ signatures }) => ({ signatures: signatures.map(plainHex) })),
    id: idText(id),
  }
}

function unsignedJson(tx: PlatformTx, space: AddressSpace): UnsignedTxInput {
  if (tx.kind === 'advanceTimeTx') return { time: tx.time }
  if (tx.kind === 'rewardValidatorTx') return { txID: idText(tx.txID) }
  const base = baseJson(tx, space)
  switch (tx.kind) {
    case 'baseTx':
      return base
    case 'addValidatorTx':
      return {
        ...base,
        validator: validatorJson(tx.validator),
        stake: tx.stake.map((each) => outputJson(each, space)),
        rewardsOwner: ownersJson(tx.rewardsOwner, space),
        shares: tx.shares,
      }
    case 'addDelegatorTx':
      return {
        ...base,
        validator: validatorJson(tx.validator),
        stake: tx.stake.map((each) => outputJson(each, space)),
        rewardsOwner: ownersJson(tx.rewardsOwner, space),
      }
    case 'addSubnetValidatorTx':
      return {
        ...base,
        validator: {
          ...validatorJson(tx.validator),
          subnetID: idText(tx.validator.subnetID),
        },
        subnetAuthorization: authJson(tx.subnetAuth),
      }
    case 'addPermissionlessValidatorTx':
      return {
        ...base,
        validator: validatorJson(tx.validator),
        subnetID: idText(tx.subnetID),
        signer: signerJson(tx.signer),
        stake: tx.stake.map((each) => outputJson(each, space)),
        validationRewardsOwner: ownersJson(tx.validatorRewardsOwner, space),
        delegationRewardsOwner: ownersJson(tx.delegatorRewardsOwner, space),
        shares: tx.shares,
      }
    case 'addPermissionlessDelegatorTx':
      return {
        ...base,
        validator: validatorJson(tx.validator),
        subnetID: idText(tx.subnetID),
        stake: tx.stake.map((each) => outputJson(each, space)),
        rewardsOwner: ownersJson(tx.rewardsOwner, space),
      }
    case 'createChainTx':
      return {
        ...base,
        subnetID: idText(tx.subnetID),
        chainName: tx.chainName,
        vmID: idText(tx.vmID),
        fxIDs: tx.fxIDs.map(idText),
        genesisData: Buffer.from(tx.genesisData).toString('base64'),
        subnetAuthorization: authJson(tx.subnetAuth),
      }
    case 'createSubnetTx':
      return { ...base, owner: ownersJson(tx.owner, space) }
    case 'importTx':
      return {
        ...base,
        sourceChain: idText(tx.sourceChain),
        importedInputs: tx.importedInputs.map(inputJson),
      }
    case 'exportTx':
      return {
        ...base,
        destinationChain: idText(tx.destinationChain),
        exportedOutputs: tx.exportedOutputs.map((each) => outputJson(each, space)),
      }
    case 'removeSubnetValidatorTx':
      return {
        ...base,
        nodeID: nodeIDText(tx.nodeID),
        subnetID: idText(tx.subnetID),
        subnetAuthorization: authJson(tx.subnetAuth),
      }
    case 'transformSubnetTx': {
      return {
        ...base,
        subnetID: idText(tx.subnetID),
        assetID: idText(tx.assetID),
        initialSupply: tx.initialSupply,
        maximumSupply: tx.maximumSupply,
        minConsumptionRate: tx.minConsumptionRate,
        maxConsumptionRate: tx.maxConsumptionRate,
        minValidatorStake: tx.minValidatorStake,
        maxValidatorStake: tx.maxValidatorStake,
        minStakeDuration: tx.minStakeDuration,
        maxStakeDuration: tx.maxStakeDuration,
        minDelegationFee: tx.minDelegationFee,
        minDelegatorStake: tx.minDelegatorStake,
        maxValidatorWeightFactor: tx.maxValidatorWeightFactor,
        uptimeRequirement: tx.uptimeRequirement,
        subnetAuthorization: authJson(tx.subnetAuth),
      }
    }
    case 'transferSubnetOwnershipTx':
      return {
        ...base,
        subnetID: idText(tx.subnetID),
        subnetAuthorization: authJson(tx.subnetAuth),
        newOwner: ownersJson(tx.newOwner, space),
      }
    case 'convertSubnetToL1Tx':
      return {
        ...base,
        subnetID: idText(tx.subnetID),
        chainID: idText(tx.managerChainID),
        address: plainHex(tx.managerAddress),
        validators: tx.validators.map(convertedJson),
        subnetAuthorization: authJson(tx.subnetAuth),
      }
    case 'registerL1ValidatorTx':
      return {
        ...base,
        balance: tx.balance,
        proofOfPossession: [...tx.proofOfPossession],
        message: plainHex(tx.message),
      }
    case 'setL1ValidatorWeightTx':
      return { ...base, message: plainHex(tx.message) }
    case 'increaseL1ValidatorBalanceTx':
      return { ...base, validationID: idText(tx.validationID), balance: tx.balance }
    case 'disableL1ValidatorTx':
      return {
        ...base,
        validationID: idText(tx.validationID),
        disableAuthorization: authJson(tx.disableAuth),
      }
  }
}

interface BaseJson {
  readonly networkID: number
  readonly blockchainID: string
  readonly outputs: readonly StakeableOutputInput[]
  readonly inputs: readonly StakeableInputLike[]
  readonly memo: string
}

function baseJson(tx: BaseTx, space: AddressSpace): BaseJson {
  return {
    networkID: tx.networkID,
    blockchainID: idText(tx.blockchainID),
    outputs: tx.outputs.map((each) => outputJson(each, space)),
    inputs: tx.inputs.map(inputJson),
    memo: plainHex(tx.memo),
  }
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

function ownersJson(owners: OutputOwners, space: AddressSpace): OwnersJsonInput {
  return {
    addresses: owners.addresses.map((address) => addressText(space, address)),
    locktime: owners.locktime,
    threshold: owners.threshold,
  }
}

function inputJson(spending: Spending<PlatformInput>): StakeableInputLike {
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

function authJson({ sigIndices }: Input): { readonly signatureIndices: readonly number[] } {
  return { signatureIndices: sigIndices }
}

function validatorJson({ nodeID: node, start, end, weight }: Validator): {
  readonly nodeID: string
  readonly start: bigint
  readonly end: bigint
  readonly weight: bigint
} {
  return { nodeID: nodeIDText(node), start, end, weight }
}

function signerJson(
  signer: Signer,
): { publicKey: string; proofOfPossession: string } | Record<string, never> {
  if (signer.kind === 'noSigner') return {}
  const { publicKey, proofOfPossession } = signer
  return { publicKey: plainHex(publicKey), proofOfPossession: plainHex(proofOfPossession) }
}

function convertedJson(validator: ConvertedValidator): ConvertedValidatorInput {
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
