import { RpcError, type Middleware } from '@native-node/server'
import type { ServedCall } from '@rpcloom/rpc/server'
import { NotWriterError } from '../chain/not-writer-error.ts'
import { affinityOf } from './affinity.ts'
import { FORWARDED_HEADER, type Forward } from './forward.ts'
import { POSITION_WAIT_MS } from './position.ts'
import type { Replica } from './replica.ts'

/** "Resource unavailable" and "method not supported" of EIP-1474. */
const RESOURCE_UNAVAILABLE = -32_002
const METHOD_NOT_SUPPORTED = -32_004

export interface WritesOptions {
  /** Resolves to undefined on a node without a log. */
  readonly opening: Promise<Replica | undefined>
  /** Sends a call to the writer. Undefined if writes are refused. */
  readonly forward: Forward | undefined
}

/**
 * Middleware for the calls that write: the writer runs them; other nodes forward those that write to a chain, and refuse
 * those that need the keys of a node. What a call does follows from the documents.
 */
export function replicaWrites({ opening, forward }: WritesOptions): Middleware {
  return (call, next) => {
    if (runsAnywhere(call)) return next()
    return onWriter(call, { opening, forward }, next)
  }
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
  { opening, forward }: WritesOptions,
  next: () => unknown,
): Promise<unknown> {
  const replica = await opening
  if (replica === undefined) return next()
  if (replica.isWriter) {
    await settled(replica, call.ctx.signal)
    try {
      return await next()
    } catch (error) {
      // The node has lost the role meanwhile.
      if (!(error instanceof NotWriterError)) throw error
    }
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
  return forward(call, replica)
}

/** Waits until all chains produce blocks, after this process has become the writer. */
async function settled(replica: Replica, signal: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(POSITION_WAIT_MS)
  try {
    await replica.settled(AbortSignal.any([signal, late]))
  } catch (error) {
    if (!late.aborted) throw error
    throw notWriter('This node has become the writer, and not all of its chains produce blocks yet')
  }
}

function nodeLocal(method: string): RpcError {
  const reason = 'nodeLocal'
  const message = `${method} needs keys or data of one node, and this node only follows the log. Call the node that writes`
  return new RpcError(METHOD_NOT_SUPPORTED, message, { data: { reason }, reason })
}

export function notWriter(message: string): RpcError {
  const reason = 'notWriter'
  return new RpcError(RESOURCE_UNAVAILABLE, message, { data: { reason }, reason })
}
