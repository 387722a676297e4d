import type { Middleware } from '@rpcloom/rpc/server'
import type { ReadWriteLock } from '../read-write-lock.ts'

/** Groups of the C-Chain, whose states are read by hash from the store and not from one snapshot. */
const groups = new Set(['cChain', 'cChainNative'])
/** Setting of the methods about the process: they read no state, and a profile takes as long as the caller asks. */
const PROCESS_METHODS = 'debug-handler'

/** Middleware that runs calls of the C-Chain before or after a revert, never during it. */
export function lockedReads({ read }: ReadWriteLock): Middleware {
  return ({ group, method }, next) =>
    groups.has(group.key) && method.enabledBy?.setting !== PROCESS_METHODS ? read(next) : next()
}
