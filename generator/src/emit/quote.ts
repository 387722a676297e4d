import { replaceMisleading } from '@rpcloom/rpc/internal'
import type { Json, Scalar } from '../model/types.ts'

/**
 * The only place where text of a document becomes text of a program.
 * Misleading characters leave as escapes, so that no reader of the emitted file (compiler, editor,
 * terminal, diff tool) sees anything but the intended token.
 */

const lineBreak = /\r\n|[\n\r\u2028\u2029\u0085]/g

const identifier = /^(?!.*\p{Default_Ignorable_Code_Point})[$_\p{ID_Start}][$\p{ID_Continue}]*$/u

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(character: string): string {
  const short = named[character]
  if (short !== undefined) return short
  const point = character.codePointAt(0) ?? 0
  return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`
}

/** Text with misleading characters written as escapes. */
export function visibleText(text: string): string {
  return replaceMisleading(text, escaped, '\t\n\r')
}

/** A string literal in single quotes. */
export function quoteString(text: string): string {
  return `'${replaceMisleading(text.replace(/[\\']/g, '\\$&'), escaped)}'`
}

/** Text between the backticks of a template literal (or a template-literal type). */
export function templateText(text: string): string {
  return replaceMisleading(text.replace(/[\\`]|\$(?=\{)/g, '\\$&'), escaped)
}

/** Whether `name` can stand without quotes as a property name. */
export function isIdentifier(name: string): boolean {
  return identifier.test(name)
}

/** Name of a member of an interface or a type literal. */
export function memberName(name: string): string {
  // `new(): X` in an interface would be a construct signature.
  return isIdentifier(name) && name !== 'new' ? name : quoteString(name)
}

/** Name of a member of an object literal. */
export function propertyKey(name: string): string {
  // Quoted or not, `__proto__: x` would set the prototype; only a computed name is a property.
  return name === '__proto__' ? "['__proto__']" : memberName(name)
}

/** Access to a member: `.name` or `['name']`. */
export function memberAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${quoteString(name)}]`
}

/** Prose of a doc comment: the comment cannot be closed and no line of the prose starts a tag. */
export function commentText(text: string): string {
  return (
    replaceMisleading(text.replace(lineBreak, '\n'), () => ' ', '\n')
      .replace(/\*\//g, '*\\/')
      .replace(/^((?:[^\S\n]|\*)*)@/gm, '$1\\@')
      // Begins at the first of a run alone: each of its spaces would look for the end of the line.
      .replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
      .trim()
  )
}

/** Text of a `//` comment, or of one line of a block comment: never more than one line. */
export function lineText(text: string): string {
  return commentText(text).replace(/\s+/g, ' ')
}

/** A number literal; what JSON text can hold but a literal cannot (an overflow) is `undefined`. */
export function numberLiteral(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined
  return Object.is(value, -0) ? '-0' : String(value)
}

/** A literal of a JSON scalar, valid both as an expression and as a type. */
export function scalarLiteral(value: Scalar | bigint): string | undefined {
  if (typeof value === 'string') return quoteString(value)
  if (typeof value === 'bigint') return `${value}n`
  return typeof value === 'number' ? numberLiteral(value) : String(value)
}

/** An expression whose value is `value`. */
export function jsonLiteral(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(jsonLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) {
    return scalarLiteral(value) ?? overflow(value)
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${propertyKey(name)}: ${jsonLiteral(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function overflow(value: unknown): string {
  return value === Number.NEGATIVE_INFINITY ? '-Infinity' : 'Infinity'
}
