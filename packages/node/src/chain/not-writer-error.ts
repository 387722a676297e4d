/** Error for a transaction that this process cannot add to the chain, because another process writes it. */
export class NotWriterError extends Error {
  override readonly name = 'NotWriterError'

  constructor() {
    super('Another node writes the chains')
  }
}
