import { EMPTY_TRIE, EMPTY_UNCLES, ZERO_WORD } from '../../../chain/genesis.ts'
import type { EvmHeader } from '../../../chain/header.ts'
import type { EvmRules } from '../../../chain/rules.ts'
import { lower } from '../block-reference.ts'
import { present } from '../call-request.ts'
import type { PlannedBlock } from './plan.ts'

export interface HeaderContext {
  readonly rules: EvmRules
  readonly parent: EvmHeader
  readonly parentHash: EvmHeader['parentHash']
  readonly isValidating: boolean
}

export function simulatedHeader(block: PlannedBlock, context: HeaderContext): EvmHeader {
  const { rules, parent, parentHash, isValidating } = context
  const { overrides, number, timestamp } = block
  const common = rules.commonAt({ number, timestamp })
  const coinbase = overrides.feeRecipient ?? overrides.coinbase
  const fee = overrides.baseFeePerGas ?? overrides.baseFee ?? undefined
  return {
    parentHash,
    sha3Uncles: EMPTY_UNCLES,
    miner: present(coinbase) ? lower(coinbase) : parent.miner,
    stateRoot: EMPTY_TRIE,
    transactionsRoot: EMPTY_TRIE,
    receiptsRoot: EMPTY_TRIE,
    logsBloom: `0x${'00'.repeat(256)}`,
    difficulty: overrides.difficulty ?? rules.difficultyAfter(parent, common),
    number,
    gasLimit: overrides.gasLimit ?? parent.gasLimit,
    gasUsed: 0n,
    timestamp,
    extraData: '0x',
    mixHash: present(overrides.prevRandao) ? lower(overrides.prevRandao) : ZERO_WORD,
    nonce: '0x0000000000000000',
    ...(common.isActivatedEIP(1559) && {
      baseFeePerGas: fee ?? (isValidating ? rules.feeAfter(parent, timestamp) : 0n),
    }),
    ...(common.isActivatedEIP(4844) && {
      blobGasUsed: 0n,
      excessBlobGas: rules.excessBlobGasAfter(parent, common),
      parentBeaconBlockRoot: present(overrides.beaconRoot)
        ? lower(overrides.beaconRoot)
        : ZERO_WORD,
    }),
    ...rules.ownMembers(common),
  }
}
