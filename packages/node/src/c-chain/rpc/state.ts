import type { CChainEthHandlers } from '@native-node/server/c-chain'
import { createAddressFromString, type Account } from '@ethereumjs/util'
import { hexOf, wordBytes, wordOf, quantityOf } from '../hex.ts'
import type { CChain } from '../chain/c-chain.ts'
import type { EvmBlock } from '../chain/block.ts'
import { errors } from './errors.ts'
import { lower, stateBlock } from './block-reference.ts'
import type { RpcParts } from './parts.ts'

type Methods = 'getBalance' | 'getCode' | 'getStorageAt' | 'getTransactionCount'

/** Handlers of the eth namespace that read the state of accounts. */
export function stateHandlers({ chain: open }: RpcParts): Pick<CChainEthHandlers, Methods> {
  return {
    async getBalance({ address, block }) {
      const chain = await open()
      return (await accountAt(chain, address, await stateBlock(chain, block)))?.balance ?? 0n
    },
    async getCode({ address, block }) {
      const chain = await open()
      const { state } = await chain.vm.engine.state((await stateBlock(chain, block)).header)
      return hexOf(await state.getCode(createAddressFromString(address)))
    },
    async getStorageAt({ address, slot, block }) {
      const chain = await open()
      const { state } = await chain.vm.engine.state((await stateBlock(chain, block)).header)
      return wordOf(
        quantityOf(await state.getStorage(createAddressFromString(address), slotOf(slot))),
      )
    },
    async getTransactionCount({ address, block }) {
      const chain = await open()
      const account = await accountAt(chain, address, await stateBlock(chain, block))
      const nonce = account?.nonce ?? 0n
      return block === 'pending' ? chain.pool.nextNonce(lower(address), nonce) : nonce
    },
  }
}

/** The account of an address in the state behind a block. */
export async function accountAt(
  { vm }: CChain,
  address: string,
  block: EvmBlock,
): Promise<Account | undefined> {
  const { state } = await vm.engine.state(block.header)
  return state.getAccount(createAddressFromString(address))
}

/** A slot of storage, written with or without leading zeros. */
export function slotOf(text: string): Uint8Array {
  const slot = wordBytes(text)
  if (slot === undefined)
    throw errors.invalidStorageKey(undefined, `unable to decode storage key: ${text}`)
  return slot
}
