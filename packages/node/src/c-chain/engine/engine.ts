import { BoundedMap } from '../../codec/bounded-map.ts'
import type { EvmRules } from '../chain/rules.ts'
import type { EvmHeader } from '../chain/header.ts'
import type { Hex } from '../hex.ts'
import type { Reader } from '../../store/store.ts'
import { moveMachine, openMachine, openState, type BlockHashes, type Machine } from './machine.ts'
import { NodeCache } from './node-cache.ts'
import { NodeStore, type StateReader } from './node-store.ts'
import type { EvmState } from './state.ts'

/** Maximum number of cached states. */
const KEPT = 8

/** Number of the next cache of states in this process. */
let nextCache = 0

/** Maximum number of calls at once. Further calls wait until another one ends. */
const MAX_CALLS = 64

/** An EVM instance that no call uses. */
interface Idle {
  readonly machine: Machine
  readonly root: Hex
}

/** Opens states of the chain, and runs calls without changing the states. */
export class EvmEngine {
  #cache = new NodeCache()
  readonly #store: StateReader
  readonly #rules: EvmRules
  readonly #blockHashes: BlockHashes
  #altered = new Map<bigint, Hex>()
  readonly #states = new BoundedMap<string, Promise<EvmState>>(KEPT)
  /** Machines for calls. A machine moves from state to state. */
  #idle: Idle[] = []
  #cacheId = nextCache++
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(store: StateReader, rules: EvmRules, blockHashes: BlockHashes) {
    this.#store = store
    this.#rules = rules
    this.#blockHashes = blockHashes
  }

  /** Reads the store through the cache, for workers. */
  get reader(): Reader {
    return new NodeStore(this.#store, this.#cache).reader
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
   * Opens a machine whose new trie nodes are those that are not in the store. The nodes in the cache of a worker may have
   * been removed from the store.
   */
  async openForWriting(
    root: Hex,
    rulesOf: Pick<EvmHeader, 'number' | 'timestamp'>,
  ): Promise<Machine> {
    const db = new NodeStore(this.#store, new NodeCache())
    const common = this.#rules.commonAt(rulesOf)
    return openMachine({ common, db, root, blockHashes: this.#blockHashes })
  }

  /**
   * Returns the state root after a block. Development methods can replace the root of the header.
   */
  rootOf({ number, stateRoot }: Pick<EvmHeader, 'number' | 'stateRoot'>): Hex {
    return this.#altered.get(number) ?? stateRoot
  }

  /** The state roots that development methods set, by the height of the block whose root they replace. */
  get altered(): ReadonlyMap<bigint, Hex> {
    return this.#altered
  }

  replaceAltered(roots: ReadonlyMap<bigint, Hex>): void {
    this.#altered = new Map(roots)
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
    const state = this.#states.get(root) ?? open()
    // Keeps the state that was used last for the longest time.
    this.#states.set(root, state)
    return { state: await state }
  }

  /** Runs `work` on the state after a block and reverts its changes. */
  async scratch<T>(header: EvmHeader, work: (machine: Machine) => Promise<T>): Promise<T> {
    if (this.#running >= MAX_CALLS) {
      await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    }
    this.#running++
    try {
      const root = this.rootOf(header)
      const idle = this.#idle
      const machine = await this.#machineAt(root, header)
      try {
        return await undoing(machine, work)
      } finally {
        // After a read that failed, the EVM may have left checkpoints behind.
        if (machine.db.readError === undefined) idle.push({ machine, root })
      }
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  /** Returns an idle machine, preferably one at the given state root, or a new machine. */
  async #machineAt(root: Hex, header: EvmHeader): Promise<Machine> {
    const common = this.#rules.commonAt(header)
    const usable = this.#idle.filter(({ machine }) => machine.common === common)
    const found = usable.findLast((idle) => idle.root === root) ?? usable.at(-1)
    if (found === undefined) return this.open(root, header)
    this.#idle.splice(this.#idle.indexOf(found), 1)
    if (found.root !== root) await moveMachine(found.machine, root)
    return found.machine
  }

  /** Changes when the caches are cleared, and differs from that of other engines of this process. */
  get cacheId(): number {
    return this.#cacheId
  }

  /** Clears the caches. Must be called after trie nodes were removed from the store, or the store was reverted. */
  forget(): void {
    // Replace the cache instead of clearing it: reads in progress may still add removed nodes to
    // the old cache.
    this.#cache = new NodeCache()
    this.forgetStates()
  }

  /** Clears the caches, except that of trie nodes, whose keys are their hashes. */
  forgetStates(): void {
    this.#states.clear()
    this.#idle = []
    this.#cacheId = nextCache++
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
    machine.meter = undefined
  }
}
