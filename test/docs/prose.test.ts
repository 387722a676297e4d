import { describe, expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { attributes, docsFiles } from './site.ts'

async function htmlOf(description: string): Promise<string> {
  const method = { ...answering('a.b', { type: 'string' }), summary: 'B', description }
  const files = await docsFiles(build(documentOf([method])).api)
  const page = files.get('site/test/b.html') ?? ''
  return /<div class="prose">([\s\S]*?)<\/div>\n?(?=<nav)/.exec(page)?.[1] ?? ''
}

describe('markdown of a description', () => {
  test.each([
    ['a line break in a cell', '| a |\n|---|\n| 1<br>2<br/>3 |', /1<br>\s*2<br>\s*3/],
    ['marks', 'H<sub>2</sub>O <kbd>Ctrl</kbd>', 'H<sub>2</sub>O <kbd>Ctrl</kbd>'],
    ['marks in marks', '<B>x *y* <i>z</i></B>', '<strong>x <em>y</em> <em>z</em></strong>'],
    ['a mark across emphasis', '*a <b>b* c</b>', '*a <strong>b* c</strong>'],
    ['a mark without an end', 'a <b>b', 'a &lt;b&gt;b'],
    ['a mark that ends outside of its link', '[a <b>b](#x) c</b>', '[a <strong>b](#x) c</strong>'],
    ['a tag with attributes', '<b onclick="x">a</b>', '&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt;'],
    ['another tag', '<div>a</div>', '&lt;div&gt;a&lt;/div&gt;'],
    [
      'a script in a mark',
      '<b><script>x()</script></b>',
      '<strong>&lt;script&gt;x()&lt;/script&gt;</strong>',
    ],
    [
      'details',
      '<details>\n<summary>More *here*</summary>\n\n- one\n\n</details>\n\nafter',
      /<details>\s*<summary>More <em>here<\/em><\/summary>\s*<ul>[\s\S]*<\/ul>\s*<\/details>\s*<p>after/,
    ],
    [
      'details on one line',
      'before\n<details open><summary>A</summary>b</details>',
      /<p>before<\/p>\s*<details>\s*<summary>A<\/summary>\s*<p>b<\/p>\s*<\/details>/,
    ],
    [
      'details in details',
      '<details><summary>A</summary>\n<details><summary>B</summary>\n\nc\n\n</details>\n</details>',
      /<\/summary>\s*<details>\s*<summary>B<\/summary>[\s\S]*<\/details>\s*<\/details>/,
    ],
    [
      'details in a list',
      '- a\n  <details>\n  <summary>B</summary>\n\n  c\n  </details>\n- d',
      /<li>\s*(<p>)?a(<\/p>)?\s*<details>\s*<summary>B<\/summary>\s*<p>c<\/p>\s*<\/details>\s*<\/li>/,
    ],
    ['details without an end', '<details>\n<summary>A</summary>\n\nb', '&lt;details&gt;'],
    [
      'details with a handler',
      '<details ontoggle="x">\n<summary>A</summary>\nb\n</details>',
      '&lt;details ontoggle=&quot;x&quot;&gt;',
    ],
    ['a relative link', 'see [that](../other.md#x)', '<p>see that</p>'],
    ['a link that runs', 'see [that](javascript:x)', '<p>see that</p>'],
    [
      'a bare address',
      'at https://a.example/b.',
      '<a href="https://a.example/b" rel="noopener noreferrer">https://a.example/b</a>.',
    ],
    ['a bare name', 'at a.example', '<p>at a.example</p>'],
    [
      'an image',
      '![A map](https://a.example/m.png)',
      '<a href="https://a.example/m.png" rel="noopener noreferrer">A map</a>',
    ],
    [
      'an image in a link',
      '[![A](https://a.example/m.png)](https://b.example)',
      '<a href="https://b.example" rel="noopener noreferrer">A</a>',
    ],
    ['code of a language', '```json\n{"a": 1}\n```', '<b>"a"</b>: <u>1</u>'],
    ['code of another', '```rust\nfn a() {}\n```', '<code>fn a() {}</code>'],
    ['nested lists', '- a\n  - b\n    1. c', /<li>a\s*<ul>\s*<li>b\s*<ol>\s*<li>c/],
    ['entities', '&lt;a&gt; &copy; &amp;', '&lt;a&gt; © &amp;'],
    ['formulas', '$\\frac{a}{b}$', '$\\frac{a}{b}$'],
  ])('%s', async (_, text, want) => {
    const html = await htmlOf(text)
    if (typeof want === 'string') expect(html).toContain(want)
    else expect(html).toMatch(want)
    for (const name of ['onclick', 'ontoggle', 'style']) expect(attributes(html, name)).toEqual([])
  })

  test.each([
    '<b>',
    '<details>\n',
    '<details><summary>a</summary>\n',
    '<b>a</i>',
    'https://a.b/',
    '|a|b|c|\n|-|-|-|\n\n',
  ])('that is long and repeats %j is printed', { timeout: 60_000 }, async (mark) => {
    expect((await htmlOf(mark.repeat(30_000))).length).toBeGreaterThan(0)
  })
})

describe('the Markdown page of a description', () => {
  test.each([
    ['a mark before an address', 'a!<https://a.example/p.png>', 'a&#33;[https://a.example/p.png]('],
    ['a number that is no item', '<kbd>1</kbd>. a', '\n1\\. a\n'],
    [
      'a line break at the end of a link',
      '[a<br>](https://a.example)',
      '\n[a](https://a.example)\n',
    ],
    [
      'an entity in an address',
      '[a](https://a.example/?b&amp;copy;)',
      '(https://a.example/?b&amp;copy;)',
    ],
    ['code in any language', '```constructor\na\n```', '\n```constructor\na\n```\n'],
    ['bars in cells', '| a | b |\n|---|---|\n| `1\\|2` | 3\\|4<br>5 |', '| `1\\|2` | 3\\|4 5 |'],
    ['code in a quote', '> ```\n> a\n>\n> b\n> ```', '\n> ```\n> a\n>\n> b\n> ```\n'],
  ])('has %s', async (_, description, want) => {
    const method = { ...answering('a.b', { type: 'string' }), summary: 'B', description }
    const files = await docsFiles(build(documentOf([method])).api)
    expect(files.get('site/test/b.md')).toContain(want)
  })

  test('has fields that are named like an attribute', async () => {
    const hidden = { type: 'object', properties: { hidden: { type: 'string' } } }
    const files = await docsFiles(build(documentOf([answering('a.b', hidden)])).api)
    expect(files.get('site/test/b.md')).toContain('- `hidden` `string`')
  })
})
