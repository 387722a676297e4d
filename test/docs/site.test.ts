import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Api, JsonObject } from 'rpcloom/model'
import { answering, build, documentOf } from '../model/documents.ts'
import { publishedFaults } from '../published-meta-schema.ts'
import { petstore } from '../targets/petstore.ts'
import { openSearch } from './search.ts'
import {
  attributes,
  deadLinks,
  docsFiles,
  type Files,
  heavyFirstPages,
  loadOurApi,
  ourApi,
  ourFiles,
  pagesOf,
} from './site.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
let api: Api
let files: Files
let html: Files
let search: (query: string) => readonly string[]

beforeAll(async () => {
  api = await ourApi()
  files = await ourFiles()
  html = pagesOf(files, '.html')
  search = openSearch(files)
})

describe('the site of the documents in openrpc', () => {
  test('has an HTML and a markdown page for every method and every named schema', () => {
    const titles = [...html.values()].map((text) => /<title>([^<]*) · /.exec(text)?.[1])
    for (const group of api.groups) {
      for (const method of group.methods) expect(titles).toContain(method.name)
    }
    const schemas = [...api.types.values()].filter(({ origin }) => origin.startsWith('component'))
    const primitives = html.get('schemas/primitives.html') ?? ''
    for (const { name } of schemas) {
      expect(titles.includes(name) || primitives.includes(`<code>${name}</code>`), name).toBe(true)
    }
    const read = [...html.keys()].filter((path) => path !== '404.html')
    const twins = read.filter((path) => !files.has(`site/${path.slice(0, -5)}.md`))
    expect(twins).toEqual([])
  })

  test('has no broken link and no duplicate id', () => {
    expect(deadLinks(files)).toEqual([])
    for (const [path, text] of html) {
      const ids = attributes(text, 'id')
      expect(new Set(ids).size, path).toBe(ids.length)
    }
  })

  test('loads nothing from other origins and has no inline code', () => {
    for (const [path, text] of html) {
      const loaded = [...text.matchAll(/<(?:link|script|img|use)\b[^>]*?(?:href|src)="([^"]*)"/g)]
      const outside = loaded.map(([, url = '']) => url).filter((url) => /^(\w+:|\/)/.test(url))
      expect(outside, path).toEqual([])
      expect(text, path).not.toMatch(
        /<script(?![^>]*\ssrc=|\stype="application\/ld\+json")|<style|\sstyle=|\son\w+="/i,
      )
    }
    for (const name of [
      'style.css',
      'theme.js',
      'site.js',
      'search.js',
      'search-words.js',
      'search-ranking.js',
      'filter.js',
    ]) {
      expect(files.get(`site/assets/${name}`), name).not.toMatch(
        /https?:\/\/(?!www\.w3\.org\/2000)/,
      )
    }
  })

  test('titles and descriptions are unique', () => {
    for (const pattern of [/<title>([^<]*)</, /<meta name="description" content="([^"]*)"/]) {
      const texts = [...html.values()].map((text) => pattern.exec(text)?.[1] ?? '')
      expect(texts.filter((text, index) => text === '' || texts.indexOf(text) !== index)).toEqual(
        [],
      )
    }
  })

  test('stays within its size limits', () => {
    const size = (text: string | undefined): number => Buffer.byteLength(text ?? '')
    const heavy = [...html].filter(([, text]) => size(text) > 64 * 1024)
    expect(heavy.map(([path, text]) => `${path} ${size(text)}`)).toEqual([])
    expect(size(files.get('site/assets/style.css'))).toBeLessThan(27 * 1024)
    const first = ['theme.js', 'site.js'].map((name) => size(files.get(`site/assets/${name}`)))
    expect(first.reduce((sum, one) => sum + one)).toBeLessThan(17 * 1024)
    expect(heavyFirstPages(html, (path) => files.get(`site/${path}`) ?? '')).toEqual([])
  })

  test('the Markdown lists of methods and schemas have a summary for each', () => {
    expect(files.get('site/methods.md')).toMatch(
      /^- \[`info\.getNetworkID`\]\(info\/get-network-id\.md\): Returns /m,
    )
    const schemas = files.get('site/schemas/index.md')
    expect(schemas).toMatch(/^- \[`UtxoPage`\]\(.*\.md\) \(Object\): A page of unspent outputs/m)
  })

  test('every example is checked against its schemas', () => {
    const failed = [...html].filter(([, text]) => text.includes('Not valid against the schemas'))
    expect(failed.map(([path]) => path)).toEqual([])
    expect(html.get('p-chain/get-height.html')).toContain('Valid against the schemas')
  })

  test('is identical, byte for byte, when it is built again', async () => {
    // All documents take half a minute.
    const wanted = isLong ? undefined : /^(?:health|keystore|x-chain)\.openrpc\.json$/
    const once = async (): Promise<Files> => docsFiles(await loadOurApi(wanted))
    expect([...(await once())]).toEqual([...(await once())])
  })

  test('the menu marks the open page, once and accessibly', () => {
    const parts = /(?:\/(?:fields|examples|errors|description|values)\.|\.\d+\.html$)/
    for (const [path, text] of html) {
      if (path === '404.html' || parts.test(path) || path.startsWith('schemas/')) continue
      if (/^[^/]+\/errors\.html$/.test(path)) continue
      const menu = /<nav id="menu"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? ''
      expect(menu.match(/<a [^>]*aria-current="page"/g), path).toHaveLength(1)
    }
  })

  test.each([
    ['c-chain/eth-get-block-by-number.html', ['Blocks']],
    ['c-chain/index.html', []],
  ])('the menu has sections by tag, and that of the page is open: %s', (path, open) => {
    const menu = /<ul class="menu-groups">[^]*?<\/nav>/.exec(html.get(path) ?? '')?.[0] ?? ''
    const sections = [...menu.matchAll(/<details( open)?><summary>([^<]*)/g)]
    expect(sections.length).toBeGreaterThan(8)
    expect(sections.flatMap(([, isOpen, title]) => (isOpen ? [title] : []))).toEqual(open)
  })

  test('only the current group is open in the menu', () => {
    const menu = /<nav id="menu"[\s\S]*?<\/nav>/.exec(html.get('info/peers.html') ?? '')?.[0] ?? ''
    expect(menu).toContain('getNodeVersion')
    expect(menu).not.toContain('getCurrentValidators')
  })

  test.each([
    ['getBlock', 'platform.getBlock'],
    ['getblockbynumber', 'eth_getBlockByNumber'],
    ['blockbynumber', 'eth_getBlockByNumber'],
    ['eth_getBlockByNumber', 'eth_getBlockByNumber'],
    ['getTransactionRecipt', 'eth_getTransactionReceipt'],
    ['traceTransaction', 'debug_traceTransaction'],
    ['current validators', 'platform.getCurrentValidators'],
    ['utxos', 'native.getUTXOs'],
    ['peers', 'info.peers'],
    ['OutputOwners', 'OutputOwners'],
    ['weakPassword', '-32000 weakPassword'],
    ['-32602', '-32602 invalidParams'],
    ['batches', 'Batches'],
    ['delegationFee', 'PrimaryNetworkValidator'],
  ])('the search finds %s', (query, name) => {
    expect(search(query).slice(0, 3)).toContain(name)
  })

  test.each([
    ['getblockbynumber', 'eth_getBlockByNumber'],
    ['GETBLOCKBYHEIGHT', 'platform.getBlockByHeight'],
    ['eth_getBlockByNumber', 'eth_getBlockByNumber'],
    ['getTransactionRecipt', 'eth_getTransactionReceipt'],
    ['traceTransaction', 'debug_traceTransaction'],
    ['trace call', 'debug_traceCall'],
    ['atomic transaction status', 'native.getAtomicTxStatus'],
    ['real time events', 'Subscriptions'],
    ['receipt', 'eth_getTransactionReceipt'],
    ['getBlock', 'platform.getBlock'],
    ['get balance', 'eth_getBalance'],
    ['current validators', 'platform.getCurrentValidators'],
    ['utxos', 'native.getUTXOs'],
    ['startIndex', 'native.getUTXOs'],
    ['send transaction', 'eth_sendTransaction'],
    ['newHeads', 'eth_subscribe'],
    ['peers', 'info.peers'],
    ['Validator', 'Validator'],
    ['OutputOwners', 'OutputOwners'],
    ['-32602', '-32602 invalidParams'],
    ['32602', '-32602 invalidParams'],
    ['weakPassword', '-32000 weakPassword'],
    ['error codes', 'Errors'],
    ['deprecated', 'Deprecations'],
    ['authentication', 'Access'],
    ['keystore', 'Keystore API'],
    ['changelog', 'Changes'],
    ['is the node healthy', 'health.health'],
  ])('the first result for %s is the expected one', (query, name) => {
    expect(search(query)[0]).toBe(name)
  })

  test('the search finds nothing if nothing matches', () => {
    expect(search('zzyzx')).toEqual([])
    expect(search('   ')).toEqual([])
  })

  test('the document of a method is valid and complete', () => {
    for (const group of api.groups) {
      for (const { name: methodName, slug } of group.methods) {
        const text = files.get(`site/openrpc/${group.slug}/${slug}.json`) ?? '{}'
        const document = JSON.parse(text) as JsonObject
        expect(danglingRefs(document), methodName).toEqual([])
        expect((document['methods'] as readonly JsonObject[]).map(({ name }) => name)).toEqual([
          methodName,
        ])
        if (methodName.endsWith('Block')) expect(publishedFaults(document)).toBe('')
      }
    }
  })

  test('checksums match the files', () => {
    const page = html.get('documents.html') ?? ''
    for (const { slug } of api.groups) {
      const text = files.get(`site/openrpc/${slug}.json`) ?? ''
      expect(page).toContain(createHash('sha256').update(text).digest('hex'))
    }
  })

  test('the document of all groups is valid and contains every method', () => {
    const all = JSON.parse(files.get('site/openrpc.json') ?? '{}') as JsonObject
    const count = api.groups.reduce((sum, { methods }) => sum + methods.length, 0)
    expect(all['methods']).toHaveLength(count)
    expect(publishedFaults(all)).toBe('')
    expect(danglingRefs(all)).toEqual([])
  })
})

