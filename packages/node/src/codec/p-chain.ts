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
  type Field,
  type ID,
  type Kind,
  type NodeIDBytes,
  type ShortID,
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
  type BaseFields,
  type Spending,
  type Transferable,
  type Utxo,
} from './structures.ts'

/** An amount that can only be staked until `locktime`. */
export interface LockOut {
  readonly locktime: bigint
  readonly output: SecpTransferOutput
}

export interface LockIn {
  readonly locktime: bigint
  readonly input: SecpTransferInput
}

export type PlatformOutput = SecpTransferOutput | Kind<'lockOut', LockOut>
export type PlatformInput = SecpTransferInput | Kind<'lockIn', LockIn>

export type BaseTx = BaseFields<PlatformOutput, PlatformInput>
type Stake = readonly Transferable<PlatformOutput>[]
type Auth = Kind<'secpInput', Input>
type Owner = Kind<'secpOutputOwners', OutputOwners>

/** A validating node with its period and weight. Times are in Unix seconds. */
export interface Validator {
  readonly nodeID: NodeIDBytes
  readonly start: bigint
  readonly end: bigint
  readonly weight: bigint
}

export interface SubnetValidator extends Validator {
  readonly subnetID: ID
}

export interface ProofOfPossession {
  readonly publicKey: Uint8Array
  readonly proofOfPossession: Uint8Array
}

export type Signer = Kind<'noSigner'> | Kind<'proofOfPossession', ProofOfPossession>

export interface PlatformOwner {
  readonly threshold: number
  readonly addresses: readonly ShortID[]
}

export interface ConvertedValidator {
  readonly nodeID: Uint8Array
  readonly weight: bigint
  readonly balance: bigint
  readonly signer: ProofOfPossession
  readonly remainingBalanceOwner: PlatformOwner
  readonly deactivationOwner: PlatformOwner
}

export interface AddValidatorTx extends BaseTx {
  readonly validator: Validator
  readonly stake: Stake
  readonly rewardsOwner: Owner
  readonly shares: number
}

export interface AddSubnetValidatorTx extends BaseTx {
  readonly validator: SubnetValidator
  readonly subnetAuth: Auth
}

export interface AddDelegatorTx extends BaseTx {
  readonly validator: Validator
  readonly stake: Stake
  readonly rewardsOwner: Owner
}

export interface CreateChainTx extends BaseTx {
  readonly subnetID: ID
  readonly chainName: string
  readonly vmID: ID
  readonly fxIDs: readonly ID[]
  readonly genesisData: Uint8Array
  readonly subnetAuth: Auth
}

export interface CreateSubnetTx extends BaseTx {
  readonly owner: Owner
}

export interface PlatformImportTx extends BaseTx {
  readonly sourceChain: ID
  readonly importedInputs: readonly Spending<PlatformInput>[]
}

export interface PlatformExportTx extends BaseTx {
  readonly destinationChain: ID
  readonly exportedOutputs: readonly Transferable<PlatformOutput>[]
}

export interface RemoveSubnetValidatorTx extends BaseTx {
  readonly nodeID: NodeIDBytes
  readonly subnetID: ID
  readonly subnetAuth: Auth
}

export interface TransformSubnetTx extends BaseTx {
  readonly subnetID: ID
  readonly assetID: ID
  readonly initialSupply: bigint
  readonly maximumSupply: bigint
  readonly minConsumptionRate: bigint
  readonly maxConsumptionRate: bigint
  readonly minValidatorStake: bigint
  readonly maxValidatorStake: bigint
  readonly minStakeDuration: number
  readonly maxStakeDuration: number
  readonly minDelegationFee: number
  readonly minDelegatorStake: bigint
  readonly maxValidatorWeightFactor: number
  readonly uptimeRequirement: number
  readonly subnetAuth: Auth
}

export interface AddPermissionlessValidatorTx extends BaseTx {
  readonly validator: Validator
  readonly subnetID: ID
  readonly signer: Signer
  readonly stake: Stake
  readonly validatorRewardsOwner: Owner
  readonly delegatorRewardsOwner: Owner
  readonly shares: number
}

export interface AddPermissionlessDelegatorTx extends BaseTx {
  readonly validator: Validator
  readonly subnetID: ID
  readonly stake: Stake
  readonly rewardsOwner: Owner
}

export interface TransferSubnetOwnershipTx extends BaseTx {
  readonly subnetID: ID
  readonly subnetAuth: Auth
  readonly newOwner: Owner
}

export interface ConvertSubnetToL1Tx extends BaseTx {
  readonly subnetID: ID
  readonly managerChainID: ID
  readonly managerAddress: Uint8Array
  readonly validators: readonly ConvertedValidator[]
  readonly subnetAuth: Auth
}

export interface RegisterL1ValidatorTx extends BaseTx {
  readonly balance: bigint
  readonly proofOfPossession: Uint8Array
  readonly message: Uint8Array
}

export interface SetL1ValidatorWeightTx extends BaseTx {
  readonly message: Uint8Array
}

