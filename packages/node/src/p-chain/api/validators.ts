import { rpcErrors } from '@native-node/server'
import type { DelegatorInput, PChainHandlers, ValidatorInput } from '@native-node/server/p-chain'
import type { ID } from '../../codec/field.ts'
import { idText, nodeIDText, ZERO_ID } from '../../codec/ids.ts'
import { plainHex } from '../../codec/text.ts'
import { collectPages, mapInTurns, type Caller } from '../../chain/long-read.ts'
import type { PChain } from '../chain.ts'
import { uptimesOf } from '../execute/reward.ts'
import {
  delegators,
  l1Nodes,
  l1Validators,
  validators,
  type NodeID,
  type Staker,
  type Totals,
  type L1Validator,
  type Validator,
} from '../state/records.ts'
import { INACTIVE, isActive } from '../state/l1-validators.ts'
import type { PlatformState } from '../state/state.ts'
import { weightsOf } from '../state/stakers.ts'
import type { Table } from '../../chain/table.ts'
import { validatorsAt } from '../state/validator-sets.ts'
import { idParam, nodeParam, subnetParam } from '../../chain/params.ts'
import { sample } from './sample.ts'
import { heightOf, ownersOf } from './values.ts'

const errors = rpcErrors.pChain
const SHARES_PER_PERCENT = 10_000

type ValidatorMethods =
  | 'getCurrentValidators'
  | 'getL1Validator'
  | 'getValidatorsAt'
  | 'sampleValidators'
  | 'getTotalStake'
  | 'getMinStake'
  | 'getStakingAssetID'
  | 'getCurrentSupply'

export function validatorHandlers(chain: PChain): Pick<PChainHandlers, ValidatorMethods> {
  return {
    async getCurrentValidators({ subnetID, nodeIDs = [] }, caller) {
      const subnet = subnetParam(subnetID)
      const nodes = nodeIDs.map((text, at) => nodeParam(text, `/nodeIDs/${at}`))
      return chain.read(async (state) => ({
        validators: await currentValidators(chain, state, { subnetID: subnet, nodes, caller }),
      }))
    },
    async getL1Validator({ validationID: given }) {
      const [validationID = ''] = typeof given === 'string' ? [given] : given
      const id = idParam(validationID, '/validationID')
      return chain.read(async (state) => {
        const validator = await l1Validators.get(state.reader, id)
        if (validator === undefined)
          throw errors.l1ValidatorNotFound(
            undefined,
            `fetching L1 validator "${validationID}" failed: not found`,
          )
        return {
          ...l1Json(chain, validator, await state.totals()),
          subnetID: idText(validator.subnetID),
          height: await heightOf(state),
        }
      })
    },
    async getTotalStake({ subnetID }) {
      const { read } = chain
      const subnet = subnetParam(subnetID)
      const { stakers, active, inactive } = await read((state) => weightsOf(state, subnet))
      const weight = stakers + active + inactive
      return { stake: weight, weight }
    },
    ...validatorSetHandlers(chain),
    ...stakingHandlers(chain),
  }
}

function validatorSetHandlers(
  chain: PChain,
): Pick<PChainHandlers, 'getValidatorsAt' | 'sampleValidators'> {
  return {
    async getValidatorsAt({ height, subnetID }, caller) {
      const { read } = chain
      const subnet = subnetParam(subnetID)
      return read(async (state) => {
        const tip = await heightOf(state)
        const at = height === 'proposed' ? tip : height
        if (at > tip) throw errors.heightNotReached()
        const set = await validatorsAt(state, subnet, at)
        return {
          validators: Object.fromEntries(
            await mapInTurns(set, ([node, { weight }]) => [nodeIDText(node), weight], caller),
          ),
        }
      })
    },
    async sampleValidators({ size, subnetID }, caller) {
      const { read } = chain
      const subnet = subnetParam(subnetID)
      const set = await read(async (state) => validatorsAt(state, subnet, await heightOf(state)))
      const drawn = sample(
        [...set.values()].filter(({ nodeID }) => nodeID !== INACTIVE),
        size,
      )
      if (drawn === undefined) throw errors.sampleTooLarge()
      return {
        validators: await mapInTurns(drawn.map(({ nodeID }) => nodeID).sort(), nodeIDText, caller),
      }
    },
  }
}

function stakingHandlers(
  chain: PChain,
): Pick<PChainHandlers, 'getMinStake' | 'getStakingAssetID' | 'getCurrentSupply'> {
  return {
    async getMinStake({ subnetID }) {
      const { params } = chain
      if (subnetParam(subnetID) !== ZERO_ID) throw errors.subnetNotElastic()
      const { minValidatorStake, minDelegatorStake } = params.staking
      return { minValidatorStake, minDelegatorStake }
    },
    async getStakingAssetID({ subnetID }) {
      const { params } = chain
      if (subnetParam(subnetID) !== ZERO_ID) throw errors.subnetNotElastic()
      return { assetID: idText(params.nativeAssetID) }
    },
    async getCurrentSupply({ subnetID }) {
      const { read } = chain
      if (subnetParam(subnetID) !== ZERO_ID) throw errors.supplyNotFound()
      return read(async (state) => {
        const { supply } = await state.totals()
        return { supply, height: await heightOf(state) }
      })
    },
  }
}

