import { idText, nodeID, PRIMARY_NETWORK_ID } from '../codec/ids.ts'
import type { GenesisConfig, StakerKey } from '../genesis/config.ts'
import { genesisChains, platformGenesis, platformTxID } from '../genesis/p-chain.ts'
import { assetIDOf, xChainGenesis } from '../genesis/x-chain.ts'
import type { Stake } from './uptime.ts'

/** Facts that differ by network. Amounts in nNATIVE, times in RFC 3339. */
export interface Network {
  readonly id: number
  readonly name: string
  /** Human-readable part of bech32 addresses. */
  readonly hrp: string
  readonly genesis: GenesisConfig
  readonly nativeAssetID: string
  /** Blockchain IDs by primary alias. */
  readonly chains: Readonly<Record<'X' | 'P' | 'C', string>>
  /** Validators of the Primary Network at genesis. */
  readonly validators: readonly Validator[]
  readonly fees: Fees
  readonly upgrades: Upgrades
}

/** A validator at genesis, and the BLS key that it is registered with. */
export interface Validator extends Stake {
  readonly key?: StakerKey
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

const upgrades: Upgrades = {
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

const fees: Fees = {
  txFee: 1_000_000n,
  createAssetTxFee: 1_000_000n,
  createSubnetTxFee: 100_000_000n,
  transformSubnetTxFee: 100_000_000n,
  createBlockchainTxFee: 100_000_000n,
  addPrimaryNetworkValidatorFee: 0n,
  addPrimaryNetworkDelegatorFee: 0n,
  addSubnetValidatorFee: 1_000_000n,
  addSubnetDelegatorFee: 1_000_000n,
}

/** Names and address prefixes of networks that have their own. */
const known: ReadonlyMap<number, readonly [name: string, hrp: string]> = new Map([
  [2, ['cascade', 'cascade']],
  [3, ['denali', 'denali']],
  [4, ['everest', 'everest']],
  [10, ['testing', 'testing']],
  [12_345, ['local', 'local']],
])

/** The network that begins with a genesis. Fees and upgrades are those of the local network. */
export function networkOf(genesis: GenesisConfig): Network {
  const id = genesis.networkID
  const [name, hrp] = known.get(id) ?? [`network-${id}`, 'custom']
  const [native] = xChainGenesis(genesis).assets
  const chains = genesisChains(genesis)
  return {
    id,
    name,
    hrp,
    genesis,
    nativeAssetID: native === undefined ? PRIMARY_NETWORK_ID : idText(assetIDOf(native)),
    chains: {
      X: idText(platformTxID(chains.x)),
      P: PRIMARY_NETWORK_ID,
      C: idText(platformTxID(chains.c)),
    },
    validators: validatorsOf(genesis),
    fees,
    upgrades,
  }
}

function validatorsOf(genesis: GenesisConfig): readonly Validator[] {
  const keys = new Map(genesis.initialStakers.map(({ nodeID, signer }) => [nodeID, signer]))
  return platformGenesis(genesis).validators.flatMap(({ unsignedTx }) => {
    if (!('validator' in unsignedTx)) return []
    const { nodeID: id, weight } = unsignedTx.validator
    const key = keys.get(id)
    return [{ nodeID: nodeID(Buffer.from(id, 'hex')), weight, ...(key && { key }) }]
  })
}