export interface IncreaseL1ValidatorBalanceTx extends BaseTx {
  readonly validationID: ID
  readonly balance: bigint
}

export interface DisableL1ValidatorTx extends BaseTx {
  readonly validationID: ID
  readonly disableAuth: Auth
}

export type PlatformTx =
  | Kind<'addValidatorTx', AddValidatorTx>
  | Kind<'addSubnetValidatorTx', AddSubnetValidatorTx>
  | Kind<'addDelegatorTx', AddDelegatorTx>
  | Kind<'createChainTx', CreateChainTx>
  | Kind<'createSubnetTx', CreateSubnetTx>
  | Kind<'importTx', PlatformImportTx>
  | Kind<'exportTx', PlatformExportTx>
  | Kind<'advanceTimeTx', { readonly time: bigint }>
  | Kind<'rewardValidatorTx', { readonly txID: ID }>
  | Kind<'removeSubnetValidatorTx', RemoveSubnetValidatorTx>
  | Kind<'transformSubnetTx', TransformSubnetTx>
  | Kind<'addPermissionlessValidatorTx', AddPermissionlessValidatorTx>
  | Kind<'addPermissionlessDelegatorTx', AddPermissionlessDelegatorTx>
  | Kind<'transferSubnetOwnershipTx', TransferSubnetOwnershipTx>
  | Kind<'baseTx', BaseTx>
  | Kind<'convertSubnetToL1Tx', ConvertSubnetToL1Tx>
  | Kind<'registerL1ValidatorTx', RegisterL1ValidatorTx>
  | Kind<'setL1ValidatorWeightTx', SetL1ValidatorWeightTx>
  | Kind<'increaseL1ValidatorBalanceTx', IncreaseL1ValidatorBalanceTx>
  | Kind<'disableL1ValidatorTx', DisableL1ValidatorTx>

export interface SignedPlatformTx {
  readonly unsignedTx: PlatformTx
  readonly credentials: readonly SecpCredential[]
}

interface Link {
  readonly parentID: ID
  readonly height: bigint
}

interface TimedLink extends Link {
  readonly time: bigint
}

export type PlatformBlock =
  | Kind<'apricotProposalBlock', Link & { readonly tx: SignedPlatformTx }>
  | Kind<'apricotAbortBlock', Link>
  | Kind<'apricotCommitBlock', Link>
  | Kind<'apricotStandardBlock', Link & { readonly txs: readonly SignedPlatformTx[] }>
  | Kind<'apricotAtomicBlock', Link & { readonly tx: SignedPlatformTx }>
  | Kind<'banffProposalBlock', BanffProposalBlock>
  | Kind<'banffAbortBlock', TimedLink>
  | Kind<'banffCommitBlock', TimedLink>
  | Kind<'banffStandardBlock', TimedLink & { readonly txs: readonly SignedPlatformTx[] }>

interface BanffProposalBlock extends TimedLink {
  readonly txs: readonly SignedPlatformTx[]
  readonly tx: SignedPlatformTx
}

export interface GenesisUtxo extends Utxo<PlatformOutput> {
  readonly message: Uint8Array
}

export interface PlatformGenesis {
  readonly utxos: readonly GenesisUtxo[]
  readonly validators: readonly SignedPlatformTx[]
  readonly chains: readonly SignedPlatformTx[]
  readonly timestamp: bigint
  readonly initialSupply: bigint
  readonly message: string
}

export const PlatformOutput: Field<PlatformOutput> = variant<PlatformOutput>({
  secpTransferOutput: [0x07, TransferOutput],
  lockOut: [0x16, struct<LockOut>({ locktime: u64, output: SecpTransferOutput })],
})

const PlatformInput: Field<PlatformInput> = variant<PlatformInput>({
  secpTransferInput: [0x05, TransferInput],
  lockIn: [0x15, struct<LockIn>({ locktime: u64, input: SecpTransferInput })],
})

const Auth: Field<Auth> = variant<Auth>({ secpInput: [0x0a, Input] })
const Owner: Field<Owner> = variant<Owner>({ secpOutputOwners: [0x0b, OutputOwners] })

const base = baseFields(PlatformOutput, PlatformInput)
const stake = list(transferable(PlatformOutput))
const validator = { nodeID: nodeIDBytes, start: u64, end: u64, weight: u64 }
const Validator: Field<Validator> = struct<Validator>(validator)
const SubnetValidator: Field<SubnetValidator> = struct<SubnetValidator>({
  ...validator,
  subnetID: id,
})

export const ProofOfPossession: Field<ProofOfPossession> = struct<ProofOfPossession>({
  publicKey: fixed(48),
  proofOfPossession: fixed(96),
})

const Signer: Field<Signer> = variant<Signer>({
  noSigner: [0x1b, struct({})],
  proofOfPossession: [0x1c, ProofOfPossession],
})

export const PlatformOwner: Field<PlatformOwner> = struct<PlatformOwner>({
  threshold: u32,
  addresses: list(shortID),
})

const ConvertedValidator: Field<ConvertedValidator> = struct<ConvertedValidator>({
  nodeID: bytes,
  weight: u64,
  balance: u64,
  signer: ProofOfPossession,
  remainingBalanceOwner: PlatformOwner,
  deactivationOwner: PlatformOwner,
})

