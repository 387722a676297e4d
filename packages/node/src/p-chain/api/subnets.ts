import { rpcErrors } from '@native-node/server'
import type {
  BlockchainStatus,
  PChainHandlers,
  SubnetInput,
  SubnetSummaryInput,
} from '@native-node/server/p-chain'
import { addressText, type AddressSpace } from '../../codec/address.ts'
import type { ID } from '../../codec/field.ts'
import { idText, parseID, PRIMARY_NETWORK_ID, ZERO_ID } from '../../codec/ids.ts'
import { plainHex } from '../../codec/text.ts'
import { collectPages, mapInTurns } from '../../chain/long-read.ts'
import type { PChain } from '../chain.ts'
import { isL1 } from '../execute/execution.ts'
import { blockchains, l1Nodes, subnets, validators, type Subnet } from '../state/records.ts'
import type { PlatformState } from '../state/state.ts'
import { idParam } from '../../chain/params.ts'

const errors = rpcErrors.pChain

type SubnetMethods = 'getSubnet' | 'getSubnets'
type BlockchainMethods = 'getBlockchains' | 'getBlockchainStatus' | 'validatedBy' | 'validates'

export function subnetHandlers(chain: PChain): Pick<PChainHandlers, SubnetMethods> {
  return {
    async getSubnet({ subnetID }) {
      const id = idParam(subnetID, '/subnetID')
      if (id === ZERO_ID) throw errors.primaryNetworkIsNoSubnet()
      const subnet = await chain.read(({ reader }) => subnets.get(reader, id))
      if (subnet === undefined) throw errors.subnetNotFound()
      return subnetJson(chain, subnet)
    },
    async getSubnets({ ids = [] }, caller) {
      const wanted = new Set(ids.map((text, at) => idParam(text, `/ids/${at}`)))
      const found = await chain.read(async ({ reader }) =>
        wanted.size === 0
          ? collectPages(subnets.scanPages(reader), caller)
          : (
              await subnets.getMany(
                reader,
                [...wanted].map((id) => [id]),
              )
            ).flatMap((subnet) => (subnet === undefined ? [] : [subnet])),
      )
      const primary = { id: PRIMARY_NETWORK_ID, controlKeys: [], threshold: 0 }
      const hasPrimary = wanted.size === 0 || wanted.has(ZERO_ID)
      const listed = await mapInTurns(found, (subnet) => summary(chain, subnet), caller)
      return { subnets: hasPrimary ? [...listed, primary] : listed }
    },
  }
}

export function blockchainHandlers(chain: PChain): Pick<PChainHandlers, BlockchainMethods> {
  return {
    async getBlockchains(_, caller) {
      const { read } = chain
      const all = await read(({ reader }) => collectPages(blockchains.scanPages(reader), caller))
      const isPrimary = ({ subnetID }: { readonly subnetID: ID }): boolean => subnetID === ZERO_ID
      const ordered = [...all.filter((chain) => !isPrimary(chain)), ...all.filter(isPrimary)]
      return {
        blockchains: await mapInTurns(
          ordered,
          ({ id, name, subnetID, vmID }) => ({
            id: idText(id),
            name,
            subnetID: idText(subnetID),
            vmID: idText(vmID),
          }),
          caller,
        ),
      }
    },
    async getBlockchainStatus({ blockchainID }) {
      const id = chain.resolveChain(blockchainID) ?? parseID(blockchainID)
      if (id === undefined) throw errors.invalidBlockchainId()
      const find = (): Promise<BlockchainStatus | undefined> =>
        chain.read((state) => statusOf(chain, state, id))
      const found = await chain.status(id, find)
      if (found.kind === 'accepted') return { status: found.accepted }
      const isBlockchain = found.kind === 'pending' && found.tx.unsigned.kind === 'createChainTx'
      return { status: isBlockchain ? 'Preferred' : 'Unknown' }
    },
    async validatedBy({ blockchainID }) {
      const id = chain.resolveChain(blockchainID) ?? parseID(blockchainID)
      if (id === undefined) throw errors.invalidBlockchainId()
      if (id === ZERO_ID) return { subnetID: PRIMARY_NETWORK_ID }
      const tx = await chain.read((state) => state.tx(id))
      if (tx === undefined) throw errors.blockchainNotFound()
      if (tx.unsigned.kind !== 'createChainTx') throw errors.notABlockchain()
      return { subnetID: idText(tx.unsigned.subnetID) }
    },
    async validates({ subnetID }, caller) {
      const { read } = chain
      const id = idParam(subnetID, '/subnetID')
      return read(async (state) => {
        if (id !== ZERO_ID) {
          const tx = await state.tx(id)
          if (tx === undefined) throw errors.subnetNotFound()
          if (tx.unsigned.kind !== 'createSubnetTx') throw errors.notASubnet()
        }
        const found = await collectPages(blockchains.scanPages(state.reader, id), caller)
        return { blockchainIDs: await mapInTurns(found, ({ id }) => idText(id), caller) }
      })
    },
  }
}

/** Returns the status of a created blockchain; undefined for other IDs. */
async function statusOf(
  chain: PChain,
  state: PlatformState,
  id: ID,
): Promise<BlockchainStatus | undefined> {
  const subnetID = await state.subnetOf(id)
  if (subnetID === undefined) return undefined
  if (!chain.runs(id)) return 'Created'
  const key = [subnetID, chain.nodeID]
  const isValidator =
    (await validators.get(state.reader, ...key)) !== undefined ||
    (await l1Nodes.get(state.reader, ...key)) !== undefined
  return isValidator ? 'Validating' : 'Syncing'
}

function subnetJson({ space }: PChain, subnet: Subnet): SubnetInput {
  const { owner, conversionID, managerChainID, managerAddress } = subnet
  return {
    isPermissioned: !isL1(subnet),
    ...keysOf(space, subnet),
    locktime: owner.locktime,
    // Always the ID of the Primary Network, because subnets can no longer be transformed to elastic
    // subnets.
    subnetTransformationTxID: PRIMARY_NETWORK_ID,
    conversionID: idText(conversionID),
    managerChainID: idText(managerChainID),
    managerAddress: isL1(subnet) ? plainHex(managerAddress) : null,
  }
}

function summary({ space }: PChain, subnet: Subnet): SubnetSummaryInput {
  return { id: idText(subnet.id), ...keysOf(space, subnet) }
}

/** An L1 has no control keys, because its manager chooses the validators. */
function keysOf(
  space: AddressSpace,
  subnet: Subnet,
): Pick<SubnetSummaryInput, 'controlKeys' | 'threshold'> {
  if (isL1(subnet)) return { controlKeys: [], threshold: 0 }
  const { addresses, threshold } = subnet.owner
  return { controlKeys: addresses.map((address) => addressText(space, address)), threshold }
}
