import { RpcError, rpcErrors } from '@native-node/server'
import type { InfoHandlers } from '@native-node/server/info'
import { idText, nameID } from '../../codec/ids.ts'
import { plainHex } from '../../codec/text.ts'
import { preferences } from './acps.ts'
import type { ExternalChain } from '../../chain/external-chain.ts'
import type { CurrentValidators } from '../../chain/module.ts'
import { subnetParam } from '../../chain/params.ts'
import type { ChainRegistry } from '../../chain/registry.ts'
import type { Identity } from '../../network/identity.ts'
import type { Network } from '../../network/network.ts'
import type { Peers } from '../../network/peers.ts'
import { observedUptime } from './uptime.ts'
import { versions } from './versions.ts'

export interface InfoSources {
  readonly network: Network
  readonly registry: ChainRegistry
  readonly identity: () => Promise<Identity>
  readonly peers: Peers
  readonly validators: CurrentValidators
  /** Address that this node announces to other nodes: `host:port`. */
  readonly address: string
}

const errors = rpcErrors.info

const featureExtensions = Object.fromEntries(
  ['secp256k1fx', 'nftfx', 'propertyfx'].map((name) => [nameID(name), name]),
)

async function isSynced(chain: ExternalChain): Promise<boolean> {
  try {
    return !(await chain.state()).isSyncing
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
}

export function infoHandlers(sources: InfoSources): InfoHandlers {
  const { network, registry, peers } = sources
  return {
    async acps() {
      return { acps: preferences(await sources.validators(), peers.connected()) }
    },
    async isBootstrapped({ chain }) {
      const found = registry.find(chain)
      if (found === undefined)
        throw errors.unknownChain(undefined, `there is no chain with alias/ID '${chain}'`)
      const external = registry.external(found.id)
      const isBootstrapped = external
        ? await isSynced(external)
        : registry.running(found.id) !== undefined
      return { isBootstrapped }
    },
    getBlockchainID({ alias }) {
      const found = registry.find(alias)
      if (found === undefined)
        throw errors.unknownAlias(undefined, `there is no ID with alias '${alias}'`)
      return { blockchainID: idText(found.id) }
    },
    getNetworkID: () => ({ networkID: network.id }),
    getNetworkName: () => ({ networkName: network.name }),
    async getNodeID() {
      const { nodeID, bls } = await sources.identity()
      const publicKey = plainHex(bls.publicKey)
      return { nodeID, nodePOP: { publicKey, proofOfPossession: plainHex(bls.proofOfPossession) } }
    },
    getNodeIP: () => ({ ip: sources.address }),
    getNodeVersion: () => versions(registry),
    getTxFee: () => network.fees,
    getVMs: () => ({
      vms: Object.fromEntries(registry.all.map(({ vm }) => [idText(vm.id), vm.names])),
      fxs: featureExtensions,
    }),
    peers({ nodeIDs = [] }) {
      const wanted = new Set<string>(nodeIDs)
      const found = peers
        .connected()
        .filter(({ nodeID }) => wanted.size === 0 || wanted.has(nodeID))
      return { numPeers: found.length, peers: found }
    },
    async uptime({ subnetID }) {
      const { nodeID } = await sources.identity()
      const validators = await sources.validators(subnetParam(subnetID))
      const uptime = observedUptime(nodeID, validators, peers.connected())
      if (uptime === undefined) throw errors.notValidating()
      return uptime
    },
    upgrades: () => network.upgrades,
  }
}
