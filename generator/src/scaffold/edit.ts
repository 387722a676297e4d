import { quoteString } from '../emit/quote.ts'

/** A replacement of a stretch of text, by offsets into the text as it was read. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Splices edits into a text; of two insertions at one place the first given stands first. */
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

/** How a file is written, so that what is added looks like the rest. */
export interface Style {
  readonly newline: string
  readonly quote: "'" | '"'
  readonly semicolon: '' | ';'
}

/** The habits of a file, from what most of it does. */
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

/** A string literal as the file writes them, where that takes no escapes. */
export function quotedIn({ quote }: Style, text: string): string {
  const literal = quoteString(text)
  return quote === '"' ? literal.replace(/^'([^'\\"]*)'$/, '"$1"') : literal
}

/** Whitespace that the line of a position begins with. */
export function indentAt(text: string, position: number): string {
  const start = lineStart(text, position)
  return /^[^\S\r\n]*/.exec(text.slice(start, start + 200).replace(/^\ufeff/, ''))?.[0] ?? ''
}

/** Offset at which the line of a position begins. */
export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1
}

/** End of a line that ends, but for whitespace, at a position: after its line break. */
export function lineEnd(text: string, position: number): number {
  const rest = /^[^\S\r\n]*(?:\r\n|\n|\r|$)/.exec(text.slice(position))
  return rest === null ? position : position + rest[0].length
}

/** Puts every line but the first behind an indent, with the newline of the file. */
export function laid(lines: readonly string[], indent: string, newline: string): string {
  return lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join(newline)
}
