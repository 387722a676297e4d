import { type Convert, converter } from './convert.ts'

/**
 * Decodes a JSON value. Arrays and objects that do not match the shape are unchanged. Throws a
 * `ProtocolError` with the JSON pointer of a number that cannot be decoded.
 */
export const decode: Convert = /* @__PURE__ */ converter('read')
