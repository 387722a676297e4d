import { memoryStore, startNode, StoreError, type Store } from '@native-node/node'
import { createClient, http } from '@native-node/client'
import { expect, onTestFinished, test } from 'vitest'

// Calls that arrive while the chains open.

async function opening(openStore: () => Promise<Store>): Promise<ReturnType<typeof createClient>> {
  const node = await startNode({ port: 0, openStore, logLevel: 'crit' })
  onTestFinished(() => node.close())
  return createClient({ transport: http(node.url) })
}

/** One method of each group of the chains, and each namespace of a group. */
const calls: Readonly<
  Record<string, (client: ReturnType<typeof createClient>) => Promise<unknown>>
> = {
  'xvm.getHeight': ({ xChain }) => xChain.getHeight(),
  'platform.getHeight': ({ pChain }) => pChain.getHeight(),
  eth_blockNumber: ({ cChain }) => cChain.eth.blockNumber(),
  net_version: ({ cChain }) => cChain.net.version(),
  'native.getUTXOs': ({ cChainNative }) =>
    cChainNative.getUTXOs({
      addresses: ['C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'],
      sourceChain: 'X',
    }),
}

test('they wait until the chains are open', async () => {
  let open: ((store: Store) => void) | undefined
  const store = new Promise<Store>((resolve) => (open = resolve))
  const client = await opening(() => store)
  const settled: string[] = []
  const all = Object.entries(calls).map(async ([name, call]) => {
    await call(client)
    settled.push(name)
  })
  await client.info.getNetworkID()
  await client.health.liveness()
  expect(settled).toEqual([])
  open?.(memoryStore())
  await Promise.all(all)
  expect(settled).toHaveLength(all.length)
})

test('they fail if the chains cannot be opened', async () => {
  const client = await opening(async () => {
    throw new StoreError('io', 'no disk')
  })
  for (const [name, call] of Object.entries(calls))
    expect([name, await call(client).catch((error: unknown) => error)]).toMatchObject([
      name,
      { code: -32_002, reason: 'storeUnavailable' },
    ])
})
