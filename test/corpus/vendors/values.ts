import { documentOf, examples, type Files, method, record, ref, schemas } from './parts.ts'

const evil = [
  '*/ import("x") /*',
  '`${process.exit()}`',
  '{{#each x}}',
  '</script><script>alert(1)</script>',
  '```\n# x\n```',
  "'); drop",
  '\u2028\u2029\u0000',
  '%00../../etc',
  '--></template>',
  '\\u0027',
  '${{ x }}',
  '@link {@see x}',
]

/** Edge cases of values and constraints, and text that looks like code. */
export const values: Files = {
  'enums.json': documentOf([
    method(
      'a',
      { 'v!': { enum: [null, 1, '1', true, [1], { a: 1 }, 1.5, -0, ''] } },
      { type: 'string', enum: ['a', 'b', null, 7, 'a'] },
      examples([{ v: { a: 1 } }, 'a'], [{ v: null }, 'b'], [{ v: '1' }, 'a']),
    ),
    method(
      'b',
      {
        v: { enum: [] },
        w: { enum: [null] },
        x: { const: null },
        y: { type: 'integer', enum: [1, 2.0, 3.5, '4'] },
      },
      {
        oneOf: [
          { const: 'a', title: 'A', description: 'x */' },
          { const: 'b', deprecated: true },
          { const: 3 },
        ],
      },
      examples([{ w: null, x: null, y: 2 }, 3]),
    ),
    method('c', {}, { anyOf: [{ enum: ['x', 'y'] }, { type: 'string' }] }, examples([{}, 'z'])),
    method('d', {}, { type: 'boolean', enum: [true] }, examples([{}, true])),
    method(
      'e',
      {},
      { type: ['string', 'integer', 'null'], enum: ['x', 1, null, true] },
      examples([{}, null]),
    ),
  ]),
  'closed-records.json': documentOf([
    method(
      'a',
      {
        'v!': {
          type: 'object',
          patternProperties: { '^[a-z]+$': { type: 'integer' }, '^x': { minimum: 5 } },
          additionalProperties: false,
        },
      },
      {
        type: 'object',
        properties: { id: { type: 'string' } },
        patternProperties: { '^\\d+$': { type: 'boolean' } },
        additionalProperties: { type: 'null' },
        required: ['id', 'other'],
      },
      examples([{ v: { a: 1, xx: 6 } }, { id: 'a', other: null, 7: true }]),
    ),
    method(
      'b',
      {},
      {
        type: 'object',
        properties: {
          toString: { type: 'string' },
          __proto__: { type: 'integer' },
          hasOwnProperty: {},
        },
        required: ['toString'],
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 2,
      },
      examples([{}, { toString: 'x' }]),
    ),
    method(
      'c',
      {},
      {
        type: 'object',
        propertyNames: { maxLength: 3, enum: ['a', 'bb', 'cccc'] },
        additionalProperties: { oneOf: [{ type: 'integer' }, { type: 'number', multipleOf: 0.5 }] },
      },
      examples([{}, { a: 1.5 }]),
    ),
    method(
      'd',
      {},
      {
        allOf: [
          record({ 'a!': { type: 'string' } }, { additionalProperties: false }),
          record({ b: { type: 'string' } }),
        ],
      },
      examples([{}, { a: 'x' }]),
    ),
    method(
      'e',
      {},
      {
        properties: { a: false, b: true },
        required: ['b'],
        dependencies: { b: { not: { required: ['c'] } }, c: ['d'] },
      },
      examples([{}, { b: 1 }]),
    ),
  ]),
  'tuples.json': documentOf([
    method(
      'a',
      {
        'v!': {
          type: 'array',
          items: [{ type: 'string' }, { type: 'integer' }],
          additionalItems: { type: 'boolean' },
          minItems: 1,
          maxItems: 4,
        },
      },
      { type: 'array', prefixItems: [{ const: 'k' }, true], items: false },
      examples([{ v: ['a', 1, true] }, ['k', null]]),
    ),
    method(
      'b',
      {},
      { type: 'array', prefixItems: [{ type: 'string' }], minItems: 3, items: { type: 'integer' } },
      examples([{}, ['a', 1, 2]]),
    ),
    method(
      'c',
      {},
      {
        type: 'array',
        items: { type: 'string' },
        contains: { pattern: '^x' },
        minContains: 2,
        maxContains: 3,
      },
      examples([{}, ['xa', 'xb', 'c']]),
    ),
    method('d', {}, { type: 'array', items: false }, examples([{}, []])),
    method(
      'e',
      {},
      {
        type: ['array', 'object', 'string'],
        items: { type: 'integer' },
        properties: { a: { type: 'string' } },
        minItems: 1,
        minLength: 2,
        required: ['a'],
      },
      examples([{}, { a: 'x' }]),
    ),
    method(
      'f',
      {},
      { type: 'array', uniqueItems: true, items: { type: ['object', 'number'] } },
      examples([{}, [{ a: 1, b: 2 }, { a: 1, b: 3 }, 1]]),
    ),
  ]),
  'numbers.json': `{ "openrpc": "1.3.2", "info": { "title": "N", "version": "1" }, "methods": [
    { "name": "a", "params": [{ "name": "v", "required": true, "schema": { "type": "integer", "minimum": 0, "maximum": 115792089237316195423570985008687907853269984665640564039457584007913129639935 } }],
      "result": { "name": "r", "schema": { "type": "integer", "format": "uint64" } },
      "examples": [{ "name": "e", "params": [{ "name": "v", "value": 9007199254740991 }], "result": { "name": "r", "value": 18446744073709551615 } }] },
    { "name": "b", "params": [{ "name": "v", "schema": { "enum": [9007199254740993, 1e21, 1.0, -0.0] } }], "result": { "name": "r", "schema": { "const": 12345678901234567890 } } },
    { "name": "c", "params": [{ "name": "v", "schema": { "type": ["integer", "string"], "format": "int128" } }, { "name": "w", "schema": { "type": "number", "format": "float", "exclusiveMinimum": 0, "exclusiveMaximum": 1 } }], "result": { "name": "r", "schema": { "type": "integer", "multipleOf": 7, "minimum": 8, "maximum": 13 } } }] }`,
  'formats.json': documentOf([
    method(
      'a',
      Object.fromEntries(
        [
          'date-time',
          'date',
          'time',
          'duration',
          'email',
          'hostname',
          'ipv4',
          'ipv6',
          'uri',
          'uri-reference',
          'iri',
          'uuid',
          'json-pointer',
          'regex',
          'byte',
          'binary',
          'password',
          'int32',
          'currency',
          'x-own',
          '',
          '*/',
          'constructor',
        ].map((format) => [format === '' ? 'blank' : format, { type: 'string', format }]),
      ),
      {
        type: 'string',
        format: 'uuid',
        contentMediaType: 'application/json',
        contentEncoding: 'base64',
      },
      { paramStructure: 'by-name' },
    ),
    method(
      'b',
      { v: { format: 'email' }, w: { type: 'integer', format: 'email' } },
      { type: ['string', 'null'], format: 'date' },
      examples([{ v: 7, w: 1 }, null]),
    ),
  ]),
  'text-as-code.json': documentOf(
    evil.map((text, at) => ({
      ...method(
        `m${at}`,
        {
          v: {
            title: text,
            description: text,
            type: 'string',
            default: text,
            enum: [text, 'b'],
            pattern: '.*',
          },
        },
        { ...record({ [text]: { type: 'string', description: text, const: text } }), title: text },
        {
          ...examples([{ v: text }, { [text]: text }]),
          errors: [{ code: at, message: text, data: text }],
          tags: [{ name: text, description: text }],
          externalDocs: { url: text, description: text },
        },
      ),
      summary: text,
      description: text,
      deprecated: at % 2 === 0,
      'x-note': text,
    })),
    {
      info: {
        title: evil.join(' '),
        version: evil[0] ?? '',
        description: evil.join('\n'),
        license: { name: evil[3] ?? '', url: 'javascript:alert(1)' },
        contact: { url: 'javascript:alert(1)', email: 'a@b"onload=' },
      },
      servers: [{ url: 'http://h/`${1}`*/', name: '*/', description: '</script>' }],
      externalDocs: { url: 'data:text/html,x' },
    },
  ),
  'choices.json': documentOf(
    [
      method(
        'a',
        { 'v!': ref('Shape') },
        { type: 'array', items: ref('Event') },
        examples([{ v: { type: 'circle', r: 1 } }, [{ kind: 'a', v: 1 }, { kind: 'b' }]]),
      ),
      method(
        'b',
        { 'v!': { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }] } },
        { anyOf: [true, { type: 'string' }] },
        examples([{ v: 'long' }, 1]),
      ),
      method(
        'c',
        {
          v: {
            oneOf: [record({ 'a!': { type: 'string' } }), record({ 'b!': { type: 'string' } })],
            required: ['c'],
            properties: { c: { type: 'integer' } },
          },
        },
        {
          type: 'object',
          oneOf: [{ required: ['x'] }, { required: ['y'] }],
          properties: { x: { type: 'string' }, y: { type: 'string' } },
        },
        examples([{ v: { a: 'x', c: 1 } }, { x: '1' }]),
      ),
      method(
        'd',
        { v: { not: { type: 'string' } }, w: { not: {} }, x: { allOf: [] }, y: { oneOf: [] } },
        { if: { type: 'string' }, then: { minLength: 2 }, else: { type: 'integer' } },
        examples([{ v: 1 }, 'ab'], [{ v: [] }, 7]),
      ),
    ],
    schemas({
      Shape: {
        oneOf: [ref('Circle'), ref('Square')],
        discriminator: {
          propertyName: 'type',
          mapping: {
            circle: '#/components/schemas/Circle',
            sq: '#/components/schemas/Square',
            square: '#/components/schemas/Square',
          },
        },
      },
      Circle: record({ 'type!': { type: 'string' }, 'r!': { type: 'number' } }),
      Square: {
        allOf: [record({ 'type!': { type: 'string' } }), record({ 'side!': { type: 'number' } })],
      },
      Event: {
        anyOf: [
          record({ 'kind!': { enum: ['a', 'b'] }, v: {} }),
          record({ 'kind!': { enum: ['b', 'c'] }, w: {} }),
        ],
        discriminator: { propertyName: 'kind' },
      },
    }),
  ),
}
