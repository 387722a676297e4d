import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from 'rpcloom/model'
import { build, documentOf } from '../model/documents.ts'
import { attributes, deadLinks, docsFiles, markdownTokens, pagesOf } from './site.ts'

/** Text that would run, load, deceive or break out of where it stands. */
const evil = [
  '<script>window.pwned = 1</script><img src=x onerror="window.pwned = 1">',
  "\"><svg onload=window.pwned=1> ' onmouseover='window.pwned=1",
  '[click](javascript:window.pwned=1) [data](data:text/html,x) [up](&#106;avascript:x) <javascript:x>',
  '![pixel](https://evil.example/pixel.png)',
  '[ref]\n\n[ref]: javascript:window.pwned=1',
  '{{constructor}} {{{body}}} {{> layout}} {{#each this}}',
  '\u202Egnp.exe\u2066 \u0007 </pre></code></title></textarea><!-- ]]>',
  '```\nunclosed `` fence',
].join('\n\n')

const names = [
  '__proto__',
  'constructor',
  'con',
  'index',
  'errors',
  '../../etc/passwd',
  '',
  ' ',
  evil,
]

function hostileDocument(): JsonObject {
  const doc = { summary: evil, description: evil }
  const scalar = { type: 'string', pattern: evil, format: evil, default: evil, 'x-unit': evil }
  const properties = JSON.parse(
    `{${names.map((name) => `${JSON.stringify(name)}: {"$ref": "#/components/schemas/Evil"}`).join(',')}}`,
  ) as JsonObject
  const methods = names.map((name, index) => ({
    name: `${name}${index > 6 ? index : ''}`,
    ...doc,
    deprecated: true,
    tags: [{ name: evil, description: evil }],
    'x-deprecated': { since: evil, replacedBy: evil, reason: evil },
    'x-limits': [{ subject: evil, text: evil }],
    'x-since': evil,
    'x-rest': [
      { name: 'r', paths: [evil], query: [], status: { member: 'a', ok: 200, fail: 503 } },
    ],
    params: [{ name: evil, ...doc, schema: { ...scalar, description: evil } }],
    result: { name: evil, ...doc, schema: { type: 'object', description: evil, properties } },
    errors: [{ code: -1, message: evil, 'x-reason': { name: evil, pattern: evil, when: evil } }],
    examples: [
      {
        name: evil,
        description: evil,
        params: [{ name: evil, value: evil }],
        result: { name: 'r', value: { [evil]: evil } },
      },
    ],
    links: [{ name: evil, method: evil, description: evil }],
  }))
  const schemas = {
    Evil: {
      title: evil,
      description: evil,
      oneOf: [{ const: evil, description: evil }, { const: 1 }],
    },
    Con: { type: 'object', description: evil, properties },
    con: { type: 'object', properties: { [evil]: { $ref: '#/components/schemas/Con' } } },
    Scalar: { ...scalar, description: evil, examples: [evil] },
  }
  return documentOf(methods, schemas, {
    info: { title: evil, version: evil, description: evil },
    servers: [{ name: evil, url: `https://example.org/'; echo pwned #${evil}`, description: evil }],
    'x-group': {
      key: 'evil',
      namespaces: [''],
      path: `/ext/${evil}`,
      transports: ['http'],
    },
  })
}

const files = await docsFiles(build(hostileDocument()).api, { title: evil, tagline: evil })

const allowedTags = new Set(
  `html head meta title link script body svg defs symbol path circle rect use a header button span kbd div nav ul li
   h1 h2 h3 h4 small s main ol footer article section p code wbr strong em table thead tbody tr th td dl dt dd details
   summary pre i aside label input hr br del blockquote`.split(/\s+/),
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
