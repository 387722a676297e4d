import type { ChannelEvents } from '@rpcloom/rpc/channels'

/** Returns events of a channel that a test reads and writes itself. */
export function eventsOf(
  text: (text: string) => unknown,
  end: (error: Error) => unknown = () => undefined,
): ChannelEvents {
  return {
    text: (received = '') => void text(received),
    drain: () => undefined,
    alive: () => undefined,
    end: (error) => void end(error),
  }
}
