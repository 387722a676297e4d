/**
 * Parses the JSON of a file, which may begin with a byte order mark. The message of the SyntaxError does not quote the text,
 * because the wrong file may have a secret.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SyntaxError(reason.replace(/, (?:\.\.\.)?"[\s\S]*$/, ''), { cause })
  }
}
