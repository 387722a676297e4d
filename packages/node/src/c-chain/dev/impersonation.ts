import type { Hex } from '../hex.ts'

/** The accounts for which this node sends transactions without their keys. */
export class Impersonation {
  readonly #accounts = new Set<Hex>()
  /** Whether it does so for every account. */
  isForAll = false

  has(address: Hex): boolean {
    return this.isForAll || this.#accounts.has(address)
  }

  list(): readonly Hex[] {
    return [...this.#accounts]
  }

  add(address: Hex): void {
    this.#accounts.add(address)
  }

  /** False if the account was not impersonated. */
  remove(address: Hex): boolean {
    return this.#accounts.delete(address)
  }
}
