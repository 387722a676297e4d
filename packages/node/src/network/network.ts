import type { ID } from '../codec/field.ts'
import { nodeIDText, ZERO_ID, type NodeID } from '../codec/ids.ts'
import type { BlsKey } from '../crypto/bls.ts'
import { localFees, type Fees } from './fees.ts'
import type { GenesisConfig } from './genesis/config.ts'
import { genesisChains, platformGenesis, platformTxID } from './genesis/p-chain.ts'
import { nativeAssetOf } from './genesis/x-chain.ts'
import { localUpgrades, type Upgrades } from './upgrades.ts'

/** Network-specific constants. Amounts in nNATIVE, times in RFC 3339. */
export interface Network {
  readonly id: number
  readonly name: string
  /** Human-readable part of bech32 addresses. */
  readonly hrp: string
  readonly genesis: GenesisConfig
  readonly nativeAssetID: ID
  /** Blockchain IDs by primary alias. */
  readonly chains: Readonly<Record<'X' | 'P' | 'C', ID>>
  /** Validators of the Primary Network at genesis. */
  readonly validators: readonly Validator[]
  readonly fees: Fees
  readonly upgrades: Upgrades
}

/** A validator of a subnet and its weight. On the Primary Network, the weight is its stake in nNATIVE. */
export interface Stake {
  readonly nodeID: NodeID
  readonly weight: bigint
}

export interface Validator extends Stake {
  readonly key?: BlsKey
}

const wellKnown: ReadonlyMap<number, readonly [name: string, hrp: string]> = new Map([
  [2, ['cascade', 'cascade']],
  [3, ['denali', 'denali']],
  [4, ['everest', 'everest']],
  [10, ['testing', 'testing']],
  [12_345, ['local', 'local']],
])

/**
 * Returns the constants of the network that has the given genesis. Fees and upgrades equal those of
 * the local network.
 */
export function networkOf(genesis: GenesisConfig): Network {
  const id = genesis.networkID
  const [name, hrp] = wellKnown.get(id) ?? [`network-${id}`, 'custom']
  const chains = genesisChains(genesis)
  return {
    id,
    name,
    hrp,
    genesis,
    nativeAssetID: nativeAssetOf(genesis),
    chains: {
      X: platformTxID(chains.x),
      P: ZERO_ID,
      C: platformTxID(chains.c),
    },
    validators: validatorsOf(genesis),
    fees: localFees,
    upgrades: localUpgrades,
  }
}

function validatorsOf(genesis: GenesisConfig): readonly Validator[] {
  const keys = new Map(genesis.initialStakers.map(({ nodeID, signer }) => [nodeID, signer]))
  return platformGenesis(genesis).validators.flatMap(({ unsignedTx }) => {
    if (!('validator' in unsignedTx)) return []
    const { nodeID: id, weight } = unsignedTx.validator
    const key = keys.get(id)
    return [{ nodeID: nodeIDText(id), weight, ...(key && { key }) }]
  })
}
