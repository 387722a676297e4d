import { RpcError, type Middleware } from '@native-node/server'
import { StoreError } from '../store/store-error.ts'

/** "Resource unavailable" of EIP-1474: the request is right, and may be sent again once the store works. */
const RESOURCE_UNAVAILABLE = -32_002

/** Answers calls that a failure of the store ended with a coded error instead of an internal one. */
export const storeErrors: Middleware = (_, next) => {
  try {
    const result = next()
    return result instanceof Promise ? result.catch(rethrow) : result
  } catch (error) {
    return rethrow(error)
  }
}

function rethrow(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  throw new RpcError(RESOURCE_UNAVAILABLE, `The node cannot do this now: ${error.meaning}.`, {
    data: { reason: 'storeUnavailable', fault: error.code },
    reason: 'storeUnavailable',
    cause: error,
  })
}
