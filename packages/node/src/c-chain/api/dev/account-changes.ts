import type { CChainDevAnvilHandlers } from '@native-node/server/c-chain-dev'
import {
  createAccount,
  createAddressFromString,
  type Account,
  type Address,
} from '@ethereumjs/util'
import { supplyChanged } from '../../../chain/supply.ts'
import type { Change, Store } from '../../../store/store.ts'
import type { Machine } from '../../engine/machine.ts'
import { bytesOf, wordBytes, type Hex } from '../../hex.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { lower } from '../evm/block-reference.ts'
import { slotOf } from '../evm/state.ts'
import { invalidParam } from '../../dev/errors.ts'
import type { DevVm } from '../../dev/dev-vm.ts'
import type { CDevParts } from './parts.ts'

type Methods = 'addBalance' | 'setBalance' | 'setCode' | 'setNonce' | 'setStorageAt'

const MAX_WORD = 2n ** 256n
const MAX_NONCE = 2n ** 64n

export function accountHandlers(parts: CDevParts): Pick<CChainDevAnvilHandlers, Methods> {
  return {
    setBalance: ({ address, balance }) => setBalance(parts, address, () => BigInt(balance)),
    addBalance: ({ address, amount }) =>
      setBalance(parts, address, (balance) => balance + BigInt(amount)),
    async setCode({ address, code }) {
      await altering(parts, lower(address), async (machine) => {
        await put(machine, address, {})
        await machine.state.putCode(createAddressFromString(address), bytesOf(code))
        return []
      })
      return true
    },
    async setNonce({ address, nonce: given }) {
      const nonce = BigInt(given)
      checkBelow(nonce, MAX_NONCE, 'nonce')
      await altering(parts, lower(address), async (machine) => {
        await put(machine, address, { nonce })
        return []
      })
      return true
    },
    async setStorageAt({ address, slot, value }) {
      const [key, word] = [slotOf(hexOfSlot(slot)), wordBytes(value)]
      if (word === undefined) throw invalidParam('value must have at most 32 bytes')
      await altering(parts, lower(address), async (machine) => {
        await put(machine, address, {})
        await machine.state.putStorage(createAddressFromString(address), key, trimmed(word))
        return []
      })
      return true
    },
  }
}

async function setBalance(
  parts: CDevParts,
  address: string,
  change: (balance: bigint) => bigint,
): Promise<boolean> {
  await altering(parts, lower(address), async (machine, account, store) => {
    const balance = change(account.balance)
    checkBelow(balance, MAX_WORD, 'balance')
    await put(machine, address, { balance })
    return [await supplyChanged(store, balance - account.balance)]
  })
  return true
}

type Work = (machine: Machine, account: Account, store: Store) => Promise<readonly Change[]>

async function altering(parts: CDevParts, address: Hex, work: Work): Promise<void> {
  const { chain, store } = parts
  await parts.dev.whilePaused(() =>
    chain.vm.alter(store, async (machine) => {
      const account = await machine.state.getAccount(createAddressFromString(address))
      return work(machine, account ?? createAccount({}), store)
    }),
  )
}

/**
 * Adds an amount to the balance of an account, and writes further store changes in the same batch.
 * The caller must pause block production.
 */
export async function credit(
  { vm }: CChain<DevVm>,
  store: Store,
  {
    address,
    wei,
    counted,
  }: { readonly address: Hex; readonly wei: bigint; readonly counted: Change },
): Promise<void> {
  await vm.alter(store, async (machine) => {
    const before = await machine.state.getAccount(createAddressFromString(address))
    await put(machine, address, { balance: (before?.balance ?? 0n) + wei })
    return [counted]
  })
}

async function put(
  { state }: Machine,
  text: string,
  changed: { readonly balance?: bigint; readonly nonce?: bigint },
): Promise<void> {
  const address: Address = createAddressFromString(text)
  const account = (await state.getAccount(address)) ?? createAccount({})
  account.balance = changed.balance ?? account.balance
  account.nonce = changed.nonce ?? account.nonce
  await state.putAccount(address, account)
}

function hexOfSlot(slot: string | number): string {
  return typeof slot === 'number' ? slot.toString(16) : slot
}

/** Removes leading zeros, because the state stores words without them. */
function trimmed(word: Uint8Array): Uint8Array {
  const start = word.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array(0) : word.subarray(start)
}

function checkBelow(value: bigint, limit: bigint, name: string): void {
  if (value >= limit) throw invalidParam(`${name} must be less than ${limit}`)
}
