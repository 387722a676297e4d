/** Returns the source of a regular expression that matches the given string literally. */
export function literalPattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}
