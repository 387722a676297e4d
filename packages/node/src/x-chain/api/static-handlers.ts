import { rpcErrors } from '@native-node/server'
import type {
  GenesisAsset,
  GenesisState,
  MinterSet,
  XChainStaticHandlers,
} from '@native-node/server/x-chain-static'
import { invalidParam } from '../../chain/params.ts'
import { parseBareAddress } from '../../codec/address.ts'
import type { ShortID } from '../../codec/field.ts'
import type { Output } from '../../codec/structures.ts'
import { checkedHex, fromCheckedHex } from '../../codec/text.ts'
import {
  genesisBytes,
  genesisOf,
  holderOutput,
  type AssetDefinition,
} from '../../network/genesis/x-chain.ts'

const errors = rpcErrors.xChainStatic

/** Maximum number of assets, holders, minter sets and minters of a genesis together. */
const MOST_PARTS = 5000

export const staticHandlers: XChainStaticHandlers = {
  buildGenesis({ networkID, genesisData }) {
    const parts = Object.values(genesisData).reduce((sum, asset) => sum + partsOf(asset), 0)
    if (parts > MOST_PARTS) {
      const text = `must have at most ${MOST_PARTS} assets, holders, minter sets and minters`
      throw invalidParam('/genesisData', text)
    }
    const assets = Object.entries(genesisData).map(
      ([alias, asset]) => [alias, definition(asset, `/genesisData/${escaped(alias)}`)] as const,
    )
    const genesis = genesisOf(networkID, Object.fromEntries(assets))
    return { bytes: checkedHex(genesisBytes(genesis)), encoding: 'hex' }
  },
}

function partsOf({ initialState }: GenesisAsset): number {
  if ('fixedCap' in initialState) return 1 + initialState.fixedCap.length
  if (!('variableCap' in initialState)) return 1
  return initialState.variableCap.reduce((sum, { minters }) => sum + 1 + minters.length, 1)
}

function definition(asset: GenesisAsset, pointer: string): AssetDefinition {
  const { name, symbol, denomination = 0, memo, initialState } = asset
  return {
    name,
    symbol,
    denomination,
    memo: memo === undefined || memo === '' ? new Uint8Array() : memoOf(memo, `${pointer}/memo`),
    outputs: outputsOf(initialState, `${pointer}/initialState`),
  }
}

function outputsOf(state: GenesisState, pointer: string): readonly Output[] {
  if ('fixedCap' in state) {
    return state.fixedCap.map(({ amount, address }, at) => {
      if (amount === 0n)
        throw invalidParam(`${pointer}/fixedCap/${at}/amount`, 'must be at least 1')
      return holderOutput(addressOf(address), amount)
    })
  }
  if ('variableCap' in state)
    return state.variableCap.map((set, at) => minting(set, `${pointer}/variableCap/${at}`))
  throw errors.unknownAssetType()
}

function minting({ minters, threshold }: MinterSet, pointer: string): Output {
  const addresses = minters.map(addressOf).sort()
  if (new Set(addresses).size < addresses.length)
    throw invalidParam(`${pointer}/minters`, 'must not contain duplicate addresses')
  if (threshold < 1 || threshold > addresses.length)
    throw invalidParam(`${pointer}/threshold`, `must be from 1 to ${addresses.length}`)
  return { kind: 'secpMintOutput', locktime: 0n, threshold, addresses }
}

function addressOf(text: string): ShortID {
  const address = parseBareAddress(text)
  if (address === undefined)
    throw errors.invalidAddress(undefined, `couldn't parse address '${text}'`)
  return address.shortID
}

function memoOf(text: string, pointer: string): Uint8Array {
  try {
    return fromCheckedHex(text)
  } catch (error) {
    if (error instanceof RangeError)
      throw invalidParam(pointer, `must be hex with a checksum: ${error.message}`)
    throw error
  }
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
