import type { Middleware } from '@rpcloom/rpc/server'
import type { ReadWriteLock } from '../scheduling/read-write-lock.ts'

/**
 * The API groups of the C-Chain, whose calls read states by hash instead of reading one snapshot.
 */
const groups = new Set(['cChain', 'cChainNative'])
/** Methods of other groups that read the same. */
const readers = /^(?:ots|erigon)_/
/**
 * The `x-enabled-by` setting of the debug methods, which run without the lock. These methods read
 * no state. Some of them record a profile for as long as the caller wants, and a lock would delay a
 * revert for this time.
 */
const PROCESS_METHODS = 'debug-handler'

/**
 * Middleware that runs calls of the C-Chain before or after a revert, but never during a revert.
 */
export function lockedReads({ read }: ReadWriteLock): Middleware {
  return ({ group, method }, next) => {
    const reads = groups.has(group.key) || readers.test(method.name)
    return reads && method.enabledBy?.setting !== PROCESS_METHODS ? read(next) : next()
  }
}
