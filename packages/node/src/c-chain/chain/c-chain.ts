import type { Clock } from '../../chain/clock.ts'
import type { BlockProducer } from '../../chain/producer.ts'
import type { Executed } from './archive.ts'
import type { EvmPool } from './pool.ts'
import type { CTx } from './tx.ts'
import type { CVm } from './vm.ts'

export interface CChain<V extends CVm = CVm> {
  readonly vm: V
  readonly pool: EvmPool
  readonly producer: BlockProducer<Executed, CTx>
  readonly clock: Clock
  /** Time limit for the calls and traces of one request, in milliseconds. */
  readonly callTimeout: number
  /** Aborts when the caller has left, or when the batch of the call has taken too long. */
  readonly signal?: AbortSignal
}
