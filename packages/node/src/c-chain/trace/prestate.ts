import type { InterpreterStep } from '@ethereumjs/evm'
import { createAddressFromString } from '@ethereumjs/util'
import type { Machine } from '../engine/machine.ts'
import { addressOf, bytesOf, hexOf, quantityOf, wordOf, type Hex } from '../hex.ts'
import { quantity } from '../api/evm/format.ts'
import type { Tracer } from './tracer.ts'

export interface PrestateConfig {
  readonly diffMode?: boolean
  readonly disableCode?: boolean
  readonly disableStorage?: boolean
}

interface AccountView {
  balance?: Hex
  nonce?: number
  code?: Hex
  storage?: Record<string, Hex>
}

type View = Record<string, AccountView>

const ZERO = wordOf(0n)

/**
 * Collects the accounts and slots that a transaction accesses, with their values before the
 * transaction.
 */
export class PrestateTracer implements Tracer {
  readonly #config: PrestateConfig
  readonly #touched = new Map<Hex, Set<Hex>>()
  #after: View = {}
  readonly #created = new Set<Hex>()

  /**
   * `involved` contains the accounts that every transaction accesses: sender, receiver and miner.
   */
  constructor(config: PrestateConfig, involved: readonly Hex[]) {
    this.#config = config
    for (const address of involved) this.#touch(address)
  }

  readonly attach: Tracer['attach'] = (events) => {
    events.on('step', (step) => this.#step(step))
    events.on('beforeMessage', ({ to }) => {
      if (to !== undefined) this.#touch(hexOf(to.bytes))
    })
    events.on('afterMessage', ({ createdAddress }) => {
      if (createdAddress === undefined) return
      const address = hexOf(createdAddress.bytes)
      this.#created.add(address)
      this.#touch(address)
    })
  }

  readonly after = async (machine: Machine): Promise<void> => {
    if (this.#config.diffMode === true) this.#after = await this.#view(machine)
  }

  readonly finish: Tracer['finish'] = async (machine) => {
    const before = await this.#view(machine)
    const { pre, post } =
      this.#config.diffMode === true
        ? difference(before, this.#after)
        : { pre: trimmed(before), post: undefined }
    for (const address of this.#created)
      if (before[address]?.balance === undefined) delete pre[address]
    return post === undefined ? pre : { pre, post }
  }

  #step({ opcode, stack, address }: InterpreterStep): void {
    const top = stack.at(-1) ?? 0n
    switch (opcode.name) {
      case 'SLOAD':
      case 'SSTORE':
        this.#touch(hexOf(address.bytes)).add(wordOf(top))
        return
      case 'BALANCE':
      case 'EXTCODESIZE':
      case 'EXTCODECOPY':
      case 'EXTCODEHASH':
      case 'SELFDESTRUCT':
        this.#touch(addressOf(top))
        return
      case 'CALL':
      case 'CALLCODE':
      case 'DELEGATECALL':
      case 'STATICCALL':
        this.#touch(addressOf(stack.at(-2) ?? 0n))
        return
      default:
    }
  }

  #touch(address: Hex): Set<Hex> {
    const slots = this.#touched.get(address) ?? new Set<Hex>()
    this.#touched.set(address, slots)
    return slots
  }

  async #view({ state }: Machine): Promise<View> {
    const { disableCode, disableStorage } = this.#config
    const view: View = {}
    for (const [text, slots] of this.#touched) {
      const address = createAddressFromString(text)
      const account = await state.getAccount(address)
      if (account === undefined) {
        view[text] = {}
        continue
      }
      const shown: AccountView = {
        balance: quantity(account.balance),
        nonce: Number(account.nonce),
      }
      const code = await state.getCode(address)
      if (code.length > 0 && disableCode !== true) shown.code = hexOf(code)
      if (slots.size > 0 && disableStorage !== true) {
        shown.storage = {}
        for (const slot of slots) {
          shown.storage[slot] = wordOf(quantityOf(await state.getStorage(address, bytesOf(slot))))
        }
      }
      view[text] = shown
    }
    return view
  }
}

/** Adds missing balances as 0 and omits nonces of 0. */
function trimmed(view: View): View {
  return Object.fromEntries(
    Object.entries(view).map(([address, { nonce, ...rest }]) => [
      address,
      { balance: '0x0', ...rest, ...(nonce !== undefined && nonce > 0 && { nonce }) },
    ]),
  )
}

function difference(before: View, after: View): { readonly pre: View; readonly post: View } {
  const [pre, post]: [View, View] = [{}, {}]
  for (const [address, old] of Object.entries(before)) {
    const now = after[address] ?? {}
    const changed = changesOf(old, now)
    const isGone = now.balance === undefined && old.balance !== undefined
    if (Object.keys(changed).length === 0 && !isGone) continue
    pre[address] = oldPart(old, now)
    if (!isGone) post[address] = changed
  }
  return { pre, post }
}

function changesOf(old: AccountView, now: AccountView): AccountView {
  const storage = Object.entries(now.storage ?? {}).filter(
    ([slot, value]) => value !== (old.storage?.[slot] ?? ZERO) && value !== ZERO,
  )
  const cleared = Object.entries(now.storage ?? {}).some(
    ([slot, value]) => value === ZERO && (old.storage?.[slot] ?? ZERO) !== ZERO,
  )
  return {
    ...(now.balance !== undefined && now.balance !== old.balance && { balance: now.balance }),
    ...(now.nonce !== undefined && now.nonce !== (old.nonce ?? 0) && { nonce: now.nonce }),
    ...(now.code !== undefined && now.code !== old.code && { code: now.code }),
    ...((storage.length > 0 || cleared) && { storage: Object.fromEntries(storage) }),
  }
}

/** Returns the previous values of a changed account. Includes only the changed slots. */
function oldPart(old: AccountView, now: AccountView): AccountView {
  const storage = Object.entries(old.storage ?? {}).filter(
    ([slot, value]) => value !== ZERO && value !== now.storage?.[slot],
  )
  const { balance, nonce, code } = old
  return {
    balance: balance ?? '0x0',
    ...(nonce !== undefined && nonce > 0 && { nonce }),
    ...(code !== undefined && { code }),
    ...(storage.length > 0 && { storage: Object.fromEntries(storage) }),
  }
}
