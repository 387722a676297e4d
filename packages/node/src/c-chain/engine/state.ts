import type { AccountFields, StateManagerInterface } from '@ethereumjs/common'
import {
  Account,
  createAccountFromRLP,
  equalsBytes,
  KECCAK256_RLP,
  unpadBytes,
  type Address,
} from '@ethereumjs/util'
import { keccak } from '../../crypto/keccak.ts'
import { codeKey } from './code-key.ts'
import { accountEntry, codeEntry, forkMark, forkNode, forkRoot, slotEntry } from './fork-entries.ts'
import { bytesOf, textOf, type NodeStore } from './node-store.ts'
import { preimageKey } from './preimages.ts'
import { finished, finishedNow, type Reading } from './reading.ts'
import { find, type Found } from './trie/find.ts'
import { nibblesOf } from './trie/node.ts'
import { updateTrie, type TrieEntry } from './trie/update.ts'
import { decodeRlp, encodeRlp } from '../rlp.ts'
import { quantityBytes } from '../hex.ts'

/** Maximum number of accounts and slots in the cache. A full cache is cleared. */
const KEPT = 16_384
const NOTHING = new Uint8Array(0)
const NO_ACCOUNT = encoded(new Account())

/** The storage of an account: the root of its trie, and the read and changed slots. */
interface Slots {
  root: Uint8Array
  /** Whether slots that the trie lacks are those of the forked chain; undefined until a slot was read. */
  isForked?: boolean
  readonly values: Map<string, Uint8Array>
  readonly changed: Set<string>
}

/**
 * The state of all accounts. Maps contain the values that were read or changed since the tries were
 * last updated. The tries are updated only when the root is requested, so that each changed node is
 * hashed once.
 */
export class EvmState implements StateManagerInterface {
  readonly #nodes: NodeStore
  #root: Uint8Array
  readonly #accounts = new Map<string, Account | undefined>()
  readonly #slots = new Map<string, Slots>()
  /** Accounts that differ from the trie, or that have changed slots. */
  readonly #changed = new Set<string>()
  /** Functions that undo the changes since the first checkpoint, one function per change. */
  readonly #undo: (() => unknown)[] = []
  readonly #checkpoints: number[] = []
  readonly #original = new Map<string, Uint8Array>()
  /** Whether accounts that the trie lacks are those of the forked chain; undefined until an account was missing. */
  #isForked: boolean | undefined
  #read = 0

  constructor(nodes: NodeStore, root: Uint8Array) {
    this.#nodes = nodes
    this.#root = root
  }

  /**
   * Cache of the values that slots had at the start of a transaction. Read a slot through this
   * cache before changing it, so that the original value is cached.
   */
  readonly originalStorageCache = {
    get: async (address: Address, key: Uint8Array): Promise<Uint8Array> => {
      const place = textOf(address.bytes) + textOf(key)
      const known = this.#original.get(place)
      if (known !== undefined) return known
      const value = await this.getStorage(address, key)
      this.#original.set(place, value)
      return value
    },
    clear: (): void => this.#original.clear(),
  }

