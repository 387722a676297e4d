import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { readChangelog } from '../../templates/docs/site/changelog.ts'
import { byVersion, isSameVersion } from '../../templates/docs/site/version-order.ts'
import { answering, build, documentOf } from '../model/documents.ts'
import { evil, hostileDocument } from './hostile-document.ts'
import { deadLinks, docsFiles } from './site.ts'

const text = { type: 'string' }
const dated = documentOf([
  { ...answering('a.first', text), 'x-since': 'v1.2.0', summary: 'The first' },
  {
    ...answering('a.second', text),
    deprecated: true,
    'x-deprecated': { since: '1.10.0', replacedBy: 'a.first', reason: 'Slow' },
  },
])
const changelog = [
  '# Changelog',
  '## [Unreleased]',
  '- Soon',
  '## [1.10.0] - 2026-02-03',
  '',
  '- **Faster** by half',
  '',
  '```md',
  '## 9.9.9',
  '```',
  '## 1.2.0 (2025-11-30)',
].join('\n')

describe('versions', () => {
  test.each([
    [
      ['1.2.0', 'v1.10.0', '1.9', '1.10.0-rc.1', 'Unreleased'],
      ['v1.10.0', '1.10.0-rc.1', '1.9', '1.2.0', 'Unreleased'],
    ],
    [
      ['2', '10', '1'],
      ['10', '2', '1'],
    ],
  ])('%j are ordered', (given, want) => {
    expect([...given].sort(byVersion)).toEqual(want)
  })

  test('are equal with and without the leading letter', () => {
    expect(isSameVersion('v1.2', '1.2')).toBe(true)
    expect(isSameVersion('1.2', '1.2.1')).toBe(false)
  })
})

test('a changelog is read by its headings, except for those in code', () => {
  const read = readChangelog(changelog)
  expect(read.map(({ version, date }) => [version, date])).toEqual([
    ['Unreleased', undefined],
    ['1.10.0', '2026-02-03'],
    ['1.2.0', '2025-11-30'],
  ])
  expect(read[1]?.text).toContain('## 9.9.9')
  expect(readChangelog('')).toEqual([])
})

describe('the page of changes', () => {
  test('lists changes from the documents and the changelog, the newest version first', async () => {
    const files = await docsFiles(build(dated).api, {}, undefined, {
      overrides: { 'changelog.md': changelog },
    })
    const page = files.get('site/changes.html') ?? ''
    const ids = [...page.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id)
    expect(ids).toEqual(['v-1.10.0', 'v-1.2.0', 'v-Unreleased', 'documents'])
    expect(page).toContain('1.10.0, 2026-02-03')
    expect(page).toContain('<strong>Faster</strong>')
    expect(page).toMatch(/<td[^>]*>Added<\/td><td[^>]*><a href="[^"]*first.html">/)
    expect(page).toMatch(/<td[^>]*>Deprecated<\/td><td[^>]*><a href="[^"]*second.html">/)
    expect(deadLinks(files)).toEqual([])
  })

  test('is omitted without changes, like the feed', async () => {
    const files = await docsFiles(build(documentOf([answering('a.only', text)])).api)
    expect([...files.keys()].filter((path) => path.includes('changes'))).toEqual([])
    expect(files.get('site/index.html')).not.toMatch(/changes\.(html|xml)/)
  })
})

interface Feed {
  readonly feed: {
    readonly id: string
    readonly updated: string
    readonly entry?: readonly {
      readonly id: string
      readonly title: string
      readonly updated: string
    }[]
  }
}

function feedOf(xml: string): Feed['feed'] {
  expect(XMLValidator.validate(xml)).toBe(true)
  const parser = new XMLParser({ isArray: (name) => name === 'entry', parseTagValue: false })
  return (parser.parse(xml) as Feed).feed
}

function entriesOf(xml: string): readonly string[] {
  return (feedOf(xml).entry ?? []).map(({ title }) => title)
}

describe('the feed of changes', () => {
  test('has an entry for each version, with the date of the changelog', async () => {
    const options = { baseUrl: 'https://docs.example/api' }
    const site = await docsFiles(build(dated).api, options, undefined, {
      overrides: { 'changelog.md': changelog },
    })
    const feed = feedOf(site.get('site/changes.xml') ?? '')
    expect(feed.updated).toBe('2026-02-03T00:00:00Z')
    expect(feed.entry?.map(({ title, updated }) => [title, updated])).toEqual([
      ['1.10.0', '2026-02-03T00:00:00Z'],
      ['1.2.0', '2025-11-30T00:00:00Z'],
      // An unknown date sorts as the oldest possible one.
      ['Unreleased', '1970-01-01T00:00:00Z'],
    ])
    expect(new Set(feed.entry?.map(({ id }) => id)).size).toBe(3)
    expect(site.get('site/changes.xml')).toContain('href="https://docs.example/api/changes.xml"')
  })

  test('is well-formed XML for any text in the documents', async () => {
    const files = await docsFiles(build(hostileDocument()).api, { title: evil })
    expect(entriesOf(files.get('site/changes.xml') ?? '')).toHaveLength(1)
  })
})
