import type { Middleware } from '@rpcloom/rpc/server'
import type { ReadWriteLock } from '../read-write-lock.ts'

/** Groups of the C-Chain, whose states are read by hash from the store and not from one snapshot. */
const groups = new Set(['cChain', 'cChainNative'])
/** Methods that take as long as the caller asks, and read no state. */
const profiles = new Set([
  'debug_cpuProfile',
  'debug_goTrace',
  'debug_blockProfile',
  'debug_mutexProfile',
])

/** Middleware that runs calls of the C-Chain before or after a revert, never during it. */
export function lockedReads({ read }: ReadWriteLock): Middleware {
  return ({ group, method }, next) =>
    groups.has(group.key) && !profiles.has(method.name) ? read(next) : next()
}
