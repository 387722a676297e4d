import { parseAddress, type AddressSpace } from '../codec/address.ts'
import type { ID, ShortID } from '../codec/field.ts'
import { idText, parseID } from '../codec/ids.ts'
import { findChain, type Chain } from '../info/chains.ts'
import type { Ledger } from './ledger.ts'

/** A running chain of assets, and the names by which callers speak of what is on it. */
export interface XChain {
  readonly ledger: Ledger
  readonly space: AddressSpace
  readonly chains: readonly Chain[]
  /** Assets by alias. */
  readonly assets: ReadonlyMap<string, ID>
}

/** The asset that an alias or ID names; undefined where the text is neither. */
export function assetNamed({ assets }: XChain, name: string): ID | undefined {
  return assets.get(name) ?? parseID(name)
}

/** How an asset is called in answers: by its first alias, else by its ID. */
export function assetName({ assets }: XChain, assetID: ID): string {
  for (const [alias, id] of assets) if (id === assetID) return alias
  return idText(assetID)
}

/** The chain that an alias or ID names, this one included. */
export function chainNamed({ chains }: XChain, name: string): ID | undefined {
  const found = findChain(chains, name)
  return found === undefined ? undefined : parseID(found.id)
}

/** An address of this chain; undefined where the text is none. */
export function addressNamed({ space }: XChain, text: string): ShortID | undefined {
  return parseAddress(space, text)
}
