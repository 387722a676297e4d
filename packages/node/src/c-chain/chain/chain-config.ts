import type { NativeFork } from './rules.ts'

/** The EIP-150 hash in the configuration of every network: the hash of an Ethereum block. */
const EIP150_HASH = '0x2086799aeebeae135c246c65021c82b4e15a2c451340993aacfd2751886514f0'

/** Returns the chain configuration with all upgrades active since the genesis. */
export function chainConfig(chainId: number, time: number, fork: NativeFork): object {
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
    ...(fork === 'prague' && { pragueTime: time }),
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
