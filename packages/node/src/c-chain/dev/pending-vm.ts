import type { EvmBlock } from '../chain/block.ts'
import type { Archive } from '../chain/archive.ts'
import { CVm, type CVmOptions } from '../chain/vm.ts'
import type { EvmEngine } from '../engine/engine.ts'

/** What a VM sees of a chain. */
export interface ChainState {
  readonly tip: EvmBlock
  readonly archive: Archive
  readonly engine: EvmEngine
  readonly oldestState: bigint
}

/** A chain whose last block is the one that would be built now. It is read only. */
export class PendingVm extends CVm {
  readonly #state: ChainState

  constructor(options: CVmOptions, state: ChainState) {
    super(options)
    this.#state = state
  }

  override get tip(): EvmBlock {
    return this.#state.tip
  }

  override get archive(): Archive {
    return this.#state.archive
  }

  override get engine(): EvmEngine {
    return this.#state.engine
  }

  override get oldestState(): bigint {
    return this.#state.oldestState
  }
}
