import { CheckFailure, type Check } from '../check.ts'
import type { Identity } from '../../network/identity.ts'
import type { CurrentValidators } from '../../chain/module.ts'

/** Passes if the BLS key of this node equals the BLS key that is registered for its validator. */
export function blsCheck(validators: CurrentValidators, identity: () => Promise<Identity>): Check {
  return {
    name: 'bls',
    tags: ['application'],
    global: true,
    async run() {
      const { nodeID, bls } = await identity()
      const validator = (await validators()).find((registered) => registered.nodeID === nodeID)
      if (validator === undefined) return 'node is not a validator'
      if (validator.publicKey === undefined) return 'validator has no BLS key'
      if (!Buffer.from(bls.publicKey).equals(validator.publicKey))
        throw new CheckFailure(
          'the BLS key of the node differs from the one that its validator is registered with',
        )
      return 'node has the correct BLS key'
    },
  }
}
