import type { listen as listenInNode } from './node.ts'

/** Replacement for `listen` on platforms other than Node. Rejects with a `TypeError`. */
export const listen: typeof listenInNode = async () => {
  throw new TypeError('listen() is only available in Node.js')
}
