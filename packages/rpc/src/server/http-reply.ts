import type { Reply } from './http-rules.ts'

/**
 * Thrown to an HTTP adapter instead of a response. The adapter sends the reply, or closes the connection if
 * there is no reply.
 */
export class HttpReplyError extends Error {
  override readonly name: string = 'HttpReplyError'
  readonly reply: Reply | undefined

  constructor(message: string, reply?: Reply) {
    super(message)
    this.reply = reply
  }
}

/**
 * Thrown by `authenticate` to reject a caller. The response has status 401 and the challenge, if one was
 * passed.
 */
export class Unauthorized extends HttpReplyError {
  override readonly name: string = 'Unauthorized'

  /** `challenge`: the `www-authenticate` header, such as `Bearer`. */
  constructor(challenge?: string) {
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
    }
    super('Unauthorized', { status: 401, headers, body: 'unauthorized' })
  }
}
