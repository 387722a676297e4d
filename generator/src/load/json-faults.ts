import { capitalized } from '../json/capitalized.ts'
import type { ParseError } from 'jsonc-parser'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { jsoncParser } from './parsers.ts'
import { positionAt, positionsIn } from './position.ts'
import { strayText } from './stray-text.ts'

/**
 * Returns the first syntax error of each line of invalid JSON. Further errors on the same line are
 * usually consequences of the first.
 */
export function jsonFaults(file: string, text: string, cause: unknown): readonly Finding[] {
  const place = { file, pointer: '' }
  const stray = strayText(text)
  if (stray !== undefined) {
    const { offset, ...problem } = stray
    return [{ code: 'RL102', ...problem, place, ...positionAt(text, offset) }]
  }
  const { parse } = jsoncParser()
  const errors: ParseError[] = []
  // Comments and trailing commas alone are not errors.
  parse(text, errors, { disallowComments: false, allowTrailingComma: true })
  if (errors.length === 0) {
    const message = cause instanceof Error ? cause.message : 'The file is not valid JSON.'
    return [{ code: 'RL102', message, place }]
  }
  const help = helpFor(text)
  const positionOf = positionsIn(text)
  const lines = new Set<number>()
  return causes(errors).flatMap(({ error, offset }) => {
    const position = positionOf(offset)
    if (lines.has(position.line)) return []
    lines.add(position.line)
    return [
      { code: 'RL102', ...help, message: messageFor(error, text, offset), place, ...position },
    ]
  })
}

/** Drops syntax errors that are consequences of the preceding error. */
function causes(errors: readonly ParseError[]): readonly ParseError[] {
  const { printParseErrorCode: nameOf } = jsoncParser()
  return errors.filter(({ error }, index) => {
    const before = errors[index - 1]
    if (before === undefined) return true
    const isKeyCut =
      nameOf(error) === 'ColonExpected' && nameOf(before.error) === 'UnexpectedEndOfString'
    return !isKeyCut && nameOf(error) !== 'EndOfFileExpected'
  })
}

function messageFor(error: number, text: string, offset: number): string {
  const name = jsoncParser().printParseErrorCode(error)
  if (name === 'UnexpectedEndOfString') return 'This string has no closing `"`.'
  if (name === 'EndOfFileExpected') return 'Unexpected text after the end of the document.'
  if (name === 'CommaExpected' && text[offset - 1] === '0' && /^\d/.test(text.slice(offset)))
    return 'A JSON number must not have leading zeros.'
  if (name !== 'InvalidSymbol') return `${sentence(name)}.`
  if (text[offset] === "'") return 'JSON strings and keys use double quotes `"`, not single quotes.'
  const [word = ''] = /^[\w.$-]+/.exec(text.slice(offset, offset + 40)) ?? []
  const meant = Object.hasOwn(words, word) ? words[word] : undefined
  if (meant !== undefined) return `\`${word}\` is not valid JSON; write \`${meant}\`.`
  return word === ''
    ? 'Invalid symbol.'
    : `\`${word}\` is not a JSON value; put strings in double quotes.`
}

/** Literals of other languages, with their JSON equivalents. */
const words: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  TRUE: 'true',
  FALSE: 'false',
  None: 'null',
  nil: 'null',
  NULL: 'null',
  Null: 'null',
  undefined: 'null',
  NaN: 'null',
}

/**
 * Suggests YAML for a file that is far from valid JSON, because YAML accepts most hand-written
 * notations.
 */
function helpFor(text: string): { readonly help?: string } {
  const isBlock = /^\s*(#[^\n]*\n\s*|---\s*)*[\w'"]+\s*:/.test(text)
  const isFlow = /^\s*\{\s*[A-Za-z_']/.test(text)
  if (!isBlock && !isFlow) return {}
  return {
    help: 'Put every key and string in double quotes, or rename the file to .yaml if it is YAML.',
  }
}

/** Converts an error name such as `CommaExpected` to words. */
function sentence(code: string): string {
  return capitalized(code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())
}
