import { TransportError } from '../errors.ts'
import type { Channel, ChannelEvents } from './channel.ts'

/** The members of ports and workers of Node that this package uses. */
interface NodePort {
  postMessage(text: string): void
  on(event: string, listener: (value: unknown) => void): unknown
  close?(): void
  terminate?(): unknown
}

/** The members of ports and workers of browsers that this package uses. */
interface BrowserPort {
  postMessage(text: string): void
  addEventListener(event: string, listener: (event: { readonly data?: unknown }) => void): void
  start?(): void
  close?(): void
  terminate?(): void
}

/** A `MessagePort`, a `Worker`, or within a worker `parentPort` (Node) or `self` (browsers). */
export type PortLike = NodePort | BrowserPort

/**
 * Returns a channel over a port or worker. Each message is a string; other messages of the port are ignored, so
 * that a program can use the port for both. Closing the channel closes the port, or terminates the worker.
 */
export function port(target: PortLike): Channel {
  return {
    // Ports have no origin.
    // oxlint-disable-next-line require-post-message-target-origin
    send: (text) => target.postMessage(text),
    listen: (events) =>
      'on' in target ? listenInNode(target, events) : listenInBrowser(target, events),
    close: () => void (target.close ? target.close() : target.terminate?.()),
  }
}

function listenInNode(target: NodePort, events: ChannelEvents): void {
  target.on('message', (data) => receive(events, data))
  target.on('error', (cause) => events.end(new TransportError('The worker failed', { cause })))
  target.on('close', () => events.end(ended()))
  target.on('exit', () => events.end(ended()))
}

function listenInBrowser(target: BrowserPort, events: ChannelEvents): void {
  target.addEventListener('message', ({ data }) => receive(events, data))
  target.addEventListener('close', () => events.end(ended()))
  // The event of an exception has a message, and does not end the worker.
  target.addEventListener('error', (event) => {
    if (!('message' in event)) events.end(new TransportError('The worker could not be loaded'))
  })
  target.start?.()
}

function receive(events: ChannelEvents, data: unknown): void {
  if (typeof data === 'string') events.text(data)
}

function ended(): Error {
  return new TransportError('The other end of the port has ended')
}
