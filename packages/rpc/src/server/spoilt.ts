import type { Reply } from './http-rules.ts'

/** In the place of an answer that is spoilt on purpose; adapters send what it says. */
export class Spoilt extends Error {
  override readonly name: string = 'Spoilt'
  /** Absent where the connection is to break. */
  readonly reply: Reply | undefined

  constructor(reply?: Reply) {
    super(reply ? 'The answer was spoilt' : 'The connection was dropped')
    this.reply = reply
  }
}
