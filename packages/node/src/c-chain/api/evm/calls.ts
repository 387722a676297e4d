import type { CChainEthHandlers } from '@native-node/server/c-chain'
import { hexOf } from '../../hex.ts'
import { accessListOf } from './access-list.ts'
import { estimateGas } from './estimate.ts'
import type { MessageResult } from '../../engine/message.ts'
import type { Execution, Methods } from './execution.ts'
import { failureError } from './revert.ts'
import { offloading } from './offload.ts'
import type { RpcParts } from './parts.ts'
import { type CallInput, onState, runRequest } from './run-call.ts'

type Names = 'call' | 'callDetailed' | 'estimateGas' | 'createAccessList'

/** Methods of the eth namespace that run messages without changing the state. */
export const callMethods: Methods<CChainEthHandlers, Names> = {
  async call(execution, params) {
    const result = await runCall(execution, params)
    if (result.failure !== undefined) throw failureError(result.failure, result)
    return hexOf(result.returned)
  },
  async callDetailed(execution, params) {
    const result = await runCall(execution, params)
    const { failure } = result
    return {
      gas: Number(result.gasUsed),
      errCode: failure === undefined ? 0 : failure.kind === 'revert' ? 3 : -32_000,
      err: failure?.message ?? '',
      returnData: hexOf(result.returned),
    }
  },
  async estimateGas(execution, params) {
    return onState(execution, params, (prepared) =>
      estimateGas(prepared, params.transaction, execution.limits.gasCap),
    )
  },
  async createAccessList(execution, params) {
    return onState(execution, params, (prepared) =>
      accessListOf(execution, prepared, params.transaction, execution.limits.gasCap),
    )
  },
}

function runCall(execution: Execution, params: CallInput): Promise<MessageResult> {
  return onState(execution, { ...params, block: params.block ?? 'latest' }, (prepared) =>
    runRequest(prepared, params.transaction, execution.limits.gasCap),
  )
}

export function callHandlers(parts: RpcParts): Pick<CChainEthHandlers, Names> {
  return offloading(parts, callMethods, () => 'executionAborted')
}
