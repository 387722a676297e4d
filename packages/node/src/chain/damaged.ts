import { StoreError } from '../store/store-error.ts'

/** The error for data of a chain that cannot be as it was written. */
export function damagedChain(chain: string, reason: string): StoreError {
  const advice =
    'Restore the data folder from a backup, or choose another --data-dir to begin anew.'
  return new StoreError('corrupt', `The ${chain}'s data is damaged: ${reason}. ${advice}`)
}

/** Runs work on stored data; records that cannot be read are reported as damage of the chain. */
export async function readable<T>(chain: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RangeError)
      throw damagedChain(chain, `a record cannot be read (${error.message})`)
    throw error
  }
}
