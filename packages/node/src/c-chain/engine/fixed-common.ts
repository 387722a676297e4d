import { paramsBlock } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import { paramsVM } from '@ethereumjs/vm'
import { knownOr } from '../../codec/memoized.ts'

/**
 * Freezes the rules of a hard fork, so that all blocks, transactions and machines can share them.
 * EthereumJS would otherwise copy its parameter tables for each block, transaction and machine,
 * which takes longer than executing a transfer.
 */
export function fixedCommon(common: Common): Common {
  for (const params of [paramsBlock, paramsTx, paramsEVM, paramsVM]) common.updateParams(params)
  const parameters = new Map<string, bigint>()
  const activated = new Map<number, boolean>()
  const readParam = common.param.bind(common)
  const readEip = common.isActivatedEIP.bind(common)
  common.copy = () => common
  common.updateParams = () => {}
  common.param = (name) => knownOr(parameters, name, readParam)
  common.isActivatedEIP = (eip) => knownOr(activated, eip, readEip)
  return common
}
