import type { Json, JsonObject } from 'rpcloom/model'

/**
 * Returns a small document of a kind that has broken generators. Each must generate and compile.
 */
function documentOf(methods: readonly Json[], more: JsonObject = {}): JsonObject {
  return { openrpc: '1.3.2', info: { title: 'T', version: '1.0.0' }, methods, ...more }
}

function get(name: string, schema: Json, more: JsonObject = {}): JsonObject {
  return { name, params: [], result: { name: 'r', schema }, ...more }
}

function schemas(all: Readonly<Record<string, Json>>): JsonObject {
  return { components: { schemas: all } }
}

function ref(to: string): JsonObject {
  return { $ref: `#/components/schemas/${to}` }
}

function record(properties: Readonly<Record<string, Json>>): JsonObject {
  return { type: 'object', properties }
}

const reserved =
  `Error String Promise Object Array undefined null true this async yield let static enum NaN
  Infinity globalThis window require module exports import http servers serverUrl createClient methods with
  batch chain then catch toJSON valueOf hasOwnProperty constructor prototype`.split(/\s+/)

const paramNames = ['b c', 'class', 'arguments', '', 'transport', 'params', 'constructor', '日本']

/** Documents by file name. Files in a folder belong together, and the first one is the document. */
export const nasty: Readonly<Record<string, Json | string>> = {
  'schema-of-a-param.json': documentOf([
    {
      ...get('a', { $ref: '#/methods/1/result/schema' }),
      params: [{ name: 'x', schema: record({ q: { type: 'string' } }) }],
    },
    get('b', { $ref: '#/methods/0/params/0/schema' }),
  ]),
  'item-of-a-list.json': documentOf(
    [get('a', ref('U/oneOf/1'))],
    schemas({
      U: { oneOf: [{ type: 'string' }, { ...record({ a: ref('U') }), required: ['a'] }] },
    }),
  ),
  'refs-to-refs.json': documentOf(
    [get('a', ref('A'))],
    schemas({ A: ref('B'), B: ref('C'), C: record({ a: ref('A') }) }),
  ),
  'refs-to-booleans.json': documentOf(
    [get('a', ref('T')), get('b', ref('F')), get('c', record({ t: ref('T'), f: ref('F') }))],
    schemas({ T: true, F: false }),
  ),
  'keys-of-all-kinds.json': documentOf(
    [
      get(
        'a',
        record({
          a: ref('a.b'),
          b: ref('a~1b'),
          c: ref('a%20b'),
          d: ref('%C3%BCn%C3%AF'),
          e: ref('日本'),
          f: ref('a~0b'),
          g: ref('%25'),
          h: ref('a"b'),
          i: ref(''),
        }),
      ),
    ],
    schemas({
      'a.b': { type: 'object' },
      'a/b': { type: 'object' },
      'a b': { type: 'string' },
      ünï: record({ x: {} }),
      日本: { enum: ['a', 1] },
      'a~b': {},
      '%': { type: 'integer' },
      'a"b': { type: 'null' },
      '': { type: 'boolean' },
    }),
  ),
  'equal-but-for-case.json': documentOf(
    ['getFoo', 'getfoo', 'GETFOO', 'get_foo', 'get-foo', 'get foo'].map((name) =>
      get(name, record({ a: ref('foo'), b: ref('Foo'), c: ref('FOO') })),
    ),
    schemas({ foo: { type: 'object' }, Foo: record({ a: {} }), FOO: { enum: ['x'] } }),
  ),
  'reserved-words.json': documentOf(
    reserved.map((name) => get(name, ref(name))),
    schemas(Object.fromEntries(reserved.map((name) => [name, record({ [name]: {} })]))),
  ),
  'names-like-paths.json': documentOf(
    ['../../x', 'CON', 'nul', '..', '.', '/', '//', 'a\\b', 'C:\\x', 'index.ts', '%2e%2e', '\u0000']
      .concat(['a\nb', '💥', '-', '1', '01', 'a.b.c.d', 'a.b.c', 'a..b', '.a', 'a.', 'a'])
      .map((name) => get(name, { type: 'string' })),
  ),
  'circles-of-allOf.json': documentOf(
    [get('a', ref('A')), get('b', ref('C'))],
    schemas({
      A: { allOf: [ref('B'), record({ x: { type: 'string' } })] },
      B: { allOf: [ref('A'), record({ y: { type: 'string' } })] },
      C: { allOf: [ref('C')] },
      D: { anyOf: [ref('D')] },
      E: { oneOf: [ref('E'), { type: 'null' }] },
      F: { not: ref('F') },
      G: { type: 'array', items: ref('G') },
      H: { additionalProperties: ref('H') },
    }),
  ),
  'siblings-of-refs.json': documentOf(
    [
      get('a', { ...ref('A'), required: ['b'], properties: { b: { type: 'integer' } } }),
      get('b', { ...ref('A'), additionalProperties: false, nullable: true }),
      {
        name: 'c',
        params: [{ $ref: '#/components/contentDescriptors/P', required: true, description: 'x' }],
        result: { $ref: '#/components/contentDescriptors/P', description: 'y' },
      },
    ],
    {
      components: {
        schemas: { A: record({ a: { type: 'string' } }) },
        contentDescriptors: { P: { name: 'p', schema: ref('A') } },
      },
    },
  ),
  'odd-params.json': documentOf(
    ['by-name', 'by-position', 'either'].map((paramStructure) => ({
      ...get(paramStructure, {}),
      paramStructure,
      params: paramNames.map((name, at) => ({
        name,
        required: at % 2 === 0,
        schema: { type: 'string' },
      })),
    })),
  ),
  'null-members.json': documentOf([
    { name: 'a', params: null, result: null, errors: null, tags: null, links: null },
  ]),
  'members-called-ref.json': documentOf(
    [get('a', { ...record({ $ref: { type: 'string' }, $id: {} }), required: ['$ref'] })],
    schemas({ $ref: { type: 'object' } }),
  ),
  'names-by-id.json': documentOf(
    [
      get('a', { $ref: 'https://example.com/pet.json' }),
      get('b', { $ref: '#pet' }),
      get('c', { $ref: 'https://example.com/pet.json#/properties/a' }),
      get('d', {
        $id: 'urn:d',
        $defs: { X: { type: 'string' } },
        ...record({ x: { $ref: '#/$defs/X' } }),
      }),
    ],
    schemas({
      Pet: {
        $id: 'https://example.com/pet.json',
        $anchor: 'pet',
        ...record({
          a: { $ref: '#/definitions/Tag' },
          b: { $ref: 'near.json#/$defs/X' },
          c: { $ref: '#mark' },
          d: { $ref: '#/components/schemas/Mark' },
        }),
        definitions: {
          Tag: { type: 'integer' },
          Near: { $id: 'near.json', $defs: { X: { $anchor: 'mark', type: 'boolean' } } },
          Mark: { $anchor: 'mark', type: 'string' },
        },
      },
      Mark: { $anchor: 'mark', type: 'null' },
    }),
  ),
  'words-that-are-no-types.json': documentOf(
    ['int', 'bytes', 'float', 'any', 'String', ['int', 'null'], []].map((type, at) =>
      get(`m${at}`, { type, properties: { a: { type: 'bool', required: true } } }),
    ),
  ),
  'alternatives-by-a-mapping.json': documentOf(
    [get('a', ref('Pet')), { ...get('b', {}), params: [{ name: 'p', schema: ref('Pet') }] }],
    schemas({
      Pet: {
        anyOf: [ref('Cat'), ref('Dog'), ref('Sword'), { type: 'null' }],
        discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog', '*/': 'Sword' } },
      },
      Cat: {
        ...record({ kind: { type: 'string' }, lives: { type: 'integer', format: 'uint64' } }),
      },
      Dog: { allOf: [record({ kind: { type: 'string' } }), record({ n: { type: 'integer' } })] },
      Sword: { oneOf: [record({ edge: {} }), record({ kind: { const: 1 } })] },
    }),
  ),
  'servers-of-methods-alone.json': documentOf(
    ['https://{host}:{port}/a', '/b', 'stdio:', '', 'not an address'].map((url, at) => ({
      ...get(`m${at}`, {}),
      servers: [{ url, variables: { host: { default: 'h', enum: ['h', 'i'] }, port: {} } }],
    })),
  ),
  'errors-of-all-codes.json': documentOf(
    [
      get(
        'a',
        {},
        {
          errors: [0, -0, 5, 5, -32700, 1.5, 1e10, '7', 'E_FAIL', null].map((code) => ({
            code,
            message: 'It failed',
            data: code === 5 ? ref('D') : 'detail',
          })),
        },
      ),
    ],
    schemas({ D: record({ why: { type: 'string' } }) }),
  ),
  'draft-2020.json': documentOf(
    [get('a', ref('Tree')), get('b', ref('Tuple')), get('c', ref('Node'))],
    schemas({
      Tree: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'https://example.org/tree',
        ...record({ kids: { type: 'array', items: { $ref: '#' } }, leaf: { $ref: '#leaf' } }),
        $defs: { leaf: { $anchor: 'leaf', type: ['string', 'number'] } },
        dependentRequired: { leaf: ['kids'] },
        unevaluatedProperties: false,
      },
      Tuple: {
        prefixItems: [{ type: 'string' }, { type: 'array', items: { type: 'array', items: {} } }],
        items: { type: 'boolean' },
        contains: { const: true },
      },
      Node: { $dynamicAnchor: 'node', ...record({ next: { $dynamicRef: '#node' } }) },
    }),
  ),
  'like-an-editor.json': documentOf(
    [
      'initialize',
      '$/cancelRequest',
      'textDocument/didChange',
      'textDocument/completion',
      'window/workDoneProgress/create',
      '@scope/x',
      'world:tick',
      'a::b',
      'system.multicall',
      'x?y=1#z',
    ].map((name) => ({
      name,
      paramStructure: 'by-name',
      params: [
        { name: 'Δt', schema: { type: 'number' } },
        { name: 'max-players', required: true, schema: { type: ['integer', 'null'] } },
        { name: '_meta', schema: { type: 'object', additionalProperties: {} } },
      ],
    })),
  ),
  'numbers-at-the-edge.json': `{ "openrpc": "1.3.2", "info": { "title": "T", "version": "1" }, "methods": [{
    "name": "a", "params": [
      { "name": "x", "schema": { "type": "number", "minimum": -0, "maximum": 1.7e308, "default": -0 } },
      { "name": "y", "schema": { "minimum": -9223372036854775808, "maximum": 18446744073709551615 } },
      { "name": "z", "schema": { "const": -0 } },
      { "name": "w", "schema": { "exclusiveMinimum": 1e308, "multipleOf": 1e-320 } }],
    "result": { "name": "r", "schema": { "enum": [1.7e308, -1.7e308, 9007199254740993, 0.1, null, [1]] } } }] }`,
  'anchors.yaml': `openrpc: 1.3.2
info: { title: A, version: "1" }
x-common: &c { type: object, properties: { a: { type: string } } }
methods:
  - &m { name: a, params: [], result: { name: r, schema: *c } }
  - { <<: *m, name: b }
  - { <<: [*m, { summary: s }], name: c, result: { name: r, schema: { <<: *c, title: Named } } }
`,
  'tree/api.yaml': `openrpc: 1.3.2
info: { title: M, version: "1" }
methods:
  - $ref: "./m/get%20pet.json"
  - $ref: "m/list.yaml#/list"
  - $ref: "m/all.yaml#/1"
`,
  'tree/m/get pet.json': {
    ...get('get', { $ref: '../s/pet.schema.json' }),
    params: [{ $ref: '../c.yaml#/components/contentDescriptors/Id' }],
    errors: [{ $ref: '../c.yaml#/components/errors/E' }],
  },
  'tree/m/list.yaml': `list:
  name: list
  params: []
  result: { name: r, schema: { type: array, items: { $ref: "../s/pet.schema.json#/properties/owner" } } }
`,
  'tree/m/all.yaml': `- 1
- name: third
  params: [{ name: a, schema: { $ref: "list.yaml#/list/result/schema" } }]
  result: { name: r, schema: { $ref: "../s/a.yaml#/A" } }
`,
  'tree/c.yaml': `components:
  contentDescriptors:
    Id: { name: id, required: true, schema: { $ref: "#/components/schemas/Id" } }
  schemas:
    Id: &id { type: string }
    Other: *id
  errors:
    E: { code: 5, message: e, data: { $ref: "s/a.yaml#/B" } }
`,
  'tree/s/pet.schema.json': {
    title: 'Pet',
    ...record({
      id: { $ref: '../c.yaml#/components/schemas/Id' },
      owner: { $ref: '#/definitions/Owner' },
      self: { $ref: 'pet.schema.json' },
      root: { $ref: '#' },
    }),
    definitions: {
      Owner: record({ pets: { type: 'array', items: { $ref: 'pet.schema.json#' } } }),
    },
  },
  'tree/s/a.yaml': `A: { type: object, properties: { b: { $ref: "#/B" } } }
B: { type: object, properties: { a: { $ref: "a.yaml#/A" }, m: { $ref: "../m/all.yaml#/1/params/0/schema" } } }
`,
}
