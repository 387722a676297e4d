import type { Peers } from '../../network/peers.ts'
import type { Check } from '../check.ts'
import { secondsText } from '../seconds-text.ts'

/** Reports the requests to peers that wait for a response. A node that runs alone has no such requests. */
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
