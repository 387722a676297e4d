/** An option that cannot mean anything; thrown where it is given, before anything is served. */
export class OptionError extends TypeError {
  override readonly name: string = 'OptionError'
  readonly code: string = 'option'
  /** Where it stands, such as `limits.timeoutMs`. */
  readonly option: string

  constructor(option: string, expected: string, value: unknown) {
    super(`${option} is ${expected}, not ${shown(value)}`)
    this.option = option
  }
}

/** What an option may be. */
export interface OptionRule {
  readonly expected: string
  readonly fits: (value: unknown) => boolean
}

/** Throws for the first option that is given and does not fit. */
export function checkOptions<Options extends object>(
  options: Options,
  rules: { readonly [Name in keyof Options]?: OptionRule },
  prefix: string = '',
): void {
  const given = new Map<string, unknown>(Object.entries(options))
  for (const [name, rule] of Object.entries<OptionRule | undefined>(rules)) {
    const value = given.get(name)
    if (value === undefined || !rule || rule.fits(value)) continue
    throw new OptionError(prefix + name, rule.expected, value)
  }
}

/** The longest that timers of all platforms take; what is longer ends at once. */
const LONGEST_MS = 2 ** 31 - 1

export const aFunction: OptionRule = {
  expected: 'a function',
  fits: (value) => typeof value === 'function',
}

export const aSwitch: OptionRule = {
  expected: 'true or false',
  fits: (value) => typeof value === 'boolean',
}

export function oneOf(...words: readonly string[]): OptionRule {
  return {
    expected: words.map((word) => JSON.stringify(word)).join(' or '),
    fits: (value) => words.some((word) => word === value),
  }
}

/** Milliseconds that a timer is to wait for. */
export function duration(least: number): OptionRule {
  return {
    expected: `a number of milliseconds from ${least} to ${LONGEST_MS}`,
    fits: (value) => typeof value === 'number' && value >= least && value <= LONGEST_MS,
  }
}

/** `Infinity` is no limit. */
export function count(least: number): OptionRule {
  return {
    expected: `a whole number from ${least} on, or Infinity`,
    fits: (value) => (Number.isInteger(value) || value === Infinity) && Number(value) >= least,
  }
}

export function listOf(expected: string, fits: OptionRule['fits']): OptionRule {
  return {
    expected: `a list of ${expected}`,
    fits: (value) => Array.isArray(value) && value.every(fits),
  }
}

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? JSON.stringify(value) : String(value)
  }
  if (!Array.isArray(value)) return 'an object'
  return `[${value.map((item) => shown(item)).join(', ')}]`
}
