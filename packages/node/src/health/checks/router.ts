import type { Peers } from '../../network/peers.ts'
import type { Check } from '../check.ts'
import { secondsText } from '../seconds-text.ts'

/**
 * Reports the requests to peers that have no response yet. A node that runs alone sends no requests
 * to peers.
 */
export function routerCheck(peers: Peers): Check {
  return {
    name: 'router',
    tags: ['application'],
    global: true,
    async run() {
      const { outstandingRequests, longestRunningMs } = peers.traffic()
      return { outstandingRequests, longestRunningRequest: secondsText(longestRunningMs) }
    },
  }
}
