import type { PChainHandlers } from '@native-node/server/p-chain'
import { gasPrice } from '../fees/gas.ts'
import { validatorPrice } from '../fees/validator-fee.ts'
import type { OpenedPChain } from '../chain.ts'
import { timeText } from './values.ts'

type FeeMethods = 'getFeeConfig' | 'getFeeState' | 'getValidatorFeeConfig' | 'getValidatorFeeState'

export function feeHandlers(opened: OpenedPChain): Pick<PChainHandlers, FeeMethods> {
  return {
    async getFeeConfig() {
      return (await opened()).params.gas
    },
    async getFeeState() {
      const { read, params } = await opened()
      const totals = await read((state) => state.totals())
      const { capacity, excess, time } = totals
      return { capacity, excess, price: gasPrice(params.gas, totals), timestamp: timeText(time) }
    },
    async getValidatorFeeConfig() {
      return (await opened()).params.validatorFee
    },
    async getValidatorFeeState() {
      const { read, params } = await opened()
      const { l1Excess: excess, time } = await read((state) => state.totals())
      const price = validatorPrice(params.validatorFee, excess)
      return { excess, price, timestamp: timeText(time) }
    },
  }
}
