import type { CChain } from '../chain/c-chain.ts'

/** Bounds of what one request may ask for. */
export interface RpcLimits {
  /** Most gas of a call. */
  readonly gasCap: bigint
  /** Milliseconds that a call may take. */
  readonly callTimeout: number
  /** Most blocks of a range of logs. */
  readonly logRange: bigint
  /** Most logs of a response. */
  readonly logCount: number
  /** Most that the fee of a sent transaction may be, in wei; 0 for any. */
  readonly feeCap: bigint
}

/** Bounds of a node that only its operator calls. */
export const localLimits: RpcLimits = {
  gasCap: 50_000_000n,
  callTimeout: 30_000,
  logRange: 100_000n,
  logCount: 50_000,
  feeCap: 100n * 10n ** 18n,
}

/** Bounds of a node that anybody calls. */
export const publicLimits: RpcLimits = {
  ...localLimits,
  callTimeout: 5_000,
  logRange: 2_048n,
  logCount: 10_000,
}

/** What the handlers of the EVM API reach for. */
export interface RpcParts {
  readonly chain: () => Promise<CChain>
  readonly limits: RpcLimits
}
