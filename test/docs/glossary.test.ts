import { describe, expect, test } from 'vitest'
import { methodDoc } from 'rpcloom/codegen'
import { buildApi, type JsonObject } from 'rpcloom/model'
import { answering, build, documentOf, loadedFrom } from '../model/documents.ts'
import { openSearch } from './search.ts'
import { deadLinks, docsFiles } from './site.ts'

const text = { type: 'string' }
const explaining = (key: string, terms: readonly JsonObject[]): JsonObject =>
  documentOf(
    [answering(`${key}.method`, text)],
    {},
    {
      info: { title: `Group ${key}`, version: '1.0.0' },
      'x-group': { key, path: `/${key}`, transports: ['http'] },
      'x-glossary': terms,
    },
  )
const files = {
  'one.json': explaining('one', [
    { term: 'Nonce', description: 'Transactions **sent** so far', aliases: ['count'] },
    { term: 'Block', description: 'What is agreed on' },
  ]),
  'two.json': explaining('two', [
    { term: 'nonce', description: 'A number used once' },
    { term: 'Block', description: 'What is agreed on' },
  ]),
}

describe('the glossary', () => {
  test('merges the terms of documents, with the group of each definition', async () => {
    const { api } = buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' })
    const site = await docsFiles(api)
    const page = site.get('site/glossary.html') ?? ''
    const terms = [...page.matchAll(/<dt id="([^"]+)">/g)].map(([, id]) => id)
    expect(terms).toEqual(['term-Block', 'term-Nonce'])
    const meanings = page.split('<dd>').slice(1)
    expect(meanings).toHaveLength(3)
    expect(meanings[0]).toMatch(/agreed on[\s\S]*Group one[\s\S]*Group two/)
    expect(meanings[1]).toContain('<strong>sent</strong>')
    expect(meanings[1]).not.toContain('Group two')
    expect(site.get('site/glossary.md')).toContain('- **Nonce** (also count)')
    for (const path of ['sitemap.xml', 'llms.txt', 'llms-full.txt', 'one/index.html']) {
      expect(site.get(`site/${path}`), path).toMatch(/[Gg]lossary/)
    }
    expect(openSearch(site)('nonce')[0]).toBe('Nonce')
    expect(site.get('site/assets/search-rows.js')).toContain('["term","Nonce"')
    expect(deadLinks(site)).toEqual([])
  })

  test('is omitted if no document defines terms', async () => {
    const site = await docsFiles(build(documentOf([answering('a.only', text)])).api)
    expect([...site.keys()].filter((path) => path.includes('glossary'))).toEqual([])
    expect(site.get('site/index.html')).not.toContain('Glossary')
  })
})

test('the help for an error is on its page and in the table of its method', async () => {
  const help = 'Ask `a.other` first'
  const lost = { code: -1, message: 'Lost', 'x-reason': { name: 'lost', when: 'It is gone', help } }
  const methods = [{ ...answering('a.find', text), errors: [lost] }, answering('a.other', text)]
  const site = await docsFiles(build(documentOf(methods)).api)
  const linked = /Ask <a[^>]*other.html"><code>a\.other<\/code><\/a> first/
  expect(site.get('site/test/find.html')).toMatch(linked)
  expect(site.get('site/test/find.html')).toContain('>When, and what to do</th>')
  expect(site.get('site/errors.html')).toMatch(linked)
  expect(site.get('site/test/find.md')).toContain('It is gone. **What to do:** Ask')
  expect(site.get('site/errors.md')).toContain('**What to do:** Ask')
})

test('experimental methods are marked, also if the whole document is experimental', async () => {
  const methods = [
    answering('a.first', text),
    { ...answering('a.second', text), 'x-stability': 'stable' },
  ]
  const { api } = build(documentOf(methods, {}, { 'x-stability': 'experimental' }))
  const site = await docsFiles(api)
  const badge = /<li class="badge[^>]*>Experimental</
  expect(site.get('site/test/first.html')).toMatch(badge)
  expect(site.get('site/test/second.html')).not.toMatch(badge)
  expect(site.get('site/methods.html')).toContain('Experimental')
  const [group] = api.groups
  const docs = group?.methods.map((method) =>
    methodDoc({ api, group }, method).includes('@experimental'),
  )
  expect(docs).toEqual([true, false])
  expect(site.get('site/index.html')).toContain('May change or be removed in any version')
})

test('a group shows its common methods, and the changes of its last version', async () => {
  const methods = [
    { ...answering('a.first', text), 'x-since': 'v1.2.0' },
    {
      ...answering('a.second', text),
      'x-since': '1.10.0',
      summary: 'Second of all',
      paramStructure: 'by-name',
      params: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, schema: text })),
    },
  ]
  const group = { key: 'a', path: '/a', transports: ['http'], featured: ['a.second'] }
  const site = await docsFiles(build(documentOf(methods, {}, { 'x-group': group })).api)
  const page = site.get('site/test/index.html') ?? site.get('site/a/index.html') ?? ''
  const cards = page.split('id="featured"')[1]?.split('<section aria-labelledby')[0] ?? ''
  expect(cards).toContain('({ a?, b?, c?, d?, e?, … })')
  expect(cards).toContain('Second of all')
  const latest = page.split('id="latest"')[1]?.split('</section>')[0] ?? ''
  expect(latest).toContain('Changes in 1.10.0')
  expect(latest).toContain('a.second')
  expect(latest).not.toContain('a.first')
  expect(deadLinks(site)).toEqual([])
})
