import { privateToAddress } from '@ethereumjs/util'
import { concat } from '../../codec/bytes.ts'
import { inOrderByKey } from '../../scheduling/in-order.ts'
import { put, scan, type Store } from '../../store/store.ts'
import { bytesOf, hexOf, type Hex } from '../hex.ts'
import { lock, unlock } from './vault.ts'

const PREFIX = Buffer.from('account/')

/** Error reasons of the API document for an account that cannot sign. */
export type AccountFault = 'unknownAccount' | 'accountLocked' | 'wrongPassphrase' | 'accountExists'

export type KeyOrFault = Uint8Array | AccountFault

/**
 * An unlocked account. `until` is the time at which the account is locked again, in milliseconds
 * since 1970.
 */
interface Unlocked {
  readonly key: Uint8Array
  readonly until: number
}

/**
 * The EVM accounts of this node. The store of the node contains the encrypted keys; only unlocked keys are in
 * memory.
 */
export class Accounts {
  readonly #store: Store
  readonly #unlocked = new Map<Hex, Unlocked>()
  readonly #open: ReadonlyMap<Hex, Uint8Array>
  /**
   * Runs `work` after all earlier work for the same account, so that each transaction gets the nonce after that of the one
   * before it.
   */
  readonly inTurn = inOrderByKey<Hex>()

  /**
   * Creates the accounts of a node. `open` contains the private keys of accounts that are always
   * unlocked, for development mode.
   */
  constructor(store: Store, open: readonly Uint8Array[] = []) {
    this.#store = store
    this.#open = new Map(open.map((key) => [hexOf(privateToAddress(key)), key]))
  }

  async list(): Promise<readonly Hex[]> {
    const found: Hex[] = [...this.#open.keys()]
    for await (const { key } of scan(this.#store, PREFIX)) {
      found.push(hexOf(key.subarray(PREFIX.length)))
    }
    return found
  }

  async add(key: Uint8Array, passphrase: string): Promise<Hex | 'accountExists'> {
    const address = hexOf(privateToAddress(key))
    if ((await this.#store.get(accountKey(address))) !== undefined) return 'accountExists'
    await this.#store.write([put(accountKey(address), await lock(key, passphrase))])
    return address
  }

  /** The passphrase of an account that is always unlocked is empty, as in geth. */
  async keyWith(address: Hex, passphrase: string): Promise<KeyOrFault> {
    const open = this.#open.get(address)
    if (open !== undefined) return passphrase === '' ? open : 'wrongPassphrase'
    const locked = await this.#store.get(accountKey(address))
    if (locked === undefined) return 'unknownAccount'
    return (await unlock(locked, passphrase)) ?? 'wrongPassphrase'
  }

  async key(address: Hex): Promise<KeyOrFault> {
    const open = this.#open.get(address)
    if (open !== undefined) return open
    const unlocked = this.#unlocked.get(address)
    if (unlocked !== undefined && unlocked.until > performance.now()) return unlocked.key
    this.#unlocked.delete(address)
    const locked = await this.#store.get(accountKey(address))
    return locked === undefined ? 'unknownAccount' : 'accountLocked'
  }

  /**
   * Unlocks an account for a number of seconds, which moving the clock of the chains does not change. If `seconds` is 0, the account stays unlocked until
   * the process ends.
   */
  async unlock(
    address: Hex,
    passphrase: string,
    seconds: number,
  ): Promise<AccountFault | undefined> {
    const key = await this.keyWith(address, passphrase)
    if (typeof key === 'string') return key
    const known = this.#unlocked.get(address)
    const until = seconds === 0 ? Infinity : performance.now() + seconds * 1000
    if (known?.until !== Infinity) this.#unlocked.set(address, { key, until })
    return undefined
  }

  /** Locks an account. Resolves with false if the account does not exist. */
  async lock(address: Hex): Promise<boolean> {
    this.#unlocked.delete(address)
    return (await this.#store.get(accountKey(address))) !== undefined
  }
}

function accountKey(address: Hex): Uint8Array {
  return concat(PREFIX, bytesOf(address))
}

/** Parses a raw private key. Returns undefined if the key is invalid. */
export function rawKey(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/i, '')
  if (!/^[\da-f]{64}$/i.test(digits)) return undefined
  const key = bytesOf(digits)
  try {
    privateToAddress(key)
    return key
  } catch {
    // The key is invalid: it is zero, or not below the order of the curve.
    return undefined
  }
}
