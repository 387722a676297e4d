import { nameID } from '../codec/ids.ts'
import type { Network } from './networks.ts'

/** A chain of the Primary Network, whether or not this node runs it. */
export interface Chain {
  readonly id: string
  /** First the primary alias, then the others. */
  readonly aliases: readonly string[]
}

/** Virtual machines that the Primary Network uses, and the versions of this node's implementations. */
export const virtualMachines: readonly {
  readonly id: string
  readonly names: readonly string[]
}[] = [
  { id: nameID('avm'), names: ['xvm'] },
  { id: nameID('evm'), names: ['evm'] },
  { id: nameID('platformvm'), names: ['platform'] },
]

/** Feature extensions of the X-Chain's virtual machine. */
export const featureExtensions: Readonly<Record<string, string>> = {
  [nameID('secp256k1fx')]: 'secp256k1fx',
  [nameID('nftfx')]: 'nftfx',
  [nameID('propertyfx')]: 'propertyfx',
}

/** The three chains of a network; `vendorNames` gives further names for aliases. */
export function chainsOf(
  network: Network,
  vendorNames: Readonly<Record<string, string>> = {},
): readonly Chain[] {
  const chains: readonly Chain[] = [
    { id: network.chains.X, aliases: ['X', 'xvm'] },
    { id: network.chains.P, aliases: ['P', 'platform'] },
    { id: network.chains.C, aliases: ['C', 'evm'] },
  ]
  return chains.map(({ id, aliases }) => ({
    id,
    aliases: aliases.flatMap((alias) => [
      alias,
      ...(Object.hasOwn(vendorNames, alias) ? [vendorNames[alias] ?? alias] : []),
    ]),
  }))
}

/** The chain that an ID or alias names. */
export function findChain(chains: readonly Chain[], idOrAlias: string): Chain | undefined {
  return chains.find((chain) => chain.id === idOrAlias || chain.aliases.includes(idOrAlias))
}
