import type { EvmEngine } from '../engine/engine.ts'
import { moveMachine, type Machine } from '../engine/machine.ts'
import type { Hex } from '../hex.ts'
import type { EvmHeader } from './header.ts'

/**
 * Holds the EVM that runs the transactions of new blocks. All blocks share one machine, because
 * only one block is built at a time.
 */
export class BlockMachine {
  readonly #engine: EvmEngine
  #current: { readonly machine: Machine; root: Hex } | undefined

  constructor(engine: EvmEngine) {
    this.#engine = engine
  }

  /** Returns the machine in the state after the block with the given header. */
  async after(header: EvmHeader): Promise<Machine> {
    const root = this.#engine.rootOf(header)
    const current = (this.#current ??= { machine: await this.#engine.open(root, header), root })
    if (current.root !== root) {
      current.machine.db.discard()
      await moveMachine(current.machine, root)
      current.root = root
    }
    return current.machine
  }

  committed(root: Hex): void {
    if (this.#current !== undefined) this.#current.root = root
  }

  /**
   * Marks the new trie nodes of the machine as written to the store. Returns the number of these
   * nodes.
   */
  settle(): number {
    return this.#current?.machine.db.settle() ?? 0
  }

  /** Discards the machine. Must be called when its state may differ from the store. */
  drop(): void {
    this.#current = undefined
  }
}
