import { encode, type ID } from '../../codec/field.ts'
import { namedID, ZERO_ID } from '../../codec/ids.ts'
import { PlatformGenesis, SignedPlatformTx, type PlatformOutput } from '../../codec/p-chain.ts'
import { hashID } from '../../crypto/hashes.ts'
import {
  supplyOf,
  type Allocation,
  type GenesisConfig,
  type LockedAmount,
  type Staker,
} from './config.ts'
import { genesisBytes, nativeAssetOf, xChainGenesis } from './x-chain.ts'

export interface GenesisChains {
  readonly x: SignedPlatformTx
  readonly c: SignedPlatformTx
}

export function genesisChains(config: GenesisConfig): GenesisChains {
  const create = (chain: {
    readonly chainName: string
    readonly vmID: ID
    readonly fxIDs: readonly ID[]
    readonly genesisData: Uint8Array
  }): SignedPlatformTx => ({
    unsignedTx: {
      kind: 'createChainTx',
      ...emptyBase(config.networkID),
      subnetID: ZERO_ID,
      ...chain,
      subnetAuth: { kind: 'secpInput', sigIndices: [] },
    },
    credentials: [],
  })
  return {
    x: create({
      chainName: 'X-Chain',
      vmID: namedID('avm'),
      fxIDs: ['secp256k1fx', 'nftfx', 'propertyfx'].map(namedID),
      genesisData: genesisBytes(xChainGenesis(config)),
    }),
    c: create({
      chainName: 'C-Chain',
      vmID: namedID('evm'),
      fxIDs: [],
      genesisData: Buffer.from(config.cChainGenesis, 'utf8'),
    }),
  }
}

export function platformTxID(tx: SignedPlatformTx): ID {
  return hashID(encode(SignedPlatformTx, tx))
}

function emptyBase(networkID: number): {
  readonly networkID: number
  readonly blockchainID: ID
  readonly outputs: readonly []
  readonly inputs: readonly []
  readonly memo: Uint8Array
} {
  return { networkID, blockchainID: ZERO_ID, outputs: [], inputs: [], memo: new Uint8Array() }
}

export function platformGenesis(config: GenesisConfig): PlatformGenesis {
  const assetID = nativeAssetOf(config)
  const staked = new Set(config.initialStakedFunds)
  const spendable = config.allocations.filter(({ address }) => !staked.has(address))
  const { x, c } = genesisChains(config)
  return {
    utxos: spendable
      .flatMap((allocation) => amountsOf(allocation).map((amount) => ({ allocation, amount })))
      .map(({ allocation, amount }, outputIndex) => ({
        txID: ZERO_ID,
        outputIndex,
        assetID,
        output: outputOf(allocation, amount, config.startTime),
        message: Buffer.from(allocation.ethAddress, 'hex'),
      })),
    validators: heapByEnd(validatorTxs(config, assetID)),
    chains: [x, c],
    timestamp: config.startTime,
    initialSupply: supplyOf(config),
    message: config.message,
  }
}

function amountsOf({ unlockSchedule }: Allocation): readonly LockedAmount[] {
  return unlockSchedule.filter(({ amount }) => amount > 0n)
}

/**
 * Returns the output for an amount. If the locktime is after the start of the network, the output
 * can only be staked until the locktime.
 */
function outputOf(
  { address }: Allocation,
  { amount, locktime }: LockedAmount,
  startTime: bigint,
): PlatformOutput {
  const output = {
    kind: 'secpTransferOutput',
    amount,
    locktime: 0n,
    threshold: 1,
    addresses: [address],
  } as const
  return locktime > startTime ? { kind: 'lockOut', locktime, output } : output
}

interface Validating {
  readonly tx: SignedPlatformTx
  readonly end: bigint
}

