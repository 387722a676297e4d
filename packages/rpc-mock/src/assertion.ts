/** A call that was expected did not come, or one too many; test runners show the difference. */
export class MockAssertionError extends Error {
  override readonly name: string = 'MockAssertionError'
  readonly expected: unknown
  readonly actual: unknown

  constructor(
    message: string,
    { expected, actual }: { readonly expected: unknown; readonly actual: unknown },
  ) {
    super(message)
    this.expected = expected
    this.actual = actual
  }
}
