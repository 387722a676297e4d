import type { CallRequest, CChainEthHandlers } from '@native-node/server/c-chain'
import type { AccessList } from '@ethereumjs/tx'
import { hexOf, type Hex } from '../hex.ts'
import type { MessageResult } from '../engine/message.ts'
import type { Machine } from '../engine/machine.ts'
import { senderOf } from './call-request.ts'
import { estimateGas } from './estimate.ts'
import type { RpcParts } from './parts.ts'
import { lower } from './block-reference.ts'
import { failureError } from './revert.ts'
import { onState, runRequest, upcoming, type Prepared } from './run-call.ts'

type Methods = 'call' | 'callDetailed' | 'estimateGas' | 'createAccessList'

/** Handlers of the eth namespace that run messages without changing the state. */
export function callHandlers({ chain: open, limits }: RpcParts): Pick<CChainEthHandlers, Methods> {
  const { gasCap } = limits
  return {
    async call(params) {
      const chain = await open()
      const result = await onState(chain, params, (prepared) =>
        runRequest(prepared, params.transaction, gasCap),
      )
      if (result.failure !== undefined) throw failureError(result.failure, result)
      return hexOf(result.returned)
    },
    async callDetailed(params) {
      const chain = await open()
      const result = await onState(chain, params, (prepared) =>
        runRequest(prepared, params.transaction, gasCap),
      )
      const { failure } = result
      return {
        gas: Number(result.gasUsed),
        errCode: failure === undefined ? 0 : failure.kind === 'revert' ? 3 : -32_000,
        err: failure?.message ?? '',
        returnData: hexOf(result.returned),
      }
    },
    async estimateGas(params) {
      const chain = await open()
      return onState(chain, params, (prepared) =>
        estimateGas(upcoming(chain, prepared, params.block), params.transaction, gasCap),
      )
    },
    async createAccessList(params) {
      const chain = await open()
      return onState(chain, params, (prepared) => listed(prepared, params.transaction, gasCap))
    },
  }
}

/** Runs a request repeatedly until its access list no longer changes. */
async function listed(
  prepared: Prepared,
  request: CallRequest,
  gasCap: bigint,
): Promise<Awaited<ReturnType<CChainEthHandlers['createAccessList']>>> {
  let accessList: AccessList =
    request.accessList?.map(({ address, storageKeys }) => ({
      address: lower(address),
      storageKeys: storageKeys.map(lower),
    })) ?? []
  for (;;) {
    const { result, found } = await reportAccess(prepared, { ...request, accessList }, gasCap)
    if (isSame(found, accessList)) {
      const { failure } = result
      return { accessList, gasUsed: result.gasUsed, ...(failure && { error: failure.message }) }
    }
    accessList = found
  }
}

async function reportAccess(
  prepared: Prepared,
  request: CallRequest,
  gasCap: bigint,
): Promise<{ readonly result: MessageResult; readonly found: AccessList }> {
  const { machine } = prepared
  await machine.state.checkpoint()
  try {
    const result = await runRequest(prepared, request, gasCap, true)
    const implied = impliedBy(machine, request, result)
    const found = [...(machine.evm.journal.accessList ?? [])]
      .map(([address, slots]) => ({
        address: `0x${address}` as const,
        storageKeys: [...slots].map((slot): Hex => `0x${slot}`),
      }))
      .filter(({ address, storageKeys }) => storageKeys.length > 0 || !implied.has(address))
    return { result, found }
  } finally {
    await machine.state.revert()
    machine.evm.transientStorage.clear()
  }
}

/** Returns the addresses that are warm in every transaction. Listing them would only cost gas. */
function impliedBy(
  { evm }: Machine,
  request: CallRequest,
  { created }: MessageResult,
): ReadonlySet<string> {
  const to = request.to ? [lower(request.to)] : created === undefined ? [] : [created]
  const precompiles = [...evm.precompiles.keys()].map((address) => `0x${address}`)
  return new Set([senderOf(request), ...to, ...precompiles])
}

function isSame(a: AccessList, b: AccessList): boolean {
  const text = (list: AccessList): string =>
    JSON.stringify(
      list
        .map(({ address, storageKeys }) => [address, ...[...storageKeys].sort()])
        .sort(([left = ''], [right = '']) => (left < right ? -1 : 1)),
    )
  return text(a) === text(b)
}
