import { CheckFailure, type Check } from '../check.ts'
import { provesPossession, type BlsIdentity } from '../../info/bls.ts'

/** Whether the node still holds the BLS key that it publishes. */
export function blsCheck(identity: () => BlsIdentity): Check {
  return {
    name: 'bls',
    tags: ['application'],
    global: true,
    async run() {
      if (!provesPossession(identity())) {
        throw new CheckFailure('the proof of possession does not belong to the BLS public key')
      }
      return 'node has the correct BLS key'
    },
  }
}
