/** Functions called by emitted validators. They use the same rules as `checkSchema`. */
import { customFormat } from '../document-formats.ts'
import type { Formats } from '../format.ts'
import { customTest, formatTest } from './formats.ts'

export { isRecord } from '../json-rpc.ts'
export { areUnique } from './unique.ts'
export { deepEqual } from './equal.ts'
export { patternTest } from './pattern.ts'
export { isMultiple } from './keywords/numbers.ts'
export { hasLength } from './keywords/strings.ts'

/** Returns the test of a format, to be stored in a constant. An unknown format accepts every value. */
export function format(name: string): (value: unknown) => boolean {
  return formatTest(name) ?? (() => true)
}

/** Returns the test of a custom format. An unknown format accepts every value. */
export function custom(formats: Formats, name: string): (value: unknown) => boolean {
  const found = customFormat(formats, name)
  return found ? customTest(found) : () => true
}

type Check = (value: unknown) => boolean

/** Whether an object has an own member with a valid value. */
export function required(record: Record<string, unknown>, name: string, check: Check): boolean {
  return Object.hasOwn(record, name) && check(record[name])
}

/** Whether an own member is valid or absent. */
export function optional(record: Record<string, unknown>, name: string, check: Check): boolean {
  return !Object.hasOwn(record, name) || check(record[name])
}

export function exactlyOne(value: unknown, ...checks: readonly Check[]): boolean {
  let passed = 0
  for (const check of checks) if (check(value)) passed++
  return passed === 1
}

/** Validation of a method's params. */
export interface ParamsCheck {
  /** Whether params by name are valid. Called before the params are decoded. */
  readonly check: (params: Record<string, unknown>) => boolean
  /** Names of the required params. */
  readonly required: readonly string[]
}

/** Returns the validation of params by name. Ignores members that are not params. */
export function paramsCheck(
  requiredParams: Readonly<Record<string, Check>>,
  optionalParams: Readonly<Record<string, Check>> = {},
): ParamsCheck {
  const needed = Object.entries(requiredParams)
  const others = Object.entries(optionalParams)
  return {
    required: Object.keys(requiredParams),
    check: (params) =>
      needed.every(([name, check]) => required(params, name, check)) &&
      others.every(([name, check]) => optional(params, name, check)),
  }
}
