import type { Common } from '@ethereumjs/common'
import { isBlob4844Tx, isLegacyTx, type TypedTransaction } from '@ethereumjs/tx'
import { keccak } from '../crypto/keccak.ts'
import { environmentOf } from '../c-chain/engine/executor.ts'
import { hexOf } from '../c-chain/hex.ts'
import { withdrawalItems, type EvmBlock } from '../c-chain/chain/block.ts'
import { feeAfter } from './fee.ts'
import { EMPTY_UNCLES } from '../c-chain/chain/genesis.ts'
import { headerItems, type EvmHeader } from '../c-chain/chain/header.ts'
import { listRoot } from '../c-chain/chain/roots.ts'
import type { TxRules } from '../c-chain/chain/tx.ts'
import { encodeRlp } from '../c-chain/rlp.ts'

const EXTRA_BYTES = 32
const LEAST_GAS_LIMIT = 5000n
const MOST_GAS = 2n ** 63n - 1n
const GAS_LIMIT_STEPS = 1024n
const ELASTICITY = 2n
const NO_NONCE = '0x0000000000000000'

/**
 * Checks an Ethereum block against its parent, without running its transactions. The proof of work of blocks before the
 * merge is not checked. Throws a RangeError that describes the broken rule.
 */
export function checkHeader(
  block: EvmBlock,
  parent: EvmHeader,
  commonAt: TxRules['commonAt'],
): void {
  const { header } = block
  const common = commonAt(header)
  ensure(
    header.number === parent.number + 1n,
    `the number is ${header.number}, expected ${parent.number + 1n}`,
  )
  ensure(
    header.timestamp > parent.timestamp,
    `the timestamp is ${header.timestamp}, expected more than ${parent.timestamp}`,
  )
  ensure(
    header.extraData.length <= 2 + 2 * EXTRA_BYTES,
    `the extra data is longer than ${EXTRA_BYTES} bytes`,
  )
  checkGas(header, parent)
  checkFee(header, parent, common)
  checkMerged(header)
  checkBlobs(block, parent, commonAt, common)
  checkBody(block, common)
}

function ensure(isMet: boolean, broken: string): void {
  if (!isMet) throw new RangeError(broken)
}

function checkGas({ gasLimit, gasUsed, baseFeePerGas }: EvmHeader, parent: EvmHeader): void {
  ensure(gasUsed <= gasLimit, `the gas used is ${gasUsed}, expected at most ${gasLimit}`)
  ensure(
    gasLimit >= LEAST_GAS_LIMIT && gasLimit <= MOST_GAS,
    `the gas limit is ${gasLimit}, expected ${LEAST_GAS_LIMIT} to ${MOST_GAS}`,
  )
  const isFirstWithFee = baseFeePerGas !== undefined && parent.baseFeePerGas === undefined
  const before = isFirstWithFee ? parent.gasLimit * ELASTICITY : parent.gasLimit
  const change = gasLimit > before ? gasLimit - before : before - gasLimit
  ensure(
    change < before / GAS_LIMIT_STEPS,
    `the gas limit is ${gasLimit}, expected a change of less than 1/${GAS_LIMIT_STEPS} from ${before}`,
  )
}

function checkFee({ baseFeePerGas: fee }: EvmHeader, parent: EvmHeader, common: Common): void {
  const due = common.isActivatedEIP(1559) ? feeAfter(parent) : undefined
  ensure(fee === due, `the base fee is ${fee ?? 'missing'}, expected ${due ?? 'missing'}`)
}

function checkMerged({ difficulty, nonce, sha3Uncles }: EvmHeader): void {
  if (difficulty > 0n) return
  ensure(nonce === NO_NONCE, `the nonce is ${nonce}, expected 0 in a block without difficulty`)
  ensure(
    sha3Uncles === EMPTY_UNCLES,
    'the block has uncles, expected none in a block without difficulty',
  )
}

function checkBlobs(
  { header, txs }: EvmBlock,
  parent: EvmHeader,
  commonAt: TxRules['commonAt'],
  common: Common,
): void {
  const hasBlobs = common.isActivatedEIP(4844)
  const used = hasBlobs ? blobsOf(txs) * common.param('blobGasPerBlob') : undefined
  ensure(
    header.blobGasUsed === used,
    `the blob gas used is ${header.blobGasUsed ?? 'missing'}, expected ${used ?? 'none'}`,
  )
  const excess = hasBlobs ? excessAfter(parent, commonAt, common) : undefined
  ensure(
    header.excessBlobGas === excess,
    `the excess blob gas is ${header.excessBlobGas ?? 'missing'}, expected ${excess ?? 'none'}`,
  )
  if (used === undefined) return
  const { maxBlobGasPerBlock } = common.getBlobGasSchedule()
  ensure(
    used <= maxBlobGasPerBlock,
    `the blob gas used is ${used}, expected at most ${maxBlobGasPerBlock}`,
  )
}

function blobsOf(txs: readonly TypedTransaction[]): bigint {
  const counts = txs.map((tx) => (isBlob4844Tx(tx) ? tx.blobVersionedHashes.length : 0))
  return BigInt(counts.reduce((sum, count) => sum + count, 0))
}

export function excessAfter(
  parent: EvmHeader,
  commonAt: TxRules['commonAt'],
  common: Common,
): bigint {
  if (parent.excessBlobGas === undefined) return 0n
  return environmentOf(parent, commonAt(parent)).header.calcNextExcessBlobGas(common)
}

function checkBody({ header, txs, uncles, withdrawals }: EvmBlock, common: Common): void {
  const items = txs.map((tx) => (isLegacyTx(tx) ? encodeRlp(tx.raw()) : tx.serialize()))
  ensure(
    header.transactionsRoot === listRoot(items),
    'transactionsRoot does not match the transactions',
  )
  const uncleItems = uncles.map((uncle) => headerItems(uncle, 'ethereum'))
  const unclesHash = hexOf(keccak(encodeRlp(uncleItems)))
  ensure(header.sha3Uncles === unclesHash, 'sha3Uncles does not match the uncles')
  const paid = common.isActivatedEIP(4895) ? (withdrawals ?? []) : undefined
  const root = paid && listRoot(paid.map((item) => encodeRlp(withdrawalItems(item))))
  ensure(header.withdrawalsRoot === root, 'withdrawalsRoot does not match the withdrawals')
  const hasRoot = header.parentBeaconBlockRoot !== undefined
  ensure(
    hasRoot === common.isActivatedEIP(4788),
    hasRoot ? 'parentBeaconBlockRoot is present before Cancun' : 'parentBeaconBlockRoot is missing',
  )
  const hasRequests = header.requestsHash !== undefined
  ensure(
    hasRequests === common.isActivatedEIP(7685),
    hasRequests ? 'requestsHash is present before Prague' : 'requestsHash is missing',
  )
}
