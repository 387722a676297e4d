import type { Contract } from '@rpcloom/conform'

/** A contract with the names that `--groups` accepts for it. */
export interface Described {
  readonly contract: Contract
  /** The WebSocket contract, for observed traffic. */
  readonly sockets: { readonly contract: Contract; readonly address: string }
  readonly names: readonly string[]
  /** Returns the address for a path of the document. */
  readonly addressOf: (path: string) => string
}
