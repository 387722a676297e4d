import type { Check } from '../check.ts'
import type { Peers } from '../../network/peers.ts'

/** Reports the traffic with peers. A node that runs alone has none and is healthy. */
export function networkCheck(peers: Peers): Check {
  return {
    name: 'network',
    tags: ['application'],
    global: true,
    async run() {
      const traffic = peers.traffic()
      return {
        connectedPeers: peers.connected().length,
        sendFailRate: traffic.sendFailRate,
        timeSinceLastMsgReceived: since(traffic.lastReceived),
        timeSinceLastMsgSent: since(traffic.lastSent),
      }
    },
  }
}

function since(time: Date | undefined): string {
  return time === undefined ? '0s' : `${((Date.now() - time.getTime()) / 1000).toFixed(3)}s`
}
