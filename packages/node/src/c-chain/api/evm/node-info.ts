import type {
  ChainConfigInput,
  CChainEthHandlers,
  CChainNetHandlers,
  CChainWeb3Handlers,
} from '@native-node/server/c-chain'
import { keccak } from '../../../crypto/keccak.ts'
import { bytesOf, hexOf } from '../../hex.ts'
import { forkConfigs } from './fork-config.ts'
import { quantity } from './format.ts'
import { oldestProof, type ProofWindow } from './proof.ts'
import type { RpcParts } from './parts.ts'

type Methods =
  'chainId' | 'syncing' | 'capabilities' | 'coinbase' | 'etherbase' | 'getChainConfig' | 'config'

export function web3Handlers(version: string): CChainWeb3Handlers {
  return {
    clientVersion: () => version,
    sha3: ({ data }) => hexOf(keccak(bytesOf(data))),
  }
}

/**
 * The network ID is that of the network to which the chain belongs. The chain itself has no peers,
 * because the node handles all peers.
 */
export function netHandlers({ chain }: RpcParts): CChainNetHandlers {
  return {
    async version() {
      return chain.vm.rules.networkID
    },
    listening: () => true,
    peerCount: () => 0,
  }
}

export function chainHandlers(
  { chain }: RpcParts,
  window: ProofWindow,
): Pick<CChainEthHandlers, Methods> {
  return {
    async chainId() {
      return chain.vm.rules.chainId
    },
    syncing: () => false,
    coinbase: async () => chain.vm.miner,
    etherbase: async () => chain.vm.miner,
    async capabilities() {
      const { vm } = chain
      const { hash, header } = vm.tip
      const all = { disabled: false, oldestBlock: '0x0' }
      const state = { ...all, oldestBlock: quantity(vm.oldestState) }
      const kinds = { state, tx: all, logs: all, receipts: all, blocks: all }
      const stateproofs = { ...all, oldestBlock: quantity(oldestProof(header.number, window)) }
      return { head: { number: quantity(header.number), hash }, ...kinds, stateproofs }
    },
    async config() {
      return forkConfigs(chain)
    },
    async getChainConfig() {
      const { vm } = chain
      const genesis = await vm.archive.byHeight(vm.firstHeight)
      // Safe cast: the API document describes only the configuration of the C-Chain. An imported
      // chain returns the configuration in its genesis file.
      return vm.rules.config(genesis?.header.timestamp ?? 0n) as ChainConfigInput
    },
  }
}
