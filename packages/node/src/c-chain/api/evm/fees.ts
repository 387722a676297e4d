import type { CChainEthHandlers } from '@native-node/server/c-chain'
import type { CChain } from '../../chain/c-chain.ts'
import type { EvmBlock } from '../../chain/block.ts'
import type { EvmHeader } from '../../chain/header.ts'
import { nextHeader } from '../../chain/next-header.ts'
import { blockAt } from './block-reference.ts'
import { larger } from '../../bigint.ts'
import { errors } from './errors.ts'
import { pauseFor } from './limited.ts'
import { calledBy, type RpcParts } from './parts.ts'
import { effectiveGasPrice, environmentOf } from '../../engine/executor.ts'

type Methods =
  | 'gasPrice'
  | 'baseFee'
  | 'blobBaseFee'
  | 'maxPriorityFeePerGas'
  | 'suggestPriceOptions'
  | 'feeHistory'

/**
 * Number of blocks sampled for the suggested tip, and maximum number of blocks in a fee history.
 */
const SAMPLED = 20n
const HISTORY = 1024n
/** Maximum number of percentiles, as in geth. */
const MOST_PERCENTILES = 100

export function feeHandlers({ chain: opened }: RpcParts): Pick<CChainEthHandlers, Methods> {
  return {
    async baseFee() {
      return nextHeader(opened).baseFeePerGas ?? 0n
    },
    async blobBaseFee() {
      const { vm } = opened
      return blobPrice(vm, vm.tip.header)
    },
    async maxPriorityFeePerGas() {
      return suggestedTip(opened)
    },
    async gasPrice() {
      return price((await suggestedTip(opened)) + baseFeeNow(opened))
    },
    async suggestPriceOptions() {
      const [base, tip] = [baseFeeNow(opened), await suggestedTip(opened)]
      const option = (percent: bigint): { maxPriorityFeePerGas: bigint; maxFeePerGas: bigint } => ({
        maxPriorityFeePerGas: price((tip * percent) / 100n),
        maxFeePerGas: price(base * 2n + (tip * percent) / 100n),
      })
      return { slow: option(95n), normal: option(100n), fast: option(105n) }
    },
    async feeHistory({ blockCount, newestBlock, rewardPercentiles }, ctx) {
      const percentiles = rewardPercentiles ?? []
      checkPercentiles(percentiles)
      const chain = calledBy(opened, ctx)
      const newest = await blockAt(chain, newestBlock)
      if (newest === undefined) {
        const text = `request beyond head block: requested ${String(newestBlock)}, head ${chain.vm.tip.header.number}`
        throw errors.requestBeyondHead(undefined, text)
      }
      const last = newest.header.number
      const limited = blockCount > HISTORY ? HISTORY : blockCount
      const available = last + 1n - chain.vm.firstHeight
      const count = limited > available ? available : limited
      if (count === 0n) return { oldestBlock: 0n, baseFeePerGas: [], gasUsedRatio: [] }
      return history(chain, { oldest: last + 1n - count, last, percentiles })
    },
  }
}

const MOST_WEI = 2n ** 256n - 1n

/** Limits a suggested price to the largest quantity: in development mode, the base fee can be almost as large. */
export function price(wei: bigint): bigint {
  return wei < MOST_WEI ? wei : MOST_WEI
}

/** Returns the base fee in wei that suggested prices build on. */
export function baseFeeNow(chain: CChain): bigint {
  const { rules, tip } = chain.vm
  return rules.quoted(tip.header, nextHeader(chain)).baseFeePerGas ?? 0n
}

/** Returns the 60th percentile of recent tips in wei; 0 without recent tips. */
export async function suggestedTip(chain: CChain): Promise<bigint> {
  const { archive, tip, firstHeight } = chain.vm
  const tips: bigint[] = []
  const from = larger(tip.header.number - SAMPLED, firstHeight)
  for (let height = tip.header.number; height > from; height--) {
    const block = await archive.byHeight(height)
    if (block !== undefined) tips.push(...(await rewards(chain, block)).map(({ reward }) => reward))
  }
  tips.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return tips[Math.floor(((tips.length - 1) * 60) / 100)] ?? 0n
}

interface Reward {
  readonly reward: bigint
  readonly gasUsed: bigint
}

/** Returns the effective tips of the transactions in a block, in ascending order. */
async function rewards(
  { vm }: CChain,
  { hash, header, txs }: EvmBlock,
): Promise<readonly Reward[]> {
  const receipts = (await vm.archive.receipts(hash)) ?? []
  const base = header.baseFeePerGas ?? 0n
  return txs
    .map((tx, at) => ({
      reward: effectiveGasPrice(tx, header.baseFeePerGas) - base,
      gasUsed: receipts[at]?.gasUsed ?? 0n,
    }))
    .sort((a, b) => (a.reward < b.reward ? -1 : a.reward > b.reward ? 1 : 0))
}

