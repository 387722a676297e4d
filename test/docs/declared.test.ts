import { beforeAll, describe, expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { docsFiles, pagesOf, type Files } from './site.ts'

describe('a document with methods only', () => {
  let files: Files
  let text: string
  beforeAll(async () => {
    const document = documentOf([
      {
        name: 'pets_list',
        params: [{ name: 'limit', schema: { type: 'integer' } }],
        result: { name: 'pets', schema: { type: 'array', items: { type: 'string' } } },
        errors: [
          { code: 1, message: 'no pets' },
          { code: -32_000, message: 'no store' },
        ],
      },
      { name: 'pets_count', params: [], result: { name: 'count', schema: { type: 'integer' } } },
    ])
    files = await docsFiles(build(document).api, { title: 'Pets' })
    text = [...pagesOf(files, '.md').values(), ...pagesOf(files, '.html').values()].join('\n')
  })

  test.each([
    ['who can call it', /public over http/i],
    ['a reason inside of error data', /data\.reason/],
    ['a port', /127\.0\.0\.1|localhost|:8545|:9650/],
    ['a path', /POST <code>|POST `/],
    ['batches', /batches/i],
    ['an effect', /\b(Reads|Writes|Administers)\b/],
    ['access or limits', /Access and limits/],
    ['the meaning of an error with a reserved code', /understood the call/],
    ['that messages change', /may change/],
  ])('gets a site that does not claim %s', (_what, pattern) => {
    expect(text).not.toMatch(pattern)
  })

  test('accepts params in either form, as the specification defines', () => {
    expect(files.get('site/conventions.md')).toContain('by name or by position')
  })

  test('has examples that are marked as generated and not as checked', () => {
    const page = [...files]
      .flatMap(([path, page]) => (/list\.(html|md)$/.test(path) ? [page] : []))
      .join('\n')
    expect(page).toMatch(/generated/i)
    expect(page).not.toContain('Valid against the schemas')
    expect(page).not.toContain('class="passed"')
  })
})

test('a value that replaces an invalid example is marked as generated', async () => {
  const page = async (price: string): Promise<string> => {
    const schema = { $ref: '#/components/schemas/Price' }
    const method = { name: 'getPrice', params: [], result: { name: 'price', schema } }
    const document = documentOf([method], {
      Price: {
        type: 'object',
        required: ['amount'],
        properties: { amount: { type: 'string', pattern: '^[0-9]+$', examples: [price] } },
      },
    })
    const files = await docsFiles(build(document).api, { title: 'Pets' })
    const pages = [...pagesOf(files, '.md')].filter(([path]) => /price\.md$/i.test(path))
    return pages.map(([, text]) => text).join('\n')
  }
  expect(await page('12')).toContain('Valid against the schema')
  expect(await page('twelve')).not.toContain('Valid against the schema')
  expect(await page('twelve')).toContain('Generated value')
})

test('facts from a document are shown', async () => {
  const document = {
    ...documentOf([
      {
        name: 'a.get',
        params: [],
        'x-effect': 'read',
        errors: [{ code: 1, message: 'x', 'x-reason': { name: 'gone' } }],
      },
    ]),
    'x-availability': 'public',
    'x-group': { key: 'a', path: '/a', batch: { allowed: false } },
  }
  const files = await docsFiles(build(document).api, { title: 'A' })
  const text = [...pagesOf(files, '.md').values()].join('\n')
  expect(text).toMatch(/Public over HTTP/)
  expect(text).toMatch(/data\.reason/)
  expect(text).toMatch(/\bReads\b/)
  expect(text).toMatch(/## Access and limits\n\n- /)
  expect(text).toMatch(/POST `\/a`/)
  expect(text).toMatch(/not accepted/i)
})

test('a site calls servers servers, also where access depends on the operator', async () => {
  const document = {
    ...documentOf([
      {
        name: 'a.stop',
        params: [],
        'x-availability': 'node-local',
        'x-enabled-by': { setting: 'stoppable', default: false },
      },
      { name: 'a.get', params: [] },
    ]),
    'x-availability': 'public',
    'x-group': { key: 'a', path: '/a', batch: { allowed: true, maxPublic: 9 } },
  }
  const files = await docsFiles(build(document).api, { title: 'A' })
  const text = [...pagesOf(files, '.md').values(), ...pagesOf(files, '.html').values()].join('\n')
  expect(text).toMatch(/local over HTTP/i)
  expect(text).toMatch(/at most 9 calls on public servers/)
  expect(text).not.toMatch(/\bnodes?\b/i)
})

test('the conventions list the forms of a number that its schema allows', async () => {
  const schemas = {
    Decimal: { type: 'string', format: 'uint64' },
    Either: { type: ['string', 'integer'], format: 'uint64' },
    Whole: { type: 'integer', format: 'uint64' },
  }
  const params = Object.keys(schemas).map((name) => ({
    name,
    schema: { $ref: `#/components/schemas/${name}` },
  }))
  const { api } = build(documentOf([{ name: 'getAll', params }], schemas))
  const page = (await docsFiles(api, { title: 'A' })).get('site/conventions.md') ?? ''
  const rows = [...page.matchAll(/^\| \[`(\w+)`\][^|]*\| ([^|]*) \|/gm)]
  expect(rows.map(([, name, form]) => [name, form])).toEqual([
    ['Decimal', 'decimal string'],
    ['Either', 'decimal string; a JSON number is accepted too'],
    ['Whole', 'JSON number'],
  ])
})
