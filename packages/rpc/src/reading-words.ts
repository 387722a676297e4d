/** First words of methods that only read. Whatever begins otherwise may write. */
export const readingWords: ReadonlySet<string> = new Set(
  `check count describe discover estimate fetch find get has is list lookup ping query read search show
   validate verify version`.split(/\s+/),
)
