import type {
  ChainConfigInput,
  CChainEthHandlers,
  CChainNetHandlers,
  CChainWeb3Handlers,
} from '@native-node/server/c-chain'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { BLACK_HOLE } from '../chain/rules.ts'
import { bytesOf, hexOf } from '../hex.ts'
import type { RpcParts } from './parts.ts'

type Methods = 'chainId' | 'syncing' | 'coinbase' | 'etherbase' | 'getChainConfig'

/** Handlers of the web3 namespace. */
export function web3Handlers(version: string): CChainWeb3Handlers {
  return {
    clientVersion: () => version,
    sha3: ({ data }) => hexOf(keccak_256(bytesOf(data))),
  }
}

/** Handlers of the net namespace: the node does the networking for the chain. */
export function netHandlers({ chain: open }: RpcParts): CChainNetHandlers {
  return {
    async version() {
      return String((await open()).vm.rules.chainId)
    },
    listening: () => true,
    peerCount: () => 0,
  }
}

/** Handlers of the eth namespace that describe the chain. */
export function chainHandlers({ chain: open }: RpcParts): Pick<CChainEthHandlers, Methods> {
  return {
    async chainId() {
      return (await open()).vm.rules.chainId
    },
    syncing: () => false,
    coinbase: () => BLACK_HOLE,
    etherbase: () => BLACK_HOLE,
    async getChainConfig() {
      const { vm } = await open()
      const genesis = await vm.archive.byHeight(0n)
      return chainConfig(Number(vm.rules.chainId), Number(genesis?.header.timestamp ?? 0n))
    },
  }
}

/** The rules of a chain whose upgrades were all active at the time of its genesis. */
function chainConfig(chainId: number, time: number): ChainConfigInput {
  return {
    chainId,
    homesteadBlock: 0,
    daoForkBlock: 0,
    daoForkSupport: true,
    eip150Block: 0,
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
