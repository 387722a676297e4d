import { MovableClock, type Clock } from './chain/clock.ts'
import { startNode as start, type DevNode, type RunningNode } from './node.ts'
import type { NodeOptions } from './parts.ts'

/** The key that is public on every local network, and holds most of it at first. */
export const funded = {
  privateKey: 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN',
  /** On the X-Chain; on the P- and C-Chain with another letter in front. */
  address: 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u',
  evmAddress: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
} as const

/** A time that a test sets: blocks carry it, and locks are held against it. */
export interface TestClock extends Clock {
  /** Sets the time. */
  readonly set: (time: Date) => void
  /** Lets so many seconds pass. */
  readonly advance: (seconds: number) => void
}

/** A clock that stands still until it is moved. */
export function testClock(start: Date): TestClock {
  const clock = MovableClock.standing(start.getTime())
  return {
    now: clock.now,
    at: clock.at,
    set: (time) => clock.set(time.getTime()),
    advance: (seconds) => clock.advance(seconds * 1000),
  }
}

/**
 * Starts a node for a test: in memory, on a free port, logging warnings alone, and ready when it resolves.
 * Every option can be given otherwise. Close it when the test ends.
 */
export function startNode(options: NodeOptions & { readonly dev: true }): Promise<DevNode>
export function startNode(options?: NodeOptions): Promise<RunningNode>
export async function startNode(options: NodeOptions = {}): Promise<RunningNode> {
  const node = await start({
    memory: true,
    port: 0,
    logLevel: 'warn',
    ...options,
  })
  try {
    await node.ready
  } catch (error) {
    await node.close()
    throw error
  }
  return node
}
