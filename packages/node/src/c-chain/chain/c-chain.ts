import type { Clock } from '../../chain/clock.ts'
import type { BlockProducer } from '../../chain/producer.ts'
import type { Print } from '../engine/console-log.ts'
import type { WorkerPool } from '../workers/pool.ts'
import type { Executed } from './archive.ts'
import type { EvmPool } from './pool.ts'
import type { CTx } from './tx.ts'
import type { CVm } from './vm.ts'

/** The blocks and states of a chain: the chain itself, or its view in a worker thread. */
export interface ChainView {
  readonly vm: Pick<CVm, 'rules' | 'archive' | 'engine' | 'tip' | 'oldestState'>
}

export interface CChain<V extends CVm = CVm> extends ChainView {
  readonly vm: V
  readonly pool: EvmPool
  readonly producer: BlockProducer<Executed, CTx>
  readonly clock: Clock
  /** Worker threads for long calls. */
  readonly workers: WorkerPool
  /** Time limit for the calls and traces of one request, in milliseconds. */
  readonly callTimeout: number
  /** Aborts when the caller has left, or when the batch of the call has taken too long. */
  readonly signal?: AbortSignal | undefined
  /** Address of the caller. */
  readonly remote?: string | undefined
  /** Present only in development mode. */
  readonly print?: Print | undefined
}

/** The caller of a handler. */
export type RemoteCaller = Pick<CChain, 'signal' | 'remote'>
