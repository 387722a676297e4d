import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { escapes, evil, hostileDocument } from './hostile-document.ts'
import { deadLinks, docsFiles, pagesOf, root } from './site.ts'

type Compile = (text: string, options: object) => Promise<unknown>

const compiler = join(root, 'test/bundlers/node_modules/@mdx-js/mdx/index.js')
const isInstalled = existsSync(compiler)
if (!isInstalled) {
  if (process.env['RPCLOOM_ALL_SUITES'] === '1') throw new Error('The MDX compiler is missing')
  console.warn('Skipped: MDX is missing; run `npm ci --ignore-scripts` in test/bundlers.')
}

/** Text that MDX or Vue would execute, or that would end its context. */
const running = [
  ...escapes,
  evil,
  'import x from "node:fs"',
  'export const x = process.exit(1)',
  'text\nimport x from "node:fs"\n\nexport default 1',
  '- import x from "y"\n- export const z = 1',
  '> import x from "y"',
  '{process.exit(1)} `{a}` {`b`}',
  '<Evil onClick={() => x()} /> <>{x}</>',
  '{/* a */} {"}"',
  '{{ constructor.constructor("x()")() }} {{{x}}} `{{ a }}` {\\{ b }}',
  ':::danger\nx\n:::',
  '`a\n\n{x()}\n\nb`',
  '[{{ x }}]({{y}}) [a](https://example.org/{{x}})',
]

const prose = documentOf(
  running.map((text, index) => ({
    name: `method${index}`,
    summary: text,
    description: text,
    params: [
      {
        name: text,
        description: text,
        schema: { type: 'string', description: text, enum: [text] },
      },
    ],
    result: {
      name: 'it',
      schema: { type: 'object', title: text, properties: { [text]: { description: text } } },
    },
    errors: [{ code: index, message: text }],
    examples: [{ name: text, params: [], result: { name: 'it', value: { [text]: text } } }],
  })),
)

test.each([
  ['mdx', 'mdx', '<rpcloom-try group="test" method="look" />'],
  ['vitepress', 'md', '<rpcloom-try v-pre group="test" method="look"></rpcloom-try>'],
])(
  'pages for %s have Try it, in one script and one style sheet',
  async (format, extension, element) => {
    const { api } = build(documentOf([answering('a.look', { type: 'string' })]))
    const files = await docsFiles(api, { format })
    expect(files.get(`site/test/look.${extension}`)).toContain(`\n${element}\n\n## `)
    expect([...files.keys()].filter((path) => path.startsWith('site/assets/'))).toEqual([
      'site/assets/try-it.css',
      'site/assets/try-it.js',
      'site/assets/try-it-host.js',
      'site/assets/try-it-formats.js',
      'site/assets/try-it/test.js',
    ])
  },
)

describe.each([
  ['hostile names', hostileDocument()],
  ['hostile prose', prose],
])('%s', (_, json) => {
  const { api } = build(json)

  test.skipIf(!isInstalled)('are escaped in MDX', async () => {
    const { compile } = (await import(pathToFileURL(compiler).href)) as { compile: Compile }
    const files = await docsFiles(api, { format: 'mdx', title: evil })
    const pages = [...pagesOf(files, '.mdx')]
    expect(pages.length).toBeGreaterThan(10)
    for (const [path, text] of pages) {
      const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
      expect(head.split('\n'), path).toHaveLength(2)
      // Site generators remove the front matter before they read the page.
      await compile(body, { jsx: true, recmaPlugins: [() => (tree: unknown) => inert(tree, path)] })
    }
    const scripts = [...files.keys()].filter((path) => /\.(html|md|js|mjs)$/.test(path))
    expect(scripts.filter((path) => !path.startsWith('site/assets/try-it'))).toEqual([])
  })

  test('are escaped in VitePress', async () => {
    const files = await docsFiles(api, { format: 'vitepress', title: evil })
    const reader = new MarkdownIt({ html: true })
    for (const [path, text] of pagesOf(files, '.md')) {
      const tokens = reader.parse(text.replace(/^---\n[\s\S]*?\n---\n/, ''), {})
      const inline = tokens.flatMap(({ children }) => children ?? [])
      const html = inline.filter(({ type }) => type === 'html_inline')
      expect(
        html.filter(
          ({ content }) =>
            !/^(<wbr>|<code v-pre>|<\/code>|<rpcloom-try v-pre [^<]*>|<\/rpcloom-try>)$/.test(
              content,
            ),
        ),
        path,
      ).toEqual([])
      // VitePress writes the front matter into a script.
      expect(text.slice(0, text.indexOf('\n---\n')), path).not.toMatch(/(<|\\u003c)\//)
      expect(
        tokens.filter(({ type }) => type === 'html_block'),
        path,
      ).toEqual([])
      // Vue evaluates braces in code spans as well.
      let isLiteral = false
      const actual = inline.map(({ type, content }) => {
        if (type === 'html_inline') isLiteral = content === '<code v-pre>'
        return !isLiteral && /^(text|html_inline|code_inline)$/.test(type) ? content : ' '
      })
      expect(actual.join(''), path).not.toContain('{{')
    }
  })
})

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

/**
 * Checks the MDX output of a page without code: only string expressions, no modules, no components.
 */
function inert(tree: unknown, path: string): void {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node.type === 'JSXExpressionContainer') {
      const { expression } = node as unknown as { readonly expression: Node }
      expect(expression.type, path).toBe('Literal')
    }
    if (node.type === 'ImportDeclaration') names.add(JSON.stringify(node['source']))
    if (node.type === 'ExportNamedDeclaration') names.add('export')
    Object.values(node).forEach(visit)
  }
  visit(tree)
  expect([...names], path).toEqual([])
}

test('links resolve', async () => {
  const files = await docsFiles(build(hostileDocument()).api, { format: 'mdx' })
  expect(deadLinks(files)).toEqual([])
  // These pages have only the IDs of headings.
  for (const [path, text] of pagesOf(files, '.mdx')) expect(text, path).not.toMatch(/\]\(\S+\.mdx#/)
})
