import type { Settings } from '../../../settings/settings.ts'
import type { CChain, RemoteCaller } from '../../chain/c-chain.ts'
import type { RpcLimits } from './rpc-limits.ts'

export const localLimits: RpcLimits = {
  gasCap: 50_000_000n,
  logRange: 100_000n,
  logCount: 50_000,
  feeCap: 100n * 10n ** 18n,
}

const publicLimits: RpcLimits = {
  ...localLimits,
  gasCap: 25_000_000n,
  logRange: 2_048n,
  logCount: 10_000,
}

export function limitsOf({
  public: isPublic,
  rpcGasCap,
}: Pick<Settings, 'public' | 'rpcGasCap'>): RpcLimits {
  const limits = isPublic ? publicLimits : localLimits
  return rpcGasCap === undefined ? limits : { ...limits, gasCap: BigInt(rpcGasCap) }
}

export interface RpcParts {
  readonly chain: CChain
  readonly limits: RpcLimits
}

/** Returns the chain for a long call, which ends when its caller leaves. */
export function calledBy(chain: CChain, caller: RemoteCaller): CChain {
  return {
    ...chain,
    // Reading the signal of a request creates it, so leave that to those who need it.
    get signal() {
      return caller.signal
    },
    remote: caller.remote,
  }
}
