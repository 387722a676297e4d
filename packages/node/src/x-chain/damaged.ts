import { StoreError } from '../store/store-error.ts'

/** The error for data of the chain that cannot be as it was written. */
export function damagedChain(reason: string): StoreError {
  const advice =
    'Restore the data folder from a backup, or choose another --data-dir to begin anew.'
  return new StoreError('corrupt', `The X-Chain's data is damaged: ${reason}. ${advice}`)
}
