import { isExactNumber } from '@rpcloom/schema/internal'
import { readJson } from '../../json/text.ts'
import { jsonErrors } from './json-errors.ts'
import { jsoncParser } from './libraries.ts'
import {
  duplicateKey,
  maxDepth,
  maxDigits,
  type ParsedText,
  type Problem,
  roundedNumber,
  shortened,
  tooDeep,
} from './problem.ts'

/**
 * Parses JSON, and with a warning also comments and trailing commas, which many editors allow. The built-in
 * parser reads the values, because it is many times faster.
 */
export function parseJson(text: string): ParsedText {
  const scan = scanJson(text)
  if (scan.kind === 'deep') return tooDeep(scan.offset)
  const { extras, infinite, warnings } = scan
  try {
    const json = readJson(withoutExtras(text, extras))
    const problems = extrasProblem(extras)
    if (infinite.length > 0) return { kind: 'faulty', problems: [...problems, ...infinite] }
    return { kind: 'parsed', json, problems: [...problems, ...warnings] }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { kind: 'faulty', problems: jsonErrors(text, error) }
  }
}

/** A comment or trailing comma. */
interface Extra {
  readonly offset: number
  readonly length: number
}

type Scan =
  | { readonly kind: 'deep'; readonly offset: number }
  | {
      readonly kind: 'scanned'
      readonly extras: readonly Extra[]
      readonly infinite: readonly Problem[]
      /** Duplicate keys, then rounded numbers. */
      readonly warnings: readonly Problem[]
    }

/**
 * Finds in one pass what the built-in parser does not report. Reads tokens rather than nested values, so that
 * deep nesting cannot overflow the stack.
 */
function scanJson(text: string): Scan {
  const scanner = jsoncParser().createScanner(text)
  const extras: Extra[] = []
  const infinite: Problem[] = []
  const repeated: Problem[] = []
  const rounded: Problem[] = []
  // For each enclosing object the keys so far, and `undefined` for each enclosing array.
  const open: (Set<string> | undefined)[] = []
  let [lastChar, lastOffset, lastString] = ['', 0, '']
  // The scanner is slow for white space.
  for (let offset = 0; ; offset = scanner.getPosition()) {
    while (isSpace(text.charCodeAt(offset))) offset++
    if (offset >= text.length) break
    scanner.setPosition(offset)
    scanner.scan()
    const char = text.charAt(offset)
    switch (char) {
      case '/': {
        const length = scanner.getTokenLength()
        // An unclosed comment is a syntax error.
        const isComment = /^\/(\/|\*[^]*\*\/$)/.test(text.slice(offset, offset + length))
        if (isComment) extras.push({ offset, length })
        continue
      }
      case '{':
      case '[':
        if (open.length > maxDepth) return { kind: 'deep', offset }
        open.push(char === '{' ? new Set() : undefined)
        break
      case '}':
      case ']':
        if (lastChar === ',') extras.push({ offset: lastOffset, length: 1 })
        open.pop()
        break
      case '"':
        lastString = scanner.getTokenValue()
        break
      case ':': {
        const keys = open.at(-1)
        if (keys?.has(lastString) === true) repeated.push(duplicateKey(lastString, lastOffset))
        keys?.add(lastString)
        break
      }
      case ',':
        break
      default: {
        if (!/[-\d]/.test(char)) break
        const literal = scanner.getTokenValue()
        if (isInteger(literal) || isExactNumber(literal)) break
        if (Number.isFinite(Number(literal))) rounded.push(roundedNumber(literal, offset))
        else infinite.push(infiniteNumber(literal, offset))
      }
    }
    lastChar = char
    lastOffset = offset
  }
  return { kind: 'scanned', extras, infinite, warnings: [...repeated, ...rounded] }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** Whether a number is read as an exact integer. */
function isInteger(literal: string): boolean {
  return /^-?\d+$/.test(literal) && literal.length <= maxDigits
}

function infiniteNumber(literal: string, offset: number): Problem {
  const message = `The number ${shortened(literal)} exceeds the range of a double, about 1.8e308.`
  return { code: 'RL102', message, help: 'Write a smaller number, or a string.', offset }
}

function extrasProblem([first, ...others]: readonly Extra[]): readonly Problem[] {
  if (first === undefined) return []
  const more = others.length === 0 ? '' : ` Found ${others.length} more.`
  const message = `JSON does not allow comments or trailing commas.${more}`
  return [{ code: 'RL118', message, offset: first.offset }]
}

/** Replaces comments and trailing commas with spaces. */
function withoutExtras(text: string, extras: readonly Extra[]): string {
  let plain = ''
  let end = 0
  for (const { offset, length } of extras) {
    plain += text.slice(end, offset) + ' '
    end = offset + length
  }
  return plain + text.slice(end)
}
