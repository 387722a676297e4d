import { replaceMisleading } from '@rpcloom/schema/internal'
import type { Json, Scalar } from '../json/types.ts'

/**
 * The only module that converts text of a document to program text. It escapes misleading characters, so that
 * every reader of the emitted file (compiler, editor, terminal, diff tool) sees the same tokens.
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

/** Escapes misleading characters. */
export function visibleText(text: string): string {
  return replaceMisleading(text, escaped, '\t\n\r')
}

/** Returns a string literal in single quotes. */
export function quoteString(text: string): string {
  return `'${replaceMisleading(text.replace(/[\\']/g, '\\$&'), escaped)}'`
}

/** Escapes text that is placed between the backticks of a template literal or template literal type. */
export function templateText(text: string): string {
  return replaceMisleading(text.replace(/[\\`]|\$(?=\{)/g, '\\$&'), escaped)
}

/** Whether `name` is valid as a property name without quotes. */
export function isIdentifier(name: string): boolean {
  return identifier.test(name)
}

/** Returns the name of a member of an interface or type literal, in quotes if necessary. */
export function memberName(name: string): string {
  // `new(): X` in an interface would be a construct signature.
  return isIdentifier(name) && name !== 'new' ? name : quoteString(name)
}

/** Returns the name of a member of an object literal, in quotes or brackets if necessary. */
export function propertyKey(name: string): string {
  // `__proto__: x`, quoted or not, would set the prototype. A computed name defines a member.
  return name === '__proto__' ? "['__proto__']" : memberName(name)
}

/** Returns a member access: `.name` or `['name']`. */
export function memberAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${quoteString(name)}]`
}

/** Escapes the text of a doc comment, so that it cannot close the comment or start a tag. */
export function commentText(text: string): string {
  return (
    replaceMisleading(text.replace(lineBreak, '\n'), () => ' ', '\n')
      .replace(/\*\//g, '*\\/')
      .replace(/^((?:[^\S\n]|\*)*)@/gm, '$1\\@')
      // The lookbehind lets a match start only at the first space of a run. Otherwise long runs would take
      // quadratic time.
      .replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
      .trim()
  )
}

/** Escapes the text of a `//` comment or of one line of a block comment. Line breaks are escaped too. */
export function lineText(text: string): string {
  return commentText(text).replace(/\s+/g, ' ')
}

/** Returns a number literal; undefined for a number that overflows in JavaScript. */
export function numberLiteral(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined
  return Object.is(value, -0) ? '-0' : String(value)
}

/** Returns the literal of a JSON scalar. The literal is valid as an expression and as a type. */
export function scalarLiteral(value: Scalar | bigint): string | undefined {
  if (typeof value === 'string') return quoteString(value)
  if (typeof value === 'bigint') return `${value}n`
  return typeof value === 'number' ? numberLiteral(value) : String(value)
}

/** Returns an expression for a JSON value. */
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
