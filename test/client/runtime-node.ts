import { createClient } from '@native-node/client'
import { createMock } from '@native-node/mock'
import { createServer, rpcErrors, type Server } from '@native-node/server'

/** Starts the node that `body.mjs` calls, on a free port. */
export async function listenForBody(): Promise<{
  readonly url: string
  close(): Promise<unknown>
}> {
  const mocked = createClient({ transport: createMock().transport })
  const head = { ...(await mocked.cChain.eth.getHeaderByNumber('latest')) }
  return server(head).listen({ port: 0, cors: ['*'] })
}

function server(head: object): Server {
  return createServer(
    {
      info: {
        getNetworkID: () => ({ networkID: 12_345 }),
        getBlockchainID({ alias }) {
          throw rpcErrors.info.unknownAlias({ alias })
        },
        uptime: (_params, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')))
          }),
      },
      pChain: { getHeight: () => ({ height: 18_446_744_073_709_551_615n }) },
      health: { readiness: ({ tags }) => ({ healthy: tags?.length === 2, checks: {} }) },
      cChain: {
        eth: {
          chainId: () => 43_112n,
          blockNumber: () => 7n,
          async *newHeads() {
            for (let number = 1n; number < 100n; number++) yield { ...head, number } as never
          },
        },
      },
    },
    { log: () => undefined },
  )
}

/** The result of `body.mjs`, which is the same on every platform. */
export const want = {
  alone: { networkID: 12_345 },
  height: 'bigint 18446744073709551615',
  batch: ['43112', '7'],
  turn: ['43112', '7'],
  failure: [true, -32_000, 'unknownAlias'],
  late: true,
  stopped: 'enough',
  gone: true,
  route: true,
  heads: ['1', '2', '3'],
  overSocket: '43112',
  raw: '0xa868',
}