/** Selects validators of a subnet. An empty list of nodes selects all validators. */
interface Selection {
  readonly subnetID: ID
  readonly nodes: readonly NodeID[]
  readonly caller: Caller
}

async function currentValidators(
  chain: PChain,
  state: PlatformState,
  selection: Selection,
): Promise<readonly ValidatorInput[]> {
  const { reader } = state
  const { nodes, caller } = selection
  const isSingle = nodes.length === 1
  const stakers = await selectedRecords(validators, state, selection)
  const uptimes = await uptimesOf(
    state,
    stakers.map(({ nodeID }) => nodeID),
  )
  const listed = await mapInTurns(
    stakers,
    async (validator, at) => {
      const delegated = isSingle ? await delegatorsOf(chain, state, validator, caller) : undefined
      return stakerJson(chain, validator, uptimes[at] ?? 100, delegated)
    },
    caller,
  )
  const totals = await state.totals()
  const active = await mapInTurns(
    await selectedRecords(l1Nodes, state, selection),
    async (validationID) => {
      const validator = await l1Validators.get(reader, validationID)
      if (validator === undefined) return []
      return [{ txID: idText(validator.txID), ...l1Json(chain, validator, totals) }]
    },
    caller,
  )
  return [...listed, ...active.flat()]
}

async function selectedRecords<T>(
  table: Table<T>,
  { reader }: PlatformState,
  { subnetID, nodes, caller }: Selection,
): Promise<readonly T[]> {
  if (nodes.length === 0) return collectPages(table.scanPages(reader, subnetID), caller)
  const keys = [...new Set(nodes)].map((node) => [subnetID, node])
  const found = await table.getMany(reader, keys)
  return found.filter((record) => record !== undefined)
}

function stakerJson(
  chain: PChain,
  validator: Validator,
  uptime: number,
  delegated: readonly DelegatorInput[] | undefined,
): ValidatorInput {
  const { space } = chain
  const staker = {
    txID: idText(validator.txID),
    startTime: validator.start,
    endTime: validator.end,
    weight: validator.weight,
    nodeID: nodeIDText(validator.nodeID),
  }
  if (validator.permissioned) return staker
  const { publicKey, proofOfPossession } = validator
  return {
    ...staker,
    rewardOwner: ownersOf(space, validator.rewardOwner),
    validationRewardOwner: ownersOf(space, validator.rewardOwner),
    delegationRewardOwner: ownersOf(space, validator.delegationRewardOwner),
    potentialReward: validator.potentialReward,
    accruedDelegateeReward: validator.delegateeReward,
    delegationFee: percentText(validator.shares / SHARES_PER_PERCENT),
    uptime: percentText(uptime),
    connected: chain.isConnected(staker.nodeID),
    ...(publicKey.length > 0 && {
      signer: { publicKey: plainHex(publicKey), proofOfPossession: plainHex(proofOfPossession) },
    }),
    delegatorCount: validator.delegatorCount,
    delegatorWeight: validator.delegatorWeight,
    ...(delegated && { delegators: delegated }),
  }
}

/** Formats a percentage with four decimals, as public nodes do. */
function percentText(percent: number): string {
  return percent.toFixed(4)
}

async function delegatorsOf(
  { space }: PChain,
  { reader }: PlatformState,
  { subnetID, nodeID }: Validator,
  caller: Caller,
): Promise<readonly DelegatorInput[]> {
  const found = await collectPages(delegators.scanPages(reader, subnetID, nodeID), caller)
  return mapInTurns(found, (delegator) => delegatorJson(delegator, space), caller)
}

function delegatorJson(delegator: Staker, space: PChain['space']): DelegatorInput {
  return {
    txID: idText(delegator.txID),
    startTime: delegator.start,
    endTime: delegator.end,
    weight: delegator.weight,
    nodeID: nodeIDText(delegator.nodeID),
    rewardOwner: ownersOf(space, delegator.rewardOwner),
    potentialReward: delegator.potentialReward,
  }
}

function l1Json(
  { space }: PChain,
  validator: L1Validator,
  { accruedFees }: Totals,
): Extract<ValidatorInput, { readonly validationID: string }> {
  return {
    validationID: idText(validator.validationID),
    nodeID: nodeIDText(validator.nodeID),
    publicKey: plainHex(validator.publicKey),
    remainingBalanceOwner: ownersOf(space, validator.remainingBalanceOwner),
    deactivationOwner: ownersOf(space, validator.deactivationOwner),
    startTime: validator.startTime,
    weight: validator.weight,
    minNonce: validator.minNonce,
    balance: isActive(validator) ? validator.endAccumulatedFee - accruedFees : 0n,
  }
}
