import type { PChainHandlers } from '@native-node/server/p-chain'
import { advanceGas, gasPrice, type GasState } from '../fees/gas.ts'
import { advanceExcess, validatorPrice } from '../fees/validator-fee.ts'
import type { PChain } from '../chain.ts'
import { timeText } from './values.ts'

type FeeMethods = 'getFeeConfig' | 'getFeeState' | 'getValidatorFeeConfig' | 'getValidatorFeeState'

export function feeHandlers(chain: PChain): Pick<PChainHandlers, FeeMethods> {
  return {
    async getFeeConfig() {
      return chain.params.gas
    },
    async getFeeState() {
      const { time, ...fees } = await feesNow(chain)
      return { ...fees, timestamp: timeText(time) }
    },
    async getValidatorFeeConfig() {
      return chain.params.validatorFee
    },
    async getValidatorFeeState() {
      const { read, params, now } = chain
      const { l1Excess, activeL1: active, time: before } = await read((state) => state.totals())
      const time = later(now(), before)
      const state = { active, excess: l1Excess }
      const excess = advanceExcess(params.validatorFee, state, time - before)
      const price = validatorPrice(params.validatorFee, excess)
      return { excess, price, timestamp: timeText(time) }
    },
  }
}

/** Returns the state of the gas, its price in nNATIVE, and the time in Unix seconds to which they apply. */
export async function feesNow({
  read,
  params,
  now,
}: PChain): Promise<GasState & { readonly price: bigint; readonly time: bigint }> {
  const totals = await read((state) => state.totals())
  const time = later(now(), totals.time)
  const gas = advanceGas(params.gas, totals, time - totals.time)
  return { ...gas, price: gasPrice(params.gas, gas), time }
}

/** The time of the last block is in the future if the system clock was set back. */
function later(now: bigint, tip: bigint): bigint {
  return now > tip ? now : tip
}
