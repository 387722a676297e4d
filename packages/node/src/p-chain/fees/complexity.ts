import { decode } from '../../codec/field.ts'
import { SignedWarpMessage } from '../../codec/messages.ts'
import type {
  ConvertedValidator,
  PlatformInput,
  PlatformOutput,
  PlatformTx,
  Signer,
} from '../../codec/p-chain.ts'
import type { Input, Spending, Transferable } from '../../codec/structures.ts'
import { refusal } from '../refusals.ts'
import type { GasConfig } from './gas.ts'

/** Bandwidth, database reads, database writes and compute of a transaction. */
export type Complexity = readonly [number, number, number, number]

type Owned = { readonly addresses: readonly unknown[] }

const ADDRESS = 20
const NONE: Complexity = [0, 0, 0, 0]

export function gasOf({ weights }: GasConfig, complexity: Complexity): bigint {
  return BigInt(complexity.reduce((sum, units, at) => sum + units * (weights[at] ?? 0), 0))
}

/** Returns the complexity of a transaction; undefined for kinds without a dynamic fee. */
export function complexityOf(tx: PlatformTx): Complexity | undefined {
  const own = ownComplexity(tx)
  if (own === undefined || !('outputs' in tx)) return undefined
  return sum([
    own,
    ...tx.outputs.map(ofOutput),
    ...tx.inputs.map(ofInput),
    [tx.memo.length, 0, 0, 0],
  ])
}

function ownComplexity(tx: PlatformTx): Complexity | undefined {
  switch (tx.kind) {
    case 'baseTx':
      return [58, 0, 0, 0]
    case 'addSubnetValidatorTx':
      return sum([[142, 3, 3, 0], ofAuth(tx.subnetAuth)])
    case 'createChainTx': {
      const name = Buffer.byteLength(tx.chainName)
      const size = 140 + name + 32 * tx.fxIDs.length + tx.genesisData.length
      return sum([[size, 3, 1, 0], ofAuth(tx.subnetAuth)])
    }
    case 'createSubnetTx':
      return sum([[62, 0, 1, 0], ofOwner(tx.owner)])
    case 'importTx':
      return sum([[94, 0, 0, 0], ...tx.importedInputs.map(ofInput)])
    case 'exportTx':
      return sum([[94, 0, 0, 0], ...tx.exportedOutputs.map(ofOutput)])
    case 'removeSubnetValidatorTx':
      return sum([[118, 1, 3, 0], ofAuth(tx.subnetAuth)])
    case 'addPermissionlessValidatorTx': {
      const owners = [ofOwner(tx.validatorRewardsOwner), ofOwner(tx.delegatorRewardsOwner)]
      return sum([[154, 1, 3, 0], ofSigner(tx.signer), ...tx.stake.map(ofOutput), ...owners])
    }
    case 'addPermissionlessDelegatorTx':
      return sum([[142, 1, 2, 0], ...tx.stake.map(ofOutput), ofOwner(tx.rewardsOwner)])
    case 'transferSubnetOwnershipTx':
      return sum([[102, 1, 1, 0], ofAuth(tx.subnetAuth), ofOwner(tx.newOwner)])
    case 'convertSubnetToL1Tx': {
      const validators = tx.validators.map(ofConverted)
      return sum([[138 + tx.managerAddress.length, 3, 2, 0], ofAuth(tx.subnetAuth), ...validators])
    }
    case 'registerL1ValidatorTx':
      return sum([[166, 5, 6, 1050], ofWarp(tx.message)])
    case 'setL1ValidatorWeightTx':
      return sum([[62, 3, 5, 0], ofWarp(tx.message)])
    case 'increaseL1ValidatorBalanceTx':
      return [98, 1, 5, 0]
    case 'disableL1ValidatorTx':
      return sum([[98, 1, 6, 0], ofAuth(tx.disableAuth)])
    case 'addValidatorTx':
    case 'addDelegatorTx':
    case 'transformSubnetTx':
    case 'advanceTimeTx':
    case 'rewardValidatorTx':
      return undefined
  }
}

function ofOutput({ output }: Transferable<PlatformOutput>): Complexity {
  const [lock, { addresses }] =
    output.kind === 'lockOut' ? [12, output.output] : ([0, output] as const)
  return [60 + lock + ADDRESS * addresses.length, 0, 1, 0]
}

function ofInput({ input }: Spending<PlatformInput>): Complexity {
  const [lock, { sigIndices }] = input.kind === 'lockIn' ? [12, input.input] : ([0, input] as const)
  return [92 + lock + 69 * sigIndices.length, 1, 1, 200 * sigIndices.length]
}

function ofOwner({ addresses }: Owned): Complexity {
  return [16 + ADDRESS * addresses.length, 0, 0, 0]
}

function ofAuth({ sigIndices }: Input): Complexity {
  return [8 + 69 * sigIndices.length, 0, 0, 200 * sigIndices.length]
}

function ofSigner({ kind }: Signer): Complexity {
  return kind === 'noSigner' ? NONE : [144, 0, 0, 1050]
}

function ofConverted(validator: ConvertedValidator): Complexity {
  const { nodeID, remainingBalanceOwner, deactivationOwner } = validator
  const owners = remainingBalanceOwner.addresses.length + deactivationOwner.addresses.length
  return [36 + nodeID.length + ADDRESS * owners + 144, 0, 4, 1050]
}

function ofWarp(message: Uint8Array): Complexity {
  return [message.length, 23, 0, 1000 + 5 * signersOf(message)]
}

function signersOf(message: Uint8Array): number {
  try {
    const { signature } = decode(SignedWarpMessage, message)
    return [...signature.signers].reduce((count, byte) => count + bitsOf(byte), 0)
  } catch (error) {
    if (error instanceof RangeError) throw refusal('warpFormat')
    throw error
  }
}

function bitsOf(byte: number): number {
  return byte === 0 ? 0 : (byte & 1) + bitsOf(byte >> 1)
}

function sum(parts: readonly Complexity[]): Complexity {
  return parts.reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]], NONE)
}
