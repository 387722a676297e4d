import { customFormat, formatTest, isOtherText } from '@rpcloom/rpc/internal'
import { capitalized } from '../../json/capitalized.ts'
import { limitKeywords } from '../../json/members.ts'
import type { JsonObject } from '../../json/types.ts'
import { quoteString } from '../quote.ts'
import { type Compiler, constantOf, runtime } from './compiler.ts'
import { numberOf, own, typesOf } from './schema-json.ts'

/** Returns the test of `format`, if the runtime knows the format and the format applies to the type. */
export function formatTests(
  compiler: Compiler,
  schema: JsonObject,
  kind: 'string' | 'number',
): readonly string[] {
  const name = own(schema, 'format')
  if (typeof name !== 'string') return []
  if (kind === 'string' && customFormat(compiler.resources.formats, name) !== undefined) {
    return [`${customTest(compiler, name)}(value)`]
  }
  if (formatTest(name) === undefined) return []
  if (kind === 'number' && !isIntegerFormat(schema)) return []
  if (kind === 'string' && isOtherText(schema)) return []
  const test = constantOf(compiler, {
    name: () => formatName(name),
    type: '(value: unknown) => boolean',
    value: `${runtime(compiler, 'format')}(${quoteString(name)})`,
  })
  return [`${test}(value)`]
}

function customTest(compiler: Compiler, name: string): string {
  return constantOf(compiler, {
    name: () => formatName(name),
    type: '(value: unknown) => boolean',
    value: `${runtime(compiler, 'custom')}(${compiler.scope.formats()}, ${quoteString(name)})`,
  })
}

/** Returns the name of a format's test: `date-time` -> `isDateTimeFormat`. */
function formatName(format: string): string {
  const words = format.split(/[^A-Za-z0-9]+/)
  return `is${words.map(capitalized).join('')}Format`
}

export function isIntegerFormat(schema: JsonObject): boolean {
  return integerFormat(schema) !== undefined
}

export function integerFormat(
  schema: JsonObject,
): { readonly signed: boolean; readonly bits: number } | undefined {
  const name = own(schema, 'format')
  if (typeof name !== 'string' || formatTest(name) === undefined) return undefined
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(name) ?? []
  return bits === undefined ? undefined : { signed: unsigned === '', bits: Number(bits) }
}

/** Whether the schema allows integers above 2^53. Servers read such integers as bigints. */
export function isWide(schema: JsonObject): boolean {
  if (typesOf(schema)?.includes('integer') !== true) return false
  const bits = integerFormat(schema)?.bits ?? 0
  const limits = limitKeywords.map((keyword) => numberOf(own(schema, keyword)))
  return bits > 53 || limits.some((limit) => Math.abs(limit ?? 0) > Number.MAX_SAFE_INTEGER)
}
