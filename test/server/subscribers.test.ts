import { WebSocketProvider } from 'ethers'
import { createPublicClient, webSocket } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createServer, feed, type Listening } from '@native-node/server'
import type { BlockHeaderInput } from '@native-node/server/c-chain'

const heads = feed<BlockHeaderInput>()
let ended = 0

const server = createServer({
  cChain: {
    eth: {
      chainId: () => 43112n,
      blockNumber: () => 1n,
      async *newHeads(_params, { signal }) {
        try {
          yield* heads.listen(signal)
        } finally {
          ended++
        }
      },
    },
  },
})

const word = (digit: string): string => `0x${digit.repeat(64)}`

function head(number: bigint): BlockHeaderInput {
  return {
    number,
    hash: word('a'),
    parentHash: word('b'),
    sha3Uncles: word('c'),
    miner: `0x${'0'.repeat(40)}`,
    stateRoot: word('d'),
    transactionsRoot: word('e'),
    receiptsRoot: word('f'),
    logsBloom: `0x${'0'.repeat(512)}`,
    difficulty: 1n,
    gasLimit: 15_000_000n,
    gasUsed: 0n,
    timestamp: 1_720_000_000n,
    extraData: '0x',
    mixHash: word('0'),
    nonce: '0x0000000000000000',
  } as BlockHeaderInput
}

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(): Promise<string> {
  const listening: Listening = await server.listen()
  open.push(() => listening.close())
  return `${listening.url.replace('http', 'ws')}/ext/bc/C/ws`
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('clients of other libraries', () => {
  test('viem watches blocks', async () => {
    // Node 20 has no global WebSocket, which viem needs.
    Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? WebSocket })
    const before = ended
    const client = createPublicClient({ transport: webSocket(await start(), { reconnect: false }) })
    const seen: bigint[] = []
    const unwatch = client.watchBlockNumber({
      emitOnBegin: false,
      onBlockNumber: (number) => seen.push(number),
    })
    await until(() => heads.size === 1)
    heads.push(head(2n))
    heads.push(head(3n))
    await until(() => seen.length === 2)
    expect(seen).toEqual([2n, 3n])
    unwatch()
    await until(() => ended === before + 1)
    const { getSocket } = client.transport as unknown as {
      getSocket: () => Promise<WebSocket>
    }
    ;(await getSocket()).close()
  })

  test('ethers listens to blocks', async () => {
    const socket = new WebSocket(await start())
    const provider = new WebSocketProvider(socket, 43112, { staticNetwork: true })
    const seen: number[] = []
    await provider.on('block', (number: number) => void seen.push(number))
    await until(() => heads.size === 1)
    heads.push(head(7n))
    await until(() => seen.length === 1)
    expect(seen).toEqual([7])
    await provider.destroy()
    await until(() => heads.size === 0)
  })
})
