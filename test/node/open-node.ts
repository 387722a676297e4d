import { createClient, http, type Client } from '@native-node/client'
import {
  memoryStore,
  startNode as startUnready,
  type NodeOptions,
  type RunningNode,
  type Store,
} from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { onTestFinished } from 'vitest'

/** A node for one test with a client; it is closed when the test ends. */
export async function openNode(
  options: NodeOptions = {},
): Promise<RunningNode & { readonly client: Client }> {
  const node = await startNode({ requiredDiskBytes: 0, ...options })
  onTestFinished(() => node.close())
  return { ...node, client: createClient({ transport: http(node.url) }) }
}

/** A node whose start waits until its store is opened with `open`. */
export async function startingNode(): Promise<RunningNode & { readonly open: () => void }> {
  let open = (): void => {}
  const store = new Promise<Store>((resolve) => {
    open = () => resolve(memoryStore())
  })
  const node = await startUnready({
    port: 0,
    memory: true,
    requiredDiskBytes: 0,
    openStore: () => store,
    logLevel: 'warn',
  })
  onTestFinished(async () => {
    open()
    await node.close()
  })
  return { ...node, open: () => open() }
}
