import type { HttpRules } from './http-rules.ts'
import {
  aFunction,
  aSwitch,
  checkOptions,
  count,
  duration,
  listOf,
  aWord,
  OptionError,
  type OptionRule,
} from './option-error.ts'
import type { DispatcherOptions, Limits } from './types.ts'

/** The default of each limit, and the rule for other values. */
const limitTable: { readonly [Name in keyof Limits]: readonly [usual: number, rule: OptionRule] } =
  {
    bodyBytes: [5 * 1024 * 1024, count(1)],
    batch: [1000, count(0)],
    batchConcurrency: [16, count(1)],
    batchTimeoutMs: [30_000, duration(0)],
    responseBytes: [25_000_000, count(1)],
    depth: [1000, count(1)],
    values: [100_000, count(1)],
    concurrency: [10_000, count(1)],
    timeoutMs: [0, duration(0)],
    messages: [100, count(1)],
    subscriptions: [1000, count(0)],
    bufferedBytes: [1024 * 1024, count(0)],
    stallMs: [30_000, count(0)],
    unsentBytes: [256 * 1024 * 1024, count(1)],
    receivingBytes: [256 * 1024 * 1024, count(1)],
    resumeMs: [0, duration(0)],
  }

/** Returns all limits. Limits that are not given have their defaults. */
export function limitsOf(given: Partial<Limits> = {}): Limits {
  const names = Object.keys(limitTable)
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new OptionError('limits', `an object whose members are among ${names.join(', ')}`, given)
  }
  const rules = Object.entries(limitTable).map(([name, [, rule]]) => [name, rule])
  checkOptions(given, Object.fromEntries(rules), 'limits.')
  const limits = Object.entries(limitTable).map(([name, [usual]]) => [
    name,
    given[name as keyof Limits] ?? usual,
  ])
  return Object.fromEntries(limits) as Limits
}

/**
 * Returns the maximum size of a batch. In public mode, the smallest limit of all documents applies to every
 * path.
 */
export function batchLimit({ mode, groups }: DispatcherOptions, { batch }: Limits): number {
  if (mode !== 'public') return batch
  return Math.min(batch, ...groups.map((group) => group.batch.maxPublic ?? Infinity))
}

const dispatcherRules: { readonly [Name in keyof DispatcherOptions]?: OptionRule } = {
  mode: aWord('local', 'public'),
  dialect: aFunction,
  tolerantParams: aSwitch,
  enabled: aFunction,
  log: aFunction,
  middleware: listOf('functions', (value) => typeof value === 'function'),
  connected: aFunction,
  refused: aFunction,
  authenticateUser: aFunction,
  checkResults: aSwitch,
  fallbackHandler: aFunction,
  subscriptionId: aFunction,
  resolveAt: aFunction,
}

/** Throws for invalid dispatcher options. */
export function checkDispatcherOptions(options: DispatcherOptions): void {
  checkOptions(options, dispatcherRules)
  const keys = options.groups.map(({ key }) => key)
  // An unknown key, such as a misspelt one, would have no effect.
  const isKey = (value: unknown): boolean => keys.some((key) => key === value)
  checkOptions(options, { disabledGroups: listOf(`groups (${keys.join(', ')})`, isKey) })
  const handlers: OptionRule = {
    expected: "an object with the group's handlers",
    accepts: (value) => typeof value === 'object' && value !== null,
  }
  const groups = Object.fromEntries(keys.map((key) => [key, handlers]))
  checkOptions(options.handlers, groups, 'handlers.')
}

const httpRules: { readonly [Name in keyof HttpRules]: OptionRule } = {
  allowedHosts: listOf('host names without a port, or *', isHost),
  cors: listOf('origins such as https://app.example or http://localhost:*, or *', isOrigin),
  headers: {
    expected: 'an object that maps header names to values, or a function that returns one',
    accepts: (value) => typeof value === 'function' || areHeaders(value),
  },
}

/** Throws for invalid rules, such as an origin with a path, which would match no request. */
export function checkHttpRules(rules: HttpRules): void {
  checkOptions(rules, httpRules)
}

function isHost(value: unknown): boolean {
  return typeof value === 'string' && /^[^\s/]+$/.test(value) && !/^[^:]*:\d*$/.test(value)
}

/** Whether a value is an origin as browsers send it: without a path and without the default port. */
function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (value === '*' || value === 'null') return true
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/.test(value)) return false
  const origin = value.replace(/:\*$/, '')
  return !/^https?:/.test(value) || (URL.canParse(origin) && new URL(origin).origin === origin)
}

function areHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  try {
    const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
    const headers = new Headers()
    for (const [name, text] of entries) headers.set(name, String(text))
    return entries.every(([, text]) => typeof text === 'string')
  } catch {
    // The platform rejected a header name or value.
    return false
  }
}
