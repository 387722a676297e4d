import { documentOf, examples, type Files, method, record, ref, schemas } from './parts.ts'

/**
 * Schemas of later drafts, and IDs of every form: addresses, anchors, dynamic references, escapes.
 */
export const drafts: Files = {
  'dynamic.json': documentOf(
    [
      method(
        'tree',
        { 'node!': { $ref: 'https://example.org/strict-tree' } },
        { $ref: 'https://example.org/tree' },
        examples([{ node: { data: 1, children: [{ data: 2 }] } }, { data: {}, children: [] }]),
      ),
      method('plain', {}, ref('List'), examples([{}, { value: 1, next: { value: 2 } }])),
    ],
    schemas({
      Tree: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'https://example.org/tree',
        $dynamicAnchor: 'node',
        ...record({ data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } }),
      },
      StrictTree: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'https://example.org/strict-tree',
        $dynamicAnchor: 'node',
        $ref: 'tree',
        unevaluatedProperties: false,
      },
      List: {
        $id: 'list',
        ...record({ value: { $ref: '#/$defs/Value' }, next: { $ref: '#' } }),
        $defs: {
          Value: { $defs: { Deep: { type: 'integer' } }, $ref: '#/$defs/Value/$defs/Deep' },
        },
      },
    }),
  ),
  'unevaluated.json': documentOf(
    [
      method(
        'a',
        { 'x!': ref('Closed') },
        ref('Tuple'),
        examples(
          [{ x: { id: 1, kind: 'cat', lives: 9 } }, ['a', 1]],
          [{ x: { id: 2, kind: 'dog' } }, ['b', 2, 3]],
        ),
      ),
      method(
        'b',
        {},
        {
          allOf: [ref('Base')],
          properties: { extra: { type: 'string' } },
          unevaluatedProperties: { type: 'integer' },
        },
        examples([{}, { id: 1, extra: 'e', other: 7 }]),
      ),
      method(
        'c',
        {},
        {
          type: 'array',
          prefixItems: [{ type: 'string' }],
          unevaluatedItems: { type: 'boolean' },
        },
        examples([{}, ['a', true, false]]),
      ),
      method(
        'd',
        {},
        {
          anyOf: [record({ 'a!': { type: 'string' } }), record({ 'b!': { type: 'string' } })],
          unevaluatedProperties: false,
        },
        examples([{}, { a: 'x', b: 'y' }]),
      ),
      method(
        'e',
        {},
        {
          if: record({ 'k!': { const: 1 } }),
          then: { properties: { one: true } },
          else: { properties: { two: true } },
          type: 'object',
          unevaluatedProperties: false,
        },
        examples([{}, { k: 1, one: 0 }]),
      ),
      method(
        'f',
        {},
        {
          type: 'object',
          dependentSchemas: { card: { properties: { address: { type: 'string' } } } },
          properties: { card: { type: 'integer' } },
          patternProperties: { '^x-': true },
          unevaluatedProperties: false,
        },
        examples([{}, { card: 1, address: 'a', 'x-y': 0 }]),
      ),
    ],
    schemas({
      Base: record({ 'id!': { type: 'integer' } }),
      Closed: {
        allOf: [ref('Base')],
        oneOf: [
          record({ 'kind!': { const: 'cat' }, lives: { type: 'integer' } }),
          record({ 'kind!': { const: 'dog' } }),
        ],
        unevaluatedProperties: false,
      },
      Tuple: {
        type: 'array',
        prefixItems: [{ type: 'string' }],
        allOf: [{ prefixItems: [true, { type: 'integer' }], items: { type: 'integer' } }],
        unevaluatedItems: false,
      },
    }),
  ),
  'pointers.json': documentOf(
    [
      method(
        'a',
        { 'v!': { $ref: '#/components/schemas/a~1b~0c%25d%20e' } },
        { $ref: '#/components/schemas/List/oneOf/1/items/0' },
        examples([{ v: 'x' }, 5]),
      ),
      method(
        'b',
        { 'v!': { $ref: '#/methods/0/params/0/schema' } },
        { $ref: '#/methods/2/result/schema/properties/deep/properties/er' },
        examples([{ v: '' }, { self: { self: null } }]),
      ),
      method(
        'c',
        {},
        record({
          deep: record({
            er: {
              anyOf: [
                record({
                  self: { $ref: '#/methods/2/result/schema/properties/deep/properties/er' },
                }),
                { type: 'null' },
              ],
            },
          }),
        }),
        examples([{}, { deep: { er: { self: null } } }]),
      ),
      {
        name: 'd',
        params: [{ $ref: '#/methods/0/params/0' }],
        result: { $ref: '#/methods/0/result' },
        errors: [{ $ref: '#/methods/4/errors/0' }],
      },
      {
        name: 'e',
        params: { $ref: '#/methods/0/params' },
        result: { $ref: '#/methods/3/result' },
        errors: [{ code: 9, message: 'Nine' }],
      },
      method(
        'f',
        { 'v!': { $ref: '#/components/schemas/Odd/properties/~0~1%22/definitions/x' } },
        { $ref: '#/components/schemas/Odd/patternProperties/%5Ex~1/enum' },
        { result: { name: 'r', schema: ref('Odd') } },
      ),
    ],
    schemas({
      'a/b~c%d e': { type: 'string' },
      List: {
        oneOf: [
          { type: 'string' },
          { type: 'array', items: [{ type: 'integer' }, { type: 'array', items: ref('List') }] },
        ],
      },
      Odd: {
        type: 'object',
        properties: {
          '~/"': {
            definitions: { x: { type: 'boolean' } },
            type: 'array',
            items: { $ref: '#/components/schemas/Odd/properties/~0~1%22/definitions/x' },
          },
        },
        patternProperties: { '^x/': { enum: ['a'] } },
      },
    }),
  ),
  'siblings.json': documentOf(
    [
      method(
        'a',
        { 'v!': { $ref: '#/components/schemas/S', minLength: 2, description: 'Two and more' } },
        { $ref: '#/components/schemas/R', required: ['b'], nullable: true, title: 'R with b' },
        examples([{ v: 'ab' }, { b: 1 }], [{ v: 'abc' }, null]),
      ),
      method(
        'b',
        {},
        {
          $ref: '#/components/schemas/R',
          properties: { a: { type: 'string', const: 'x' }, c: { type: 'string' } },
          additionalProperties: { type: 'string' },
        },
        examples([{}, { a: 'x', c: 'y' }]),
      ),
      method(
        'c',
        { 'v!': { $ref: '#/components/schemas/S', enum: ['aa', 'b'] } },
        {
          $ref: '#/components/schemas/S',
          default: 'q',
          examples: ['w'],
          deprecated: true,
          'x-unit': 'm',
        },
        examples([{ v: 'aa' }, 's']),
      ),
    ],
    schemas({
      S: { type: 'string' },
      R: record({ a: { type: 'string' }, b: { type: 'integer' } }),
    }),
  ),
  'recursion.json': documentOf(
    [
      method(
        'json',
        { 'v!': ref('Json') },
        ref('Expr'),
        examples([{ v: [1, { a: null }] }, ['+', 1, ['-', 2]]]),
      ),
      method('mutual', {}, ref('A'), examples([{}, { b: { a: {} } }])),
    ],
    schemas({
      Json: {
        oneOf: [
          { type: 'null' },
          { type: 'boolean' },
          { type: 'number' },
          { type: 'string' },
          { type: 'array', items: ref('Json') },
          { type: 'object', additionalProperties: ref('Json') },
        ],
      },
      Expr: {
        oneOf: [
          { type: 'number' },
          { type: 'array', prefixItems: [{ enum: ['+', '-'] }], items: ref('Expr'), minItems: 2 },
        ],
      },
      A: record({ b: ref('B') }),
      B: record({ a: ref('A') }),
      Maybe: { oneOf: [ref('Maybe'), { type: 'null' }] },
    }),
  ),
  'old-drafts.json': documentOf(
    [method('a', { 'v!': ref('Old') }, ref('Four'), examples([{ v: { n: 0.5 } }, { a: 1 }]))],
    {
      ...schemas({
        Old: {
          id: 'old',
          type: 'object',
          properties: {
            n: {
              type: 'number',
              minimum: 0,
              exclusiveMinimum: true,
              maximum: 1,
              exclusiveMaximum: false,
            },
          },
          extends: { $ref: '#/definitions/none' },
        },
        Four: {
          $schema: 'http://json-schema.org/draft-04/schema#',
          type: 'object',
          properties: { a: { $ref: '#/definitions/Int' } },
          dependencies: { a: ['b', 'c'], b: { minProperties: 2 } },
        },
      }),
      definitions: { Int: { type: 'integer' }, none: {} },
    },
  ),
}
