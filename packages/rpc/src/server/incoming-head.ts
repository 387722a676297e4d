import type { IncomingMessage } from 'node:http'
import type { RequestHead } from './http-rules.ts'
import type { RequestTarget } from './request-target.ts'

/**
 * The head as it came, read in one go: Node's own table of headers is only built for those who ask for it.
 * Of a header that must not be repeated the first one counts, as with Node.
 */
export class IncomingHead implements RequestHead {
  readonly verb: string
  readonly path: string
  host: string | undefined
  contentType: string | undefined
  contentEncoding: string | undefined
  contentLength: string | undefined
  isPreflight = false

  constructor(request: IncomingMessage, target: Pick<RequestTarget, 'path' | 'host'>) {
    this.verb = request.method ?? ''
    this.path = target.path
    this.host = target.host
    const raw = request.rawHeaders
    for (let at = 0; at < raw.length; at += 2) this.#take(raw[at] ?? '', raw[at + 1])
  }

  /** Told by their lengths first: most headers are none of these. */
  #take(name: string, value: string | undefined): void {
    switch (name.length) {
      case 4:
        if (isCalled(name, 'Host', 'host')) this.host ??= value
        return
      case 12:
        if (isCalled(name, 'Content-Type', 'content-type')) this.contentType ??= value
        return
      case 14:
        if (isCalled(name, 'Content-Length', 'content-length')) this.contentLength ??= value
        return
      case 16:
        if (isCalled(name, 'Content-Encoding', 'content-encoding')) this.contentEncoding ??= value
        return
      case 29:
        if (name.toLowerCase() === 'access-control-request-method')
          this.isPreflight ||= value !== ''
    }
  }
}

/** Whether a name is meant: as clients write it, or in any case. */
function isCalled(name: string, usual: string, lower: string): boolean {
  return name === usual || name === lower || name.toLowerCase() === lower
}
