import type { Check } from '../check.ts'
import type { Peers } from '../../network/peers.ts'
import { secondsText } from '../seconds-text.ts'

/** Reports the traffic with peers. A node that runs alone has no traffic and is healthy. */
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
  return secondsText(time === undefined ? 0 : Date.now() - time.getTime())
}
