import { INVALID_REQUEST } from '@rpcloom/rpc'
import { RpcError, rpcErrors, type Middleware } from '@native-node/server'
import type { Context } from '@rpcloom/rpc/server'
import { WAIT_MS, type Replica } from './replica.ts'

/** Header of responses: nothing in the response is newer than this position of the log. */
export const POSITION_HEADER = 'x-node-seq'
/** Header of requests: nothing in the response may be older than this position of the log. */
export const MINIMUM_HEADER = 'x-node-min-seq'

/** Parses a position of the log: at most 19 decimal digits. Returns undefined for any other text. */
export function positionOf(text: string): bigint | undefined {
  return /^\d{1,19}$/.test(text) ? BigInt(text) : undefined
}

/**
 * Middleware that lets a call wait until the node has reached the minimum position of its request. A WebSocket has the
 * minimum of its upgrade request. `opening` resolves to undefined on a node without a log, which ignores the header.
 */
export function minimumPosition(opening: Promise<Replica | undefined>): Middleware {
  return (call, next) => {
    const given = call.ctx.headers[MINIMUM_HEADER]
    return given === undefined ? next() : once(opening, String(given), call.ctx).then(next)
  }
}

async function once(
  opening: Promise<Replica | undefined>,
  given: string,
  ctx: Context,
): Promise<void> {
  const replica = await opening
  if (replica === undefined) return
  const minimum = positionOf(given)
  if (minimum === undefined) {
    const message = `The header ${MINIMUM_HEADER} must be a position of the log: at most 19 decimal digits`
    const reason = 'invalidPosition'
    throw new RpcError(INVALID_REQUEST, message, { data: { reason }, reason })
  }
  if (!(await replica.reached(minimum, ctx))) throw notReached(replica.followed, minimum)
}

function notReached(position: bigint, minimum: bigint): RpcError {
  const reason = 'positionNotReached'
  const message = `The node is at position ${position} of the log, and did not reach ${minimum} within ${WAIT_MS} ms`
  const data = { reason, position: String(position), minimum: String(minimum) } as const
  return rpcErrors.info.positionNotReached(data, message)
}
