import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, assert, asyncProperty, constantFrom, nat, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { load } from '../../generator/src/load/load.ts'
import { fitsMetaSchema } from '../../generator/src/load/fit/document.ts'
import { checkMetaSchema, firstFault } from '../../generator/src/load/meta-schema.ts'
import { isObject } from '../../generator/src/load/pointer.ts'
import type { Json, JsonObject } from '../../generator/src/model/types.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const sound: JsonObject = {
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0', contact: { name: 'c' }, license: { name: 'l' } },
  servers: [
    { name: 's', url: 'http://example.org', variables: { a: { default: 'x', enum: ['x'] } } },
  ],
  externalDocs: { url: 'http://example.org' },
  methods: [
    {
      name: 'getPet',
      summary: 's',
      deprecated: false,
      paramStructure: 'by-name',
      tags: [{ name: 't' }],
      params: [{ name: 'id', required: true, schema: { type: 'integer', minimum: 1 } }],
      result: { name: 'pet', schema: { type: 'object', required: ['a'] } },
      errors: [{ code: 1, message: 'm' }],
      links: [{ name: 'l', method: 'getPet' }],
      examples: [
        { name: 'e', params: [{ name: 'id', value: 1 }], result: { name: 'pet', value: { a: 1 } } },
      ],
    },
  ],
  components: { schemas: { Pet: { type: 'object' } } },
}

/** Every member that the tables know, at least once. */
const manifold: JsonObject = {
  ...sound,
  info: {
    title: 't',
    version: '1',
    description: 'd',
    termsOfService: 'http://example.org/terms',
    contact: { name: 'c', email: 'e', url: 'u', 'x-own': 1 },
    license: { name: 'l', url: 'u' },
  },
  methods: [
    { $ref: '#/components/x' },
    {
      name: 'many',
      description: 'd',
      servers: [{ url: 'http://example.org', description: 'd', summary: 's' }],
      tags: [{ $ref: '#/components/tags/T' }, { name: 't', description: 'd' }],
      params: [{ $ref: '#/components/contentDescriptors/C' }],
      result: { $ref: 'other.json#/components/contentDescriptors/C' },
      errors: [{ $ref: '#/components/errors/E' }, { code: 1, message: 'm', data: {} }],
      links: [{ $ref: '#/components/links/L' }, {}],
      examples: [
        { $ref: '#/x' },
        { name: 'e', params: [{ $ref: '#/x' }], result: { $ref: '#/x' } },
      ],
      externalDocs: { url: 'http://example.org', description: 'd' },
      'x-own': [],
    },
  ],
  components: {
    schemas: {
      All: {
        $id: 'http',
        $schema: 'http://json-schema.org/draft-07/schema#',
        $comment: 'c',
        title: 't',
        description: 'd',
        readOnly: true,
        examples: [1],
        multipleOf: 2,
        maximum: 3,
        exclusiveMaximum: 3,
        minimum: 1,
        exclusiveMinimum: 1,
        maxLength: 1,
        minLength: 0,
        pattern: '^a$',
        additionalItems: false,
        items: [{ type: 'string' }],
        maxItems: 3,
        minItems: 0,
        uniqueItems: true,
        contains: {},
        maxProperties: 3,
        minProperties: 0,
        required: ['a', 'b'],
        additionalProperties: { $ref: '#' },
        definitions: { D: true },
        properties: { a: {}, $ref: { type: 'string' } },
        patternProperties: { '^x': {} },
        dependencies: { a: ['b'], b: {} },
        propertyNames: {},
        const: 1,
        enum: [1, 'a', null],
        type: ['object', 'null'],
        format: 'f',
        contentMediaType: 'm',
        contentEncoding: 'e',
        if: {},
        then: {},
        else: {},
        allOf: [{}],
        anyOf: [{}],
        oneOf: [true],
        not: false,
        $defs: { anything: 7 },
      },
    },
    links: { L: { name: 'l', summary: 's', description: 'd', method: 'm', params: {} } },
    errors: { E: { code: 1, message: 'm' } },
    examples: { X: { name: 'x', value: 1, summary: 's', description: 'd' } },
    examplePairings: { P: { name: 'p', description: 'd', params: [] } },
    contentDescriptors: { C: { name: 'c', schema: true, deprecated: true, summary: 's' } },
    tags: { T: { name: 't', externalDocs: { url: 'http://example.org' } } },
    'x-own': 7,
  },
}

/** Every place in a document where a member can be removed, replaced or added. */
function placesOf(json: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof json !== 'object' || json === null) return [path]
  return [path, ...Object.entries(json).flatMap(([key, inner]) => placesOf(inner, [...path, key]))]
}

function change(json: Json, path: readonly string[], value: Json | undefined): Json {
  const [key, ...rest] = path
  if (key === undefined) return value === undefined ? {} : value
  if (Array.isArray(json)) {
    return json.flatMap((item: Json, index) => {
      if (String(index) !== key) return [item]
      return rest.length === 0 && value === undefined ? [] : [change(item, rest, value)]
    })
  }
  const copy: Record<string, Json> = Object.fromEntries(Object.entries(json ?? {}))
  if (rest.length === 0 && value === undefined) delete copy[key]
  else copy[key] = change(copy[key] ?? {}, rest, value)
  return copy
}

// The library throws for a version that it does not know.
const places = placesOf(sound).filter((path) => path.length > 0 && path[0] !== 'openrpc')
const values: readonly (Json | undefined)[] = [
  undefined,
  7,
  'text',
  true,
  null,
  [],
  {},
  { stranger: 1 },
]

