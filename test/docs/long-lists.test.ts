// Pages stay short for a list of any length in a document, and every entry is on one of them.
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from 'rpcloom/model'
import { answering, build, documentOf } from '../model/documents.ts'
import { attributes, deadLinks, docsFiles, type Files, pagesOf } from './site.ts'

const largest = 60 * 1024
const text = { type: 'string' }

const count = <Each>(length: number, each: (index: number) => Each): Each[] =>
  Array.from({ length }, (_, index) => each(index))

const fields = (length: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    count(length, (index) => [`field${index}`, { ...text, description: `Number <${index}>` }]),
  ),
})

function heavyOf(html: Files): readonly string[] {
  return [...html].flatMap(([path, page]) => {
    const size = Buffer.byteLength(page)
    return size > largest ? [`${path} ${size}`] : []
  })
}

async function siteOf(methods: readonly JsonObject[], schemas: JsonObject = {}): Promise<Files> {
  return docsFiles(build(documentOf([...methods], schemas)).api)
}

/** Returns the values of an attribute on all pages whose paths have a prefix. */
function all(html: Files, start: string, attribute: string): readonly string[] {
  const pages = [...html].filter(([path]) => path.startsWith(start))
  return pages.flatMap(([, page]) =>
    attributes(/<main[\s\S]*<\/main>/.exec(page)?.[0] ?? '', attribute),
  )
}

describe('a document with many methods, errors and schemas', () => {
  let files: Files
  let html: Files
  beforeAll(async () => {
    const methods = count(700, (index) => ({
      ...answering(`all.getSomethingNumber${index}`, text),
      summary: `Returns what has number ${index}, as it is now and as nobody else may see it`,
      errors: [{ code: index, message: `Failure ${index} of the many that there are` }],
    }))
    const schemas = count(2000, (index): [string, JsonObject] =>
      index % 2 === 0
        ? [`Record${index}`, fields(1)]
        : [`Name${index}`, { ...text, description: `The name of ${index}`, minLength: index }],
    )
    files = await siteOf(methods, Object.fromEntries(schemas))
    html = pagesOf(files, '.html')
  })

  test('has no page that is too long and no broken link', () => {
    expect(heavyOf(html)).toEqual([])
    expect(deadLinks(files)).toEqual([])
  })

  test.each([
    ['test/index', /(?:^|\/)get-something-number\d+\.html$/, 700],
    ['methods', /(?:^|\/)get-something-number\d+\.html$/, 700],
    ['schemas/index', /(?:^|\/)Record\d+\.html$/, 1000],
  ])('links each from the pages of one list: %s', (path, pattern, want) => {
    expect([...html.keys()].filter((page) => page.startsWith(path)).length).toBeGreaterThan(1)
    const links = all(html, path, 'href').filter((href) => pattern.test(href))
    expect(new Set(links).size).toBe(want)
    expect(links).toHaveLength(want)
  })

  test.each([
    ['errors', /^error\d+-/, 700],
    ['schemas/primitives', /^name\d+$/i, 1000],
  ])('describes each on the pages of one list: %s', (path, pattern, want) => {
    expect(html.has(`${path}.2.html`)).toBe(true)
    expect(all(html, path, 'id').filter((id) => pattern.test(id))).toHaveLength(want)
  })

  test.each(['test/index', 'methods'])('each page of %s can be filtered', (path) => {
    const parts = [...html].filter(([page]) => new RegExp(`^${path}(\\.\\d+)?\\.html$`).test(page))
    expect(parts.length).toBeGreaterThan(1)
    for (const [page, text] of parts) {
      expect(text, page).toContain('data-filter-input')
      expect(text, page).toContain('data-parts')
    }
  })

  test('the search finds the page that describes a method', () => {
    const script = files.get('site/assets/search-rows.js') ?? ''
    const rows = JSON.parse(script.slice(script.indexOf('['))) as readonly string[][]
    const hit = rows.find(([kind, name]) => kind === 'error' && name === '10')
    const [path = '', id = ''] = hit?.[2]?.split('#') ?? []
    expect(path).toMatch(/^errors\.\d+\.html$/)
    expect(html.get(path)).toContain(`id="${id}"`)
  })

  test('pages of a list link the list, each other and their entry in the menu', () => {
    const part = html.get('test/index.2.html') ?? ''
    expect(part).toMatch(/<li class="current"><a href="index\.html">Test<\/a>/)
    expect(part).toMatch(
      /Part 2 of \d+<\/span><ul><li><a href="index\.html">1<\/a><\/li><li class="current">/,
    )
    expect(files.get('site/sitemap.xml')).toContain('<loc>test/index.2.html</loc>')
    expect(files.get('site/test/index.md')).toMatch(
      /Part 1 of \d+\n\n- \[1\]\(index\.md\)\n- \[2\]/,
    )
  })
})

