import { codeSpan, Markup, renderTemplate } from 'rpcloom/codegen'
import { describe, expect, test } from 'vitest'

const evil = '<b>&"\'`*_[x](y)|</b>\n# title'

describe('text of a view is escaped for the output format', () => {
  test.each([
    ['html', '{{a}}', '&lt;b&gt;&amp;&quot;&#x27;&#x60;*_[x](y)|&lt;/b&gt;\n# title'],
    ['markdown', '{{a}}', '&lt;b\\>&"\'&#96;\\*\\_\\[x\\](y)\\|&lt;/b\\> \\# title'],
    ['text', '{{a}}', evil],
  ] as const)('%s', (output, template, want) => {
    expect(renderTemplate(template, { a: evil }, { output })).toBe(want)
  })
})

test.each([
  ['- - - a', '\\- - - a'],
  ['+1 a', '\\+1 a'],
  ['===', '\\==='],
  ['\n- a', ' \\- a'],
  ['1. a', '1\\. a'],
  ['2024) a', '2024\\) a'],
  ['a - b', 'a - b'],
  ['1.5 a', '1\\.5 a'],
])('%j starts no list or heading in markdown', (text, want) => {
  expect(renderTemplate('{{a}}', { a: text }, { output: 'markdown' })).toBe(want)
})

test('markup is not escaped in any output', () => {
  for (const output of ['html', 'markdown', 'text'] as const) {
    expect(renderTemplate('{{a}}', { a: new Markup('<i>`x`</i>') }, { output })).toBe('<i>`x`</i>')
  }
})

test('lists, conditions and partials work; the engine finds names of the surrounding view', () => {
  const template = '{{#each rows}}{{#if on}}{{> row}};{{/if}}{{/each}}'
  const rows = [
    { on: true, name: 'a' },
    { on: false, name: 'b' },
  ]
  const options = { output: 'text', partials: { row: '{{name}}' } } as const
  expect(renderTemplate(template, { rows }, options)).toBe('a;')
})

test.each([
  ['a name that the view lacks', '{{b}}', {}],
  ['an unknown helper', '{{shout a}}', { a: 'x' }],
  ['a field named like a helper', '{{a}}', { a: 'x', if: 'y' }],
])('%s is an error', (_, template, view) => {
  expect(() => renderTemplate(template, view, { output: 'text' })).toThrow()
})

test.each([
  ['&lt;', '\\&lt;'],
  ['a & b', 'a & b'],
  // A renderer that links addresses would include a backslash after an address in the link.
  ['https://a.b/[c](d)', 'https://a.b/&#91;c&#93;(d)'],
  ['WWW.a.b/`<c>`', 'WWW.a.b/&#96;&lt;c\\>&#96;'],
])('%j is escaped in markdown', (text, want) => {
  expect(renderTemplate('{{a}}', { a: text }, { output: 'markdown' })).toBe(want)
})

test('a code span contains text without backticks on one line', () => {
  expect(['a', 'a`b', '`a', 'a|b', 'a\nb'].map((text) => codeSpan(text).text)).toEqual([
    '`a`',
    'a&#96;b',
    '&#96;a',
    '`a\\|b`',
    '`a b`',
  ])
})
