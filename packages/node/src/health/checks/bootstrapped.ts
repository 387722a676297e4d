import { CheckFailure, type Check } from '../check.ts'

/** Passes once all subnets are initialized. */
export function bootstrappedCheck(pending: () => readonly string[]): Check {
  return {
    name: 'bootstrapped',
    tags: ['application'],
    global: true,
    async run() {
      const left = pending()
      if (left.length > 0) throw new CheckFailure('subnets not bootstrapped', left)
      return left
    },
  }
}
