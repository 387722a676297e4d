import { RpcError, type Middleware, type rpcErrors } from '@native-node/server'
import { StoreError } from '../store/store-error.ts'

/** The data of the error in the documents, which list the faults. */
type Data = Parameters<typeof rpcErrors.info.storeUnavailable>[0]

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
    data: { reason: 'storeUnavailable', fault: error.code } satisfies Data,
    reason: 'storeUnavailable',
    cause: error,
  })
}