interface Range {
  readonly oldest: bigint
  readonly last: bigint
  readonly percentiles: readonly number[]
}

async function history(
  chain: CChain,
  { oldest, last, percentiles }: Range,
): Promise<Awaited<ReturnType<CChainEthHandlers['feeHistory']>>> {
  const baseFeePerGas: bigint[] = []
  const gasUsedRatio: number[] = []
  const reward: bigint[][] = []
  const blobs: BlobFees[] = []
  for (let height = oldest; height <= last; height++) {
    await pauseFor(chain)
    const block = await chain.vm.archive.byHeight(height)
    if (block === undefined) throw errors.headerNotFound()
    const { header } = block
    baseFeePerGas.push(header.baseFeePerGas ?? 0n)
    gasUsedRatio.push(Number(header.gasUsed) / Number(header.gasLimit))
    blobs.push(blobFees(chain, header))
    if (percentiles.length > 0) reward.push(atPercentiles(await rewards(chain, block), percentiles))
  }
  baseFeePerGas.push(await feeAfter(chain, last))
  return {
    oldestBlock: oldest,
    baseFeePerGas,
    gasUsedRatio,
    ...(chain.vm.rules.hasBlobs && {
      baseFeePerBlobGas: [...blobs.map(({ price }) => price), blobs.at(-1)?.next ?? 0n],
      blobGasUsedRatio: blobs.map(({ usedRatio }) => usedRatio),
    }),
    ...(percentiles.length > 0 && { reward }),
  }
}

interface BlobFees {
  readonly price: bigint
  readonly next: bigint
  readonly usedRatio: number
}

/**
 * Returns the blob base fees of a block and of the next block, and the ratio of used blob gas. All
 * are 0 before the blob fork.
 */
function blobFees({ vm }: CChain, header: EvmHeader): BlobFees {
  if (header.excessBlobGas === undefined) return { price: 0n, next: 0n, usedRatio: 0 }
  const common = vm.rules.commonAt(header)
  const environment = environmentOf(header, common)
  const excessBlobGas = environment.header.calcNextExcessBlobGas(common)
  const { maxBlobGasPerBlock } = common.getBlobGasSchedule()
  return {
    price: environment.header.getBlobGasPrice(),
    next: blobPrice(vm, { ...header, excessBlobGas }),
    usedRatio: Number(header.blobGasUsed ?? 0n) / Number(maxBlobGasPerBlock),
  }
}

/** Returns the blob base fee in wei; 0 before the blob fork. */
function blobPrice({ rules }: CChain['vm'], header: EvmHeader): bigint {
  if (header.excessBlobGas === undefined) return 0n
  return environmentOf(header, rules.commonAt(header)).header.getBlobGasPrice()
}

function atPercentiles(paid: readonly Reward[], percentiles: readonly number[]): bigint[] {
  const total = paid.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  return percentiles.map((percentile) => {
    const threshold = BigInt(Math.floor((Number(total) * percentile) / 100))
    let sum = 0n
    for (const { reward, gasUsed } of paid) {
      sum += gasUsed
      if (sum >= threshold) return reward
    }
    return paid.at(-1)?.reward ?? 0n
  })
}

/**
 * Returns the base fee of the block after a height. For the last block, returns the base fee of a
 * block built at the same time.
 */
async function feeAfter(chain: CChain, height: bigint): Promise<bigint> {
  const { vm } = chain
  const next = await vm.archive.byHeight(height + 1n)
  if (next !== undefined) return next.header.baseFeePerGas ?? 0n
  return vm.draft(vm.tip.header.timestamp).baseFeePerGas ?? 0n
}

function checkPercentiles(percentiles: readonly number[]): void {
  if (percentiles.length > MOST_PERCENTILES) {
    const text = `invalid reward percentile: over the query limit ${MOST_PERCENTILES}`
    throw errors.invalidPercentile(undefined, text)
  }
  percentiles.forEach((percentile, at) => {
    const before = percentiles[at - 1]
    if (percentile < 0 || percentile > 100) {
      throw errors.invalidPercentile(undefined, `invalid reward percentile: ${percentile}`)
    }
    if (before !== undefined && percentile <= before) {
      const text = `invalid reward percentile: #${at - 1}:${before} >= #${at}:${percentile}`
      throw errors.invalidPercentile(undefined, text)
    }
  })
}
