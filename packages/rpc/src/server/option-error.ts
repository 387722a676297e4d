import { LONGEST_MS } from '../client/abort.ts'

/** Error for an invalid option. Thrown when the option is passed, before anything is served. */
export class OptionError extends TypeError {
  override readonly name: string = 'OptionError'
  readonly code: string = 'option'
  /** Path of the option, such as `limits.timeoutMs`. */
  readonly option: string

  constructor(option: string, expected: string, value: unknown) {
    super(`${option} must be ${expected}, not ${shown(value)}`)
    this.option = option
  }
}

export interface OptionRule {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
}

/** Throws an `OptionError` for the first invalid option. */
export function checkOptions<Options extends object>(
  options: Options,
  rules: { readonly [Name in keyof Options]?: OptionRule },
  prefix: string = '',
): void {
  const given = new Map<string, unknown>(Object.entries(options))
  for (const [name, rule] of Object.entries<OptionRule | undefined>(rules)) {
    const value = given.get(name)
    if (value === undefined || !rule || rule.accepts(value)) continue
    throw new OptionError(prefix + name, rule.expected, value)
  }
}

export const aFunction: OptionRule = {
  expected: 'a function',
  accepts: (value) => typeof value === 'function',
}

export const aSwitch: OptionRule = {
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
}

export function aWord(...words: readonly string[]): OptionRule {
  return {
    expected: words.map((word) => JSON.stringify(word)).join(' or '),
    accepts: (value) => words.some((word) => word === value),
  }
}

export function duration(least: number): OptionRule {
  return {
    expected: `a number of milliseconds from ${least} to ${LONGEST_MS}`,
    accepts: (value) => typeof value === 'number' && value >= least && value <= LONGEST_MS,
  }
}

export function count(least: number): OptionRule {
  return {
    expected: `an integer of at least ${least}, or Infinity`,
    accepts: (value) => (Number.isInteger(value) || value === Infinity) && Number(value) >= least,
  }
}

export function listOf(expected: string, accepts: OptionRule['accepts']): OptionRule {
  return {
    expected: `a list of ${expected}`,
    accepts: (value) => Array.isArray(value) && value.every(accepts),
  }
}

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? JSON.stringify(value) : String(value)
  }
  if (!Array.isArray(value))
    return `an object with ${Object.keys(value).join(', ') || 'no members'}`
  return `[${value.map((item) => shown(item)).join(', ')}]`
}
