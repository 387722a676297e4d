import type { CChainEthHandlers } from '@native-node/server/c-chain'
import { hexOf } from '../../hex.ts'
import { accessListOf } from './access-list.ts'
import { estimateGas } from './estimate.ts'
import { calledBy, type RpcParts } from './parts.ts'
import { failureError } from './revert.ts'
import { onState, runRequest, upcoming } from './run-call.ts'

type Methods = 'call' | 'callDetailed' | 'estimateGas' | 'createAccessList'

/** Handlers of the eth namespace that run messages without changing the state. */
export function callHandlers({
  chain: opened,
  limits,
}: RpcParts): Pick<CChainEthHandlers, Methods> {
  const { gasCap } = limits
  return {
    async call(params, ctx) {
      const chain = calledBy(opened, ctx)
      const result = await onState(chain, params, (prepared) =>
        runRequest(upcoming(chain, prepared, params.block ?? 'latest'), params.transaction, gasCap),
      )
      if (result.failure !== undefined) throw failureError(result.failure, result)
      return hexOf(result.returned)
    },
    async callDetailed(params, ctx) {
      const chain = calledBy(opened, ctx)
      const result = await onState(chain, params, (prepared) =>
        runRequest(upcoming(chain, prepared, params.block ?? 'latest'), params.transaction, gasCap),
      )
      const { failure } = result
      return {
        gas: Number(result.gasUsed),
        errCode: failure === undefined ? 0 : failure.kind === 'revert' ? 3 : -32_000,
        err: failure?.message ?? '',
        returnData: hexOf(result.returned),
      }
    },
    async estimateGas(params, ctx) {
      const chain = calledBy(opened, ctx)
      return onState(chain, params, (prepared) =>
        estimateGas(upcoming(chain, prepared, params.block), params.transaction, gasCap),
      )
    },
    async createAccessList(params, ctx) {
      const chain = calledBy(opened, ctx)
      return onState(chain, params, (prepared) =>
        accessListOf(chain, upcoming(chain, prepared, params.block), params.transaction, gasCap),
      )
    },
  }
}
