import type { CChainEthHandlers } from '@native-node/server/c-chain'
import { createAddressFromString, type Account } from '@ethereumjs/util'
import { hexOf, wordBytes, wordOf, quantityOf, type Hex } from '../../hex.ts'
import type { CChain } from '../../chain/c-chain.ts'
import type { EvmBlock } from '../../chain/block.ts'
import { errors, invalidParam } from './errors.ts'
import { lower, stateBlock } from './block-reference.ts'
import type { RpcParts } from './parts.ts'

type Methods =
  'getBalance' | 'getCode' | 'getStorageAt' | 'getStorageValues' | 'getTransactionCount'

/** Maximum number of slots per call. */
export const MAX_SLOTS = 1024

export function stateHandlers({ chain }: RpcParts): Pick<CChainEthHandlers, Methods> {
  return {
    async getBalance({ address, block }) {
      return (await accountAt(chain, address, await stateBlock(chain, block)))?.balance ?? 0n
    },
    async getCode({ address, block }) {
      const { state } = await chain.vm.engine.state((await stateBlock(chain, block)).header)
      return hexOf(await state.getCode(createAddressFromString(address)))
    },
    async getStorageAt({ address, slot, block }) {
      const { state } = await chain.vm.engine.state((await stateBlock(chain, block)).header)
      return wordOf(
        quantityOf(await state.getStorage(createAddressFromString(address), slotOf(slot))),
      )
    },
    async getStorageValues({ slots, block }) {
      // Count first: parsing takes longer.
      const count = Object.values(slots).reduce((sum, keys) => sum + keys.length, 0)
      if (count === 0) throw invalidParam('empty request')
      if (count > MAX_SLOTS) throw invalidParam(`too many slots (max ${MAX_SLOTS})`)
      const wanted = Object.entries(slots).map(
        ([address, keys]) => [address, keys.map(slotOf)] as const,
      )
      const { state } = await chain.vm.engine.state((await stateBlock(chain, block)).header)
      const values: Record<string, Hex[]> = {}
      for (const [address, keys] of wanted) {
        const owner = createAddressFromString(address)
        values[lower(address)] = []
        for (const key of keys) {
          values[lower(address)]?.push(wordOf(quantityOf(await state.getStorage(owner, key))))
        }
      }
      return values
    },
    async getTransactionCount({ address, block }) {
      if (block === 'pending') return pendingNonce(chain, address)
      return (await accountAt(chain, address, await stateBlock(chain, block)))?.nonce ?? 0n
    },
  }
}

/**
 * Returns the next nonce of an account, after its pending transactions. Reads again if a block is
 * accepted during the read.
 */
export async function pendingNonce(chain: CChain, address: string): Promise<bigint> {
  for (;;) {
    const { tip } = chain.vm
    const nonce = (await accountAt(chain, address, tip))?.nonce ?? 0n
    if (chain.vm.tip === tip) return chain.pool.nextNonce(lower(address), nonce)
  }
}

export async function accountAt(
  { vm }: CChain,
  address: string,
  block: EvmBlock,
): Promise<Account | undefined> {
  const { state } = await vm.engine.state(block.header)
  return state.getAccount(createAddressFromString(address))
}

/** Parses a storage slot, with or without leading zeros. */
export function slotOf(text: string): Uint8Array {
  const slot = wordBytes(text)
  if (slot !== undefined) return slot
  const isLong = text.replace(/^0x/i, '').length > 64
  const fault = isLong ? 'hex string too long, want at most 32 bytes' : 'hex string invalid'
  throw errors.invalidStorageKey(undefined, `unable to decode storage key: ${fault}`)
}
