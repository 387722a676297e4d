import { capitalized } from '../../json/capitalized.ts'
import type { ParseError } from 'jsonc-parser'
import { jsoncParser } from './libraries.ts'
import { firstOfEachLine, type Problem } from './problem.ts'

/**
 * Returns the first syntax error of each line of invalid JSON. Further errors on the same line are
 * usually consequences of the first.
 */
export function jsonErrors(text: string, cause: SyntaxError): readonly Problem[] {
  const errors: ParseError[] = []
  // Comments and trailing commas alone are not errors.
  jsoncParser().parse(text, errors, { disallowComments: false, allowTrailingComma: true })
  if (errors.length === 0) return [{ code: 'RL102', message: cause.message, offset: 0 }]
  const help = helpFor(text)
  const problems = causes(errors).map(({ error, offset }): Problem => ({
    code: 'RL102',
    message: messageFor(error, text, offset),
    offset,
    ...help,
  }))
  return firstOfEachLine(text, problems)
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
