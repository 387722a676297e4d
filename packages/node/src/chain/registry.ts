import type { AddressSpace } from '../codec/address.ts'
import type { ID } from '../codec/field.ts'
import { idText } from '../codec/ids.ts'
import type { Chain, ChainInfo } from './chain.ts'
import type { ExternalChain } from './external-chain.ts'

/** Vendor names by neutral name, from an overlay file. */
export type VendorNames = Readonly<Record<string, string>>

export class ChainRegistry {
  readonly all: readonly ChainInfo[]
  readonly #running = new Map<ID, Chain>()
  readonly #external = new Map<ID, ExternalChain>()

  /**
   * Creates a registry of chains. `vendorNames` adds vendor names for aliases and virtual machines.
   */
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

  /** Returns the chain with an alias or an ID in string form. */
  find(idOrAlias: string): ChainInfo | undefined {
    return this.all.find(
      ({ id, aliases }) => idText(id) === idOrAlias || aliases.includes(idOrAlias),
    )
  }

  /** Returns the form of addresses on the chain with an alias. */
  space(hrp: string, alias: string): AddressSpace {
    const own = this.find(alias)?.id
    return { hrp, alias, isChain: (name) => this.find(name)?.id === own }
  }

  add(id: ID, chain: Chain): void {
    this.#running.set(id, chain)
  }

  addExternal(id: ID, chain: ExternalChain): void {
    this.#external.set(id, chain)
  }

  external(id: ID): ExternalChain | undefined {
    return this.#external.get(id)
  }

  running(id: ID): Chain | undefined {
    return this.#running.get(id)
  }

  /** Returns the chains that are open, by primary alias. */
  open(): ReadonlyMap<string, Chain> {
    return new Map(
      this.all.flatMap(({ id, aliases: [alias = ''] }) => {
        const chain = this.#running.get(id)
        return chain === undefined ? [] : [[alias, chain] as const]
      }),
    )
  }
}

function vendorName(names: VendorNames, neutral: string): readonly string[] {
  const name = Object.hasOwn(names, neutral) ? names[neutral] : undefined
  return name === undefined ? [] : [name]
}
