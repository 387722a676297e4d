import { stringOf } from '../../json/members.ts'
import type { CustomFormat } from '../../openrpc/custom-formats.ts'
import type { JsonObject } from '../../json/types.ts'
import type { StringFormat, Type } from '../types.ts'
import { isOtherText } from '@rpcloom/schema/internal'
import { customNumber, isScalarWord, numericType, plainNumber } from './number.ts'

/**
 * Returns the type of the scalars in `type`. `["string", "integer"]` with a format
 * is a number that may be sent as a string: it becomes a single type and not a union. `["integer", "string"]`
 * with an integer format and without a pattern is an integer or any string.
 */
export function scalarType(
  json: JsonObject,
  words: readonly string[],
  formats: ReadonlyMap<string, CustomFormat> | undefined,
): readonly Type[] {
  const scalars = words.filter((word) => isScalarWord(word))
  const custom = formats?.get(stringOf(json, 'format') ?? '')
  if (custom?.of === 'number') {
    return scalars.map((word) =>
      word === 'string' ? { kind: 'string' } : customNumber(json, word, custom),
    )
  }
  if (scalars.length > 1 && isOtherText(json)) {
    const numbers = scalars.filter((word) => word !== 'string')
    return [...scalarType(json, numbers, formats), { kind: 'string' }]
  }
  const numeric = numericType(json, scalars)
  if (numeric !== undefined) return [numeric]
  return scalars.map((word) =>
    word === 'string' ? stringType(json, formats) : plainNumber(json, word),
  )
}

function stringType(
  json: JsonObject,
  formats: ReadonlyMap<string, CustomFormat> | undefined,
): Type {
  const format = stringOf(json, 'format')
  if (format === undefined) return { kind: 'string' }
  const custom = formats?.get(format)
  return custom?.of !== 'string'
    ? { kind: 'string', format: stringFormat(format, stringOf(json, 'pattern')) }
    : { kind: 'string', format: 'other', custom }
}

/**
 * Returns the string format in the model. `hex` requires a pattern with `0x`, because some
 * documents use `hex` for hexadecimal digits without `0x`.
 */
function stringFormat(format: string, pattern: string | undefined): StringFormat {
  switch (format) {
    case 'hex':
    case 'quantity':
      return pattern !== undefined && isPrefixed(pattern) ? 'hex' : 'other'
    case 'evm-address':
      return format
    case 'rfc3339':
    case 'date-time':
      return 'rfc3339'
    default:
      return 'other'
  }
}

/** Whether every string that a pattern matches starts with `0x`. */
function isPrefixed(pattern: string): boolean {
  return (
    pattern.startsWith('^0x') &&
    !pattern
      .slice(3)
      .replace(/\([^()]*\)/g, '')
      .includes('|')
  )
}

/**
 * Template literal types of string formats in outputs. Formats without an entry are plain strings.
 */
export const stringTemplates: { readonly [format in StringFormat]?: string } = {
  hex: '0x${string}',
  'evm-address': '0x${string}',
}
