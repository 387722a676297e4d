import type { Change } from '../../store/store.ts'
import type { RpcLimits } from '../api/evm/rpc-limits.ts'
import type { EvmHeader } from '../chain/header.ts'
import type { TxOutcome } from '../engine/executor.ts'
import type { Hex } from '../hex.ts'

/** What a job sees of the chain, besides the store. */
export interface Head {
  /** Hash of the last accepted block. */
  readonly tip: Hex
  readonly oldestState: bigint
  /** Header of a block built when the job started. */
  readonly next: EvmHeader
  /** State roots that development methods set, by height. */
  readonly altered: ReadonlyMap<bigint, Hex>
  /** `cacheId` of the engine of the main thread. */
  readonly cacheId: number
}

/** What a worker runs: a method of the API, or a transaction of a new block. */
export type Job =
  | {
      readonly kind: 'method'
      readonly method: string
      readonly params: unknown
      readonly limits: RpcLimits
      readonly head: Head
      /** Whether the worker reports what contracts print. */
      readonly prints: boolean
    }
  | {
      readonly kind: 'tx'
      readonly bytes: Uint8Array
      readonly header: EvmHeader
      /** Root of the state before the transaction. */
      readonly root: Hex
      /** Gas used by the transactions before it. */
      readonly gasUsed: bigint
      /** Whether the receipt has what contracts print. */
      readonly prints?: boolean | undefined
    }

/** The result of a transaction. */
export interface TxResult {
  readonly outcome: TxOutcome
  /** Root of the state after the transaction. */
  readonly root: Hex
  /** The new trie nodes and code. */
  readonly changes: readonly Change[]
}

/** A read of the store that a worker requests. `id` is the number of the request. */
export type Read =
  | { readonly kind: 'get'; readonly id: number; readonly key: Uint8Array }
  | { readonly kind: 'getMany'; readonly id: number; readonly keys: readonly Uint8Array[] }
  | {
      readonly kind: 'page'
      readonly id: number
      readonly prefix: Uint8Array
      readonly limit: number
      readonly after: Uint8Array | undefined
    }

/** An error of a job: an error response, or the description of any other error for the log. */
export type JobError =
  | {
      readonly kind: 'response'
      readonly code: number
      readonly message: string
      readonly data: unknown
      readonly reason: string | undefined
    }
  | { readonly kind: 'unexpected'; readonly message: string; readonly stack: string | undefined }

export type ToWorker =
  | { readonly kind: 'job'; readonly job: Job }
  | { readonly kind: 'found'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly id: number }

export type FromWorker =
  | Read
  /** The time limit of a trace, in milliseconds; `Infinity` at its end. */
  | { readonly kind: 'trace'; readonly milliseconds: number }
  /** What the contracts of the job printed. */
  | { readonly kind: 'printed'; readonly lines: readonly string[] }
  | { readonly kind: 'started' }
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: JobError }
