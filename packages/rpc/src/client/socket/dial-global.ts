import { ProtocolError, TransportError } from '../../errors.ts'
import { redactedUrl, withoutCredentials } from '../../url-credentials.ts'
import { type Dial, type WebSocketConstructor, type WebSocketLike } from './open-socket.ts'

/** Connects with the platform's WebSocket or an injected one. */
export const dial: Dial = (url, events, { webSocket }, signal) =>
  new Promise((resolve, reject) => {
    const shown = redactedUrl(url)
    const socket = opened(webSocket ?? platform(), url, shown)
    let isOpen = false
    let fault: unknown
    const abort = (): void => {
      reject(signal.reason as Error)
      socket.close()
    }
    signal.addEventListener('abort', abort)
    socket.addEventListener('open', () => {
      isOpen = true
      signal.removeEventListener('abort', abort)
      // Browsers only accept code 1000 and the codes for applications (3000 to 4999).
      const close = (code: number = 1000, reason: string = ''): void =>
        socket.close(code === 1000 ? code : 3000 + (code % 1000), reason)
      resolve({
        send: (text) => socket.send(text),
        close,
        get bufferedAmount() {
          return socket.bufferedAmount ?? 0
        },
      })
    })
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') return events.text(data)
      events.end(new ProtocolError(`${shown} sent a binary message; expected text`))
      socket.close()
    })
    // Browsers do not report the cause of an error, but the package `ws` does.
    socket.addEventListener('error', (event) => {
      fault = Reflect.get(event, 'error')
      if (!isOpen) reject(new TransportError(`Could not connect to ${shown}`, { cause: fault }))
    })
    socket.addEventListener('close', ({ code, reason }) => {
      signal.removeEventListener('abort', abort)
      const text = `${shown} closed the connection (${code}${reason && `, ${reason.slice(0, 123)}`})`
      const error = new TransportError(text, { cause: fault })
      if (isOpen) events.end(error)
      else reject(error)
    })
  })

/** The platform rejects some URLs, and its error contains the whole URL. */
function opened(Platform: WebSocketConstructor, url: string, shown: string): WebSocketLike {
  try {
    return new Platform(url)
  } catch (error) {
    // The error is no cause, since its message contains the URL.
    // oxlint-disable-next-line preserve-caught-error
    throw new TypeError(
      `Cannot open ${shown}: ${withoutCredentials(String(error).replaceAll(url, shown))}`,
    )
  }
}

function platform(): WebSocketConstructor {
  if (typeof globalThis.WebSocket === 'function') return globalThis.WebSocket
  throw new TypeError(
    'This platform has no WebSocket: pass an implementation in the option `webSocket` of webSocket()',
  )
}
