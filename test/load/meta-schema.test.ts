import { array, assert, asyncProperty, constantFrom, nat, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { Diagnostic } from 'rpcloom/diagnostics'
import { load } from 'rpcloom/load'
import type { Json, JsonObject } from 'rpcloom/model'
import { publishedFaults } from '../published-meta-schema.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const runs = process.env['RPCLOOM_LONG'] === '1' ? 250 : 80

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

/** A document with every member of the meta-schema at least once. */
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

/** Returns every location in a document where a member can be removed, replaced or added. */
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

const extension = {
  openrpcExtension: '0.0.0-development',
  name: 'x-reason',
  version: '1.0.0',
  summary: 's',
  restricted: ['errorObject'],
  schema: {},
}

async function diagnosticsOf(document: Json): Promise<readonly Diagnostic[]> {
  const root = temporaryFolder({ 'api.json': JSON.stringify(document) })
  const { diagnostics } = await load({ root, inputs: ['api.json'], allowUnresolved: true })
  return diagnostics
}

/** Whether a diagnostic reports a violation of the meta-schema. */
function isOfForm({ code }: Diagnostic): boolean {
  return /^RL20|^RL215|^RL110/.test(code)
}

const texts = ['text', '', 'a b', '(', '1.3.9', '1.4.7', 'https://example.org']
const lists = [[], ['a'], ['a', 'a'], [{}], [7], [[]], [null]]
const references = [{ $ref: '#/x' }, { $ref: 'a b' }, { $ref: '#/x', name: 'n' }]
const objects = [{}, { name: 'n', value: 1 }, { name: '' }, { stranger: 1 }, { 'x-own': 1 }]
const schemas = [{ default: 1 }, { type: [] }, { enum: [{}, {}] }, { properties: 7 }]
const scalars = [undefined, 7, -1, 0.5, true, null, ...texts]
const values = [...scalars, ...lists, ...references, ...objects, ...schemas]

function isObject(json: Json): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** A document with a few members removed, replaced or added. */
const changed = tuple(
  constantFrom<JsonObject>({ ...sound, 'x-extensions': [extension] }, manifold, {
    ...manifold,
    openrpc: '1.4.1',
  }),
  array(tuple(nat(), constantFrom(...values)), { maxLength: 2 }),
).map(([base, changes]) =>
  changes.reduce<Json>((json, [at, value]) => {
    const all = placesOf(json).filter((path) => path.length > 0)
    const path = all[at % all.length] ?? []
    // Sometimes a new member.
    const longer = at % 5 === 0 ? [...path, at % 2 === 0 ? 'x-own' : 'summary'] : path
    return change(json, longer, value)
  }, base),
)

test('exactly what the published meta-schema rejects is reported', async () => {
  const seen = { refused: 0, valid: 0 }
  await assert(
    asyncProperty(changed, async (document) => {
      if (!isObject(document)) return
      const isRefused = isRefusedByPublished(document)
      const found = (await diagnosticsOf(document)).filter(isOfForm)
      seen[isRefused ? 'refused' : 'valid']++
      const report = JSON.stringify({ document, found }, undefined, 1)
      if (isRefused) expect(found, report).not.toEqual([])
      else
        expect(
          found.filter(({ code }) => code === 'RL208'),
          report,
        ).toEqual([])
    }),
    { seed: 31, numRuns: runs },
  )
  expect(Math.min(seen.refused, seen.valid)).toBeGreaterThan(runs / 7)
}, 60_000)

/** The validator throws for extensions that it cannot apply and for unknown versions. */
function isRefusedByPublished(document: JsonObject): boolean {
  try {
    return publishedFaults(document) !== ''
  } catch {
    return true
  }
}

test.each<[string, Json, readonly string[]]>([
  ['declares an extension that it uses', [extension], []],
  [
    'declares an extension of an unknown object',
    [{ ...extension, restricted: ['no such object'] }],
    ['RL208 /x-extensions/0/restricted/0', 'RL208 /methods/0/errors/0/x-reason'],
  ],
  ['declares the extension twice', [extension, extension], ['RL208 /x-extensions/1/name']],
  [
    'declares another schema',
    [{ ...extension, schema: { type: 'object', required: ['name'] } }],
    ['RL208 /methods/0/errors/0/x-reason/name'],
  ],
  ['declares no list', 7, ['RL204 /x-extensions', 'RL208 /methods/0/errors/0/x-reason']],
])('a document that %s', async (_, declared, expected) => {
  const document = { ...sound, 'x-extensions': declared }
  const reasoned = change(document, ['methods', '0', 'errors', '0', 'x-reason'], {})
  const found = await diagnosticsOf(reasoned)
  expect(found.map(({ code, pointer }) => `${code} ${pointer}`).toSorted()).toEqual(
    expected.toSorted(),
  )
})

test.each<[string, JsonObject, readonly string[]]>([
  ['an address of a server relative to its document', { servers: [{ url: '/rpc' }] }, []],
  [
    'an address of documentation without a scheme',
    { externalDocs: { url: 'docs/pets.md' } },
    ['RL208 /externalDocs/url'],
  ],
  [
    'an undeclared extension of an error',
    { components: { errors: { E: { code: 1, message: 'm', 'x-a': 1 } } } },
    ['RL208 /components/errors/E/x-a'],
  ],
  [
    'two faults, each where it is',
    {
      externalDocs: { url: 'docs' },
      components: { schemas: { S: { enum: [1, 1] }, T: { multipleOf: 0 } } },
    },
    [
      'RL208 /components/schemas/S/enum',
      'RL208 /components/schemas/T/multipleOf',
      'RL208 /externalDocs/url',
    ],
  ],
  ['a version that was never published', { openrpc: '1.3.9' }, ['RL208 /openrpc']],
])('%s', async (_, members, expected) => {
  const found = await diagnosticsOf({ ...sound, ...members })
  expect(found.map(({ code, pointer }) => `${code} ${pointer}`).toSorted()).toEqual(expected)
})

test('a hostile schema of an extension does not slow down validation', async () => {
  const union = (depth: number): JsonObject =>
    depth === 0 ? { type: 'string' } : { anyOf: [union(depth - 1), union(depth - 1)] }
  const hostile = { ...extension, schema: union(12) }
  const errors = Array.from({ length: 400 }, (_, code) => ({ code, message: 'm', 'x-reason': 1 }))
  const document = change(
    { ...sound, 'x-extensions': [hostile] },
    ['methods', '0', 'errors'],
    errors,
  )
  const found = await diagnosticsOf(document)
  // The limit of diagnostics for one document is reached long before the last error.
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(200)
})
