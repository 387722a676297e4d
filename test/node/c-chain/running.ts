import { startNode, type NodeOptions } from '@native-node/node'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  webSocket,
  type Account,
  type Chain,
  type PublicClient,
  type Transport,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export const funded = privateKeyToAccount(
  '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
)

/** An in-memory node with viem clients for its C-Chain. */
export interface Running {
  readonly url: string
  readonly socketUrl: string
  readonly chain: Chain
  readonly reader: PublicClient
  readonly wallet: WalletClient<Transport, Chain, Account>
  readonly sockets: PublicClient
  readonly ask: (method: string, params?: readonly unknown[]) => Promise<Reply>
  readonly unimplemented: readonly string[]
  readonly close: () => Promise<void>
}

export interface Reply {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export async function running(options: NodeOptions = {}): Promise<Running> {
  const node = await startNode({ memory: true, port: 0, logLevel: 'error', ...options })
  await node.ready
  const url = `${node.url}/ext/bc/C/rpc`
  const socketUrl = `${node.url.replace('http', 'ws')}/ext/bc/C/ws`
  const chain = defineChain({
    id: 43_112,
    name: 'local',
    nativeCurrency: { name: 'Native', symbol: 'NATIVE', decimals: 18 },
    rpcUrls: { default: { http: [url], webSocket: [socketUrl] } },
  })
  const socket = webSocket(socketUrl)
  return {
    url,
    socketUrl,
    chain,
    reader: createPublicClient({ chain, transport: http(url), pollingInterval: 50 }),
    wallet: createWalletClient({ chain, account: funded, transport: http(url) }),
    sockets: createPublicClient({ chain, transport: socket }),
    ask: async (method, params = []) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      return (await response.json()) as Reply
    },
    unimplemented: node.unimplemented,
    close: () => node.close(),
  }
}
