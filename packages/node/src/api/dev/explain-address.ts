import type { ChainRegistry } from '../../chain/registry.ts'
import { parseBareAddress } from '../../codec/address.ts'

export interface KnownAddresses {
  readonly registry: ChainRegistry
  readonly network: { readonly hrp: string }
}

/** Explains why an address in `<chain>-<bech32>` form belongs to no chain of the network. */
export function explainAddress(text: string, { registry, network }: KnownAddresses): string {
  const hyphen = text.indexOf('-')
  const [chain, bare] = [text.slice(0, hyphen), text.slice(hyphen + 1)]
  if (registry.find(chain) === undefined) {
    const names = registry.all.map(({ aliases }) => aliases[0]).join(', ')
    return `no chain has the name '${chain}', expected one of ${names}`
  }
  const parsed = parseBareAddress(bare)
  if (parsed === undefined) return `'${bare}' is not bech32 of 20 bytes, or its checksum is wrong`
  return `the prefix of '${bare}' is '${parsed.hrp}', expected '${network.hrp}' on chain ${chain}`
}
