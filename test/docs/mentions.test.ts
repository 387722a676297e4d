// Compares the names in prose that are included in the key of a page with the names that the
// printer looks up.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mentionedWords, openMentions } from '../../templates/docs/output/mentions.ts'
import { openProse } from '../../templates/docs/print/prose.ts'

const names = new Map(
  ['info.peers', 'Block', 'a|b', 'Block hash', 'x`y', 'café', 'a<b>', 'q"q', 'C:\\x', 'n'].map(
    (name) => [name, `to ${name}`] as const,
  ),
)
const mentions = openMentions(names)

/** Returns the names that the printer looks up in a text. */
function printed(text: string): ReadonlySet<string> {
  const asked = new Set<string>()
  openProse().blocks(text, (name) => {
    if (names.has(name)) asked.add(name)
    return undefined
  })
  return asked
}

/** Returns the names in the key of a page with this text. */
function keyed(text: string): ReadonlySet<string> {
  const words = mentionedWords(JSON.stringify({ body: { about: { leaf: 'prose', text } } }))
  return new Set([...mentions.in(words), ...mentions.anywhere].map(([name]) => name))
}

const marks = [
  '`',
  '``',
  '`',
  ' ',
  '\n',
  '\n> ',
  '\n- ',
  '\n    ',
  '\n\n',
  '\\',
  '\\n',
  '\t',
  '\u0007',
]
const rare = [
  '\u202e',
  '[',
  '](https://a.b)',
  '\n| a | b |\n|---|---|\n| ',
  ' | ',
  '\\|',
  '&lt;',
  '"',
]
const pieces = [...marks, ...rare, ...names.keys()]

describe('names that prose mentions', () => {
  test.each([
    ['Ask `info.peers` for a `Block`.', ['info.peers', 'Block']],
    ['`` info.peers ``', ['info.peers']],
    ['> `\n> Block\n> `', ['Block']],
    ['`Blo\u0007ck`', ['Block']],
    ['`café`', ['café']],
    ['info.peers and Block', []],
  ])('in %j', (text, expected) => {
    expect([...printed(text)]).toEqual(expected)
    expect([...keyed(text)]).toEqual(expect.arrayContaining(expected))
  })

  test('are part of the key of their page', () => {
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, (body) => {
        const missing = [...printed(body)].filter((name) => !keyed(body).has(name))
        expect(missing).toEqual([])
      }),
      { seed: 20, numRuns: 3000 },
    )
  })

  test('do not change the key of a page that mentions others', () => {
    const plain = mentions.in(mentionedWords(JSON.stringify('It says `Block` of info.peers.')))
    expect(plain).toEqual([['Block', 'to Block']])
  })
})
