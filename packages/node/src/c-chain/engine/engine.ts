import type { ChainRules } from '../chain/rules.ts'
import type { EvmHeader } from '../chain/header.ts'
import type { Hex } from '../hex.ts'
import type { Reader } from '../../store/store.ts'
import { openMachine, openState, type BlockHashes, type Machine } from './machine.ts'
import { NodeCache } from './node-cache.ts'
import { NodeStore } from './node-store.ts'
import type { ChainState } from './state.ts'

/** How many states are kept ready for reads. */
const KEPT = 8

/** A machine whose users take turns, since what one of them runs would show in the state of another. */
interface Shared {
  readonly machine: Promise<Machine>
  turn: Promise<unknown>
}

/** Opens states of the chain, and runs what has to leave no trace in them. */
export class EvmEngine {
  readonly cache: NodeCache = new NodeCache()
  readonly #store: Reader
  readonly #rules: ChainRules
  readonly #blockHashes: BlockHashes
  /** State roots that were changed between two blocks, by the height of the earlier one. */
  readonly #altered = new Map<bigint, Hex>()
  readonly #states = new Map<string, Promise<ChainState>>()
  readonly #shared = new Map<string, Shared>()

  constructor(store: Reader, rules: ChainRules, blockHashes: BlockHashes) {
    this.#store = store
    this.#rules = rules
    this.#blockHashes = blockHashes
  }

  /** A machine of its own at the state behind a header, with the rules of the block that `rulesOf` describes. */
  async open(
    root: Hex,
    rulesOf: Pick<EvmHeader, 'number' | 'timestamp'>,
    blockHashes: BlockHashes = this.#blockHashes,
  ): Promise<Machine> {
    const db = new NodeStore(this.#store, this.cache)
    const common = this.#rules.commonAt(rulesOf)
    return openMachine({ common, db, root, blockHashes })
  }

  /** The root of the state behind a header: its own, unless development methods changed the state afterwards. */
  rootOf({ number, stateRoot }: Pick<EvmHeader, 'number' | 'stateRoot'>): Hex {
    return this.#altered.get(number) ?? stateRoot
  }

  /** Puts another state behind the block at a height. */
  alter(height: bigint, root: Hex): void {
    this.#altered.set(height, root)
  }

  /** The state behind a header, to be read only. */
  async state(header: EvmHeader): Promise<{ readonly state: ChainState }> {
    const root = this.rootOf(header)
    const open = (): Promise<ChainState> => openState(new NodeStore(this.#store, this.cache), root)
    return { state: await kept(this.#states, root, open) }
  }

  /** Runs `work` on the state behind a header and takes back whatever it changed. */
  async scratch<T>(header: EvmHeader, work: (machine: Machine) => Promise<T>): Promise<T> {
    const common = this.#rules.commonAt(header)
    const root = this.rootOf(header)
    const shared = kept(this.#shared, `${root}${common.hardfork()}`, () => ({
      machine: this.open(root, header),
      turn: Promise.resolve(),
    }))
    const result = shared.turn.then(async () => undoing(await shared.machine, work))
    shared.turn = result.catch(() => {})
    return result
  }

  /** Forgets what was read: some of it is no longer in the store. */
  forget(): void {
    this.cache.clear()
    this.#states.clear()
    this.#shared.clear()
  }

  /** Forgets every state: the store was set back. */
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
    await evm.journal.cleanup()
    evm.transientStorage.clear()
    evm.events.removeAllListeners()
  }
}

function kept<V>(known: Map<string, V>, key: string, make: () => V): V {
  const found = known.get(key)
  const value = found ?? make()
  known.delete(key)
  known.set(key, value)
  const [oldest] = known.keys()
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
  return value
}
