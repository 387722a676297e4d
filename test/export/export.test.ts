import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from '@rpcloom/schema/internal'
import type { Json, JsonObject } from 'rpcloom/model'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportApi } from '../../generator/src/export/export.ts'
import { ourApi } from '../docs/site.ts'
import { answering, build, documentOf } from '../model/documents.ts'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { parseAsyncApi, parseBru, parsePostman, redoclyProblems } from './parsers.mjs'

const isLong = process.env['RPCLOOM_LONG'] === '1'

/** Whether the parsers of this folder's package.json are installed. */
const isInstalled = existsSync(join(import.meta.dirname, 'node_modules'))
if (!isInstalled)
  console.warn('Skipped: parsers are missing; run `npm ci --ignore-scripts` in test/export.')

const pet = {
  type: 'object',
  $id: 'https://example.org/pet',
  properties: { name: { type: 'string' }, friend: { $ref: '#/components/schemas/Pet' } },
}
const named = (name: string, schema: Json, required = true): JsonObject => ({
  name,
  schema,
  required,
})
const pair = { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] }
const odd = documentOf(
  [
    {
      ...answering('pets/get {id}', { $ref: '#/components/schemas/Pet' }),
      summary: 'Gets a pet.',
      description: "First line.\n}\nmeta {\n  name: '''x\n}",
      paramStructure: 'by-position',
      params: [named('id', { type: 'string' }), named('pair', pair, false)],
      errors: [{ code: -32001, message: 'No such pet' }],
      examples: [
        {
          name: 'Rex "the dog"\n}',
          params: [{ name: 'id', value: '1' }],
          result: { name: 'pet', value: { name: 'Rex' } },
        },
      ],
    },
    {
      ...answering('pets.find', pair),
      paramStructure: 'by-name',
      params: [named('name', { $ref: '#/components/schemas/A_B' })],
    },
    {
      ...answering('pets.Find', true),
      paramStructure: 'either',
      params: [named('a', true, false)],
    },
    { name: 'pets.forget', paramStructure: 'by-name', params: [named('id', { type: 'string' })] },
    {
      name: 'pets.told',
      params: [named('id', { type: 'string' })],
      'x-implemented-by': ['client'],
    },
  ],
  { Pet: pet, A_B: { type: 'string' }, 'A B': { type: 'integer' } },
  { servers: [{ name: 'test', url: 'https://ann:hunter2@pets.example/{version}/rpc' }] },
)

/** Returns a document, which must be one. */
function json(...args: Parameters<typeof exportApi>): Record<string, never> {
  const exported = exportApi(...args)
  if (exported.kind !== 'document') throw new Error(`The export is a ${exported.kind}`)
  return JSON.parse(stringify(exported.json)) as never
}

/** Returns the references in a document whose target is missing. */
function deadReferences(document: object): readonly string[] {
  const refs = new Set(JSON.stringify(document).match(/(?<="\$ref":"#)[^"]+/g))
  return [...refs].filter((ref) => {
    const parts = ref.split('/').slice(1)
    return parts.reduce<unknown>((at, part) => Object(at)[part], document) === undefined
  })
}

test('collections have the query of a server, and a file for each method', () => {
  const methods = ['folder', 'other'].map((name) => answering(name, true))
  const servers = [{ url: 'https://pets.example/rpc?net=main' }]
  const more = { servers, 'x-group': { key: 'environments' } }
  const { api } = build(documentOf(methods, {}, more))
  expect(json(api, 'postman')).toMatchObject({
    item: [
      {
        item: methods.map(({ name }) => ({
          name,
          request: {
            url: {
              raw: '{{baseUrl}}/rpc?net=main',
              path: ['rpc'],
              query: [{ key: 'net', value: 'main' }],
            },
          },
        })),
      },
    ],
  })
  const exported = exportApi(api, 'bruno')
  const files = exported.kind === 'folder' ? exported.files : new Map<string, string>()
  expect([...files.keys()]).toEqual([
    'bruno.json',
    'environments/default.bru',
    'environments2/folder.bru',
    'environments2/folder2.bru',
    'environments2/other.bru',
  ])
  expect(files.get('environments2/folder2.bru')).toContain('url: {{baseUrl}}/rpc?net=main\n')
})

