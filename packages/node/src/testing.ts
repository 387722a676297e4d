import { startNode as start, type NodeOptions, type RunningNode } from './node.ts'

/**
 * Starts a node for a test: in memory, on a free port, logging warnings alone, and ready when it resolves.
 * Every option can be given otherwise. Close it when the test ends.
 */
export async function startNode(options: NodeOptions = {}): Promise<RunningNode> {
  const node = await start({ memory: true, port: 0, logLevel: 'warn', ...options })
  try {
    await node.ready
  } catch (error) {
    await node.close()
    throw error
  }
  return node
}
