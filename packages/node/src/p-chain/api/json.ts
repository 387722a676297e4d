import type {
  BlockInput,
  TransactionInput,
  TransformSubnetTxInput,
  UnsignedTxInput,
} from '@native-node/server/p-chain'
import type { AddressSpace } from '../../codec/address.ts'
import type { ID } from '../../codec/field.ts'
import { idText, nodeIDText } from '../../codec/ids.ts'
import type { PlatformBlock, PlatformTx } from '../../codec/p-chain.ts'
import { plainHex } from '../../codec/text.ts'
import type { Of } from '../execute/execution.ts'
import { txOf, type Tx } from '../tx.ts'
import {
  authJson,
  baseJson,
  convertedJson,
  inputJson,
  outputsJson,
  ownersJson,
  signerJson,
  validatorJson,
  type BaseJson,
} from './members-json.ts'

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
  switch (tx.kind) {
    case 'advanceTimeTx':
      return { time: tx.time }
    case 'rewardValidatorTx':
      return { txID: idText(tx.txID) }
    case 'baseTx':
    case 'importTx':
    case 'exportTx':
      return transferJson(tx, space)
    case 'addValidatorTx':
    case 'addDelegatorTx':
    case 'addPermissionlessValidatorTx':
    case 'addPermissionlessDelegatorTx':
      return stakingJson(tx, space)
    case 'createSubnetTx':
    case 'createChainTx':
    case 'addSubnetValidatorTx':
    case 'removeSubnetValidatorTx':
    case 'transferSubnetOwnershipTx':
    case 'transformSubnetTx':
      return subnetTxJson(tx, space)
    case 'convertSubnetToL1Tx':
    case 'registerL1ValidatorTx':
    case 'setL1ValidatorWeightTx':
    case 'increaseL1ValidatorBalanceTx':
    case 'disableL1ValidatorTx':
      return l1TxJson(tx, space)
  }
}

function transferJson(
  tx: Of<'baseTx' | 'importTx' | 'exportTx'>,
  space: AddressSpace,
): UnsignedTxInput {
  const base = baseJson(tx, space)
  switch (tx.kind) {
    case 'baseTx':
      return base
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
        exportedOutputs: outputsJson(tx.exportedOutputs, space),
      }
  }
}

type StakingKind =
  | 'addValidatorTx'
  | 'addDelegatorTx'
  | 'addPermissionlessValidatorTx'
  | 'addPermissionlessDelegatorTx'

function stakingJson(tx: Of<StakingKind>, space: AddressSpace): UnsignedTxInput {
  const base = { ...baseJson(tx, space), validator: validatorJson(tx.validator) }
  const stake = outputsJson(tx.stake, space)
  switch (tx.kind) {
    case 'addValidatorTx':
      return { ...base, stake, rewardsOwner: ownersJson(tx.rewardsOwner, space), shares: tx.shares }
    case 'addDelegatorTx':
      return { ...base, stake, rewardsOwner: ownersJson(tx.rewardsOwner, space) }
    case 'addPermissionlessValidatorTx':
      return {
        ...base,
        subnetID: idText(tx.subnetID),
        signer: signerJson(tx.signer),
        stake,
        validationRewardsOwner: ownersJson(tx.validatorRewardsOwner, space),
        delegationRewardsOwner: ownersJson(tx.delegatorRewardsOwner, space),
        shares: tx.shares,
      }
    case 'addPermissionlessDelegatorTx':
      return {
        ...base,
        subnetID: idText(tx.subnetID),
        stake,
        rewardsOwner: ownersJson(tx.rewardsOwner, space),
      }
  }
}

type SubnetKind =
  | 'createSubnetTx'
  | 'createChainTx'
  | 'addSubnetValidatorTx'
  | 'removeSubnetValidatorTx'
  | 'transferSubnetOwnershipTx'
  | 'transformSubnetTx'

function subnetTxJson(tx: Of<SubnetKind>, space: AddressSpace): UnsignedTxInput {
  const base = baseJson(tx, space)
  if (tx.kind === 'createSubnetTx') return { ...base, owner: ownersJson(tx.owner, space) }
  const subnetAuthorization = authJson(tx.subnetAuth)
  switch (tx.kind) {
    case 'createChainTx':
      return {
        ...base,
        subnetID: idText(tx.subnetID),
        chainName: tx.chainName,
        vmID: idText(tx.vmID),
        fxIDs: tx.fxIDs.map(idText),
        genesisData: Buffer.from(tx.genesisData).toString('base64'),
        subnetAuthorization,
      }
    case 'addSubnetValidatorTx': {
      const subnetID = idText(tx.validator.subnetID)
      const validator = { ...validatorJson(tx.validator), subnetID }
      return { ...base, validator, subnetAuthorization }
    }
    case 'removeSubnetValidatorTx':
      return {
        ...base,
        nodeID: nodeIDText(tx.nodeID),
        subnetID: idText(tx.subnetID),
        subnetAuthorization,
      }
    case 'transferSubnetOwnershipTx': {
      const newOwner = ownersJson(tx.newOwner, space)
      return { ...base, subnetID: idText(tx.subnetID), subnetAuthorization, newOwner }
    }
    case 'transformSubnetTx':
      return { ...base, ...stakingRulesJson(tx), subnetAuthorization }
  }
}

/** The staking asset and rules of an elastic subnet. */
function stakingRulesJson(
  tx: Of<'transformSubnetTx'>,
): Omit<TransformSubnetTxInput, keyof BaseJson | 'subnetAuthorization'> {
  return {
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
  }
}

type L1Kind =
  | 'convertSubnetToL1Tx'
  | 'registerL1ValidatorTx'
  | 'setL1ValidatorWeightTx'
  | 'increaseL1ValidatorBalanceTx'
  | 'disableL1ValidatorTx'

function l1TxJson(tx: Of<L1Kind>, space: AddressSpace): UnsignedTxInput {
  const base = baseJson(tx, space)
  switch (tx.kind) {
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
