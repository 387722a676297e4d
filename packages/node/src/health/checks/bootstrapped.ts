import { CheckFailure, type Check } from '../check.ts'

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
