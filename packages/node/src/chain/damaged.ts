import { StoreError } from '../store/store-error.ts'

export function damagedChain(chain: string, reason: string): StoreError {
  const advice =
    'Restore the data folder from a backup, or choose another --data-dir to start over.'
  return new StoreError('corrupt', `The ${chain}'s data is damaged: ${reason}. ${advice}`)
}

/**
 * Runs `work`, which reads stored data. Converts a RangeError for an unreadable record to the error of {@link
 * damagedChain}.
 */
export async function readable<T>(chain: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RangeError)
      throw damagedChain(chain, `a record cannot be read (${error.message})`)
    throw error
  }
}
