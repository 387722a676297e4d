import { unreference } from '../abort.ts'

/** Options of the heartbeat. Times are in milliseconds. */
export interface IdleOptions {
  /** Idle time before a heartbeat: 30 seconds by default, 0 to disable the heartbeat. */
  readonly afterMs?: number
  /** Time to wait for a response to the heartbeat: 10 seconds by default. */
  readonly waitMs?: number
  /**
   * Name of a cheap method without params. It is called as the heartbeat if the platform cannot send pings,
   * as in browsers. Every response shows that the connection works, even an error. Without this option, there
   * is no heartbeat on such a platform, and a connection stays open until the platform closes it.
   */
  readonly call?: string
}

/** A connection as the heartbeat sees it. */
interface Beating {
  /** Time at which the last frame was received, by the clock of `performance`. */
  readonly lastReceivedAt: number
  /** Sends a ping, or calls `method` if the platform cannot send pings. Returns false if both are impossible. */
  ping(method: string | undefined): boolean
}

/** Calls `lost` if an idle connection does not respond to a heartbeat. Returns a function that ends the heartbeat. */
export function startHeartbeat(
  connection: Beating,
  { afterMs = 30_000, waitMs = 10_000, call }: IdleOptions = {},
  lost: () => void,
): () => void {
  if (!afterMs) return () => undefined
  let pingedAt = 0
  const check = (): void => {
    const now = performance.now()
    const { lastReceivedAt } = connection
    // Any frame received since the ping is treated as a response to the ping, even if this check is late
    // because the process was suspended.
    if (lastReceivedAt >= pingedAt) pingedAt = 0
    if (pingedAt === 0) {
      if (now - lastReceivedAt >= afterMs && connection.ping(call)) pingedAt = now
    } else if (now - pingedAt >= waitMs) lost()
  }
  const timer = setInterval(check, Math.max(10, Math.min(afterMs, waitMs) / 2))
  unreference(timer)
  return () => clearInterval(timer)
}
