// Documents may have methods and schemas with the same names. A name means that of its own document first.
import type { GuideError } from 'rpcloom/codegen'
import { type Api, buildApi, type JsonObject } from 'rpcloom/model'
import { beforeAll, describe, expect, test } from 'vitest'
import { answering, build, documentOf, loadedFrom } from '../model/documents.ts'
import { attributes, deadLinks, docsFiles, type Files, pagesOf } from './site.ts'

const pet = { type: 'object', properties: { id: { type: 'integer' } } }
const ref = { $ref: '#/components/schemas/Pet' }
const text = { type: 'string' }
const info = (title: string): JsonObject => ({ info: { title, version: '1.0.0' } })

const status = (summary: string): JsonObject => ({ ...answering('status', ref), summary })
const old = (name: string): JsonObject => ({
  ...answering(name, text),
  summary: 'Old',
  description: 'Call `status` or `count` for a `Pet`.',
  deprecated: true,
  'x-deprecated': { replacedBy: 'status', since: '1.0.0' },
})
const error = { code: 1, message: 'Late', 'x-reason': { name: 'late', when: 'after `status`' } }

const files: Readonly<Record<string, JsonObject>> = {
  'a.json': documentOf([status('Of A'), answering('count', text)], { Pet: pet }, info('A')),
  'b.json': documentOf(
    [status('Of B'), { ...old('old'), errors: [error] }],
    { Pet: { ...pet, description: 'Of `status` and a `Pet`.' } },
    info('B'),
  ),
  'c.json': documentOf([old('former')], {}, info('C')),
}

function apiOf(): Api {
  return buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' }).api
}

/** Returns the addresses of the links of a page whose text is a name, or starts with it. */
function linksOf(html: string, name: string): readonly string[] {
  const [, main = ''] = /<main[^>]*>([^]*?)<\/main>/.exec(html) ?? []
  const links = main.matchAll(/<a href="([^"]*)"[^>]*>(?:<code>)?([^<]*)/g)
  return [...links].flatMap(([, href = '', shown = '']) =>
    shown === name || shown.startsWith(`${name} `) ? [`${shown}: ${href}`] : [],
  )
}

describe('documents with equal names', () => {
  let site: Files
  const page = (path: string): string => {
    const html = site.get(`site/${path}.html`)
    if (html === undefined) throw new Error([...pagesOf(site, '.html').keys()].join(' '))
    return html
  }
  beforeAll(async () => void (site = await docsFiles(apiOf())))

  test('link to that of the own document in prose, for a replacement and as related', () => {
    const html = page('b/old')
    expect(new Set(linksOf(html, 'status'))).toEqual(new Set(['status: status.html']))
    for (const before of ['Call ', 'Use ', '<li>'])
      expect(html).toContain(`${before}<a href="status.html"><code>status</code></a>`)
    expect(linksOf(html, 'Pet')).toEqual(['Pet: ../schemas/b/Pet.html'])
  })

  test('link to a name that is elsewhere, if only one document has it', () => {
    expect(linksOf(page('b/old'), 'count')).toEqual(['count: ../a/count.html'])
  })

  test('say which it is, if several others have it', () => {
    const html = page('c/former')
    expect(html).toContain('Use <code>status</code> instead.')
    expect(linksOf(html, 'status')).toEqual([
      'status (A): ../a/status.html',
      'status (B): ../b/status.html',
    ])
    expect(linksOf(html, 'Pet')).toEqual([])
  })

  test('link from schemas and errors to the own document', () => {
    expect(linksOf(page('schemas/b/Pet'), 'status')).toContain('status: ../../b/status.html')
    expect(linksOf(page('b/errors'), 'status')).toContain('status: status.html')
    expect(deadLinks(site)).toEqual([])
  })

  test('link from the list of deprecations to that of the row', () => {
    const rows = page('deprecations').match(/<tr>[^]*?<\/tr>/g) ?? []
    const row = (name: string): string => rows.find((one) => one.includes(`>${name}<`)) ?? ''
    expect(row('old')).toContain('href="b/status.html"')
    expect(row('former')).toContain('<code>status</code>')
    expect(row('former')).not.toContain('status.html')
  })
})

test('guides name the document of a method, if several have it', async () => {
  const printed = (text: string): Promise<Files> =>
    docsFiles(apiOf(), {}, undefined, { guides: [{ path: 'g.md', text: `# T\n\n${text}` }] })
  const fault = await printed('[x](method:status)').then(
    () => '',
    (error: GuideError) => error.message,
  )
  expect(fault).toContain('several methods `status`. Use one of method:a/status, method:b/status')
  const site = await printed('[x](method:b/status) and [y](method:count). A `status`.')
  const html = site.get('site/guides/g.html') ?? ''
  expect(attributes(html, 'href')).toEqual(
    expect.arrayContaining(['../b/status.html', '../a/count.html']),
  )
  expect(html).not.toContain('../a/status.html"><code>status')
  expect(site.get('site/b/status.html')).toContain('guides/g.html">T</a>')
})

test('a method that both sides implement is linked to that of the side of the page', async () => {
  const both = { 'x-implemented-by': ['server', 'client'] }
  const named = { description: 'Like `ping`.' }
  const document = documentOf([
    { ...answering('ping', text), ...both },
    { ...answering('ask', text), ...named },
    { ...answering('tell', text), ...named, 'x-implemented-by': ['client'] },
  ])
  const guides = [{ path: 'g.md', text: '# T\n\n[x](method:ping)' }]
  const site = await docsFiles(build(document).api, {}, undefined, { guides })
  const linked = (path: string): string => site.get(`site/${path}.html`) ?? ''
  expect(linked('test/ask')).toContain('Like <a href="ping.html"><code>ping</code></a>')
  expect(linked('test-client/tell')).toContain('Like <a href="ping.html"><code>ping</code></a>')
  expect(linked('guides/g')).toContain('<a href="../test/ping.html">x</a>')
})
