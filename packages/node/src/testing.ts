import { MovableClock, type Clock } from './chain/clock.ts'
import { startNode as start, type DevNode, type RunningNode } from './node.ts'
import type { NodeOptions } from './services.ts'

/** The publicly known key that holds most funds in the genesis of every local network. */
export const funded = {
  privateKey: 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN',
  /** X-Chain address; the P- and C-Chain addresses differ only in the prefix. */
  address: 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u',
  evmAddress: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
} as const

/** A clock that a test controls. The clock determines block times and locktime checks. */
export interface TestClock extends Clock {
  /** Sets the time. */
  readonly set: (time: Date) => void
  /** Advances the time by a number of seconds. */
  readonly advance: (seconds: number) => void
}

/** Creates a clock that stands still until it is set or advanced. */
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
 * Starts a node for a test: in memory, on a free port, logging only warnings and errors. Resolves when it is ready.
 * Every option can be overridden. Close the node when the test ends.
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
