/** A JSON value of a document; an integer that a double cannot represent is a bigint. */
export type Json = Scalar | bigint | readonly Json[] | JsonObject

/** A value that a literal type can express. */
export type Scalar = string | number | boolean | null

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** A place in a document: a file (relative to the project, with `/` as separator) and a JSON pointer. */
export interface Place {
  readonly file: string
  readonly pointer: string
}