describe('OpenAPI', () => {
  const document = json(build(odd).api, 'openapi')

  test('has a POST operation for each method', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://pets.example' }],
      paths: {
        '/%7Bversion%7D/rpc#pets%2Fget%20%7Bid%7D': { post: { summary: 'Gets a pet.' } },
        '/%7Bversion%7D/rpc#pets.forget': {
          post: { responses: { 204: { description: 'The notification was received.' } } },
        },
      },
    })
    expect(Object.keys(document['paths'] ?? {})).toHaveLength(4)
    expect(JSON.stringify(document)).not.toContain('hunter2')
  })

  test('has the schemas of params by name, by position or both, in JSON Schema 2020-12', () => {
    const params = Object.values<{
      post: { requestBody: { content: Record<string, { schema: { properties: object } }> } }
    }>(document['paths'] ?? {}).map(
      ({ post }) => post.requestBody.content['application/json']?.schema.properties,
    )
    const ref = { $ref: '#/components/schemas/A_B' }
    expect(params).toMatchObject([
      {
        params: {
          prefixItems: [
            { type: 'string' },
            { prefixItems: [{ type: 'string' }, { type: 'integer' }] },
          ],
          minItems: 1,
          maxItems: 2,
        },
      },
      { params: { required: ['name'], properties: { name: ref } } },
      { params: { oneOf: [{ minItems: 0 }, { type: 'object' }] } },
      { params: { properties: { id: { type: 'string' } } } },
    ])
    expect(deadReferences(document)).toEqual([])
    expect(JSON.stringify(document)).not.toContain('$id')
  })

  test('has examples of requests, results and errors', () => {
    const [first] = Object.values<{ post: object }>(document['paths'] ?? {})
    expect(first).toMatchObject({
      post: {
        requestBody: {
          content: {
            'application/json': {
              examples: { Rex_the_dog_: { value: { method: 'pets/get {id}', params: ['1'] } } },
            },
          },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                examples: {
                  Rex_the_dog_: { value: { result: { name: 'Rex' } } },
                  noSuchPet: { value: { error: { code: -32001, message: 'No such pet' } } },
                },
              },
            },
          },
        },
      },
    })
  })
})

describe('the query of a server', () => {
  const methods = [answering('pets.get', true), { name: 'pets.forget', params: [] }]
  const documentAt = (url: string, variables: JsonObject = {}): JsonObject =>
    documentOf(methods, {}, { servers: [{ url, variables }] })

  test('is in operations of OpenAPI, for each of several servers', async () => {
    const key = { key: { default: 'YOUR_KEY' } }
    const { api } = build(documentAt('https://pets.example/rpc?net=main&key={key}', key))
    const document = json(api, 'openapi')
    const param = (name: string, value: string): object => ({
      name,
      in: 'query',
      required: true,
      schema: { type: 'string', default: value },
    })
    const parameters = [param('net', 'main'), param('key', 'YOUR_KEY')]
    expect(document['paths']).toMatchObject({
      '/rpc#pets.get': { parameters },
      '/rpc#pets.forget': { parameters },
    })
    expect(document['servers']).toEqual([{ url: 'https://pets.example' }])
    if (isInstalled) expect(await redoclyProblems(document)).toEqual([])
  })

  test('has no default if its variable has none', () => {
    const document = json(build(documentAt('https://pets.example/rpc?key={key}')).api, 'openapi')
    expect(document['paths']).toMatchObject({
      '/rpc#pets.get': { parameters: [{ name: 'key', schema: { type: 'string' } }] },
    })
    expect(JSON.stringify(document)).not.toContain('default')
  })

  const query = { type: 'object', required: ['net'], properties: { net: { const: 'main' } } }
  test.each([
    ['wss', { channels: { test: { bindings: { ws: { query } } } } }],
    ['https', { operations: { forget: { bindings: { http: { method: 'POST', query } } } } }],
  ])('is in the bindings of AsyncAPI for %s', async (scheme, want) => {
    const document = json(build(documentAt(`${scheme}://pets.example/?net=main`)).api, 'asyncapi')
    expect(document).toMatchObject(want)
    if (isInstalled) expect((await parseAsyncApi(document)).problems).toEqual([])
  })

  test.each([
    ['https://{host}/v1/rpc?key=1', '/v1/rpc'],
    ['https://{host}', '/'],
    ['https://pets.{region}.example:{port}/rpc', '/rpc'],
  ])('a server without a value for its host keeps its path: %s', (url, path) => {
    const document = json(build(documentAt(url)).api, 'openapi')
    expect(Object.keys(document['paths'] ?? {})[0]).toBe(`${path}#pets.get`)
    expect(document['servers']).toEqual([{ url: 'https://rpc.example' }])
  })
})