test('the menu of many methods lists the sections, and the methods of the current one', async () => {
  const names = count(200, (index) => `${index < 100 ? 'first' : 'second'}.get${index}`)
  const html = pagesOf(await siteOf(names.map((name) => answering(name, text))), '.html')
  const menu = /<ul class="menu-groups">[^]*?<\/nav>/.exec(html.get('test/first-get5.html') ?? '')
  expect(menu?.[0]).toContain('<details open><summary>first<small>100</small></summary>')
  expect(menu?.[0]).toContain(
    '<li class="closed"><a href="second-get100.html">second</a><small>100</small></li>',
  )
  expect(attributes(menu?.[0] ?? '', 'href')).toHaveLength(103)
})

test('a title that repeats the name of a type or result is not a description', async () => {
  const titled = (title: string): JsonObject => ({ title, type: 'object', properties: { a: text } })
  const method = {
    name: 'findPet',
    params: [{ name: 'id', schema: { $ref: '#/components/schemas/PetId' } }],
    result: { name: 'Pet', schema: titled('Pet') },
  }
  const files = await siteOf([method], { PetId: { title: 'PetId', type: 'string' } })
  const page = files.get('site/test/find-pet.html') ?? ''
  expect(page).toContain('>PetId</a>')
  expect(page).not.toMatch(/<p>(PetId|Pet)<\/p>/)
})

test('hundreds of errors, params, fields and values of one method have separate pages', async () => {
  const method = {
    name: 'a.all',
    params: count(400, (index) => ({
      name: `param${index}`,
      description: `For ${index}`,
      schema: text,
    })),
    result: { name: 'r', schema: fields(1000) },
    errors: count(900, (index) => ({ code: index, message: `Failure <${index}>` })),
  }
  const Kind = {
    oneOf: count(1500, (index) => ({ const: `value ${index}`, description: `Meaning ${index}` })),
    description: 'One of many',
  }
  const files = await siteOf(
    [method, { ...answering('a.kind', { $ref: '#/components/schemas/Kind' }) }],
    { Kind, Flat: fields(1000) },
  )
  const html = pagesOf(files, '.html')
  expect(heavyOf(html)).toEqual([])
  expect(deadLinks(files)).toEqual([])
  const ids = all(html, 'test/all', 'id')
  expect(ids.filter((id) => /^params\.param\d+$/.test(id))).toHaveLength(400)
  expect(ids.filter((id) => /^result\.field\d+$/.test(id))).toHaveLength(1000)
  const page = html.get('test/all.html') ?? ''
  const errors = attributes(page, 'href').filter((href) => /#error\d+-/.test(href))
  expect(errors).toHaveLength(61)
  expect(page).toMatch(/errors[.\d]*\.html#error60[^"]*">840 further errors</)
  expect(all(html, 'errors', 'id').filter((id) => /^error\d+-/.test(id))).toHaveLength(900)
  expect(html.has('schemas/test/Kind.2.html')).toBe(true)
  const kinds = [...html].filter(([path]) => path.startsWith('schemas/test/Kind.'))
  const meanings = kinds.flatMap(([, kind]) => kind.match(/Meaning \d+/g) ?? [])
  expect(new Set(meanings).size).toBe(1500)
  expect(html.get('schemas/test/Flat/fields.further.html')).toContain('<h1>Further fields</h1>')
  expect(all(html, 'schemas/test/Flat', 'id').filter((id) => /^field\d+$/.test(id))).toHaveLength(
    1000,
  )
})

test('a long changelog continues on further pages, which the search finds', async () => {
  const versions = count(
    300,
    (index) => `## ${300 - index}.0.0\n\n${'- Something changed\n'.repeat(20)}`,
  )
  const files = await docsFiles(build(documentOf([answering('a.b', text)])).api, {}, undefined, {
    overrides: { 'changelog.md': `# Changelog\n\n${versions.join('\n')}` },
  })
  const html = pagesOf(files, '.html')
  expect(heavyOf(html)).toEqual([])
  expect(deadLinks(files)).toEqual([])
  expect(all(html, 'changes', 'id').filter((id) => id.startsWith('v-'))).toHaveLength(300)
})

test('a generated value is not much longer than the part that the page shows', async () => {
  const names = count(60, (index) => `S${index}`)
  const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, ref(name)])),
  }
  const schemas = Object.fromEntries(names.map((name) => [name, schema]))
  const files = await siteOf([answering('getAll', ref('S0'))], schemas)
  const left = files.get('site/test/get-all.html')?.match(/>(\d+)<.u> more characters/)?.[1]
  expect(Number(left)).toBeLessThan(100_000)
})
