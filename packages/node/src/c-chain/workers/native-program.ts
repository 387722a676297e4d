import type { WorkerProgram } from './thread.ts'

/** Returns the worker program of a C-Chain. Workers run compiled code, also if this file is not compiled. */
export function nativeProgram(chainId: bigint): WorkerProgram {
  const file = new URL('../../../dist/c-chain/workers/worker.js', import.meta.url)
  return { file, data: chainId }
}
