import type { listen as listenInNode } from './node.ts'

/** Replaces `listen` on platforms other than Node: rejects with a `TypeError`. */
export const listen: typeof listenInNode = async () => {
  throw new TypeError('listen() is only available in Node.js')
}
