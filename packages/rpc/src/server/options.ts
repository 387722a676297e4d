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

const defaultLimits: Limits = {
  bodyBytes: 5 * 1024 * 1024,
  batch: 1000,
  batchConcurrency: 16,
  batchTimeoutMs: 30_000,
  responseBytes: 25_000_000,
  depth: 1000,
  values: 100_000,
  concurrency: 10_000,
  timeoutMs: 0,
  messages: 100,
  subscriptions: 1000,
  bufferedBytes: 1024 * 1024,
  stallMs: 30_000,
  unsentBytes: 256 * 1024 * 1024,
  receivingBytes: 256 * 1024 * 1024,
  resumeMs: 0,
}

const limitRules: { readonly [Name in keyof Limits]: OptionRule } = {
  bodyBytes: count(1),
  batch: count(0),
  batchConcurrency: count(1),
  batchTimeoutMs: duration(0),
  responseBytes: count(1),
  depth: count(1),
  values: count(1),
  concurrency: count(1),
  timeoutMs: duration(0),
  messages: count(1),
  subscriptions: count(0),
  bufferedBytes: count(0),
  stallMs: count(0),
  unsentBytes: count(1),
  receivingBytes: count(1),
  resumeMs: duration(0),
}

/** Returns all limits. Limits that are not given have their defaults. */
export function limitsOf(given: Partial<Limits> = {}): Limits {
  const names = Object.keys(defaultLimits)
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new OptionError('limits', `an object whose members are among ${names.join(', ')}`, given)
  }
  checkOptions(given, limitRules, 'limits.')
  const set = Object.entries(given).filter(([, limit]) => limit !== undefined)
  return { ...defaultLimits, ...Object.fromEntries(set) }
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
