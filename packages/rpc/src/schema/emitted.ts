/** What emitted validators call; they share every rule with `checkSchema`. */
import { formatTest } from './formats.ts'

export { isRecord } from '../json-rpc.ts'
export { areUnique } from './array.ts'
export { deepEqual } from './equal.ts'
export { patternTest } from './pattern.ts'
export { isMultiple, isWideInteger, lengthOf } from './scalar.ts'

/** The test of a format as a constant of a validator; a format that is not known tests nothing. */
/* @__NO_SIDE_EFFECTS__ */
export function format(name: string): (value: unknown) => boolean {
  return formatTest(name) ?? (() => true)
}