describe('any other document', () => {
  test('gets a complete site without our extensions', async () => {
    const { 'x-group': _, ...plain } = petstore
    const site = await docsFiles(build(plain).api)
    expect(deadLinks(site)).toEqual([])
    const page = site.get('site/test/get-pet.html') ?? site.get('site/test/pets-get-pet.html') ?? ''
    expect(page).toContain('pets.getPet')
    expect(page).toContain('unknownPet')
    expect(site.get('site/test/list.html') ?? '').toContain('Generated from the schemas')
  })

  test('with one group lists methods instead of groups, and all errors on one page', async () => {
    const errors = [{ code: 7, message: 'Lost' }]
    const methods = [
      { ...answering('a.first', { type: 'string' }), errors },
      answering('a.second', { type: 'string' }),
    ]
    const files = await docsFiles(build(documentOf(methods)).api)
    const pages = pagesOf(files, '.html')
    for (const [path, text] of pages) {
      const menu = /<nav id="menu"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? ''
      expect(
        attributes(menu, 'href').filter((to) => to.endsWith('first.html')),
        path,
      ).toHaveLength(1)
    }
    const landing = pages.get('index.html') ?? ''
    expect(landing).toContain('<h2 class="menu-title">Methods</h2>')
    expect(landing).toContain('<h2 id="methods">Methods</h2>')
    expect(landing).not.toContain('<h2 id="groups">')
    expect([...pages.keys()].filter((path) => path.includes('errors'))).toEqual(['errors.html'])
    expect(pages.get('errors.html')).toContain('Lost')
    expect(deadLinks(files)).toEqual([])
  })

  test('with schemas that all refer to each other has small documents of methods', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `R${index}`,
        {
          type: 'object',
          properties: { next: { $ref: `#/components/schemas/R${(index + 1) % 200}` } },
        },
      ]),
    )
    const method = answering('a.first', { $ref: '#/components/schemas/R0' })
    const site = await docsFiles(build(documentOf([method], schemas)).api)
    const document = site.get('site/openrpc/test/first.json') ?? ''
    expect(document.length).toBeLessThan(1000)
    expect(document).toContain('"$ref": "../test.json#/components/schemas/R0"')
    expect(site.get('site/openrpc/test.json')).toContain('"R0"')
  })

  test('a schema has a valid example, or the reason why it has none', async () => {
    const schemas = {
      Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Nobody: { allOf: [{ type: 'object', required: ['a'] }, { type: 'string' }] },
    }
    const refs = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }))
    const methods = refs.map((schema, index) => answering(`pets.m${index}`, schema))
    const site = await docsFiles(build(documentOf(methods, schemas)).api)
    const pet = site.get('site/schemas/test/Pet.md') ?? ''
    expect(pet).toMatch(/## Example\n\n### Pet \(Generated value\)\n\n```json\n\{\s*"name"/)
    expect(site.get('site/schemas/test/Nobody.md')).toContain(
      'No value is valid against this schema: ',
    )
  })

  test('with hundreds of methods has small pages', async () => {
    const methods = Array.from({ length: 400 }, (_, index) =>
      answering(`big.method${index}`, { type: 'string' }),
    )
    const site = await docsFiles(build(documentOf(methods)).api)
    expect(deadLinks(site)).toEqual([])
    const page = site.get('site/test/method200.html') ?? ''
    expect(Buffer.byteLength(page)).toBeLessThan(20 * 1024)
    for (const near of [199, 200, 201]) expect(page).toContain(`href="method${near}.html"`)
  })

  test('a configured address gives canonical links and a complete sitemap', async () => {
    const site = await docsFiles(build(petstore).api, { baseUrl: 'https://docs.example/api' })
    expect(site.get('site/index.html')).toContain('href="https://docs.example/api/index.html"')
    expect(site.get('site/pets/index.html')).toContain('"@type":"BreadcrumbList"')
    expect(site.get('site/sitemap.xml')).toContain('<loc>https://docs.example/api/pets/index.html<')
    expect(site.get('site/robots.txt')).toContain('Sitemap: https://docs.example/api/sitemap.xml')
  })
})

function danglingRefs(document: JsonObject): readonly string[] {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"/]+)"/g)]
  const components = (document['components'] ?? {}) as unknown as Record<string, object>
  return refs.flatMap(([ref, kind = '', name = '']) =>
    name in (components[kind] ?? {}) ? [] : [ref],
  )
}