export const PlatformTx: Field<PlatformTx> = variant<PlatformTx>({
  addValidatorTx: [
    0x0c,
    struct<AddValidatorTx>({
      ...base,
      validator: Validator,
      stake,
      rewardsOwner: Owner,
      shares: u32,
    }),
  ],
  addSubnetValidatorTx: [
    0x0d,
    struct<AddSubnetValidatorTx>({ ...base, validator: SubnetValidator, subnetAuth: Auth }),
  ],
  addDelegatorTx: [
    0x0e,
    struct<AddDelegatorTx>({ ...base, validator: Validator, stake, rewardsOwner: Owner }),
  ],
  createChainTx: [
    0x0f,
    struct<CreateChainTx>({
      ...base,
      subnetID: id,
      chainName: text,
      vmID: id,
      fxIDs: list(id),
      genesisData: bytes,
      subnetAuth: Auth,
    }),
  ],
  createSubnetTx: [0x10, struct<CreateSubnetTx>({ ...base, owner: Owner })],
  importTx: [
    0x11,
    struct<PlatformImportTx>({
      ...base,
      sourceChain: id,
      importedInputs: list(spending(PlatformInput)),
    }),
  ],
  exportTx: [
    0x12,
    struct<PlatformExportTx>({
      ...base,
      destinationChain: id,
      exportedOutputs: list(transferable(PlatformOutput)),
    }),
  ],
  advanceTimeTx: [0x13, struct<{ readonly time: bigint }>({ time: u64 })],
  rewardValidatorTx: [0x14, struct<{ readonly txID: ID }>({ txID: id })],
  removeSubnetValidatorTx: [
    0x17,
    struct<RemoveSubnetValidatorTx>({
      ...base,
      nodeID: nodeIDBytes,
      subnetID: id,
      subnetAuth: Auth,
    }),
  ],
  transformSubnetTx: [
    0x18,
    struct<TransformSubnetTx>({
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
    struct<AddPermissionlessValidatorTx>({
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
    struct<AddPermissionlessDelegatorTx>({
      ...base,
      validator: Validator,
      subnetID: id,
      stake,
      rewardsOwner: Owner,
    }),
  ],
  transferSubnetOwnershipTx: [
    0x21,
    struct<TransferSubnetOwnershipTx>({ ...base, subnetID: id, subnetAuth: Auth, newOwner: Owner }),
  ],
  baseTx: [0x22, struct<BaseTx>(base)],
  convertSubnetToL1Tx: [
    0x23,
    struct<ConvertSubnetToL1Tx>({
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
    struct<RegisterL1ValidatorTx>({
      ...base,
      balance: u64,
      proofOfPossession: fixed(96),
      message: bytes,
    }),
  ],
  setL1ValidatorWeightTx: [0x25, struct<SetL1ValidatorWeightTx>({ ...base, message: bytes })],
  increaseL1ValidatorBalanceTx: [
    0x26,
    struct<IncreaseL1ValidatorBalanceTx>({ ...base, validationID: id, balance: u64 }),
  ],
  disableL1ValidatorTx: [
    0x27,
    struct<DisableL1ValidatorTx>({ ...base, validationID: id, disableAuth: Auth }),
  ],
})

export const SignedPlatformTx: Field<SignedPlatformTx> = struct<SignedPlatformTx>({
  unsignedTx: PlatformTx,
  credentials: list(SecpCredential),
})

const link = { parentID: id, height: u64 }
const txs = list(SignedPlatformTx)

export const PlatformBlock: Field<PlatformBlock> = variant<PlatformBlock>({
  apricotProposalBlock: [0x00, struct({ ...link, tx: SignedPlatformTx })],
  apricotAbortBlock: [0x01, struct(link)],
  apricotCommitBlock: [0x02, struct(link)],
  apricotStandardBlock: [0x03, struct({ ...link, txs })],
  apricotAtomicBlock: [0x04, struct({ ...link, tx: SignedPlatformTx })],
  banffProposalBlock: [
    0x1d,
    struct<BanffProposalBlock>({ time: u64, txs, ...link, tx: SignedPlatformTx }),
  ],
  banffAbortBlock: [0x1e, struct<TimedLink>({ time: u64, ...link })],
  banffCommitBlock: [0x1f, struct<TimedLink>({ time: u64, ...link })],
  banffStandardBlock: [0x20, struct({ time: u64, ...link, txs })],
})

export const PlatformUtxo: Field<Utxo<PlatformOutput>> = utxo(PlatformOutput)

export const PlatformGenesis: Field<PlatformGenesis> = struct<PlatformGenesis>({
  utxos: list(
    struct<GenesisUtxo>({
      txID: id,
      outputIndex: u32,
      assetID: id,
      output: PlatformOutput,
      message: bytes,
    }),
  ),
  validators: list(SignedPlatformTx),
  chains: list(SignedPlatformTx),
  timestamp: u64,
  initialSupply: u64,
  message: text,
})
