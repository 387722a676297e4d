import { isRecord } from '@rpcloom/rpc'
import {
  dereference,
  isIntegerFormat,
  isWideInteger,
  type Members,
  type OpenRpcParam,
  type Resolve,
} from '@rpcloom/rpc/internal'
import { memberSchema } from './member-schema.ts'

/** Maximum nesting of alternatives that are resolved for a comparison. */
const MAX_DEPTH = 6

/**
 * Normalizes params, so that different forms of a value compare equal: an integer as string, number or hex
 * quantity, an address in any case, an omitted param and its default value.
 */
export function comparableParams(
  params: Members,
  described: readonly OpenRpcParam[],
  resolve: Resolve,
): Members {
  const made = new Map<string, unknown>()
  const left = new Set<string>()
  for (const { name, required, schema } of described) {
    const whole = dereference(schema, resolve)
    const sent = Object.hasOwn(params, name) ? params[name] : undefined
    // In an array, an omitted param is null.
    const given = sent === null && !required ? undefined : sent
    if (given === undefined) left.add(name)
    const value = given === undefined && isRecord(whole) ? whole['default'] : given
    if (value !== undefined) made.set(name, comparable(value, schema, resolve))
  }
  for (const [name, value] of Object.entries(params)) {
    if (!made.has(name) && !left.has(name) && value !== undefined) made.set(name, value)
  }
  return Object.fromEntries(made)
}

/** Normalizes a value by its schema. */
export function comparable(value: unknown, schema: unknown, resolve: Resolve): unknown {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return comparableScalar(value, formatsOf(schema, resolve, 0))
  }
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      comparable(item, memberSchema(schema, index, resolve), resolve),
    )
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      comparable(inner, memberSchema(schema, name, resolve), resolve),
    ]),
  )
}

function comparableScalar(
  value: string | number | bigint,
  formats: ReadonlySet<string>,
): string | number | bigint {
  // Lossless parsing returns such an integer as a string.
  if (typeof value === 'string' && isWideInteger(value)) return BigInt(value)
  if (formats.size === 0) return value
  const isInteger = [...formats].some(isIntegerFormat)
  if (typeof value !== 'string') {
    return isInteger && Number.isSafeInteger(value) ? BigInt(value) : value
  }
  if (isInteger && /^-?\d{1,80}$/.test(value)) return BigInt(value)
  if (formats.has('hex-quantity') && /^0x[\da-fA-F]{1,64}$/.test(value)) return BigInt(value)
  return formats.has('evm-address') ? value.toLowerCase() : value
}

/** Formats of a schema, by document: several documents may share a schema object. */
const knownFormats = new WeakMap<Resolve, WeakMap<object, ReadonlySet<string>>>()

function formatsOf(schema: unknown, resolve: Resolve, depth: number): ReadonlySet<string> {
  if (depth > 0 || !isRecord(schema)) return readFormats(schema, resolve, depth)
  const ofDocument = knownFormats.get(resolve) ?? new WeakMap<object, ReadonlySet<string>>()
  knownFormats.set(resolve, ofDocument)
  const formats = ofDocument.get(schema) ?? readFormats(schema, resolve, depth)
  ofDocument.set(schema, formats)
  return formats
}

function readFormats(schema: unknown, resolve: Resolve, depth: number): ReadonlySet<string> {
  const whole = dereference(schema, resolve)
  if (!isRecord(whole) || depth > MAX_DEPTH) return none
  const formats = new Set<string>()
  if (typeof whole['format'] === 'string') formats.add(whole['format'])
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts: unknown = whole[keyword]
    if (!Array.isArray(parts)) continue
    for (const part of parts)
      for (const one of formatsOf(part, resolve, depth + 1)) formats.add(one)
  }
  return formats
}

const none: ReadonlySet<string> = new Set()
