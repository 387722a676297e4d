import { BoundedMap } from '../../codec/bounded-map.ts'
import type { Common } from '@ethereumjs/common'
import type { EvmRules } from '../chain/rules.ts'
import type { EvmHeader } from '../chain/header.ts'
import type { Hex } from '../hex.ts'
import type { Reader } from '../../store/store.ts'
import { moveMachine, openMachine, openState, type BlockHashes, type Machine } from './machine.ts'
import { NodeCache } from './node-cache.ts'
import { NodeStore } from './node-store.ts'
import type { EvmState } from './state.ts'

/** Maximum number of cached states. */
const KEPT = 8

/** Maximum number of EVM instances for calls. Further calls wait until an instance is free. */
const MACHINES = 64

/**
 * An EVM instance with a queue of callers. The callers run one after another, because concurrent
 * runs would see the changes of each other.
 */
interface Shared {
  readonly common: Common
  readonly machine: Promise<Machine>
  root: Hex
  users: number
  turn: Promise<unknown>
}

/** Opens states of the chain, and runs calls without changing the states. */
export class EvmEngine {
  #cache = new NodeCache()
  readonly #store: Reader
  readonly #rules: EvmRules
  readonly #blockHashes: BlockHashes
  /**
   * State roots that development methods set, by the height of the block whose root they replace.
   */
  readonly #altered = new Map<bigint, Hex>()
  readonly #states = new BoundedMap<string, Promise<EvmState>>(KEPT)
  /**
   * Machines for calls. A machine moves from state to state. With several machines, a long call
   * does not delay other calls.
   */
  readonly #shared = new Set<Shared>()

  constructor(store: Reader, rules: EvmRules, blockHashes: BlockHashes) {
    this.#store = store
    this.#rules = rules
    this.#blockHashes = blockHashes
  }

  /** Opens a separate machine at a state root, with the rules that apply at the block `rulesOf`. */
  async open(
    root: Hex,
    rulesOf: Pick<EvmHeader, 'number' | 'timestamp'>,
    blockHashes: BlockHashes = this.#blockHashes,
  ): Promise<Machine> {
    const db = new NodeStore(this.#store, this.#cache)
    const common = this.#rules.commonAt(rulesOf)
    return openMachine({ common, db, root, blockHashes })
  }

  /**
   * Returns the state root after a block. Development methods can replace the root of the header.
   */
  rootOf({ number, stateRoot }: Pick<EvmHeader, 'number' | 'stateRoot'>): Hex {
    return this.#altered.get(number) ?? stateRoot
  }

  alter(height: bigint, root: Hex): void {
    this.#altered.set(height, root)
  }

  async state(header: EvmHeader): Promise<{ readonly state: EvmState }> {
    const root = this.rootOf(header)
    const open = (): Promise<EvmState> => {
      const opening = openState(new NodeStore(this.#store, this.#cache), root)
      // Do not cache a failure to read the state: the failure may be temporary.
      opening.catch(() => this.#states.delete(root))
      return opening
    }
    return { state: await cached(this.#states, root, open) }
  }

  /** Runs `work` on the state after a block and reverts its changes. */
  async scratch<T>(header: EvmHeader, work: (machine: Machine) => Promise<T>): Promise<T> {
    const root = this.rootOf(header)
    const shared = this.#leastUsed(root, header)
    shared.users++
    const result = shared.turn.then(async () => {
      const machine = await shared.machine
      if (shared.root !== root) await moveMachine(machine, root)
      shared.root = root
      return undoing(machine, work)
    })
    shared.turn = result.catch(() => {})
    try {
      return await result
    } finally {
      shared.users--
    }
  }

  /**
   * Returns a machine for a call: an unused machine, preferably one at the given state root. If all
   * machines are in use, returns a new machine or, if the maximum number is reached, the machine
   * with the fewest callers.
   */
  #leastUsed(root: Hex, header: EvmHeader): Shared {
    const common = this.#rules.commonAt(header)
    const all = [...this.#shared].filter((shared) => shared.common === common)
    const [first] = all.sort(
      (a, b) => a.users - b.users || Number(b.root === root) - Number(a.root === root),
    )
    if (first !== undefined && (first.users === 0 || all.length >= MACHINES)) return first
    const machine = this.open(root, header)
    const shared = { common, machine, root, users: 0, turn: Promise.resolve() }
    this.#shared.add(shared)
    // Do not keep a machine that could not read its state, because the failure may be temporary.
    machine.catch(() => this.#shared.delete(shared))
    return shared
  }

  /** Clears the caches. Must be called after trie nodes were removed from the store. */
  forget(): void {
    // Replace the cache instead of clearing it: reads in progress may still add removed nodes to
    // the old cache.
    this.#cache = new NodeCache()
    this.#states.clear()
    this.#shared.clear()
  }

  /** Clears all caches and replaced state roots. Must be called after the store was reverted. */
  clear(): void {
    this.forget()
    this.#altered.clear()
  }
}

async function undoing<T>(machine: Machine, work: (machine: Machine) => Promise<T>): Promise<T> {
  const { state, evm, db } = machine
  await state.checkpoint()
  try {
    return await work(machine)
  } finally {
    await state.revert()
    db.discard()
    evm.journal.cleanJournal()
    delete evm.journal.accessList
    evm.transientStorage.clear()
    evm.events.removeAllListeners()
  }
}

function cached<V>(cache: Map<string, V>, key: string, create: () => V): V {
  const value = cache.get(key) ?? create()
  cache.set(key, value)
  return value
}
