import { replaceMisleading, visibleJson } from '@rpcloom/schema/internal'
import { isRecord, stringify } from '@rpcloom/schema/json'
import { alignedColumns, MAX_WIDTH } from './columns.ts'
import { unmarked } from './exact-json.ts'
import type { Options } from './options.ts'
import type { Query } from './query.ts'

/** Maximum number of columns of a table, whose rows have a cell for each. */
const MAX_COLUMNS = 50

/** Writes a result to standard output, or one of several values as a line of JSON. */
export interface Printer {
  readonly value: (value: unknown) => Promise<void>
  readonly line: (value: unknown) => Promise<void>
}

/** Returns the printer for the options: aligned text on a terminal, JSON otherwise. */
export async function printerOf({ query, json }: Options): Promise<Printer> {
  const part: Query =
    query === undefined ? (value) => value : (await import('./query.ts')).queryOf(query)
  const isTerminal = process.stdout.isTTY
  const isText = json !== true && isTerminal
  const isPlain = (value: unknown): boolean => query !== undefined && !json && !isStructure(value)
  const asText = (value: unknown): string => (isTerminal ? scalarText(value) : plainText(value))
  const print = (value: unknown, usual: (value: unknown) => string): Promise<void> =>
    write(isPlain(value) ? asText(value) : usual(value))
  const whole = (value: unknown): string => (isText ? alignedText(value) : jsonText(value, 2))
  return {
    value: (result) => print(part(result), whole),
    line: (item) => print(part(item), (value) => jsonText(value)),
  }
}

/** Writes a line, and waits until the reader has taken it. */
async function write(text: string): Promise<void> {
  if (process.stdout.write(`${text}\n`)) return
  await new Promise((resolve) => process.stdout.once('drain', resolve))
}

/** Returns JSON without invisible characters. */
export function jsonText(value: unknown, space?: number): string {
  return unmarked(visibleJson(stringify(value, undefined, space)))
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function plainText(value: unknown): string {
  return unmarked(typeof value === 'string' ? value : stringify(value))
}

/** Returns a scalar in one line, without characters that change the display of the terminal. */
export function scalarText(value: unknown): string {
  return visible(plainText(value))
}

export function visible(text: string, kept = ''): string {
  return replaceMisleading(
    text,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    kept,
  )
}

/** Returns a value as lines: members and columns are aligned, deeper levels are indented. */
export function alignedText(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return listText(value, indent)
  if (!isRecord(value)) return indent + scalarText(value)
  const entries = Object.entries(value).map(([name, one]) => [visible(name), one] as const)
  if (entries.length === 0) return `${indent}{}`
  const flat = entries.filter(([, one]) => isFlat(one))
  const longest = flat.reduce((most, [name]) => Math.max(most, name.length), 0)
  const width = Math.min(longest, MAX_WIDTH)
  return entries
    .map(([name, one]) =>
      isFlat(one)
        ? `${indent}${name.padEnd(width)}  ${flatText(one)}`
        : `${indent}${name}\n${alignedText(one, `${indent}  `)}`,
    )
    .join('\n')
}

function isFlat(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return !isRecord(value) || Object.keys(value).length === 0
}

function flatText(value: unknown): string {
  return isStructure(value) ? stringify(value) : scalarText(value)
}

function listText(list: readonly unknown[], indent: string): string {
  if (list.length === 0) return `${indent}[]`
  const rows = list.flatMap((one) =>
    isRecord(one) && Object.values(one).every(isFlat) ? [one] : [],
  )
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const hasColumns = names.length > 0 && names.length <= MAX_COLUMNS
  if (rows.length === list.length && hasColumns) return tableText(rows, names, indent)
  return list.map((one) => alignedText(one, indent)).join(list.every(isFlat) ? '\n' : '\n\n')
}

function tableText(
  rows: readonly Readonly<Record<string, unknown>>[],
  names: readonly string[],
  indent: string,
): string {
  const body = rows.map((row) =>
    names.map((name) => (Object.hasOwn(row, name) ? flatText(row[name]) : '-')),
  )
  return alignedColumns([names.map((name) => visible(name).toUpperCase()), ...body], indent)
}
