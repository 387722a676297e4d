import { execFileSync } from 'node:child_process'
import MarkdownIt from 'markdown-it'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { hasBrowser, openBrowser } from './browser.ts'
import { escapes, evil, hostileDocument } from './hostile-document.ts'
import { isLong, sampled } from '../corpus/folder.ts'
import { attributes, deadLinks, docsFiles, type Files, markdownTokens, pagesOf } from './site.ts'

const files = await docsFiles(build(hostileDocument()).api, { title: evil, tagline: evil })

const allowedTags = new Set(
  `html head meta title link script body svg defs symbol path circle rect use a header button span kbd div nav ul li
   h1 h2 h3 h4 small s main ol footer article section p code wbr strong em table thead tbody tr th td dl dt dd details
   summary pre i b u noscript aside label input hr br del blockquote dfn rpcloom-try`.split(/\s+/),
)

describe('hostile text', () => {
  const html = [...pagesOf(files, '.html')]

  test.each(html)('is escaped on %s', (_, text) => {
    for (const [tag, name = ''] of text.matchAll(/<\/?([A-Za-z][\w-]*)[^>]*>/g)) {
      expect(allowedTags, tag).toContain(name.toLowerCase())
      expect(tag).not.toMatch(/\son\w+\s*=|\sstyle\s*=/i)
    }
    // Only the scripts of the layout.
    expect(
      attributes(text, 'src').every((src) => /^(\.\.\/)*assets\/(theme|site)\.js$/.test(src)),
    ).toBe(true)
    for (const href of attributes(text, 'href'))
      expect(href).not.toMatch(/^\s*(?!https?:)[a-z+.-]+:/i)
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
    expect(text.match(/<!--/)).toBeNull()
    expect(text.match(/<main/g)).toHaveLength(1)
  })

  test.each([...pagesOf(files, '.md')])('is escaped in %s', (_, text) => {
    const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? ''
    expect(head.split('\n')).toHaveLength(2)
    expect(head).not.toMatch(/[<[]/)
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

  test('is data in the scripts', () => {
    const rows = files.get('site/assets/search-rows.js') ?? ''
    expect(rows).not.toContain('<')
    expect(rows).not.toMatch(/[\u2028\u2029]/)
  })

  test('paths are safe, and links resolve', () => {
    for (const path of files.keys()) expect(path).toMatch(/^[\w./-]+$/)
    const folded = [...files.keys()].map((path) => path.toLowerCase())
    expect(new Set(folded).size).toBe(folded.length)
    expect(folded.filter((path) => /(^|\/)(con|\.\.)(\.|\/)/.test(path))).toEqual([])
    expect(deadLinks(files)).toEqual([])
  })

  test('samples are quoted correctly', () => {
    const page = files.get('site/evil/etc-passwd.html') ?? ''
    const code = /<pre class="code shell"[^>]*><code>([\s\S]*?)<\/code>/.exec(page)?.[1] ?? ''
    const sample = code
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    // How a shell reads the sample, with a curl that prints its arguments.
    const tell = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }`
    const actual = execFileSync('sh', ['-c', `${tell}\n${sample}`], { encoding: 'utf8' })
    const [silent, url, option, header, data, body, ...more] = actual.split('\0')
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

test('covers many escape sequences', () => {
  expect(new Set(escapes).size).toBeGreaterThanOrEqual(100)
})

const made = new Map<string, Promise<Files>>()

/** Returns the files of a document that contains the text in every string. */
function filesOf(text: string): Promise<Files> {
  const files = made.get(text) ?? generated(text)
  made.set(text, files)
  return files
}

async function generated(text: string): Promise<Files> {
  const schema = { type: 'object', description: text, properties: { [text]: { type: 'string' } } }
  const method = {
    name: 'get',
    summary: text,
    description: text,
    params: [{ name: 'a', summary: text, description: text, schema }],
    errors: [{ code: 1, message: text }],
    'x-limits': [{ subject: text, text }],
    'x-since': text,
    externalDocs: { url: 'https://example.org/', description: text },
    examples: [{ name: text, params: [{ name: 'a', value: { [text]: text } }] }],
  }
  const info = { title: text, version: text, description: text }
  const { api } = build(documentOf([method], {}, { info }))
  const site = (guide: string): Promise<Files> =>
    docsFiles(api, { title: text }, undefined, {
      guides: [{ path: 'guide.md', text: guide }],
    })
  // A guide with a link to nothing is an error, so such texts are only in its other parts.
  return site(guideWith(text, text)).catch((error: Error) => {
    if (error.name !== 'GuideError') throw error
    return site(guideWith(text, '-'))
  })
}

/** Returns a guide with a text in its front matter and code, and with prose. */
function guideWith(text: string, prose: string): string {
  const [line = ''] = text.split('\n')
  const quoted = prose.replace(/^/gm, '> ')
  const fence = '`'.repeat(20)
  return [
    `---\ntitle: ${JSON.stringify(`T ${text}`)}\nsearch: [${JSON.stringify(`T ${text}`)}]\n---`,
    prose,
    `## ${prose.replaceAll('\n', ' ')}`,
    `> [!NOTE]\n${quoted}`,
    `${fence}js [${line.replace(/[`[\]]/g, '')}a]\n${text}\n${fence}`,
    `${fence}js [b]\n${text}\n${fence}`,
  ].join('\n\n')
}

const misleading = /(?![\t\n])[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

// The short form opens every sixth in a browser.
test.each(sampled(escapes, 2).map((text) => [text]))('pages escape %j', async (text) => {
  const files = await filesOf(text)
  for (const [path, page] of pagesOf(files, '.html')) expect(page, path).not.toMatch(misleading)
  for (const [path, twin] of pagesOf(files, '.md')) {
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
    expect(twin, path).not.toMatch(misleading)
  }
})

describe.skipIf(!hasBrowser())('in a browser', () => {
  let browser: Browser
  let page: Page
  const requests: string[] = []
  beforeAll(async () => {
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('request', (request) => requests.push(request.url()))
    // The hostile texts call these functions.
    await page.addInitScript('window.ran = []; window.x = window.y = () => window.ran.push(1)')
  })
  afterAll(() => browser.close())

  /**
   * Renders each Markdown page in a frame of its own, and returns the elements that our own Markdown does not produce,
   * and the requests.
   */
  async function faultsOf(pages: readonly string[]): Promise<readonly string[]> {
    requests.length = 0
    await page.goto('about:blank')
    const found = await page.evaluate(
      async ([all, tags, schemes]) => {
        const allowed = new Set(tags.split(' '))
        const faults = await Promise.all(
          all.map(async (html) => {
            const frame = document.createElement('iframe')
            frame.srcdoc = `<!doctype html><main>${html}</main>`
            document.body.append(frame)
            await new Promise((resolve) => frame.addEventListener('load', resolve))
            const inner = frame.contentDocument
            if (inner === null) return ['the page was replaced']
            const elements = [...inner.querySelectorAll('main *, body > *, head > *')].flatMap(
              (element) => [
                ...(allowed.has(element.localName) ? [] : [element.outerHTML]),
                ...element
                  .getAttributeNames()
                  .filter((name) => !/^(?:href|title|class|start|style|id)$/.test(name))
                  .map((name) => `${element.localName} ${name}`),
              ],
            )
            const links = [...inner.querySelectorAll('a')]
              .map((link) => link.protocol)
              .filter((scheme) => !schemes.split(' ').includes(scheme))
            const { ran } = frame.contentWindow as unknown as { readonly ran: readonly number[] }
            return [...elements, ...links, ...ran.map(() => 'a script ran')]
          }),
        )
        return faults.flat()
      },
      [
        pages,
        'main h1 h2 h3 h4 h5 h6 p a ul ol li blockquote table thead tbody tr th td pre code em strong s br hr',
        // Relative links have no scheme on a blank page.
        'https: http: mailto: :',
      ] as const,
    )
    return [...found, ...requests.filter((url) => !/^about:(?:blank|srcdoc)$/.test(url))]
  }

  test('invalid markup is detected', async () => {
    const markup = '<img src=x onerror=x()><a href="javascript:x()">a</a><script>y()</script>'
    const loading = '<img src="https://evil.example/p.png">'
    expect(await faultsOf(['<p>a</p>', markup, loading])).toEqual(
      expect.arrayContaining([
        'img onerror',
        'javascript:',
        'a script ran',
        'https://evil.example/p.png',
      ]),
    )
  })

  const opened = escapes.filter((_, at) => isLong || at % 6 === 0)
  test.each(opened.map((text) => [text]))('%j runs no script', async (text) => {
    const twins = [...pagesOf(await filesOf(text), '.md').values()]
    const rendered = [false, true].map((linkify) => {
      const renderer = new MarkdownIt({ html: true, linkify })
      // Some renderers allow every scheme.
      renderer.validateLink = () => true
      return twins.map((twin) => renderer.render(twin)).join('\n')
    })
    expect(await faultsOf(rendered)).toEqual([])
  })
})

/** The repetition is so long that quadratic time would exceed the timeout of a test by far. */
test.each(sampled(['[', '](', '[a](', '![', '`', '<', ' ', ' *', '\n'], 3))(
  'a long description that repeats %j is printed',
  { timeout: 120_000 },
  async (mark) => {
    const text = `${mark.repeat(150_000)}x`
    const document = documentOf([{ name: 'get', summary: text, description: text, params: [] }])
    const guides = [
      { path: 'guide.md', text: `---\ntitle: T\n---\n\n${text}\n\n> [!NOTE]\n> ${text}` },
    ]
    const { size } = await docsFiles(build(document).api, { title: 'T' }, {}, { guides })
    expect(size).toBeGreaterThan(0)
  },
)
