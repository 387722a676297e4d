import { CheckFailure, type Check } from '../check.ts'
import { provesPossession } from '../../info/bls.ts'
import type { Identity } from '../../info/identity.ts'

/** Whether the node still holds the BLS key that it publishes. */
export function blsCheck(identity: () => Promise<Identity>): Check {
  return {
    name: 'bls',
    tags: ['application'],
    global: true,
    async run() {
      if (!provesPossession((await identity()).bls)) {
        throw new CheckFailure('the proof of possession does not belong to the BLS public key')
      }
      return 'node has the correct BLS key'
    },
  }
}
