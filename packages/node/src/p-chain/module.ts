import type { ChainModule, ChainServices, CurrentValidator } from '../chain/module.ts'
import { createOutput } from '../chain/fund.ts'
import { parseAddress } from '../codec/address.ts'
import type { ID } from '../codec/field.ts'
import { namedID, nodeIDText, ZERO_ID } from '../codec/ids.ts'
import { feesNow } from './api/fees.ts'
import { pChainHandlers } from './api/handlers.ts'
import { heightOf } from './api/values.ts'
import type { PChain } from './chain.ts'
import { openPChain } from './open.ts'
import { replayPChain } from './replay.ts'
import { INACTIVE } from './state/l1-validators.ts'
import { validators } from './state/records.ts'
import { PlatformState } from './state/state.ts'
import { validatorsAt } from './state/validator-sets.ts'

export const pChain: ChainModule = {
  describe: ({ chains }) => ({
    id: chains.P,
    aliases: ['P', 'platform'],
    vm: { id: namedID('platformvm'), names: ['platform'] },
  }),
  replay: (store, scratch, { network }) => replayPChain(store, scratch, network),
  groups: ['pChain'],
  async open({ store, ...services }) {
    const chain = await openPChain(store, services)
    await warnIfUnvalidated(chain, services)
    const { params, space } = chain
    return {
      chain: chain.producer,
      gasPrice: async () => (await feesNow(chain)).price,
      handlers: { pChain: pChainHandlers(chain) },
      validators: (subnetID = ZERO_ID) => currentValidators(chain, subnetID),
      async fund(funding) {
        const owner = parseAddress(space, funding.address)
        if (owner === undefined) return false
        const assetID = params.nativeAssetID
        await createOutput(store, new PlatformState(store).utxos, { owner, assetID }, funding)
        return true
      },
    }
  },
}

/** Returns the current validators of a subnet by node ID, with delegated stake. */
function currentValidators({ read }: PChain, subnetID: ID): Promise<readonly CurrentValidator[]> {
  return read(async (state) => {
    const members = await validatorsAt(state, subnetID, await heightOf(state))
    return [...members.values()]
      .filter(({ nodeID }) => nodeID !== INACTIVE)
      .sort((one, other) => (one.nodeID < other.nodeID ? -1 : 1))
      .map(({ nodeID, weight, publicKey }) => ({
        nodeID: nodeIDText(nodeID),
        weight,
        ...(publicKey.length > 0 && { publicKey }),
      }))
  })
}

/** Logs what to do if no staking period of the Primary Network is left, as on a chain older than a year. */
async function warnIfUnvalidated(
  { read, now }: PChain,
  { logger }: Pick<ChainServices, 'logger'>,
): Promise<void> {
  const isValidated = await read(async (state) => {
    const members = await validatorsAt(state, ZERO_ID, await heightOf(state))
    const all = await validators.getMany(
      state.reader,
      [...members.values()].map(({ nodeID }) => [ZERO_ID, nodeID]),
    )
    return all.some((validator) => validator !== undefined && validator.end > now())
  })
  if (isValidated) return
  logger.warn(
    'The Primary Network has no validators: their staking periods have ended, or the genesis has none. ' +
      'Add a validator (AddPermissionlessValidatorTx), or start a new chain with an empty --data-dir',
  )
}
