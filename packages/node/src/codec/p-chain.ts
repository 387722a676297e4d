import {
  bytes,
  fixed,
  id,
  list,
  nodeIDBytes,
  shortID,
  struct,
  text,
  u32,
  u64,
  u8,
  variant,
  type ValueOf,
} from './field.ts'
import {
  baseFields,
  Input,
  OutputOwners,
  SecpCredential,
  SecpTransferInput,
  SecpTransferOutput,
  spending,
  transferable,
  TransferInput,
  TransferOutput,
  utxo,
} from './structures.ts'

/** A `lockOut` is an amount that can only be staked until `locktime`. */
export const PlatformOutput = variant({
  secpTransferOutput: [0x07, TransferOutput],
  lockOut: [0x16, struct({ locktime: u64, output: SecpTransferOutput })],
})
export type PlatformOutput = ValueOf<typeof PlatformOutput>

const PlatformInput = variant({
  secpTransferInput: [0x05, TransferInput],
  lockIn: [0x15, struct({ locktime: u64, input: SecpTransferInput })],
})
export type PlatformInput = ValueOf<typeof PlatformInput>

const Auth = variant({ secpInput: [0x0a, Input] })
const Owner = variant({ secpOutputOwners: [0x0b, OutputOwners] })

const base = baseFields(PlatformOutput, PlatformInput)
const BaseTx = struct(base)
export type BaseTx = ValueOf<typeof BaseTx>

const stake = list(transferable(PlatformOutput))
const validator = { nodeID: nodeIDBytes, start: u64, end: u64, weight: u64 }

/** A validating node with its period and weight. Times are in Unix seconds. */
const Validator = struct(validator)
export type Validator = ValueOf<typeof Validator>

export const ProofOfPossession = struct({ publicKey: fixed(48), proofOfPossession: fixed(96) })
export type ProofOfPossession = ValueOf<typeof ProofOfPossession>

const Signer = variant({
  noSigner: [0x1b, struct({})],
  proofOfPossession: [0x1c, ProofOfPossession],
})
export type Signer = ValueOf<typeof Signer>

export const PlatformOwner = struct({ threshold: u32, addresses: list(shortID) })
export type PlatformOwner = ValueOf<typeof PlatformOwner>

const ConvertedValidator = struct({
  nodeID: bytes,
  weight: u64,
  balance: u64,
  signer: ProofOfPossession,
  remainingBalanceOwner: PlatformOwner,
  deactivationOwner: PlatformOwner,
})
export type ConvertedValidator = ValueOf<typeof ConvertedValidator>

export const PlatformTx = variant({
  addValidatorTx: [
    0x0c,
    struct({ ...base, validator: Validator, stake, rewardsOwner: Owner, shares: u32 }),
  ],
  addSubnetValidatorTx: [
    0x0d,
    struct({ ...base, validator: struct({ ...validator, subnetID: id }), subnetAuth: Auth }),
  ],
  addDelegatorTx: [0x0e, struct({ ...base, validator: Validator, stake, rewardsOwner: Owner })],
  createChainTx: [
    0x0f,
    struct({
      ...base,
      subnetID: id,
      chainName: text,
      vmID: id,
      fxIDs: list(id),
      genesisData: bytes,
      subnetAuth: Auth,
    }),
  ],
  createSubnetTx: [0x10, struct({ ...base, owner: Owner })],
  importTx: [
    0x11,
    struct({
      ...base,
      sourceChain: id,
      importedInputs: list(spending(PlatformInput)),
    }),
  ],
  exportTx: [
    0x12,
    struct({
      ...base,
      destinationChain: id,
      exportedOutputs: list(transferable(PlatformOutput)),
    }),
  ],
  advanceTimeTx: [0x13, struct({ time: u64 })],
  rewardValidatorTx: [0x14, struct({ txID: id })],
  removeSubnetValidatorTx: [
    0x17,
    struct({ ...base, nodeID: nodeIDBytes, subnetID: id, subnetAuth: Auth }),
  ],
  transformSubnetTx: [
    0x18,
    struct({
      ...base,
      subnetID: id,
      assetID: id,
      initialSupply: u64,
      maximumSupply: u64,
      minConsumptionRate: u64,
      maxConsumptionRate: u64,
      minValidatorStake: u64,
      maxValidatorStake: u64,
      minStakeDuration: u32,
      maxStakeDuration: u32,
      minDelegationFee: u32,
      minDelegatorStake: u64,
      maxValidatorWeightFactor: u8,
      uptimeRequirement: u32,
      subnetAuth: Auth,
    }),
  ],
  addPermissionlessValidatorTx: [
    0x19,
    struct({
      ...base,
      validator: Validator,
      subnetID: id,
      signer: Signer,
      stake,
      validatorRewardsOwner: Owner,
      delegatorRewardsOwner: Owner,
      shares: u32,
    }),
  ],
  addPermissionlessDelegatorTx: [
    0x1a,
    struct({ ...base, validator: Validator, subnetID: id, stake, rewardsOwner: Owner }),
  ],
  transferSubnetOwnershipTx: [
    0x21,
    struct({ ...base, subnetID: id, subnetAuth: Auth, newOwner: Owner }),
  ],
  baseTx: [0x22, BaseTx],
  convertSubnetToL1Tx: [
    0x23,
    struct({
      ...base,
      subnetID: id,
      managerChainID: id,
      managerAddress: bytes,
      validators: list(ConvertedValidator),
      subnetAuth: Auth,
    }),
  ],
  registerL1ValidatorTx: [
    0x24,
    struct({ ...base, balance: u64, proofOfPossession: fixed(96), message: bytes }),
  ],
  setL1ValidatorWeightTx: [0x25, struct({ ...base, message: bytes })],
  increaseL1ValidatorBalanceTx: [0x26, struct({ ...base, validationID: id, balance: u64 })],
  disableL1ValidatorTx: [0x27, struct({ ...base, validationID: id, disableAuth: Auth })],
})
export type PlatformTx = ValueOf<typeof PlatformTx>

export const SignedPlatformTx = struct({
  unsignedTx: PlatformTx,
  credentials: list(SecpCredential),
})
export type SignedPlatformTx = ValueOf<typeof SignedPlatformTx>

const link = { parentID: id, height: u64 }
const txs = list(SignedPlatformTx)

export const PlatformBlock = variant({
  apricotProposalBlock: [0x00, struct({ ...link, tx: SignedPlatformTx })],
  apricotAbortBlock: [0x01, struct(link)],
  apricotCommitBlock: [0x02, struct(link)],
  apricotStandardBlock: [0x03, struct({ ...link, txs })],
  apricotAtomicBlock: [0x04, struct({ ...link, tx: SignedPlatformTx })],
  banffProposalBlock: [0x1d, struct({ time: u64, txs, ...link, tx: SignedPlatformTx })],
  banffAbortBlock: [0x1e, struct({ time: u64, ...link })],
  banffCommitBlock: [0x1f, struct({ time: u64, ...link })],
  banffStandardBlock: [0x20, struct({ time: u64, ...link, txs })],
})
export type PlatformBlock = ValueOf<typeof PlatformBlock>

export const PlatformUtxo = utxo(PlatformOutput)

export const PlatformGenesis = struct({
  utxos: list(
    struct({ txID: id, outputIndex: u32, assetID: id, output: PlatformOutput, message: bytes }),
  ),
  validators: list(SignedPlatformTx),
  chains: list(SignedPlatformTx),
  timestamp: u64,
  initialSupply: u64,
  message: text,
})
export type PlatformGenesis = ValueOf<typeof PlatformGenesis>
