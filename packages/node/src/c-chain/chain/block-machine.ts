import type { EvmEngine } from '../engine/engine.ts'
import { moveMachine, type Machine } from '../engine/machine.ts'
import type { Hex } from '../hex.ts'
import type { EvmHeader } from './header.ts'

/** The machine that builds all blocks, one after another. */
export class BlockMachine {
  readonly #engine: EvmEngine
  #current: { readonly machine: Machine; root: Hex } | undefined

  constructor(engine: EvmEngine) {
    this.#engine = engine
  }

  /** Returns the machine, moved to the state after a block. */
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

  /** Marks the new trie nodes of the machine as stored. Returns the number of these nodes. */
  settle(): number {
    return this.#current?.machine.db.settle() ?? 0
  }

  /** Discards the machine, because its state may differ from the store. */
  drop(): void {
    this.#current = undefined
  }
}
