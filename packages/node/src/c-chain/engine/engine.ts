import type { ChainRules } from '../chain/rules.ts'
import type { EvmHeader } from '../chain/header.ts'
import type { Hex } from '../hex.ts'
import type { Reader } from '../../store/store.ts'
import { openMachine, type BlockHashes, type Machine } from './machine.ts'
import { NodeCache } from './node-cache.ts'
import { TrieDb } from './trie-db.ts'

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
  readonly #states = new Map<string, Promise<Machine>>()
  readonly #shared = new Map<string, Shared>()

  constructor(store: Reader, rules: ChainRules, blockHashes: BlockHashes) {
    this.#store = store
    this.#rules = rules
    this.#blockHashes = blockHashes
  }

  /** A machine of its own at the state behind a header, with the rules of the block that `rulesOf` describes. */
  async open(root: Hex, rulesOf: Pick<EvmHeader, 'number' | 'timestamp'>): Promise<Machine> {
    const db = new TrieDb(this.#store, this.cache)
    const common = this.#rules.commonAt(rulesOf)
    return openMachine({ common, db, root, blockHashes: this.#blockHashes })
  }

  /** The state behind a header, to be read only. */
  state(header: EvmHeader): Promise<Machine> {
    return kept(this.#states, header.stateRoot, () => this.open(header.stateRoot, header))
  }

  /** Runs `work` on the state behind a header and takes back whatever it changed. */
  async scratch<T>(header: EvmHeader, work: (machine: Machine) => Promise<T>): Promise<T> {
    const common = this.#rules.commonAt(header)
    const shared = kept(this.#shared, `${header.stateRoot}${common.hardfork()}`, () => ({
      machine: this.open(header.stateRoot, header),
      turn: Promise.resolve(),
    }))
    const result = shared.turn.then(async () => undoing(await shared.machine, work))
    shared.turn = result.catch(() => {})
    return result
  }

  /** Forgets every state: the store was set back. */
  clear(): void {
    this.cache.clear()
    this.#states.clear()
    this.#shared.clear()
  }
}

async function undoing<T>(machine: Machine, work: (machine: Machine) => Promise<T>): Promise<T> {
  const { state, evm } = machine
  await state.checkpoint()
  try {
    return await work(machine)
  } finally {
    await state.revert()
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
