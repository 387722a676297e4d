/** Thrown if an expected call is missing, or if there was one too many. Test runners show the difference. */
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
