// One of several processes of a server: node server.mjs PORT REDIS_URL
import { Redis } from 'ioredis'
import { createServer, rateLimit } from '@native-node/server'
import { metricsText } from '@rpcloom/rpc/metrics'
import { redisOf } from '@rpcloom/redis'

const [port, url] = process.argv.slice(2)
const redis = redisOf(new Redis(url, { lazyConnect: true }), { prefix: 'example:' })

// All processes together let a client take 20 points a minute, by the costs in the document.
const limiter = redis.limiter('calls', { points: 20, durationMs: 60_000 })
const limit = rateLimit({ limiter, key: ({ headers }) => headers['x-real-ip']?.toString() })

// The events of a feed come from any process. A client that lost its connection continues at another one.
const heads = redis.feed('heads', { position: ({ number }) => number })

const handlers = {
  info: { getNetworkID: () => ({ networkID: process.pid }) },
  cChain: {
    eth: {
      async *newHeads({ after }, { signal }) {
        for await (const [, head] of heads.listen(signal, after)) yield head
      },
    },
  },
}

await createServer(handlers, { middleware: [limit] }).listen({
  port: Number(port),
  fallback: (_request, response) => response.end(metricsText(redis.families())),
})
console.log('ready')
