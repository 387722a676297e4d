import { encode, encodeBare, type ID, type ShortID } from '../../codec/field.ts'
import { ZERO_ID } from '../../codec/ids.ts'
import { Output } from '../../codec/structures.ts'
import { Genesis, SignedTx, StandardBlock, type GenesisAsset } from '../../codec/x-chain.ts'
import { concat, u16, u32 } from '../../codec/bytes.ts'
import { hashID } from '../../crypto/hashes.ts'
import { GenesisError, type Allocation, type GenesisConfig } from './config.ts'

export interface AssetDefinition {
  readonly name: string
  readonly symbol: string
  readonly denomination: number
  readonly memo: Uint8Array
  /** Initial outputs, in any order. */
  readonly outputs: readonly Output[]
}

/** Returns the genesis of an asset chain. Sorts assets by alias, and the outputs of each asset by their bytes. */
export function genesisOf(
  networkID: number,
  assets: Readonly<Record<string, AssetDefinition>>,
): Genesis {
  return {
    assets: Object.entries(assets)
      .map(([alias, asset]) => genesisAsset(networkID, alias, asset))
      .sort((a, b) => Buffer.compare(Buffer.from(a.alias), Buffer.from(b.alias))),
  }
}

export function genesisBytes(genesis: Genesis): Uint8Array {
  return encode(Genesis, genesis)
}

function genesisAsset(networkID: number, alias: string, asset: AssetDefinition): GenesisAsset {
  const { name, symbol, denomination, memo } = asset
  const outputs = asset.outputs
    .map((output) => ({ output, bytes: encodeBare(Output, output) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ output }) => output)
  return {
    alias,
    networkID,
    blockchainID: ZERO_ID,
    outputs: [],
    inputs: [],
    memo,
    name,
    symbol,
    denomination,
    initialStates: outputs.length === 0 ? [] : [{ fxIndex: 0, outputs }],
  }
}

export function holderOutput(address: ShortID, amount: bigint): Output {
  return { kind: 'secpTransferOutput', amount, locktime: 0n, threshold: 1, addresses: [address] }
}

export function xChainGenesis({ networkID, allocations }: GenesisConfig): Genesis {
  const holders = allocations.filter(({ initialAmount }) => initialAmount > 0n).sort(byAmount)
  return genesisOf(networkID, {
    AVAX: {
      name: 'Avalanche',
      symbol: 'AVAX',
      denomination: 9,
      memo: Buffer.from(holders.map(({ ethAddress }) => ethAddress).join(''), 'hex'),
      outputs: holders.map(({ address, initialAmount }) => holderOutput(address, initialAmount)),
    },
  })
}

function byAmount(a: Allocation, b: Allocation): number {
  if (a.initialAmount !== b.initialAmount) return a.initialAmount < b.initialAmount ? -1 : 1
  return a.address < b.address ? -1 : 1
}

/** Returns the ID of the native asset, which is the only asset in the X-Chain's genesis. */
export function nativeAssetOf(config: GenesisConfig): ID {
  const [asset] = xChainGenesis(config).assets
  if (asset === undefined) throw new GenesisError('The X-Chain genesis has no native asset')
  return assetIDOf(asset)
}

/** Returns the bytes of the transaction that creates a genesis asset. */
export function assetTx(asset: GenesisAsset): Uint8Array {
  return encode(SignedTx, { unsignedTx: { kind: 'createAssetTx', ...asset }, credentials: [] })
}

export function assetIDOf(asset: GenesisAsset): ID {
  return hashID(assetTx(asset))
}

/**
 * Returns the parent ID of block 0: the ID of a final DAG vertex without parents. A new chain has
 * no DAG before its first block.
 */
export function stopVertexID(chainID: ID): ID {
  const version = u16(1)
  const height = new Uint8Array(8)
  const noParents = u32(0)
  return hashID(concat(version, Buffer.from(chainID, 'hex'), height, noParents))
}

/** Returns the bytes of block 0. `time` is in Unix seconds. */
export function genesisBlock(chainID: ID, time: bigint): Uint8Array {
  return encode(StandardBlock, {
    kind: 'standardBlock',
    parentID: stopVertexID(chainID),
    height: 0n,
    time,
    merkleRoot: ZERO_ID,
    txs: [],
  })
}
