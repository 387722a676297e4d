import type { listen as listenInNode } from './node.ts'

/** In the place of `listen` where there is no Node: rejects with a `TypeError`. */
export const listen: typeof listenInNode = async () => {
  throw new TypeError('There is nothing to listen with in a page')
}
