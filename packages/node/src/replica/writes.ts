import { setTimeout as sleep } from 'node:timers/promises'
import { rpcErrors, type Middleware, type RpcError } from '@native-node/server'
import type { ServedCall } from '@rpcloom/rpc/server'
import { isReplicaFault } from '../store/store-error.ts'
import { affinityOf } from './affinity.ts'
import { FORWARDED_HEADER, outcomeOf, type Forward } from './forward.ts'
import type { Replica } from './replica.ts'

/** Time in milliseconds that a takeover may take after the lease has expired. */
const TAKEOVER_MS = 2000
/** Milliseconds between attempts to send a call during a takeover. */
const RETRY_MS = 50

export interface WritesOptions {
  /** Resolves to undefined on a node without a log. */
  readonly opening: Promise<Replica | undefined>
  /** Sends a call to the writer. Undefined if writes are refused. */
  readonly forward: Forward | undefined
  /** Time in milliseconds after which another node may replace a writer that does not respond. */
  readonly leaseMs: number
}

/**
 * Middleware for the calls that write: the writer runs them; other nodes forward those that write to a chain, and refuse
 * those that need the keys of a node. What a call does follows from the documents.
 */
export function replicaWrites(options: WritesOptions): Middleware {
  return (call, next) => (runsAnywhere(call) ? next() : onWriter(call, options, next))
}

/** Whether a method reads, or changes only the process that serves it. */
function runsAnywhere({ method, group }: ServedCall): boolean {
  const { effect = 'read', auth, subscription, availability = group.availability } = method
  // Credentials name a user of this node.
  if (auth !== undefined) return false
  return effect !== 'write' || subscription !== undefined || availability.http === 'absent'
}

async function onWriter(
  call: ServedCall,
  { opening, forward, leaseMs }: WritesOptions,
  next: () => unknown,
): Promise<unknown> {
  const replica = await opening
  if (replica === undefined) return next()
  const here = async (): Promise<unknown> => {
    // After this process has become the writer, its chains need a moment.
    if (!(await replica.settled(call.ctx))) throw notProducing()
    return next()
  }
  if (replica.isWriter)
    try {
      return await here()
    } catch (error) {
      // The node has lost the role meanwhile.
      if (!isReplicaFault(error)) throw error
    }
  const { method, group, ctx } = call
  const { auth, availability = group.availability } = method
  const affinity = await affinityOf(group, method.name)
  if (affinity === 'session') return next()
  if (auth !== undefined || affinity === 'keys' || availability.http === 'node-local')
    throw nodeLocal(method.name)
  if (forward === undefined)
    throw notWriter('This node does not write, and does not forward calls to the node that does')
  if (ctx.headers[FORWARDED_HEADER] !== undefined)
    throw notWriter('The call was forwarded to this node, which does not write any more')
  const attempt = (): Promise<unknown> => (replica.isWriter ? here() : forward(call, replica))
  return duringTakeover(attempt, leaseMs, call.ctx.signal)
}

/**
 * Repeats an attempt that no writer has responded to, until another node should have taken over. Repeating a signed
 * transaction has no effect, but an error may then mean that the first attempt was executed.
 */
async function duringTakeover<T>(
  attempt: () => Promise<T>,
  leaseMs: number,
  signal: AbortSignal,
): Promise<T> {
  const deadline = performance.now() + leaseMs + TAKEOVER_MS
  let lost: unknown
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const outcome = isReplicaFault(error) ? 'unsent' : outcomeOf(error)
      if (outcome === 'lost') lost = error
      if (outcome === undefined || performance.now() > deadline) throw lost ?? error
    }
    await sleep(RETRY_MS, undefined, { signal })
  }
}

function nodeLocal(method: string): RpcError {
  const message = `${method} needs keys or data of one node, and this node only follows the log. Call the node that writes`
  return rpcErrors.cChain.nodeLocal({ reason: 'nodeLocal' }, message)
}

function notProducing(): RpcError {
  return notWriter('This node has become the writer, and not all of its chains produce blocks yet')
}

function notWriter(message: string): RpcError {
  return rpcErrors.cChain.notWriter({ reason: 'notWriter' }, message)
}
