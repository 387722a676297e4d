import { isRecord } from '@rpcloom/rpc'
import { type Members, type OpenRpcParam } from '@rpcloom/rpc/internal'
import { dereference, isIntegerFormat, recordOf, type Resolve } from '@rpcloom/schema/internal'
import { combinedSchemas, memberSchema } from './member-schema.ts'

/**
 * Normalizes params, so that different forms of a value compare equal: an integer as string, number or hex
 * quantity, an address in any case, an omitted param and its default value.
 */
export function normalizeParams(
  params: Members,
  described: readonly OpenRpcParam[],
  resolve: Resolve,
): Members {
  const normalized = described.map(({ name, required, schema }) => {
    const sent = Object.hasOwn(params, name) ? params[name] : undefined
    // In positional params, null means an omitted param.
    const isOmitted = sent === undefined || (sent === null && !required)
    const value = isOmitted ? recordOf(dereference(schema, resolve))['default'] : sent
    return [name, normalize(value, schema, resolve)] as const
  })
  const names = new Set(described.map(({ name }) => name))
  const others = Object.entries(params).filter(([name]) => !names.has(name))
  return Object.fromEntries([...normalized, ...others].filter(([, value]) => value !== undefined))
}

export function normalize(value: unknown, schema: unknown, resolve: Resolve): unknown {
  const inner = (item: unknown, part: string | number): unknown =>
    normalize(item, memberSchema(schema, part, resolve), resolve)
  if (Array.isArray(value)) return value.map(inner)
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, inner(member, name)]),
    )
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const formats = combinedSchemas(schema, resolve).flatMap(({ format }) =>
    typeof format === 'string' ? [format] : [],
  )
  return normalizeScalar(value, formats)
}

function normalizeScalar(
  value: string | number,
  formats: readonly string[],
): string | number | bigint {
  const isInteger = formats.some(isIntegerFormat)
  if (typeof value === 'number')
    return isInteger && Number.isSafeInteger(value) ? BigInt(value) : value
  if (isInteger && /^-?\d{1,80}$/.test(value)) return BigInt(value)
  if (formats.includes('hex-quantity') && /^0x[\da-fA-F]{1,64}$/.test(value)) return BigInt(value)
  return formats.includes('evm-address') ? value.toLowerCase() : value
}
