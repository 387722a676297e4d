import { RpcError } from '@rpcloom/rpc'

/** "Resource not found" and "resource unavailable" of EIP-1474. */
const NOT_FOUND = -32_001
const UNAVAILABLE = -32_002

/** Redis is not connected, gave no response in time, or refused a command. Callers get error -32002. */
export class RedisUnavailableError extends RpcError {
  constructor(cause?: unknown) {
    const reason = 'sharedStoreUnavailable'
    super(UNAVAILABLE, 'The shared store is not available. Try again', {
      data: { reason },
      reason,
      cause,
    })
  }
}

/** Events after the last one that a listener got are not kept any more. Callers get error -32001. */
export class GapError extends RpcError {
  constructor(after: string) {
    const reason = 'eventsMissing'
    const message = `Events after ${after} are missing. Read the current state, and subscribe again without a position`
    super(NOT_FOUND, message, { data: { reason, after }, reason })
  }
}

/** Whether an error is a response of Redis, such as `NOPERM …`. Others are of the connection. */
export function isReply(error: unknown): error is Error {
  return error instanceof Error && /^[A-Z]+ /.test(error.message)
}