test('what the meta-schema refuses, our checks name', async () => {
  expect(checkMetaSchema('api.json', sound)).toEqual([])
  await assert(
    asyncProperty(constantFrom(...places), constantFrom(...values), async (path, value) => {
      const document = change(sound, path, value)
      if (typeof document !== 'object' || document === null || Array.isArray(document)) return
      const root = temporaryFolder({ 'api.json': JSON.stringify(document) })
      const { diagnostics } = await load({ root, inputs: ['api.json'] })
      const refused = 'openrpc' in document && checkMetaSchema('api.json', document).length > 0
      // RL208 alone would mean that the fault has no message and no severity of its own.
      const own = diagnostics.filter(({ code }) => /^RL2(0[1-7]|1)|^RL1/.test(code))
      const urls = path.includes('url')
      if (refused && !urls) expect(own, JSON.stringify([path, value])).not.toEqual([])
    }),
    { seed: 20, numRuns: 400 },
  )
})

const extension = {
  openrpcExtension: '0.0.0-development',
  name: 'x-reason',
  version: '1.0.0',
  summary: 's',
  restricted: ['errorObject'],
  schema: {},
}

test.each([
  ['declares what it adds', [extension], 0],
  ['declares nonsense', [{ ...extension, restricted: ['no such object'] }], 1],
  ['declares no list', 7, 1],
])('a document that %s', (_, extensions, count) => {
  const document = { ...sound, 'x-extensions': extensions }
  const reasoned = change(document, ['methods', '0', 'errors', '0', 'x-reason'], {})
  // Twice: what one document declares must not stay in the meta-schema for the next.
  for (let time = 0; time < 2; time++) {
    const findings = isObject(reasoned) ? checkMetaSchema('api.json', reasoned) : []
    expect(findings.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 'RL208'))
  }
})

test.each<[string, JsonObject, readonly string[]]>([
  ['a server that stands beside its document', { servers: [{ url: '/rpc' }] }, []],
  ['documentation that does', { externalDocs: { url: 'docs/pets.md' } }, ['docs/pets.md']],
  [
    'both',
    { servers: [{ url: '../rpc' }], externalDocs: { url: 'docs' } },
    ['/externalDocs/url', '"docs"'],
  ],
  [
    'a member of nobody',
    { components: { errors: { E: { code: 1, message: 'm', 'x-a': 1 } } } },
    ['"x-a"'],
  ],
])('%s: what the specification forbids is named', (_, members, names) => {
  const findings = checkMetaSchema('api.json', { ...sound, ...members })
  expect(findings).toHaveLength(names.length > 0 ? 1 : 0)
  for (const name of names) {
    expect(findings.map(({ message, place }) => `${place.pointer} ${message}`).join()).toContain(
      name,
    )
  }
})

test('a server of a method may stand beside its document, too', () => {
  const document = change(sound, ['methods', '0', 'servers'], [{ url: './pets' }])
  expect(isObject(document) && checkMetaSchema('api.json', document)).toEqual([])
})

const folder = join(import.meta.dirname, '../../openrpc')
const own = readdirSync(folder)
  .filter((name) => name.endsWith('.openrpc.json'))
  .map((name): readonly [string, JsonObject] => [
    name,
    JSON.parse(readFileSync(join(folder, name), 'utf8')),
  ])

describe('the tables that stand for the meta-schema', () => {
  test.each(own)('pass %s, so that nobody has to wait for the validator', (_, document) => {
    expect(fitsMetaSchema(document)).toBe(true)
  })

  test('pass nothing that the validator refuses', () => {
    const everything: readonly JsonObject[] = [
      { ...sound, 'x-extensions': [extension] },
      manifold,
      { ...manifold, openrpc: '1.4.1' },
      ...own.flatMap(([name, document]) => (/^(health|info)/.test(name) ? [document] : [])),
    ]
    const texts = ['text', '', 'a b', '\\Z', '(', '1.3.9', '1.4.7']
    const lists = [[], ['a'], ['a', 'a'], [{}], [7], [[]], [null]]
    const references = [{ $ref: '#/x' }, { $ref: 'a b\\c' }, { $ref: '#/x', name: 'n' }]
    const objects = [{}, { name: 'n', value: 1 }, { name: '' }, { stranger: 1 }, { 'x-own': 1 }]
    const schemas = [{ default: 1 }, { type: [] }, { enum: [{}, {}] }, { properties: 7 }]
    const scalars = [undefined, 7, -1, 0.5, true, null, ...texts]
    const values = [...scalars, ...lists, ...references, ...objects, ...schemas]
    let passed = 0
    const change1 = tuple(nat(), constantFrom(...values))
    assert(
      property(constantFrom(...everything), array(change1, { maxLength: 2 }), (base, changes) => {
        const document = changes.reduce<Json>((json, [at, value]) => {
          const all = placesOf(json).filter((path) => path.length > 0)
          const path = all[at % all.length] ?? []
          // A member that is in none of them yet, now and then.
          const longer = at % 5 === 0 ? [...path, at % 2 === 0 ? 'x-own' : 'summary'] : path
          return change(json, longer, value)
        }, base)
        if (!isObject(document) || !fitsMetaSchema(document)) return
        passed++
        expect(firstFault(document), JSON.stringify(document)).toBeUndefined()
      }),
      { seed: 31, numRuns: 300 },
    )
    // The property says something only of what passes.
    expect(passed).toBeGreaterThan(60)
  }, 60_000)
})