function validatorTxs(config: GenesisConfig, assetID: ID): readonly Validating[] {
  const { initialStakers, startTime, initialStakeDuration, initialStakeDurationOffset } = config
  const staked = new Set(config.initialStakedFunds)
  const funds = config.allocations.filter(({ address }) => staked.has(address))
  const shares = split(funds, initialStakers.length)
  return initialStakers.map((staker, at) => {
    const end = startTime + initialStakeDuration - BigInt(at) * initialStakeDurationOffset
    const stake = (shares[at] ?? []).flatMap((allocation) =>
      allocation.unlockSchedule.map((amount) => ({
        assetID,
        output: outputOf(allocation, amount, startTime),
        amount: amount.amount,
      })),
    )
    return { end, tx: validatorTx(config, staker, stake, end) }
  })
}

interface StakedOutput {
  readonly assetID: ID
  readonly output: PlatformOutput
  readonly amount: bigint
}

function validatorTx(
  { networkID, startTime }: GenesisConfig,
  { nodeID, rewardAddress, delegationFee, signer }: Staker,
  staked: readonly StakedOutput[],
  end: bigint,
): SignedPlatformTx {
  const weight = staked.reduce((sum, { amount }) => sum + amount, 0n)
  const owner = {
    kind: 'secpOutputOwners',
    locktime: 0n,
    threshold: 1,
    addresses: [rewardAddress],
  } as const
  const fields = {
    ...emptyBase(networkID),
    validator: { nodeID, start: startTime, end, weight },
    stake: staked.map(({ assetID, output }) => ({ assetID, output })),
    shares: delegationFee,
  }
  return {
    unsignedTx:
      signer === undefined
        ? { kind: 'addValidatorTx', ...fields, rewardsOwner: owner }
        : {
            kind: 'addPermissionlessValidatorTx',
            ...fields,
            subnetID: ZERO_ID,
            signer: { kind: 'proofOfPossession', ...signer },
            validatorRewardsOwner: owner,
            delegatorRewardsOwner: owner,
          },
    credentials: [],
  }
}

/**
 * Divides funds, in order, into parts of equal amount. The last part also receives the remainder.
 */
function split(funds: readonly Allocation[], parts: number): readonly Allocation[][] {
  if (parts === 0) return []
  const amounts = funds.flatMap((allocation) =>
    allocation.unlockSchedule.map((locked) => ({ allocation, ...locked })),
  )
  const weight = amounts.reduce((sum, { amount }) => sum + amount, 0n) / BigInt(parts)
  const shares: Allocation[][] = [[]]
  let shareWeight = 0n
  const addToShare = (allocation: Allocation, locked: LockedAmount): void => {
    if (locked.amount === 0n) return
    shares.at(-1)?.push({ ...allocation, initialAmount: 0n, unlockSchedule: [locked] })
    shareWeight += locked.amount
  }
  for (const { allocation, amount, locktime } of amounts) {
    let left = amount
    while (shareWeight + left > weight && shares.length < parts) {
      const taken = weight - shareWeight
      addToShare(allocation, { amount: taken, locktime })
      left -= taken
      shares.push([])
      shareWeight = 0n
    }
    addToShare(allocation, { amount: left, locktime })
  }
  return shares
}

/**
 * Returns the validators in genesis order: the order in the array of a binary heap by end time,
 * after the validators are inserted one by one.
 */
function heapByEnd(validators: readonly Validating[]): readonly SignedPlatformTx[] {
  const heap: Validating[] = []
  for (const validator of validators) {
    let at = heap.push(validator) - 1
    while (at > 0) {
      const up = (at - 1) >> 1
      const parent = heap[up]
      if (parent === undefined || !endsBefore(validator, parent)) break
      heap[at] = parent
      heap[up] = validator
      at = up
    }
  }
  return heap.map(({ tx }) => tx)
}

function endsBefore(a: Validating, b: Validating): boolean {
  return a.end < b.end || (a.end === b.end && platformTxID(a.tx) < platformTxID(b.tx))
}

const STEP = 270n * 86_400n

/**
 * Returns the genesis of a local network with a start time that is moved in steps of 270 days, so that its validators
 * are active at `now`.
 */
export function movedStart(config: GenesisConfig, now: Date): GenesisConfig {
  const passed = BigInt(Math.floor(now.getTime() / 1000)) - config.startTime
  const steps = passed > 0n ? passed / STEP : 0n
  return { ...config, startTime: config.startTime + steps * STEP }
}
