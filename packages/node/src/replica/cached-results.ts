import type { SharedRedis, Validity } from '@rpcloom/redis'
import { stringify } from '@rpcloom/rpc'
import type { Middleware, ServedCall } from '@rpcloom/rpc/server'
import type { Replica } from './replica.ts'

/** Costly methods of the EVM group whose results hold as long as the position of the log. */
const latest = new Set([
  'eth_call',
  'eth_callDetailed',
  'eth_feeHistory',
  'eth_getBlockReceipts',
  'eth_getLogs',
  'eth_getProof',
  'eth_simulateV1',
  'debug_traceBlockByNumber',
  'debug_traceCall',
])
/** Costly methods whose results never change, because all blocks are final. */
const final = new Set(['debug_traceBlockByHash', 'debug_traceTransaction'])

/** Middleware that shares the results of costly methods with the other nodes of a log. */
export function cachedResults(
  redis: SharedRedis,
  opening: Promise<Replica | undefined>,
): Middleware {
  let replica: Replica | undefined
  opening.then(
    (opened) => (replica = opened),
    () => undefined,
  )
  return redis.cache({
    // Only while all chains are at the position that the response names.
    validity: (call) =>
      replica !== undefined && replica.followed === replica.shown ? validityOf(call) : undefined,
    position: () => replica?.shown ?? 0n,
  })
}

function validityOf({ group, method, params }: ServedCall): Validity | undefined {
  if (group.key !== 'cChain') return undefined
  if (final.has(method.name)) return 'final'
  // Pending transactions have no position.
  const isPending = stringify(params ?? null).includes('"pending"')
  return latest.has(method.name) && !isPending ? 'latest' : undefined
}
