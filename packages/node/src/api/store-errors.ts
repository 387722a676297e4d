import { RpcError, type Middleware } from '@native-node/server'
import { StoreError } from '../store/store-error.ts'

/** "Resource unavailable" of EIP-1474: the request is valid, and can be retried once the database can be used again. */
const RESOURCE_UNAVAILABLE = -32_002

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
  throw new RpcError(RESOURCE_UNAVAILABLE, `Cannot access the database: ${error.meaning}.`, {
    data: { reason: 'storeUnavailable', fault: error.code },
    reason: 'storeUnavailable',
    cause: error,
  })
}
