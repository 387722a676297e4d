/** Error for a message that cannot be executed. `reason` is an error reason of the API document. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}
