import type { StateOverrides } from '@native-node/server/c-chain'
import type { CChainDevAnvilHandlers } from '@native-node/server/c-chain-dev'
import { errors, invalidParam } from '../../dev/errors.ts'
import { wordOf, type Hex } from '../../hex.ts'
import { lower } from '../evm/block-reference.ts'
import { callHandlers } from '../evm/calls.ts'
import { accountHandlers } from './account-changes.ts'
import type { CDevParts } from './parts.ts'

type Methods = 'dealERC20' | 'setERC20Allowance'
type Context = Parameters<CChainDevAnvilHandlers['dealERC20']>[1]

/** Selectors of `balanceOf(address)` and `allowance(address,address)`. */
const BALANCE_OF = '0x70a08231'
const ALLOWANCE = '0xdd62ed3e'
const WORDS = 2n ** 256n

/** Handlers that set what contracts of tokens store. */
export function tokenHandlers(parts: CDevParts): Pick<CChainDevAnvilHandlers, Methods> {
  const { createAccessList, call } = callHandlers(parts.signing)
  const { setStorageAt } = accountHandlers(parts)
  /** Sets the slot from which a function of a token reads its result. */
  const set = async (
    { token, data, value }: { readonly token: string; readonly data: Hex; readonly value: bigint },
    ctx: Context,
  ): Promise<null> => {
    if (value >= WORDS) throw invalidParam('the amount must have at most 32 bytes')
    const transaction = { to: lower(token), data }
    const { accessList } = await createAccessList({ transaction }, ctx)
    const word = wordOf(value)
    const read = async (stateOverrides: StateOverrides = {}): Promise<string> => {
      try {
        return await call({ transaction, stateOverrides }, ctx)
      } catch {
        return '0x'
      }
    }
    // Any slot would have this result.
    if ((await read()) === word) return null
    for (const { address, storageKeys } of accessList) {
      for (const slot of storageKeys) {
        if ((await read({ [address]: { stateDiff: { [slot]: word } } })) !== word) continue
        await setStorageAt({ address: lower(address), slot: lower(slot), value: word }, ctx)
        return null
      }
    }
    throw errors.slotNotFound(undefined, `no storage slot of ${token} has the value`)
  }
  return {
    dealERC20: ({ address, token, balance }, ctx) =>
      set({ token, data: `${BALANCE_OF}${argument(address)}`, value: BigInt(balance) }, ctx),
    setERC20Allowance: ({ owner, spender, token, amount }, ctx) => {
      const data: Hex = `${ALLOWANCE}${argument(owner)}${argument(spender)}`
      return set({ token, data, value: BigInt(amount) }, ctx)
    },
  }
}

function argument(address: string): string {
  return lower(address).slice(2).padStart(64, '0')
}
