import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { escapes, evil, hostileDocument } from './hostile-document.ts'
import { attributes, deadLinks, docsFiles, markdownTokens, pagesOf } from './site.ts'

const files = await docsFiles(build(hostileDocument()).api, { title: evil, tagline: evil })

const allowedTags = new Set(
  `html head meta title link script body svg defs symbol path circle rect use a header button span kbd div nav ul li
   h1 h2 h3 h4 small s main ol footer article section p code wbr strong em table thead tbody tr th td dl dt dd details
   summary pre i b u aside label input hr br del blockquote dfn`.split(/\s+/),
)

describe('hostile text', () => {
  const html = [...pagesOf(files, '.html')]

  test.each(html)('stays text on %s', (_, text) => {
    for (const [tag, name = ''] of text.matchAll(/<\/?([A-Za-z][\w-]*)[^>]*>/g)) {
      expect(allowedTags, tag).toContain(name.toLowerCase())
      expect(tag).not.toMatch(/\son\w+\s*=|\sstyle\s*=/i)
    }
    // Scripts are those of the layout.
    expect(
      attributes(text, 'src').every((src) => /^(\.\.\/)*assets\/(theme|site)\.js$/.test(src)),
    ).toBe(true)
    for (const href of attributes(text, 'href'))
      expect(href).not.toMatch(/^\s*(?!https?:)[a-z+.-]+:/i)
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
    expect(text.match(/<!--/)).toBeNull()
    expect(text.match(/<main/g)).toHaveLength(1)
  })

  test.each([...pagesOf(files, '.md')])('stays text in %s', (_, text) => {
    const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? ''
    expect(head.split('\n')).toHaveLength(2)
    expect(head).not.toContain('<')
    const tokens = markdownTokens(text)
    expect(
      tokens.filter(({ type }) => /^html_|^image/.test(type)).map(({ content }) => content),
    ).toEqual([])
    const hrefs = tokens.map((token) => String(token.attrGet('href') ?? ''))
    expect(hrefs.filter((href) => /^\s*(?!https?:)[a-z+.-]+:/i.test(href))).toEqual([])
    expect(tokens.filter(({ type, tag }) => type === 'heading_open' && tag === 'h1')).toHaveLength(
      1,
    )
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
  })

  test('stays data in the scripts', () => {
    const rows = files.get('site/assets/search-rows.js') ?? ''
    expect(rows).not.toContain('<')
    expect(rows).not.toMatch(/[\u2028\u2029]/)
  })

  test('paths are safe, links lead somewhere', () => {
    for (const path of files.keys()) expect(path).toMatch(/^[\w./-]+$/)
    const folded = [...files.keys()].map((path) => path.toLowerCase())
    expect(new Set(folded).size).toBe(folded.length)
    expect(folded.filter((path) => /(^|\/)(con|\.\.)(\.|\/)/.test(path))).toEqual([])
    expect(deadLinks(files)).toEqual([])
  })

  test('samples cannot leave their quotes', () => {
    const page = files.get('site/evil/etc-passwd.html') ?? ''
    const code = /<pre class="code shell"[^>]*><code>([\s\S]*?)<\/code>/.exec(page)?.[1] ?? ''
    const sample = code
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    // What a shell makes of it, with a curl that only tells its arguments.
    const tell = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }`
    const told = execFileSync('sh', ['-c', `${tell}\n${sample}`], { encoding: 'utf8' })
    const [silent, url, option, header, data, body, ...more] = told.split('\0')
    expect([silent, option, header, data]).toEqual([
      '-s',
      '-H',
      'content-type: application/json',
      '-d',
    ])
    expect(url).toMatch(/^https:\/\/example\.org\//)
    expect(JSON.parse(body ?? '')).toMatchObject({ jsonrpc: '2.0', method: '../../etc/passwd' })
    expect(more).toEqual([''])
  })
})

test.each(escapes.map((text) => [text]))('a twin holds inert text of %j', async (text) => {
  const schema = { type: 'object', description: text, properties: { [text]: { type: 'string' } } }
  const document = documentOf([
    {
      name: 'get',
      summary: text,
      description: text,
      params: [{ name: 'a', summary: text, description: text, schema }],
      errors: [{ code: 1, message: text }],
      'x-limits': [{ subject: text, text }],
      examples: [{ name: text, params: [{ name: 'a', value: { [text]: text } }] }],
    },
  ])
  const twins = pagesOf(await docsFiles(build(document).api, { title: 'T' }), '.md')
  for (const [path, twin] of twins) {
    const tokens = markdownTokens(twin)
    expect(
      tokens.filter(({ type }) => /^html_|^image/.test(type)).map(({ content }) => content),
      path,
    ).toEqual([])
    const hrefs = tokens.map((token) => String(token.attrGet('href') ?? ''))
    expect(
      hrefs.filter((href) => /^\s*(?!https?:)[a-z+.-]+:/i.test(href)),
      path,
    ).toEqual([])
    expect(twin, path).not.toMatch(/(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
  }
})

/** Long enough that looking through the rest at each mark would outlast the limit of a test by far. */
test.each(['[', '](', '[a](', '![', '`', '<', ' ', ' *', '\n'])(
  'a long description of nothing but %j is printed',
  { timeout: 120_000 },
  async (mark) => {
    const text = `${mark.repeat(150_000)}x`
    const document = documentOf([{ name: 'get', summary: text, description: text, params: [] }])
    const { size } = await docsFiles(build(document).api, { title: 'T' })
    expect(size).toBeGreaterThan(0)
  },
)
