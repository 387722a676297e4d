/** What emitted validators call; they share every rule with `checkSchema`. */
import { customFormat } from '../document-formats.ts'
import type { Formats } from '../format.ts'
import { customTest, formatTest } from './formats.ts'

export { isRecord } from '../json-rpc.ts'
export { areUnique } from './array.ts'
export { deepEqual } from './equal.ts'
export { patternTest } from './pattern.ts'
export { hasLength, isMultiple, isWideInteger } from './scalar.ts'

/** The test of a format as a constant of a validator; a format that is not known tests nothing. */
export function format(name: string): (value: unknown) => boolean {
  return formatTest(name) ?? (() => true)
}

/** The same for a custom format of the configuration. */
export function custom(formats: Formats, name: string): (value: unknown) => boolean {
  const found = customFormat(formats, name)
  return found ? customTest(found) : () => true
}

type Check = (value: unknown) => boolean

/** Whether a record has a member of its own with a valid value. */
export function required(record: Record<string, unknown>, name: string, check: Check): boolean {
  return Object.hasOwn(record, name) && check(record[name])
}

/** Whether the member is valid, if the record has it. */
export function optional(record: Record<string, unknown>, name: string, check: Check): boolean {
  return !Object.hasOwn(record, name) || check(record[name])
}

/** Whether a value passes one of the checks and no other. */
export function exactlyOne(value: unknown, ...checks: readonly Check[]): boolean {
  let passed = 0
  for (const check of checks) if (check(value)) passed++
  return passed === 1
}

/** How a server validates the params of a method. */
export interface ParamsCheck {
  /** Whether the params, by name and as received, are valid. */
  readonly check: (params: Record<string, unknown>) => boolean
  /** Names of the required params. */
  readonly required: readonly string[]
}

/** Validates params by name; members that are no params pass. */
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
