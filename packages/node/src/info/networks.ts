import { PRIMARY_NETWORK_ID } from '../codec/ids.ts'
import type { Stake } from './uptime.ts'

/** Facts that differ by network. Amounts in nNATIVE, times in RFC 3339. */
export interface Network {
  readonly id: number
  readonly name: string
  /** Human-readable part of bech32 addresses. */
  readonly hrp: string
  readonly nativeAssetID: string
  /** Blockchain IDs by primary alias. */
  readonly chains: Readonly<Record<'X' | 'P' | 'C', string>>
  /** Validators of the Primary Network at genesis. */
  readonly validators: readonly Stake[]
  readonly fees: Fees
  readonly upgrades: Upgrades
}

export interface Fees {
  readonly txFee: bigint
  readonly createAssetTxFee: bigint
  readonly createSubnetTxFee: bigint
  readonly transformSubnetTxFee: bigint
  readonly createBlockchainTxFee: bigint
  readonly addPrimaryNetworkValidatorFee: bigint
  readonly addPrimaryNetworkDelegatorFee: bigint
  readonly addSubnetValidatorFee: bigint
  readonly addSubnetDelegatorFee: bigint
}

export interface Upgrades {
  readonly apricotPhase1Time: string
  readonly apricotPhase2Time: string
  readonly apricotPhase3Time: string
  readonly apricotPhase4Time: string
  readonly apricotPhase4MinPChainHeight: bigint
  readonly apricotPhase5Time: string
  readonly apricotPhasePre6Time: string
  readonly apricotPhase6Time: string
  readonly apricotPhasePost6Time: string
  readonly banffTime: string
  readonly cortinaTime: string
  readonly cortinaXChainStopVertexID: string
  readonly durangoTime: string
  readonly etnaTime: string
  readonly fUpgradeTime: string
}

const LAUNCH = '2020-12-05T05:00:00Z'

const localUpgrades: Upgrades = {
  apricotPhase1Time: LAUNCH,
  apricotPhase2Time: LAUNCH,
  apricotPhase3Time: LAUNCH,
  apricotPhase4Time: LAUNCH,
  apricotPhase4MinPChainHeight: 0n,
  apricotPhase5Time: LAUNCH,
  apricotPhasePre6Time: LAUNCH,
  apricotPhase6Time: LAUNCH,
  apricotPhasePost6Time: LAUNCH,
  banffTime: LAUNCH,
  cortinaTime: LAUNCH,
  cortinaXChainStopVertexID: PRIMARY_NETWORK_ID,
  durangoTime: LAUNCH,
  etnaTime: LAUNCH,
  fUpgradeTime: '9999-12-01T00:00:00Z',
}

/** What each of the five local validators stakes. */
const LOCAL_STAKE = 2_000_000_000_000_000n

/** The local development network: the default of this node. */
export const localNetwork: Network = {
  id: 12345,
  name: 'local',
  hrp: 'local',
  nativeAssetID: '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe',
  chains: {
    X: '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed',
    P: PRIMARY_NETWORK_ID,
    C: '2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC',
  },
  validators: [
    { nodeID: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg', weight: LOCAL_STAKE },
    { nodeID: 'NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ', weight: LOCAL_STAKE },
    { nodeID: 'NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN', weight: LOCAL_STAKE },
    { nodeID: 'NodeID-GWPcbFJZFfZreETSoWjPimr846mXEKCtu', weight: LOCAL_STAKE },
    { nodeID: 'NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5', weight: LOCAL_STAKE },
  ],
  fees: {
    txFee: 1_000_000n,
    createAssetTxFee: 1_000_000n,
    createSubnetTxFee: 100_000_000n,
    transformSubnetTxFee: 100_000_000n,
    createBlockchainTxFee: 100_000_000n,
    addPrimaryNetworkValidatorFee: 0n,
    addPrimaryNetworkDelegatorFee: 0n,
    addSubnetValidatorFee: 1_000_000n,
    addSubnetDelegatorFee: 1_000_000n,
  },
  upgrades: localUpgrades,
}
