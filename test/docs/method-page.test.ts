import { createServer, rpcErrors } from '@native-node/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Api, JsonObject } from 'rpcloom/model'
import { answering, build, documentOf } from '../model/documents.ts'
import { attributes, docsFiles, type Files, ourApi, ourFiles } from './site.ts'

let api: Api
let files: Files

beforeAll(async () => {
  api = await ourApi()
  files = await ourFiles()
})

const page = (path: string): string => files.get(`site/${path}.html`) ?? ''

describe('the page of a method', () => {
  test('has a row for each param, in order', () => {
    for (const { slug, methods } of api.groups) {
      for (const method of methods) {
        const table = /<h2 id="parameters">[\s\S]*?<\/section>/.exec(page(`${slug}/${method.slug}`))
        const ids = attributes(table?.[0] ?? '', 'id').filter((id) => /^params\.[^.]+$/.test(id))
        expect(ids, method.name).toEqual(method.params.map(({ name }) => `params.${name}`))
      }
    }
  })

  test('has no list of labels if it has no labels', async () => {
    const bare = await docsFiles(build(documentOf([{ name: 'go', params: [] }])).api)
    const texts = [...bare].filter(([path]) => /\/(go|index)[^/]*\.html$/.test(path))
    expect(texts.length).toBeGreaterThan(1)
    for (const [path, text] of texts)
      expect(text, path).not.toMatch(/<ul class="badges[^>]*>\s*<\/ul>/)
  })

  test.each([
    ['a field has an address', 'p-chain/get-height', 'id="result.height"'],
    ['so has one deep inside', 'p-chain/get-subnet', 'id="result.controlKeys"'],
    [
      'a result with alternatives shows one of them',
      'p-chain/get-block',
      '<div data-tabs="result"',
    ],
    ['an example names its alternative', 'p-chain/get-block', 'data-variant="1"'],
    [
      'samples have the origin that readers replace',
      'info/peers',
      'data-origin="http://127.0.0.1:9650"',
    ],
    [
      'a field says its type in programs',
      'p-chain/get-height',
      'in TypeScript <code>bigint</code>',
    ],
    ['errors link to where all are', 'info/get-blockchain-id', 'href="errors.html#error-32000-'],
    ['GET routes are listed', 'health/health', '<code>GET /ext/health</code>'],
    ['topics of a subscription are listed', 'c-chain/eth-subscribe', 'id="kind.newHeads"'],
    ['pagination is explained', 'x-chain/get-utxos', 'as <code>startIndex</code> of the next call'],
    [
      'the need for credentials is explained',
      'c-chain-native/export-method',
      '>Authenticated</li>',
    ],
    ['the client is called', 'p-chain/get-height', '</b> client.pChain.<em>getHeight</em>()'],
    [
      'errors are shown as they are sent',
      'info/get-blockchain-id',
      '<b>"reason"</b>: <i>"invalidParams"',
    ],
    ['names in prose are links', 'x-chain-wallet/issue-tx', '<a href="../x-chain/issue-tx.html">'],
  ])('%s', (_, path, text) => {
    expect(page(path)).toContain(text)
  })

  test('a deprecated method links its replacement', () => {
    const box = /<aside class="box warning"[\s\S]*?<\/aside>/.exec(page('x-chain/get-balance'))?.[0]
    expect(box).toContain('<a href="get-utxos.html">')
  })

  test('a method that only WebSockets offer has no sample for HTTP', () => {
    expect(page('c-chain/eth-subscribe')).not.toContain('curl')
  })
})

describe('the page of a method of any document', () => {
  const text = { type: 'string' }
  const pageOf = async (method: JsonObject, schemas: JsonObject = {}): Promise<string> =>
    (await docsFiles(build(documentOf([method], schemas)).api)).get('site/test/b.html') ?? ''

  test('uses a one-line description as its summary', async () => {
    const description = 'Tells *what* is there.'
    const html = await pageOf({ ...answering('a.b', text), description })
    expect(html).toMatch(/<div class="summary">(<p>)?Tells <em>what<\/em> is there/)
    expect(html).not.toContain('class="prose"')
  })

  test.each([
    ['a table', '| a |\n|---|\n| b |'],
    ['several paragraphs', 'One.\n\nTwo.'],
    ['a long line', 'word '.repeat(60)],
  ])('keeps %s below its head', async (_, description) => {
    const html = await pageOf({ ...answering('a.b', text), description })
    expect(html).not.toContain('class="summary"')
    expect(html).toContain('class="prose"')
  })

  test('shows at least that a result is an object', async () => {
    expect(await pageOf(answering('a.b', { type: 'object' }))).toMatch(
      /<h2 id="result">Result<\/h2>\s*<p class="shape"><code class="type">object/,
    )
  })

  test('is listed by its first sentence, also after other markdown', async () => {
    const description = '# Title\n\n| a |\n|---|\n\n> Quoted\n\nSays *much*. And more.'
    const method = { ...answering('a.b', text), description }
    const files = await docsFiles(build(documentOf([method])).api)
    expect(files.get('site/test/index.html')).toContain('<div>Says <em>much</em>.</div>')
  })

  test('describes an error once', async () => {
    const plain = [{ code: 1, message: 'Gone' }]
    const html = await pageOf({ ...answering('a.b', text), errors: plain })
    expect(html).toContain('<th scope="col">Message</th></tr>')
    expect(html.match(/<td[^>]*>Gone<\/td>/g)).toHaveLength(1)
  })

  test('shows the description of the schema for a param without a description', async () => {
    const params = [
      { name: 'one', schema: { type: 'string', description: 'Of its own' } },
      { name: 'two', schema: { $ref: '#/components/schemas/Named' } },
    ]
    const Named = { type: 'object', description: 'With a name', properties: { a: text } }
    const html = await pageOf({ ...answering('a.b', text), params }, { Named })
    expect(html).toContain('Of its own')
    expect(html).toContain('With a name')
  })

  test.each([
    [{ type: 'integer', format: 'int64', maximum: 2 ** 62 }, '-2^63 to '],
    [{ allOf: [{ enum: ['x', 'y'] }, { enum: ['y', 'z'] }] }, '("x" | "y") &amp; ('],
  ])('is readable: %j', async (schema, want) => {
    const properties = { field: schema }
    expect(await pageOf(answering('a.b', { type: 'object', properties }))).toContain(want)
  })
})

describe('an example of a result with alternatives', () => {
  const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
    type: 'object',
    properties,
    required,
  })
  const text = { type: 'string' }
  const found = object({ kind: { const: 'found' }, name: text }, ['kind'])
  const lost = object({ kind: { const: 'lost' }, name: text, since: text }, ['kind'])
  const bare = object({ id: text }, ['id'])

  test.each([
    [{ oneOf: [found, lost] }, { kind: 'lost' }, '1'],
    [{ oneOf: [found, lost] }, { kind: 'found', name: 'a', since: 'b' }, '0'],
    [{ type: 'array', items: { oneOf: [found, lost, bare] } }, [{ id: 'a' }], '2'],
    [{ oneOf: [bare, object({ id: text, more: text }, ['id'])] }, { id: 'a', more: 'b' }, '1'],
    [{ oneOf: [found, lost] }, { kind: 'other' }, undefined],
    [{ oneOf: [found, { type: 'string', title: 'Text' }] }, 'a', '1'],
    [found, { kind: 'found' }, undefined],
  ])('agrees with the alternative that it has: %j, %j', async (schema, value, variant) => {
    const examples = [{ name: 'one', params: [], result: { name: 'r', value } }]
    const method = { ...answering('a.b', schema), examples }
    const html = (await docsFiles(build(documentOf([method])).api)).get('site/test/b.html') ?? ''
    expect(/<details class="example"[^>]*>/.exec(html)?.[0]).toContain('open>')
    expect(/data-variant="(\d+)"/.exec(html)?.[1]).toBe(variant)
  })

  test('patterns are explained in words, and shown on demand', async () => {
    const properties = {
      id: { type: 'string', pattern: '^[0-9a-f]{8}$' },
      other: { type: 'string', pattern: '^(a|<b>)$' },
    }
    const files = await docsFiles(build(documentOf([answering('a.b', object(properties, []))])).api)
    const html = files.get('site/test/b.html') ?? ''
    expect(html).toContain(
      'consists of 8 lower-case hexadecimal digits <details class="pattern"><summary>Pattern</summary><code>^[0-9a-f]{8}$</code>',
    )
    expect(html).toContain('in a certain form <details class="pattern"')
    expect(html).toContain('<code>^(a|&lt;b&gt;)$</code>')
    expect(files.get('site/test/b.md')).toContain('Pattern `^[0-9a-f]{8}$`')
  })

  test('types that programs have instead of those in JSON are named', async () => {
    const schemas = {
      Wei: { type: 'string', format: 'uint256' },
      Amount: { oneOf: [{ $ref: '#/components/schemas/Wei' }, { const: 'all' }] },
    }
    const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
    const properties = {
      wei: ref('Wei'),
      list: { type: 'array', items: ref('Wei') },
      amount: ref('Amount'),
      name: text,
      count: { type: 'integer' },
    }
    const { api } = build(documentOf([answering('a.b', object(properties, []))], schemas))
    const rows = async (
      siblings?: Readonly<Record<string, string>>,
    ): Promise<readonly string[]> => {
      const html = (await docsFiles(api, {}, siblings)).get('site/test/b.html') ?? ''
      return [...html.matchAll(/in TypeScript <code>([^<]*)<\/code>/g)].map(([, type = '']) => type)
    }
    expect(await rows()).toEqual(['bigint', 'bigint[]', "bigint | 'all'"])
    expect(await rows({ docs: '@test/docs' })).toEqual([])
  })
})

