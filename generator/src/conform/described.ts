import type { Contract } from '@rpcloom/conform'

/** A contract, with the names by which `--groups` can select it. */
export interface Described {
  readonly contract: Contract
  /** The contract over WebSocket, for observed traffic. */
  readonly sockets: { readonly contract: Contract; readonly address: string }
  readonly names: readonly string[]
  /** Returns the address for a path of the document. */
  readonly addressOf: (path: string) => string
}
