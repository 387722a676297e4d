import type { NativeFork } from '../chain/rules.ts'
import type { WorkerProgram } from './thread.ts'

export interface NativeProgramData {
  readonly chainId: bigint
  readonly fork: NativeFork
}

/** Returns the worker program of a C-Chain. Workers run compiled code, also if this file is not compiled. */
export function nativeProgram(chainId: bigint, fork: NativeFork): WorkerProgram {
  const file = new URL('../../../dist/c-chain/workers/worker.js', import.meta.url)
  return { file, data: { chainId, fork } satisfies NativeProgramData }
}