  async getAccount(address: Address): Promise<Account | undefined> {
    return finished(this.#nodes, this.#account(address))
  }

  async putAccount(address: Address, account?: Account): Promise<void> {
    const key = textOf(address.bytes)
    this.#set(this.#accounts, key, account && copy(account))
    this.#add(this.#changed, key)
  }

  async deleteAccount(address: Address): Promise<void> {
    await this.putAccount(address)
    this.#set(this.#slots, textOf(address.bytes), slotsAt(KECCAK256_RLP))
  }

  async modifyAccountFields(address: Address, fields: AccountFields): Promise<void> {
    const account = (await this.getAccount(address)) ?? new Account()
    await this.putAccount(address, Object.assign(account, fields))
  }

  /** Adds to the balance of an account, and creates the account if there is none. */
  async addBalance(address: Address, wei: bigint): Promise<void> {
    const account = (await this.getAccount(address)) ?? new Account()
    account.balance += wei
    await this.putAccount(address, account)
  }

  async putCode(address: Address, code: Uint8Array): Promise<void> {
    const codeHash = keccak(code)
    this.#nodes.put(codeKey(codeHash), code)
    await this.modifyAccountFields(address, { codeHash })
  }

  async getCode(address: Address): Promise<Uint8Array> {
    return finished(this.#nodes, this.#code(address))
  }

  async getCodeSize(address: Address): Promise<number> {
    return (await this.getCode(address)).length
  }

  /** Returns a word without leading zeros. */
  async getStorage(address: Address, key: Uint8Array): Promise<Uint8Array> {
    return finished(this.#nodes, this.#slot(address, key))
  }

  /** Reads that block the thread until they are done, for code that cannot wait. Only for worker threads. */
  readonly now = {
    account: (address: Address): Account | undefined =>
      finishedNow(this.#nodes, this.#account(address)),
    code: (address: Address): Uint8Array => finishedNow(this.#nodes, this.#code(address)),
    slot: (address: Address, key: Uint8Array): Uint8Array =>
      finishedNow(this.#nodes, this.#slot(address, key)),
  }

  async putStorage(address: Address, key: Uint8Array, value: Uint8Array): Promise<void> {
    const slots = await finished(this.#nodes, this.#slotsOf(address))
    const slot = textOf(key)
    this.#set(slots.values, slot, unpadBytes(value))
    this.#add(slots.changed, slot)
    this.#add(this.#changed, textOf(address.bytes))
  }

  async clearStorage(address: Address): Promise<void> {
    await this.getAccount(address)
    const key = textOf(address.bytes)
    this.#set(this.#slots, key, slotsAt(KECCAK256_RLP))
    this.#add(this.#changed, key)
  }

  async checkpoint(): Promise<void> {
    this.#checkpoints.push(this.#undo.length)
  }

  async commit(): Promise<void> {
    this.#checkpoints.pop()
    if (this.#checkpoints.length > 0) return
    this.#undo.length = 0
    this.#original.clear()
  }

  async revert(): Promise<void> {
    const length = this.#checkpoints.pop() ?? 0
    while (this.#undo.length > length) this.#undo.pop()?.()
    if (this.#checkpoints.length > 0) return
    this.#original.clear()
    this.#trim()
  }

  /**
   * Returns the root of the current state. Outside of checkpoints, the returned root also becomes
   * the new base of the state.
   */
  async getStateRoot(): Promise<Uint8Array> {
    const entries: TrieEntry[] = []
    const isForked = this.#changed.size > 0 && (await finished(this.#nodes, this.#forked()))
    // In a fork, an account that was removed must not be read from the forked chain again.
    const removed = isForked ? NO_ACCOUNT : undefined
    // Accounts that were fetched refer to this node.
    if (isForked) this.#nodes.put(forkRoot, forkNode)
    const roots = new Map<string, Uint8Array>()
    for (const key of this.#changed) {
      const account = this.#accounts.get(key)
      const slots = this.#slots.get(key)
      const current = account && copy(account)
      if (current !== undefined && slots !== undefined) {
        current.storageRoot = await this.#storageRoot(slots)
        roots.set(key, current.storageRoot)
      }
      const hash = keccak(bytesOf(key))
      if (current !== undefined) this.#nodes.put(preimageKey(hash), bytesOf(key))
      entries.push({
        key: nibblesOf(hash),
        value: current === undefined ? removed : encoded(current),
      })
    }
    const root = await updateTrie(this.#nodes, this.#root, entries)
    if (this.#checkpoints.length === 0) this.#moveTo(root, roots)
    return root
  }

  /**
   * Moves to another root and discards all changes and caches. Throws if the state is not in the
   * store.
   */
  async setStateRoot(root: Uint8Array): Promise<void> {
    if (!(await this.hasStateRoot(root))) throw new Error('The state is not in the store')
    this.#root = root
    this.#isForked = undefined
    this.#changed.clear()
    this.#trim(0)
  }

  async hasStateRoot(root: Uint8Array): Promise<boolean> {
    return equalsBytes(root, KECCAK256_RLP) || (await this.#nodes.get(root)) !== undefined
  }

  clearCaches(): void {
    this.#trim(0)
  }

  shallowCopy(): EvmState {
    return new EvmState(this.#nodes, this.#root)
  }

  async proveAccount(address: Address): Promise<Found> {
    return finished(this.#nodes, this.#findAccount(address))
  }

  async proveSlot(storageRoot: Uint8Array, key: Uint8Array): Promise<Found> {
    return finished(this.#nodes, find(storageRoot, nibblesOf(keccak(key))))
  }

  *#account(address: Address): Reading<Account | undefined> {
    const key = textOf(address.bytes)
    const known = this.#accounts.get(key)
    if (known !== undefined || this.#accounts.has(key)) return known && copy(known)
    const account = yield* this.#readAccount(address)
    this.#accounts.set(key, account)
    this.#read++
    return account && copy(account)
  }

  *#readAccount(address: Address): Reading<Account | undefined> {
    const { value: own } = yield* this.#findAccount(address)
    if (own === undefined && !(yield* this.#forked())) return undefined
    const value = own ?? (yield { kind: 'forked', key: accountEntry(address.bytes) })
    const account = value && createAccountFromRLP(value)
    // A fork keeps an empty account for each that was removed.
    return account?.isEmpty() === true && (yield* this.#forked()) ? undefined : account
  }

  *#code(address: Address): Reading<Uint8Array> {
    const account = yield* this.#account(address)
    if (account?.isContract() !== true) return NOTHING
    const own = yield { kind: 'node', key: codeKey(account.codeHash) }
    if (own !== undefined || !(yield* this.#forked())) return own ?? NOTHING
    return (yield { kind: 'forked', key: codeEntry(address.bytes) }) ?? NOTHING
  }

  *#slot(address: Address, key: Uint8Array): Reading<Uint8Array> {
    const slots = yield* this.#slotsOf(address)
    const slot = textOf(key)
    const known = slots.values.get(slot)
    if (known !== undefined) return known
    const { value: own } = yield* find(slots.root, nibblesOf(keccak(key)))
    const isRemote = own === undefined && (yield* this.#hasForkedSlots(slots))
    const value = isRemote ? yield { kind: 'forked', key: slotEntry(address.bytes, key) } : own
    const content = value === undefined ? NOTHING : decodeRlp(value)
    if (!(content instanceof Uint8Array))
      throw new RangeError('Corrupt state: a storage slot contains an RLP list, expected bytes')
    slots.values.set(slot, content)
    this.#read++
    return content
  }

  *#forked(): Reading<boolean> {
    return (this.#isForked ??= yield* this.#isMarked(this.#root))
  }

  *#hasForkedSlots(slots: Slots): Reading<boolean> {
    return (slots.isForked ??= (yield* this.#forked()) && (yield* this.#isMarked(slots.root)))
  }

  *#isMarked(root: Uint8Array): Reading<boolean> {
    return (yield* find(root, forkMark)).value !== undefined
  }

  #findAccount({ bytes }: Address): Reading<Found> {
    return find(this.#root, nibblesOf(keccak(bytes)))
  }

  *#slotsOf(address: Address): Reading<Slots> {
    const key = textOf(address.bytes)
    const known = this.#slots.get(key)
    if (known !== undefined) return known
    const slots = slotsAt((yield* this.#account(address))?.storageRoot ?? KECCAK256_RLP)
    this.#slots.set(key, slots)
    return slots
  }

  async #storageRoot(slots: Slots): Promise<Uint8Array> {
    const { root, values, changed } = slots
    // In a fork, a slot that was cleared must not be read from the forked chain again.
    const isForked = await finished(this.#nodes, this.#hasForkedSlots(slots))
    const cleared = isForked ? encodeRlp(NOTHING) : undefined
    const entries = [...changed].map((slot) => {
      const value = values.get(slot) ?? NOTHING
      return {
        key: nibblesOf(keccak(bytesOf(slot))),
        value: value.length === 0 ? cleared : encodeRlp(value),
      }
    })
    return updateTrie(this.#nodes, root, entries)
  }

  #moveTo(root: Uint8Array, storageRoots: ReadonlyMap<string, Uint8Array>): void {
    this.#root = root
    this.#changed.clear()
    for (const [key, storageRoot] of storageRoots) {
      const [account, slots] = [this.#accounts.get(key), this.#slots.get(key)]
      if (account === undefined || slots === undefined) continue
      account.storageRoot = storageRoot
      slots.root = storageRoot
      slots.changed.clear()
    }
    this.#trim()
  }

  /**
   * Clears the caches if they have at least `kept` entries and the state has no uncommitted
   * changes.
   */
  #trim(kept = KEPT): void {
    if (this.#changed.size > 0 || this.#read < kept) return
    this.#accounts.clear()
    this.#slots.clear()
    this.#read = 0
  }

  #set<V>(map: Map<string, V | undefined>, key: string, value: V): void {
    const [wasThere, old] = [map.has(key), map.get(key)]
    map.set(key, value)
    this.#record(() => (wasThere ? map.set(key, old) : map.delete(key)))
  }

  #add(set: Set<string>, key: string): void {
    if (set.has(key)) return
    set.add(key)
    this.#record(() => set.delete(key))
  }

  #record(undo: () => unknown): void {
    if (this.#checkpoints.length > 0) this.#undo.push(undo)
  }
}

function slotsAt(root: Uint8Array): Slots {
  return { root, values: new Map(), changed: new Set() }
}

function encoded({ nonce, balance, storageRoot, codeHash }: Account): Uint8Array {
  return encodeRlp([quantityBytes(nonce), quantityBytes(balance), storageRoot, codeHash])
}

/**
 * Copies an account, because the EVM modifies account objects before and after it passes them to
 * the state.
 */
function copy({ nonce, balance, storageRoot, codeHash }: Account): Account {
  return new Account(nonce, balance, storageRoot, codeHash)
}
