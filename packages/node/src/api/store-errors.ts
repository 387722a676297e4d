import { rpcErrors, type Middleware } from '@native-node/server'
import { StoreError } from '../store/store-error.ts'

/** Middleware that reports failures of the store: the request is valid, and can be retried once the database can be used again. */
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
  // The type of the data is that of the documents, which list the faults.
  const data = { reason: 'storeUnavailable', fault: error.code } as const
  const message = `Cannot access the database: ${error.meaning}.`
  throw Object.assign(rpcErrors.info.storeUnavailable(data, message), { cause: error })
}
