import type { ID } from '../codec/field.ts'
import { idText } from '../codec/ids.ts'
import type { Chain, ChainInfo } from './chain.ts'

/** Names of a vendor by the neutral name, from an overlay file. */
export type VendorNames = Readonly<Record<string, string>>

/** The chains of the network, found by ID or alias, and those of them that this node runs. */
export class ChainRegistry {
  readonly all: readonly ChainInfo[]
  readonly #running = new Map<ID, Chain>()

  /** `vendorNames` gives further names for aliases and virtual machines. */
  constructor(chains: readonly ChainInfo[], vendorNames: VendorNames = {}) {
    this.all = chains.map(({ id, aliases, vm }) => ({
      id,
      aliases: aliases.flatMap((alias) => [alias, ...vendorName(vendorNames, alias)]),
      vm: {
        id: vm.id,
        names: vm.names.flatMap((name) => [...vendorName(vendorNames, name), name]),
      },
    }))
  }

  /** The chain that an ID in text form or an alias names. */
  find(idOrAlias: string): ChainInfo | undefined {
    return this.all.find(
      ({ id, aliases }) => idText(id) === idOrAlias || aliases.includes(idOrAlias),
    )
  }

  /** Notes that a chain is running. */
  add(id: ID, chain: Chain): void {
    this.#running.set(id, chain)
  }

  /** The chain if it is running. */
  running(id: ID): Chain | undefined {
    return this.#running.get(id)
  }
}

function vendorName(names: VendorNames, neutral: string): readonly string[] {
  const name = Object.hasOwn(names, neutral) ? names[neutral] : undefined
  return name === undefined ? [] : [name]
}
