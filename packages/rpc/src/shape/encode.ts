import { type Convert, converter } from './convert.ts'

/** Encodes a value as JSON. Throws a `TypeError` with the JSON pointer of an invalid value. */
export const encode: Convert = /* @__PURE__ */ converter('write')
