import type { SimulatedCallInput } from '@native-node/server/c-chain'
import type { EvmHeader } from '../../../chain/header.ts'
import type { MessageResult } from '../../../engine/message.ts'
import { hexOf, type Hex } from '../../../hex.ts'
import { quantity } from '../format.ts'
import { revertReason } from '../revert.ts'
import type { NumberedLog } from './call-logs.ts'

interface CallPlace {
  readonly logs: readonly NumberedLog[]
  readonly index: number
  readonly txHash: Hex
  readonly block: { readonly hash: Hex; readonly header: EvmHeader }
}

const REVERTED = 3
const FAILED = -32_015

export function callJson(
  { failure, returned, gasUsed, gasPeak }: MessageResult,
  { logs, index, txHash, block: { hash, header } }: CallPlace,
): SimulatedCallInput {
  const reason = failure?.kind === 'revert' ? revertReason(returned) : undefined
  return {
    // If the call reverted, the error contains the returned bytes instead.
    returnData: failure === undefined ? hexOf(returned) : '0x',
    logs: logs.map(({ index: logIndex, ...log }) => ({
      ...log,
      blockNumber: header.number,
      blockHash: hash,
      blockTimestamp: quantity(header.timestamp),
      transactionHash: txHash,
      transactionIndex: index,
      logIndex,
      removed: false,
    })),
    gasUsed: quantity(gasUsed),
    maxUsedGas: quantity(gasPeak),
    status: failure === undefined ? '0x1' : '0x0',
    ...(failure !== undefined && {
      error:
        failure.kind === 'revert'
          ? {
              message: reason === undefined ? failure.message : `${failure.message}: ${reason}`,
              code: REVERTED,
              data: hexOf(returned),
            }
          : { message: failure.message, code: FAILED },
    }),
  }
}