describe('schemas', () => {
  const node: JsonObject = {
    type: 'object',
    properties: { next: { $ref: '#/components/schemas/Knot' }, size: { type: 'integer' } },
  }

  test('that are recursive are linked instead of expanded', async () => {
    const list = { title: 'List', type: 'array', items: { $ref: '#/components/schemas/Knot' } }
    const site = await docsFiles(build(documentOf([answering('a.list', list)], { Knot: node })).api)
    const text = site.get('site/schemas/test/Knot.html') ?? ''
    expect(text).toContain('id="next"')
    expect(text).not.toContain('id="next.next"')
    expect(text).toMatch(/Used by[\s\S]*a\.list/)
  })

  test('that are recursive and unnamed get a page', async () => {
    const tree = { type: 'object', properties: { child: { $ref: '#/methods/0/result/schema' } } }
    const site = await docsFiles(build(documentOf([answering('tree', tree)])).api)
    expect(
      [...site.keys()].filter((path) => /^site\/schemas\/test\/.*\.html$/.test(path)),
    ).toHaveLength(1)
  })
})

test('a quantity without a format is a string', async () => {
  const quantity = { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' }
  const made = await docsFiles(build(documentOf([answering('height', quantity)])).api)
  const [path = ''] = [...made.keys()].filter((name) => name.endsWith('/height.md'))
  expect(made.get(path)).toContain('\n## Result\n\n`string`\n')
})

describe('samples of errors', () => {
  /** Returns the responses on the pages of errors, by code and reason. */
  function samples(): ReadonlyMap<string, string> {
    const pages = [...files].filter(([path]) => /errors(\.\d+)?\.html$/.test(path))
    const found = pages.flatMap(([, html]) => [
      ...html.matchAll(
        /<li id="error([^"]+)">[^]*?<summary>Error response[^]*?<code>([^]*?)<\/code>/g,
      ),
    ])
    return new Map(
      found.map(([, id = '', code = '']) => {
        const text = code.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"')
        return [id.replace(/-\d+$/, ''), text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')]
      }),
    )
  }

  const server = createServer({
    info: {
      getBlockchainID: () => {
        throw rpcErrors.info.unknownAlias()
      },
    },
  })
  const call = (method: string, params = {}): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

  test.each([
    ['-32000-unknownAlias', call('info.getBlockchainID', { alias: 'x' })],
    ['-32601-methodNotFound', call('info.none')],
  ])('%s is what a generated server sends', async (id, request) => {
    const sent = await server.handle(request)
    expect(JSON.parse(samples().get(id) ?? '')).toEqual(JSON.parse(sent ?? ''))
  })

  test('invalid params have the issue and the message of a server', async () => {
    const sent = JSON.parse(
      (await server.handle(call('info.getBlockchainID', { alias: -1 }))) ?? '',
    )
    expect(page('info/get-blockchain-id').replace(/<[^>]*>/g, '')).toContain(
      `"message": "${sent.error.message}"`,
    )
  })
})