describe('AsyncAPI', () => {
  test('has the notifications of both sides', () => {
    const document = json(build(odd).api, 'asyncapi')
    expect(document).toMatchObject({
      asyncapi: '3.0.0',
      operations: { forget: { action: 'receive' }, told: { action: 'send' } },
    })
    expect(deadReferences(document)).toEqual([])
  })

  test('has subscriptions, with a message for each topic', async () => {
    const document = json(await ourApi(), 'asyncapi', 'Node')
    expect(document).toMatchObject({
      info: { title: 'Node' },
      operations: { ethSubscribe: { action: 'receive', reply: {} }, ethUnsubscribe: {} },
    })
    expect(JSON.stringify(document)).toContain('eth_subscription.newHeads')
    expect(deadReferences(document)).toEqual([])
  })

  test('is refused for documents without subscriptions and notifications', () => {
    expect(exportApi(build(documentOf([answering('a.b', true)])).api, 'asyncapi')).toEqual({
      kind: 'nothing',
    })
  })
})

describe('the command', () => {
  const document = JSON.stringify(documentOf([answering('pets.get', { type: 'string' })]))
  const input = ['-i', 'pets.json']

  test('prints a document, or writes it as JSON or YAML', async () => {
    const folder = temporaryFolder({ 'pets.json': document })
    const run = (...args: readonly string[]) => rpcloom(folder, 'export', ...args)
    const { code, stdout } = await run('openapi', ...input)
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { openapi: '3.1.0' }])
    expect((await run('postman', ...input, '--out', 'out/p.json')).stdout).toBe(
      'Written: out/p.json.\n',
    )
    expect(readFileSync(join(folder, 'out/p.json'), 'utf8')).toContain('"name": "pets.get"')
    await run('openapi', ...input, '-o', 'api.yaml')
    expect(readFileSync(join(folder, 'api.yaml'), 'utf8')).toMatch(/^openapi: 3\.1\.0\n/)
    expect((await run('bruno', ...input, '-o', 'bruno')).stdout).toBe(
      'Written: 4 files in bruno.\n',
    )
    expect(readdirSync(join(folder, 'bruno'))).toEqual(
      expect.arrayContaining(['bruno.json', 'environments']),
    )
  })

  test.each([
    [[], /requires a format: postman, bruno, openapi or asyncapi/],
    [['raml'], /requires a format/],
    [['bruno', ...input], /`export bruno` requires a folder/],
    [['asyncapi', ...input], /no subscriptions and no notifications/],
    [['openapi', ...input, '-o', 'pets.json/a'], /RL033/],
  ])('reports wrong use: %j', async (args, message) => {
    const folder = temporaryFolder({ 'pets.json': document })
    const { code, stdout, stderr } = await rpcloom(folder, 'export', ...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
  })
})

if (isInstalled) {
  describe('public parsers accept the export of', () => {
    // Our documents take half a minute.
    const apis = {
      'odd documents': async () => build(odd).api,
      ...(isLong && { 'our documents': ourApi }),
    }
    describe.each(Object.entries(apis))('%s', (_, read) => {
      let api: Awaited<ReturnType<typeof ourApi>>
      beforeAll(async () => void (api = await read()))

      test('to OpenAPI, with examples that match the schemas', async () => {
        expect(await redoclyProblems(json(api, 'openapi'))).toEqual([])
      })

      test('to AsyncAPI', async () => {
        const document = json(api, 'asyncapi')
        const { problems, operations } = await parseAsyncApi(document)
        expect(problems).toEqual([])
        expect(operations.map(({ id }) => id)).toEqual(Object.keys(document['operations'] ?? {}))
        expect(await redoclyProblems(document)).toEqual([])
      })

      test('to Postman, with each method and its examples', () => {
        const requests = parsePostman(json(api, 'postman'))
        const methods = api.groups.flatMap((group) =>
          group.methods.flatMap((method) =>
            method.availability.http === 'absent' ? [] : [[group.title, method.name]],
          ),
        )
        expect(requests.map(({ folder, name }) => [folder, name])).toEqual(methods)
        for (const { name, method, url, body, responses } of requests) {
          expect([method, JSON.parse(body)]).toMatchObject(['POST', { method: name }])
          expect(url).toMatch(/^https?:\/\//)
          for (const text of responses) expect(JSON.parse(text)).toHaveProperty('result')
        }
      })

      test('to Bruno, with each method', () => {
        const exported = exportApi(api, 'bruno')
        if (exported.kind !== 'folder') throw new Error('not a folder')
        const requests = [...exported.files]
          .filter(([path]) => path.endsWith('.bru'))
          .map(([path, text]) => parseBru(path, text))
          .filter(({ http }) => http !== undefined)
        for (const { http, body, meta } of requests) {
          expect(http).toMatchObject({
            method: 'post',
            url: expect.stringMatching(/^{{baseUrl}}\//),
          })
          expect(JSON.parse(body?.json ?? '')).toMatchObject({ method: meta?.name })
        }
        const names = requests.map(({ meta }) => meta?.name)
        expect(names).toHaveLength(parsePostman(json(api, 'postman')).length)
      })
    })
  })
}
