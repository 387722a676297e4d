import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GuideError, GuideFile } from 'rpcloom/codegen'
import { beforeAll, describe, expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { type Outcome, rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { published } from '../../scripts/pack.mjs'
import { attributes, deadLinks, docsFiles, type Files, markdownTokens, root } from './site.ts'
import { openSearch } from './search.ts'

const pet = { type: 'object', properties: { id: { type: 'integer' } } }
const document = documentOf(
  [
    answering('pets.get', { $ref: '#/components/schemas/Pet' }),
    answering('pets.list', { type: 'array' }),
    answering('pets.remove', { type: 'null' }),
  ],
  { Pet: pet },
)

const guide = `---
order: 2
search: [adoption]
---

# Adopt a pet

Call [the method](method:pets.get), which returns a [pet](schema:Pet), as [conventions][c] say.

## Find one

\`\`\`js [Generated client]
const pets = await client.list()
\`\`\`

\`\`\`sh [curl]
curl -d '{"method":"pets.get"}' http://localhost
\`\`\`

## What can go wrong

> [!WARNING]
> Read [the first guide](first.md#next-steps) **before**.

\`\`\`js
not.a(tab)
\`\`\`

## Later

| Name | Pet <a> \`id\` | Age |
| ---- | ------------ | --- |
| Rex  | 1            |

| Name | Age |
| ---- | --- |
| Rex  | 1   |

[c]: page:conventions
`

const first = '# First\n\n## Next steps\n\nNothing.\n'
const files: readonly GuideFile[] = [
  { path: 'guides/adopt.md', text: guide },
  { path: 'guides/first.md', text: first },
]

describe('an index', () => {
  const index =
    '# Pet handbook\n\nWelcome.\n\n## Start\n\n[First](first.md)\n\n## Pets\n\n| Do | Read |\n| -- | -- |\n| adopt | [Adopt](adopt.md) |\n'
  const other = { path: 'guides/other.md', text: '# Other\n\nText, see [pets](README.md#pets).\n' }
  const all = [...files, other, { path: 'guides/README.md', text: index }]

  test('is the landing page, and divides the menu', async () => {
    const site = await docsFiles(build(document).api, {}, undefined, { guides: all })
    const page = site.get('site/index.html') ?? ''
    expect(page).toContain('<h1>Pet handbook</h1>')
    expect(page).toMatch(/<h2 id="pets">Pets<\/h2>/)
    const menu = (site.get('site/guides/adopt.html') ?? '').split('</nav>')[0] ?? ''
    const parts = [...menu.matchAll(/<details class="menu-part"( open)?><summary>([^<]*)/g)]
    expect(parts.map(([, open, title]) => [title, open !== undefined])).toEqual([
      ['Start', false],
      ['Pets', true],
      ['Guides', false],
      ['Reference', false],
    ])
    const adopt = site.get('site/guides/adopt.html') ?? ''
    expect(adopt).toContain('<a href="../index.html#pets">Pets</a>')
    expect(adopt).toContain('<span>Next</span><a href="other.html">')
    expect(site.get('site/guides/other.html')).toContain('href="../index.html#pets"')
    expect(deadLinks(site)).toEqual([])
    expect(openSearch(site)('handbook')[0]).toBe('Pet handbook')
  })

  test('makes a site without documents', async () => {
    const folder = temporaryFolder({
      'guides/README.md': '# Handbook\n\n## Start\n\n[First](first.md)\n',
      'guides/first.md': first,
      'rpcloom.config.json': JSON.stringify({
        inputs: [],
        out: 'out',
        scope: '@acme',
        targets: { docs: { title: 'Acme', guides: ['guides/*.md'] } },
      }),
    })
    expect((await rpcloom(folder, 'generate')).code).toBe(0)
    const page = readFileSync(join(folder, 'out/docs/site/index.html'), 'utf8')
    expect(page).toContain('<a href="guides/first.html">First</a>')
    expect(page).not.toMatch(/Reference|methods?\b/)
  })
})

describe('a guide', () => {
  let site: Files
  let html: string
  let markdown: string
  beforeAll(async () => {
    site = await docsFiles(build(document).api, {}, undefined, { guides: files })
    html = site.get('site/guides/adopt.html') ?? ''
    markdown = site.get('site/guides/adopt.md') ?? ''
  })

  test('links to methods, schemas, pages and other guides', () => {
    expect(attributes(html, 'href')).toEqual(
      expect.arrayContaining([
        '../test/get-method.html',
        '../schemas/test/Pet.html',
        '../conventions.html',
        'first.html#next-steps',
      ]),
    )
    const links = markdownTokens(markdown).map((token) => token.attrGet('href'))
    expect(links).toEqual(
      expect.arrayContaining([
        '../test/get-method.md',
        '../schemas/test/Pet.md',
        'first.md#next-steps',
      ]),
    )
    expect(deadLinks(site)).toEqual([])
  })

  test('links to its source', async () => {
    const options = { source: 'https://acme.example/api' }
    const only = /adopt\.html$/
    const page = await docsFiles(build(document).api, options, undefined, { guides: files, only })
    expect(page.get('site/guides/adopt.html')).toContain(
      '<a href="https://acme.example/api/guides/adopt.md" rel="noopener noreferrer">Edit <code>guides/adopt.md</code>',
    )
    expect(html).toContain('<code>guides/adopt.md</code>')
  })

  test('is below the list of guides', () => {
    const [crumbs = ''] = /<nav class="crumbs"[^]*?<\/nav>/.exec(html) ?? []
    expect(crumbs).toContain('<a href="../index.html#guides">Guides</a>')
    expect(crumbs).not.toContain('Reference')
  })

  test('names the columns of wide tables in each cell, for narrow screens', () => {
    const [wide = '', narrow = ''] = html.match(/<table[^]*?<\/table>/g) ?? []
    expect(wide).toContain('<table class="stacked">')
    expect(wide).toMatch(/<td data-label="Pet &lt;a&gt; id">1<\/td>\s*<td data-label="Age"><\/td>/)
    expect(narrow).not.toMatch(/class|data-label/)
  })

  test('shows named code blocks as tabs, and alerts as callouts', () => {
    const [tabs = ''] =
      /<div class="panel" data-tabs>.*?<\/div><\/section><\/div>/s.exec(html) ?? []
    expect(tabs.match(/class="tab-name">[^<]*/g)).toEqual([
      'class="tab-name">Generated client',
      'class="tab-name">curl',
    ])
    expect(tabs).not.toContain('not.a')
    expect(html).toMatch(/class="box callout warning"[^]*<strong>before<\/strong>/)
    expect(markdown).toContain('Generated client\n\n```js\nconst pets')
    expect(markdown).toContain('> **Warning**\n>\n> Read [the first guide]')
  })

  test('is in the menu, on the landing page, in llms.txt and in the search', () => {
    for (const path of ['index.html', 'test/get-method.html'])
      expect(site.get(`site/${path}`), path).toContain('guides/adopt.html">Adopt a pet</a>')
    expect(site.get('site/llms.txt')).toContain('(guides/adopt.md)')
    const search = openSearch(site)
    expect(
      ['adopt a pet', 'adoption', 'what can go wrong'].map((query) => search(query)[0]),
    ).toEqual(['Adopt a pet', 'Adopt a pet', 'What can go wrong'])
  })

  test('with a lower `order` comes first', () => {
    const menu = attributes(html, 'href').filter((href) => /^(adopt|first)\.html$/.test(href))
    expect(menu).toEqual(['adopt.html', 'first.html', 'first.html'])
  })

  test.each([
    ['get-method', true],
    ['list', true],
    ['remove', false],
  ])('is listed by the methods that it uses: %s', (page, isUsed) => {
    const listed = site.get(`site/test/${page}.html`)?.includes('<h2 id="guides">Guides</h2>')
    expect(listed).toBe(isUsed)
  })
})

describe('the landing page', () => {
  const { api } = build(document)

  test.each([
    ['by default', {}, 'npm install @test/client'],
    ['by the option `install`', { install: 'npm i <./pets.tgz>' }, 'npm i <./pets.tgz>'],
  ])('shows how to install the client, %s', async (_, options, commands) => {
    const files = await docsFiles(api, options, undefined, { only: /^site\/index\./ })
    const page = files.get('site/index.html') ?? ''
    const text = page.slice(page.indexOf('Install the client')).replaceAll(/<[^>]*>/g, '')
    expect(text.slice(0, 200)).toContain(commands.replace('<', '&lt;').replace('>', '&gt;'))
    expect(files.get('site/index.md')).toContain(commands)
  })

  test('of our docs installs the tarballs of the client and of all that it depends on', () => {
    const manifest = (folder: string): { name: string; dependencies?: Record<string, string> } =>
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as never
    const folders = new Map(published.map((folder) => [manifest(folder).name, folder]))
    const wanted = new Set(['@native-node/client'])
    for (const name of wanted) {
      const { dependencies = {} } = manifest(folders.get(name) ?? '')
      for (const one of Object.keys(dependencies)) if (folders.has(one)) wanted.add(one)
    }
    const { targets } = JSON.parse(readFileSync(join(root, 'rpcloom.config.json'), 'utf8')) as {
      targets: { docs: { install: string } }
    }
    const [, names = ''] = /\{(\S+)\}-\*\.tgz$/.exec(targets.docs.install) ?? []
    const tarballs = [...wanted].map((name) => name.replace('@', '').replace('/', '-'))
    expect(names.split(',').sort()).toEqual(tarballs.sort())
  })
})

describe('the headings of a guide', () => {
  test('have the IDs that GitHub gives them', async () => {
    const headings: readonly (readonly [text: string, id: string])[] = [
      ['Install & run', 'install--run'],
      ['Example', 'example'],
      ['Example', 'example-1'],
      ['Example', 'example-2'],
      ['Überblick', 'überblick'],
      ['安装', '安装'],
      ['安装', '安装-1'],
      ['`a.get` and [a link](https://a.example)', 'aget-and-a-link'],
      ['🚀 Start_here', '-start_here'],
      ['x² ‿ y', 'x-‿-y'],
      ['Guide', 'guide-1'],
    ]
    const links = headings.map(([, id]) => `[x](<#${id}>)`)
    const text = ['# Guide', ...links, ...headings.map(([heading]) => `## ${heading}`)].join('\n\n')
    const site = await docsFiles(build(document).api, {}, undefined, {
      guides: [{ path: 'guides/a.md', text }],
    })
    const page = site.get('site/guides/a.html') ?? ''
    const shown = [...page.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)
    expect(shown).toEqual(headings.map(([, id]) => id))
    expect(attributes(page, 'href')).toContain(`#${encodeURIComponent('安装-1')}`)
    expect(deadLinks(site)).toEqual([])
  })
})

test('a link to the title of a guide leads to its page', async () => {
  const text = '# My title\n\n## My title\n\n[top](#my-title), [section](#my-title-1).\n'
  const other = '---\ntitle: Short\n---\n# Long\n\n[title](a.md#my-title), [own](#long).\n'
  const guides = [
    { path: 'guides/a.md', text },
    { path: 'guides/b.md', text: other },
    { path: 'guides/index.md', text: '# Home\n\n[a](a.md#my-title), [top](#home)\n' },
  ]
  const site = await docsFiles(build(document).api, {}, undefined, { guides })
  const linked = (page: string): string => site.get(`site/${page}.html`) ?? ''
  expect(linked('guides/a')).toMatch(/<a href="a\.html">top<.*#my-title-1">section</)
  expect(linked('guides/b')).toMatch(/<a href="a\.html">title<.*<a href="b\.html">own</)
  expect(linked('index')).toMatch(/<a href="guides\/a\.html">a<.*<a href="index\.html">top</)
  expect(deadLinks(site)).toEqual([])
})

test('a callout uses the link definitions of its file', async () => {
  const text = '# T\n\n> [!NOTE]\n> See [the method][m].\n\n[m]: method:pets.get\n'
  const guides = [{ path: 'guides/a.md', text }]
  const site = await docsFiles(build(document).api, {}, undefined, { guides })
  const page = site.get('site/guides/a.html') ?? ''
  const [callout = ''] = /<div class="box callout[^]*?<\/div>/.exec(page) ?? []
  expect(callout).toContain('<a href="../test/get-method.html">the method</a>')
  expect(callout).not.toContain('[')
})

/** Runs the command in a project with one document and a guide. */
async function generated(text: string): Promise<Outcome & { readonly folder: string }> {
  const folder = temporaryFolder({
    'pets.openrpc.json': JSON.stringify(document),
    'guides/a.md': text,
    'rpcloom.config.json': JSON.stringify({
      inputs: ['pets.openrpc.json'],
      out: 'packages',
      scope: '@acme',
      format: false,
      targets: { docs: { guides: ['guides/*.md'] } },
    }),
  })
  return { folder, ...(await rpcloom(folder, 'generate')) }
}

const faults: readonly (readonly [text: string, at: string, message: string])[] = [
  ['# T\n\nSee [a](method:pets.gett).', '3:9', 'no method `pets.gett`. Did you mean `pets.get`?'],
  ['# T\n\n| a | b |\n| - | - |\n| c | [a](method:d) |', '5:11', 'no method `d`'],
  ['# T\n\n- a\n- b [a](schema:Cat)', '4:9', 'no schema `Cat`'],
  ['---\ntitle: T\n---\n\n[a](group:x)', '5:5', 'no group `x`'],
  ['# T\n\n[a](page:nothing)', '3:5', 'no page `nothing`'],
  ['# T\n\n[a](page:glossary)', '3:5', 'no page `glossary`'],
  ['# T\n\n[a](b.md)', '3:5', '`b.md` has no target'],
  ['# T\n\n[a](#missing)', '3:5', 'no heading `#missing`'],
  ['# T\n\n> [!NOTE]\n> See\n> [a](javascript:x)', '5:7', 'has no target'],
  ['# T\n\n![a](a.png)', '3:6', 'load no images'],
  ['# T\n\n[a][b]\n\n[b]: method:c', '3:1', 'no method `c`'],
  ['# T\n\n> [!NOTE]\n> See\n> [a][b]\n\n[b]: method:c', '4:1', 'no method `c`'],
  ['Text', '1:1', 'has no title'],
  ['---\ntitel: T\n---\n# T', '2:1', 'Unknown member `titel`'],
  ['---\norder: first\n---\n# T', '2:1', '`order` must be a number'],
  ['---\ntitle: [\n---\n# T', '2:9', 'not valid YAML'],
]

test.each(faults)('%j has an error at %s: %s', async (text, at, message) => {
  const path = 'guides/a.md'
  const { faults: found } = await docsFiles(build(document).api, {}, undefined, {
    guides: [{ path, text }],
  }).then(
    () => ({ faults: [] }),
    (error: GuideError) => error,
  )
  expect(found).toEqual([
    expect.objectContaining({ path, message: expect.stringContaining(message) }),
  ])
  const [fault] = found
  expect(`${fault?.line}:${fault?.column}`).toBe(at)
})

test('errors of guides are diagnostics with a position', async () => {
  const { code, stderr } = await generated('# T\n\nSee [a](method:pets.gett).')
  const [place, severity, name, ...message] = stderr.split(/ +/)
  expect([code, place, severity, name]).toEqual([2, 'guides/a.md:3:9', 'error', 'RL015'])
  expect(message.join(' ')).toMatch(/^There is no method `pets\.gett`/)
})

test('a path that matches no guide is an error', async () => {
  const { folder } = await generated('# T')
  writeFileSync(
    join(folder, 'rpcloom.config.json'),
    readFileSync(join(folder, 'rpcloom.config.json'), 'utf8').replace('*.md', 'b.md'),
  )
  const { code, stderr } = await rpcloom(folder, 'generate')
  expect([code, stderr]).toEqual([2, expect.stringContaining('RL004')])
})

test('an edited or added guide makes the output stale', async () => {
  const { folder } = await generated('# T')
  const page = (): string => readFileSync(join(folder, 'packages/docs/site/guides/a.html'), 'utf8')
  const changed = async (): Promise<string> => (await rpcloom(folder, 'generate')).stdout
  expect(page()).toContain('<h1>T</h1>')
  expect(await changed()).toMatch(/up to date|Nothing/i)
  writeFileSync(join(folder, 'guides/a.md'), '# Other')
  await changed()
  expect(page()).toContain('<h1>Other</h1>')
  writeFileSync(join(folder, 'guides/b.md'), '# Added')
  await changed()
  expect(page()).toContain('b.html">Added</a>')
})
