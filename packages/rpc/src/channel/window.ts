import type { Channel } from './channel.ts'

/** The members of a `Window` that this package uses. */
interface WindowLike {
  postMessage(text: string, targetOrigin: string): void
}

interface MessageLike {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
}

interface Page {
  addEventListener(type: 'message', listener: (event: MessageLike) => void): void
  removeEventListener(type: 'message', listener: (event: MessageLike) => void): void
}

/**
 * Returns a channel to another window: the `contentWindow` of a frame, or `parent` within a frame. Messages are
 * sent to pages of `origin` only, and messages of other origins or windows are ignored.
 */
export function window(target: WindowLike, { origin }: { readonly origin: string }): Channel {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new TypeError(`${origin} is not an origin such as https://app.example`)
  // Only pages have this function, and the types of Node do not.
  const page = globalThis as unknown as Page
  let receive: ((event: MessageLike) => void) | undefined
  return {
    send: (text) => target.postMessage(text, origin),
    listen(events) {
      receive = (event) => {
        if (event.origin !== origin || event.source !== target) return
        if (typeof event.data === 'string') events.text(event.data)
      }
      page.addEventListener('message', receive)
    },
    close: () => receive && page.removeEventListener('message', receive),
  }
}
