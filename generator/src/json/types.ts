/** A JSON value of a document. Integers that a double cannot represent are bigints. */
export type Json = Scalar | bigint | readonly Json[] | JsonObject

/** A JSON value that TypeScript can express as a literal type. */
export type Scalar = string | number | boolean | null

/** A JSON object. It is readonly, because documents are never modified in place. */
export interface JsonObject {
  readonly [key: string]: Json
}

/**
 * A place in a document: a file and a JSON pointer. The file path is relative to the project, with
 * `/` as separator.
 */
export interface Place {
  readonly file: string
  readonly pointer: string
}
