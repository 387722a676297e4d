import { bech32 } from '@scure/base'
import type { ShortID } from './field.ts'
import { parseShortID, shortIDOf } from './ids.ts'
import { memoized } from './memoized.ts'

const LENGTH = 20

export interface BareAddress {
  readonly hrp: string
  readonly shortID: ShortID
}

/** Parses a bech32 address of 20 bytes with any prefix. Returns undefined if it is invalid. */
export function parseBareAddress(text: string): BareAddress | undefined {
  const decoded = bech32.decodeUnsafe(text)
  if (decoded === undefined) return undefined
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  if (bytes instanceof Uint8Array && bytes.length === LENGTH)
    return { hrp: decoded.prefix, shortID: shortIDOf(bytes) }
  return undefined
}

export function bareAddress(hrp: string, shortID: ShortID): string {
  return encoded(`${hrp} ${shortID}`)
}

const encoded = memoized((key: `${string} ${ShortID}`) => {
  const [hrp = '', shortID = ''] = key.split(' ')
  return bech32.encode(hrp, bech32.toWords(Buffer.from(shortID, 'hex')))
})

/** The chain and network that an address must belong to. */
export interface AddressSpace {
  readonly hrp: string
  /** Alias of the chain in formatted addresses. */
  readonly alias: string
  /** Whether the alias or ID before the hyphen identifies this chain. */
  readonly isChain: (idOrAlias: string) => boolean
}

export function addressText(
  { alias, hrp }: Pick<AddressSpace, 'alias' | 'hrp'>,
  shortID: ShortID,
): string {
  return `${alias}-${bareAddress(hrp, shortID)}`
}

/** Parses an address of this chain, or 20 bytes in cb58. Returns undefined for any other string. */
export function parseAddress(space: AddressSpace, text: string): ShortID | undefined {
  const bare = parseShortID(text)
  if (bare !== undefined) return bare
  const hyphen = text.indexOf('-')
  if (hyphen < 0 || !space.isChain(text.slice(0, hyphen))) return undefined
  const address = parseBareAddress(text.slice(hyphen + 1))
  return address?.hrp === space.hrp ? address.shortID : undefined
}
