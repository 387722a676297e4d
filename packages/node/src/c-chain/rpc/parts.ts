import type { Settings } from '../../settings/settings.ts'
import type { CChain } from '../chain/c-chain.ts'

/** Bounds of what one request may ask for. */
export interface RpcLimits {
  /** Most gas of a call. */
  readonly gasCap: bigint
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
  logRange: 100_000n,
  logCount: 50_000,
  feeCap: 100n * 10n ** 18n,
}

/** Bounds of a node that anybody calls. */
const publicLimits: RpcLimits = {
  ...localLimits,
  gasCap: 25_000_000n,
  logRange: 2_048n,
  logCount: 10_000,
}

/** The bounds that a node's settings ask for. */
export function limitsOf({
  public: isPublic,
  rpcGasCap,
}: Pick<Settings, 'public' | 'rpcGasCap'>): RpcLimits {
  const limits = isPublic ? publicLimits : localLimits
  return rpcGasCap === undefined ? limits : { ...limits, gasCap: BigInt(rpcGasCap) }
}

/** What the handlers of the EVM API reach for. */
export interface RpcParts {
  readonly chain: () => Promise<CChain>
  readonly limits: RpcLimits
}
