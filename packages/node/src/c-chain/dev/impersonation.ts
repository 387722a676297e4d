import type { Hex } from '../hex.ts'

/** Accounts for which this node sends transactions without a key. */
export class Impersonation {
  readonly #accounts = new Set<Hex>()
  /** Whether all accounts are impersonated. */
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

  /** Stops impersonating an account. Returns false if it was not impersonated. */
  remove(address: Hex): boolean {
    return this.#accounts.delete(address)
  }
}
