import { isIP } from 'node:net'
import { durationPattern, durationText, parseDuration } from './duration.ts'
import { isEvmSocketUrl, isEvmUrl, isHttpUrl } from './evm-address.ts'

/** JSON Schema of the value of a setting in a configuration file. */
export interface ValueSchema {
  readonly type: 'string' | 'integer' | 'boolean' | 'array'
  readonly [keyword: string]: unknown
}

/** How a value is written. Values in flags, variables and configuration files have one parser. */
export interface ValueType<T> {
  /** Placeholder of the value in the help; undefined for a switch. */
  readonly placeholder?: string
  /** What a value must be, for error messages. */
  readonly expected: string
  /** Parses the text of a flag or variable. Returns undefined if it is invalid. */
  readonly parse: (text: string) => T | undefined
  readonly schema: ValueSchema
  /** Converts a value to the form that a configuration file has. */
  toJson(value: T): unknown
  /** Whether the value is a path. In a configuration file, it is relative to the folder of that file. */
  readonly isPath?: boolean
}

/** A value that is on or off. */
export const onOff: ValueType<boolean> = {
  expected: 'true or false',
  parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  schema: { type: 'boolean' },
  toJson: asIs,
}

/** An integer of at most 16 digits. */
export function integer(
  placeholder: string,
  [min, max]: readonly [min: number, max: number],
): ValueType<number> {
  return {
    placeholder,
    expected: `an integer from ${min} to ${max}`,
    parse(text) {
      const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : undefined
    },
    schema: { type: 'integer', minimum: min, maximum: max },
    toJson: asIs,
  }
}

/** A duration in milliseconds, written with units. */
export const duration: ValueType<number> = {
  placeholder: 'DURATION',
  expected: 'a duration such as 500ms, 30s or 1m30s',
  parse: parseDuration,
  schema: { type: 'string', pattern: `^${durationPattern}$` },
  toJson: durationText,
}

/** A duration, or 0. */
export const durationOrNone: ValueType<number> = {
  ...duration,
  expected: `${duration.expected}, or 0`,
  parse: (text) => (text === '0' ? 0 : parseDuration(text)),
  schema: { type: 'string', pattern: `^(?:0|${durationPattern})$` },
}

/** One of some words. */
export function choice<const T extends string>(
  values: readonly T[],
  placeholder: string = values.join('|'),
): ValueType<T> {
  return {
    placeholder,
    expected: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => value === text),
    schema: { type: 'string', enum: values },
    toJson: asIs,
  }
}

export const hostAddress: ValueType<string> = nonEmpty('ADDRESS', 'an address')

export const folder: ValueType<string> = { ...nonEmpty('FOLDER', 'a path'), isPath: true }

export const file: ValueType<string> = { ...nonEmpty('FILE', 'a path'), isPath: true }

export const fileOrUrl: ValueType<string> = nonEmpty('FILE|URL', 'a path or a URL')

export const ipAddress: ValueType<string> = {
  ...hostAddress,
  expected: 'an IP address',
  parse: (text) => (isIP(text) === 0 ? undefined : text),
}

export const evmUrl: ValueType<string> = {
  ...nonEmpty('URL', 'a URL with http, https, ws or wss'),
  parse: (text) => (isEvmUrl(text) ? text : undefined),
}

export const evmHttpUrl: ValueType<string> = {
  ...nonEmpty('URL', 'a URL with http or https'),
  parse: (text) => (isHttpUrl(text) ? text : undefined),
}

export const evmSocketUrl: ValueType<string> = {
  ...nonEmpty('URL', 'a URL with ws or wss'),
  parse: (text) => (isEvmSocketUrl(text) ? text : undefined),
}

export const postgresUrl: ValueType<string> = {
  ...nonEmpty('URL', 'a URL with postgres or postgresql'),
  parse: (text) => (isPostgresUrl(text) ? text : undefined),
  schema: { type: 'string', pattern: '^postgres(?:ql)?://' },
}

export const redisUrl: ValueType<string> = {
  ...nonEmpty('URL', 'a URL with redis or rediss'),
  parse: (text) => (/^rediss?:\/\/[^/\s]+/.test(text) && URL.canParse(text) ? text : undefined),
  schema: { type: 'string', pattern: '^rediss?://' },
}

/** An address of a node, without credentials and path. */
export const httpUrl: ValueType<string> = {
  ...nonEmpty('URL', 'a URL with http or https, without user, path and query'),
  parse: (text) => (isOrigin(text) ? new URL(text).origin : undefined),
}

/** Names, separated by commas in a flag or variable. `known` limits them. */
export function names(
  placeholder: string,
  known?: readonly string[],
): ValueType<readonly string[]> {
  return {
    placeholder: `${placeholder},...`,
    expected: known === undefined ? 'names separated by commas' : `some of ${known.join(', ')}`,
    parse(text) {
      const all = text === '' ? [] : text.split(',').map((name) => name.trim())
      const isValid = all.every((name) => name !== '' && (known?.includes(name) ?? true))
      return isValid ? all : undefined
    },
    schema: {
      type: 'array',
      items: known === undefined ? { type: 'string', minLength: 1 } : { enum: known },
    },
    toJson: asIs,
  }
}

function nonEmpty(placeholder: string, expected: string): ValueType<string> {
  return {
    placeholder,
    expected,
    parse: (text) => (text === '' ? undefined : text),
    schema: { type: 'string', minLength: 1 },
    toJson: asIs,
  }
}

function asIs<T>(value: T): T {
  return value
}

export function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(?:ql)?:\/\//.test(text)
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  return (
    /^https?:$/.test(protocol) && username + password + search + hash === '' && pathname === '/'
  )
}
