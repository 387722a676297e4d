import { rpcErrors } from '@native-node/server'
import type { InfoHandlers } from '@native-node/server/info'
import { PRIMARY_NETWORK_ID } from '../codec/ids.ts'
import { plainHex } from '../codec/text.ts'
import { preferences } from './acps.ts'
import { featureExtensions, findChain, virtualMachines, type Chain } from './chains.ts'
import type { Identity } from './identity.ts'
import type { Network } from './networks.ts'
import type { Peers } from './peers.ts'
import { observedUptime } from './uptime.ts'
import { versions } from './versions.ts'

/** What the Info API tells about. */
export interface InfoSources {
  readonly network: Network
  readonly chains: readonly Chain[]
  readonly identity: () => Promise<Identity>
  readonly peers: Peers
  /** Address on which other nodes reach this one: `host:port`. */
  readonly address: () => string
  /** Whether a chain of the Primary Network runs here and is complete. */
  readonly bootstrapped: (chain: Chain) => boolean
}

const errors = rpcErrors.info

/** Answers the Info API. */
export function infoHandlers(sources: InfoSources): InfoHandlers {
  const { network, chains, peers } = sources
  return {
    acps: () => ({ acps: preferences(network.validators, peers.connected()) }),
    isBootstrapped({ chain }) {
      const found = findChain(chains, chain)
      if (found === undefined)
        throw errors.unknownChain(undefined, `there is no chain with alias/ID '${chain}'`)
      return { isBootstrapped: sources.bootstrapped(found) }
    },
    getBlockchainID({ alias }) {
      const found = findChain(chains, alias)
      if (found === undefined)
        throw errors.unknownAlias(undefined, `there is no ID with alias '${alias}'`)
      return { blockchainID: found.id }
    },
    getNetworkID: () => ({ networkID: network.id }),
    getNetworkName: () => ({ networkName: network.name }),
    async getNodeID() {
      const { nodeID, bls } = await sources.identity()
      const publicKey = plainHex(bls.publicKey)
      return { nodeID, nodePOP: { publicKey, proofOfPossession: plainHex(bls.proofOfPossession) } }
    },
    getNodeIP: () => ({ ip: sources.address() }),
    getNodeVersion: () => versions(),
    getTxFee: () => network.fees,
    getVMs: () => ({
      vms: Object.fromEntries(virtualMachines.map(({ id, names }) => [id, names])),
      fxs: featureExtensions,
    }),
    peers({ nodeIDs = [] }) {
      const wanted = new Set<string>(nodeIDs)
      const found = peers
        .connected()
        .filter(({ nodeID }) => wanted.size === 0 || wanted.has(nodeID))
      return { numPeers: found.length, peers: found }
    },
    async uptime({ subnetID = PRIMARY_NETWORK_ID }) {
      const { nodeID } = await sources.identity()
      const validators = subnetID === PRIMARY_NETWORK_ID ? network.validators : []
      const uptime = observedUptime(nodeID, validators, peers.connected())
      if (uptime === undefined) throw errors.notValidating()
      return uptime
    },
    upgrades: () => network.upgrades,
  }
}
