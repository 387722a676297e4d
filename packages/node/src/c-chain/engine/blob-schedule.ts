import type { Common, GethGenesis } from '@ethereumjs/common'

/** Forks that can set blob limits, in order of activation. */
const forks = ['cancun', 'prague', 'osaka', 'bpo1', 'bpo2', 'bpo3', 'bpo4', 'bpo5'] as const

/**
 * Applies the blob limits of a genesis file. EthereumJS does not find the limits of forks that
 * change only blob parameters, because it stores and reads them under different names.
 */
export function withBlobSchedule(common: Common, { config }: GethGenesis): Common {
  const { blobSchedule = {} } = config
  const known = forks.filter((fork) => common.gteHardfork(fork))
  const limits = known.map((fork) => blobSchedule[fork]).findLast((found) => found !== undefined)
  if (limits === undefined) return common
  const { target = 0, max = 0, baseFeeUpdateFraction = 1 } = limits
  common.getBlobGasSchedule = () => {
    const gas = common.param('blobGasPerBlob')
    return {
      targetBlobGasPerBlock: BigInt(target) * gas,
      maxBlobGasPerBlock: BigInt(max) * gas,
      blobGasPriceUpdateFraction: BigInt(baseFeeUpdateFraction),
    }
  }
  return common
}
