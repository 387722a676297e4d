import type { Reply } from './http-rules.ts'

/** What `authenticate` throws to refuse a caller: answered with 401, and a challenge where one is given. */
export class Unauthorized extends Error {
  override readonly name: string = 'Unauthorized'
  readonly reply: Reply

  /** `challenge`: the header `www-authenticate`, such as `Bearer`. */
  constructor(challenge?: string) {
    super('Unauthorized')
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
    }
    this.reply = { status: 401, headers, body: 'unauthorized' }
  }
}
