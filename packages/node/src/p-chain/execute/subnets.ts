import { ZERO_ID } from '../../codec/ids.ts'
import { refusal } from '../refusals.ts'
import { blockchains, subnets, validators } from '../state/records.ts'
import { addValidator, removeValidator } from '../state/stakers.ts'
import { authorizedSubnet, checkWeight, mutableSubnet, type Effect } from './execution.ts'
import { checkDuration } from './staking.ts'

const NO_BYTES = new Uint8Array()
const NOBODY = { locktime: 0n, threshold: 0, addresses: [] } as const

export const createSubnet: Effect<'createSubnetTx'> = async ({ draft, tx }, { owner }) => {
  const subnet = {
    id: tx.id,
    owner,
    conversionID: ZERO_ID,
    managerChainID: ZERO_ID,
    managerAddress: NO_BYTES,
  }
  draft.change(subnets.put(subnet, tx.id))
}

export const createChain: Effect<'createChainTx'> = async (execution, unsigned) => {
  const { subnetID, vmID, chainName, subnetAuth } = unsigned
  await mutableSubnet(execution, subnetID, subnetAuth)
  const { id } = execution.tx
  execution.draft.change(blockchains.put({ id, subnetID, vmID, name: chainName }, subnetID, id))
}

export const transferOwnership: Effect<'transferSubnetOwnershipTx'> = async (
  execution,
  { subnetID, subnetAuth, newOwner: owner },
) => {
  const subnet = await authorizedSubnet(execution, subnetID, subnetAuth)
  execution.draft.change(subnets.put({ ...subnet, owner }, subnetID))
}

export const addSubnetValidator: Effect<'addSubnetValidatorTx'> = async (
  execution,
  { validator: { subnetID, nodeID, end, weight }, subnetAuth },
) => {
  const { draft, tx, totals, params } = execution
  await mutableSubnet(execution, subnetID, subnetAuth)
  checkDuration(params.staking, end - totals.time)
  if ((await validators.get(draft.reader, subnetID, nodeID)) !== undefined)
    throw refusal('duplicateValidator')
  const primary = await validators.get(draft.reader, ZERO_ID, nodeID)
  if (primary === undefined) throw refusal('notPrimaryValidator')
  if (end > primary.end) throw refusal('period')
  await checkWeight(execution, subnetID, weight)
  await addValidator(draft, {
    txID: tx.id,
    subnetID,
    nodeID,
    start: totals.time,
    end,
    weight,
    potentialReward: 0n,
    rewardOwner: NOBODY,
    delegationRewardOwner: NOBODY,
    permissioned: true,
    shares: 0,
    delegateeReward: 0n,
    delegatorCount: 0n,
    delegatorWeight: 0n,
    publicKey: NO_BYTES,
    proofOfPossession: NO_BYTES,
  })
}

export const removeSubnetValidator: Effect<'removeSubnetValidatorTx'> = async (
  execution,
  { subnetID, nodeID, subnetAuth },
) => {
  await authorizedSubnet(execution, subnetID, subnetAuth)
  const validator = await validators.get(execution.draft.reader, subnetID, nodeID)
  if (validator === undefined) throw refusal('unknownValidator')
  await removeValidator(execution.draft, validator)
}
