import { quoteString } from '../codegen/quote.ts'

/** A replacement of a range. Offsets refer to the original text. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies edits to a text. Insertions at the same offset keep their order. */
export function splice(text: string, edits: readonly Edit[]): string {
  const order = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  let at = 0
  let result = ''
  for (const { start, end, text: replacement } of order) {
    if (start < at) throw new RangeError('Two edits overlap.')
    result += text.slice(at, start) + replacement
    at = end
  }
  return result + text.slice(at)
}

/** Formatting style of a file, for code that is added to the file. */
export interface Style {
  readonly newline: string
  readonly quote: "'" | '"'
  readonly semicolon: '' | ';'
}

export function styleOf(text: string): Style {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const windows = count(/\r\n/g)
  const imports = count(/^(?:import|export)\b.*\bfrom\s*['"]/gm)
  return {
    newline: windows > count(/\n/g) - windows ? '\r\n' : '\n',
    quote: count(/\bfrom\s*"/g) > imports / 2 ? '"' : "'",
    semicolon: count(/\bfrom\s*(['"]).*\1;/g) > imports / 2 ? ';' : '',
  }
}

/** Returns a string literal in the file's quotes, or in single quotes if the text contains quotes or escapes. */
export function quotedIn({ quote }: Style, text: string): string {
  const literal = quoteString(text)
  return quote === '"' ? literal.replace(/^'([^'\\"]*)'$/, '"$1"') : literal
}

export function indentAt(text: string, position: number): string {
  const start = lineStart(text, position)
  return /^[^\S\r\n]*/.exec(text.slice(start, start + 200).replace(/^\ufeff/, ''))?.[0] ?? ''
}

export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1
}

/**
 * Returns the offset after the next line break if only white space precedes the line break; otherwise returns
 * `position`.
 */
export function lineEnd(text: string, position: number): number {
  const rest = /^[^\S\r\n]*(?:\r\n|\n|\r|$)/.exec(text.slice(position))
  return rest === null ? position : position + rest[0].length
}

/** Joins lines with the file's line breaks and indents all but the first. */
export function laid(lines: readonly string[], indent: string, newline: string): string {
  return lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join(newline)
}
