import type { MissingCall } from '@rpcloom/rpc/server'

/** The state of a chain, as reported by the other node that runs it. */
export interface ExternalState {
  readonly lastAcceptedHeight: bigint
  readonly isSyncing: boolean
  readonly details: Readonly<Record<string, string | number | boolean>>
}

/** A chain that another node runs. This node forwards the API calls of the chain and stores none of its data. */
export interface ExternalChain {
  /** Keys of the API groups whose calls are forwarded with `respond`. */
  readonly groups: readonly string[]
  /** Responds to a call with a result or an iterable of events, both as JSON values. */
  readonly respond: (call: MissingCall) => unknown
  /** Requests the state from the other node. Rejects with an `RpcError` if that node does not respond. */
  readonly state: () => Promise<ExternalState>
  readonly close: () => void
}
