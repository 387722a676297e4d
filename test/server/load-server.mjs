// The server under load of test/server/load.test.ts. It runs in a separate process, so that its
// memory can be measured.
import { setTimeout as after } from 'node:timers/promises'
import { createServer } from '@native-node/server'

// On a busy machine, a well-behaved client may be late, too.
const patience = Number(process.env.PATIENCE ?? 1)
const server = createServer(
  {
    info: {
      getNetworkID: () => ({ networkID: 12345 }),
      // Hangs until the client disconnects.
      peers: (_, ctx) =>
        new Promise((_resolve, reject) => {
          ctx.signal.addEventListener('abort', () => reject(new Error('gone')), { once: true })
        }),
    },
    cChain: {
      eth: {
        blockNumber: async () => {
          await after(1)
          return 7n
        },
        async *newPendingTransactions() {
          for (;;) {
            await after(1)
            yield `0x${'ab'.repeat(32)}`
          }
        },
      },
    },
  },
  {
    log: () => {},
    limits: { bodyBytes: 100_000, bufferedBytes: 50_000, stallMs: 1000, timeoutMs: 5000 },
  },
)
const listening = await server.listen({
  headersTimeoutMs: 1000 * patience,
  requestTimeoutMs: 2000 * patience,
  readTimeoutMs: 1000,
  pingMs: 15_000,
  graceMs: 1000,
})
process.on('message', (ask) => {
  if (ask === 'close') return void listening.close().then(() => process.disconnect())
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.send({ heapUsed, rss, sockets: listening.sockets.size })
})
process.send({ port: listening.port })
