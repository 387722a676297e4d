import type {
  ChainConfigInput,
  CChainEthHandlers,
  CChainNetHandlers,
  CChainWeb3Handlers,
} from '@native-node/server/c-chain'
import type { ChainRules } from '../chain/rules.ts'
import { keccak } from '../../crypto/keccak.ts'
import { bytesOf, hexOf } from '../hex.ts'
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
      return networkID(chain.vm.rules)
    },
    listening: () => true,
    peerCount: () => 0,
  }
}

/** Chain IDs of the public networks. Both public networks have the network ID 1. */
const PUBLIC_CHAINS: ReadonlySet<bigint> = new Set([43_114n, 43_113n])

function networkID({ chainId, layout }: Pick<ChainRules, 'chainId' | 'layout'>): string {
  return layout === 'native' && PUBLIC_CHAINS.has(chainId) ? '1' : String(chainId)
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
      // Safe cast: the API document describes only the configuration of the C-Chain. An imported
      // chain returns the configuration in its genesis file.
      if (vm.rules.layout === 'ethereum') return vm.rules.config as unknown as ChainConfigInput
      const genesis = await vm.archive.byHeight(0n)
      return chainConfig(Number(vm.rules.chainId), Number(genesis?.header.timestamp ?? 0n))
    },
  }
}

/** The EIP-150 hash in the configuration of every network: the hash of an Ethereum block. */
const EIP150_HASH = '0x2086799aeebeae135c246c65021c82b4e15a2c451340993aacfd2751886514f0'

/** Returns the chain configuration with all upgrades active since the genesis. */
function chainConfig(chainId: number, time: number): ChainConfigInput {
  return {
    chainId,
    homesteadBlock: 0,
    daoForkBlock: 0,
    daoForkSupport: true,
    eip150Block: 0,
    eip150Hash: EIP150_HASH,
    eip155Block: 0,
    eip158Block: 0,
    byzantiumBlock: 0,
    constantinopleBlock: 0,
    petersburgBlock: 0,
    istanbulBlock: 0,
    muirGlacierBlock: 0,
    berlinBlock: 0,
    londonBlock: 0,
    shanghaiTime: time,
    cancunTime: time,
    apricotPhase1BlockTimestamp: time,
    apricotPhase2BlockTimestamp: time,
    apricotPhase3BlockTimestamp: time,
    apricotPhase4BlockTimestamp: time,
    apricotPhase5BlockTimestamp: time,
    apricotPhasePre6BlockTimestamp: time,
    apricotPhase6BlockTimestamp: time,
    apricotPhasePost6BlockTimestamp: time,
    banffBlockTimestamp: time,
    cortinaBlockTimestamp: time,
    durangoBlockTimestamp: time,
    etnaTimestamp: time,
  }
}
