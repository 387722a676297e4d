import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  banner,
  commentText,
  isIdentifier,
  jsonLiteral,
  lineText,
  memberAccess,
  memberName,
  propertyKey,
  quoteString,
  templateText,
} from 'rpcloom/codegen'
import type { Json } from 'rpcloom/model'

const options = { seed: 20_261_121, numRuns: 300 }

/** Strings of kinds that have broken generators before. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        "'",
        '"',
        '`',
        '\\',
        '${',
        '}',
        '*/',
        '/*',
        '//',
        '\n',
        '\r\n',
        '\u2028',
        '\u2029',
        '\0',
        '\u202e',
        '\ud800',
        '@',
        '</script>',
        '<!--',
        '\\u0027',
        '__proto__',
        'globalThis.pwned = 1',
      ),
    )
    .map((parts) => parts.join('')),
)

const lineBreaks = /[\n\r\u2028\u2029]/
const evaluate = (text: string): unknown => runInNewContext(text)

describe('text of a document cannot end its context', () => {
  test('in a string literal', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const literal = quoteString(text)
        expect(evaluate(literal)).toBe(text)
        expect(literal).not.toMatch(lineBreaks)
      }),
      options,
    )
  })

  test('in a template literal', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(evaluate(`\`${templateText(text)}\``)).toBe(text)
      }),
      options,
    )
  })

  test('as a name of a member', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const made = evaluate(
          `const o = { ${propertyKey(name)}: 1 }; [Object.keys(o), o${memberAccess(name)}]`,
        )
        expect(JSON.stringify(made)).toBe(JSON.stringify([[name], 1]))
      }),
      options,
    )
  })

  test('in a doc comment', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const comment = commentText(text)
        expect(evaluate(`/** ${comment} */ 1`)).toBe(1)
        expect(comment).not.toMatch(/\*\/|^[\s*]*@/m)
      }),
      options,
    )
  })

  test('in a comment of one line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(lineText(text)).not.toMatch(lineBreaks)
        expect(evaluate(`${banner(text)}\n1`)).toBe(1)
      }),
      options,
    )
  })

  test('as JSON', () => {
    const json = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        hostile,
        fc.integer(),
        fc.double({ noNaN: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(hostile, tie('value')),
      ),
    })).value
    fc.assert(
      fc.property(json, (value) => {
        expect(evaluate(`JSON.stringify(${jsonLiteral(value)})`)).toBe(JSON.stringify(value))
      }),
      options,
    )
  })
})

test.each([
  ['abc', 'abc', '.abc'],
  ['a-b', "'a-b'", "['a-b']"],
  ['1c', "'1c'", "['1c']"],
  ['new', "'new'", '.new'],
  ['class', 'class', '.class'],
  ['größe', 'größe', '.größe'],
  ['', "''", "['']"],
])('member %j', (name, member, access) => {
  expect([memberName(name), memberAccess(name)]).toEqual([member, access])
})

test('a zero-width character is not an identifier', () => {
  expect(isIdentifier('a\u200bb')).toBe(false)
})
