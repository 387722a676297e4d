import type { JsonObject } from 'rpcloom/model'

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const uint64: JsonObject = {
  type: ['string', 'integer'],
  format: 'uint64',
  minimum: 0,
  maximum: 2 ** 64,
}

/** A small document with everything that clients and servers treat specially. */
export const petstore: JsonObject = {
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0', description: 'Pets by number.' },
  'x-group': {
    key: 'pets',
    namespaces: ['pets'],
    path: '/ext/bc/{chain}/pets',
    transports: ['http'],
  },
  'x-constants': {
    NATIVE: { value: 'NATIVE', description: 'Alias of the native asset.' },
    LIMIT: 3,
  },
  servers: [{ name: 'local', url: 'http://127.0.0.1:9650/ext/pets' }],
  methods: [
    {
      name: 'pets.getPet',
      summary: 'Get a pet',
      'x-effect': 'read',
      paramStructure: 'by-name',
      params: [{ name: 'id', required: true, schema: ref('Uint64') }],
      result: { name: 'pet', schema: ref('Pet') },
      errors: [
        {
          code: -32000,
          message: 'not found',
          data: { type: 'object', properties: { id: uint64 }, required: ['id'] },
          'x-reason': { name: 'unknownPet', pattern: 'no such pet', when: 'there is no such pet' },
        },
      ],
      examples: [
        {
          name: 'one',
          params: [{ name: 'id', value: '1' }],
          result: { name: 'pet', value: { id: '1', kind: 'cat', parent: null } },
        },
      ],
    },
    {
      name: 'pets.list',
      'x-effect': 'read',
      paramStructure: 'by-name',
      params: [
        { name: 'startIndex', schema: uint64 },
        { name: 'limit', schema: { type: 'integer', minimum: 0 } },
      ],
      result: {
        name: 'page',
        schema: {
          title: 'Page',
          type: 'object',
          required: ['pets', 'endIndex'],
          properties: {
            pets: { type: ['array', 'null'], items: ref('Pet') },
            endIndex: uint64,
          },
        },
      },
      'x-pagination': {
        cursor: { param: 'startIndex', result: 'endIndex' },
        limit: { param: 'limit', default: 2, cap: 2 },
        items: 'pets',
        end: 'short-page',
      },
    },
    {
      name: 'pets.move',
      paramStructure: 'by-position',
      params: [
        { name: 'id', required: true, schema: uint64 },
        { name: 'from here', schema: { type: 'string' } },
        {
          name: 'to',
          required: true,
          schema: { oneOf: [{ type: 'string', enum: ['home'] }, uint64] },
        },
        { name: 'fast', schema: { type: 'boolean' } },
      ],
      result: {
        name: 'nothing',
        schema: { type: 'object', additionalProperties: false, maxProperties: 0 },
      },
    },
    { name: 'pets.poke', params: [] },
    {
      name: 'pets.health',
      'x-effect': 'read',
      paramStructure: 'by-name',
      params: [{ name: 'tags', schema: { type: 'array', items: { type: 'string' } } }],
      result: {
        name: 'report',
        schema: {
          title: 'Report',
          type: 'object',
          required: ['healthy', 'age'],
          properties: { healthy: { type: 'boolean' }, age: { type: 'integer', format: 'uint64' } },
        },
      },
      'x-rest': [
        {
          name: 'readiness',
          paths: ['/ext/pets/readiness'],
          query: [{ name: 'tag', param: 'tags', repeated: true }],
          status: { member: 'healthy', ok: 200, fail: 503 },
        },
      ],
    },
  ],
  components: {
    schemas: {
      Uint64: uint64,
      Pet: {
        type: 'object',
        required: ['id', 'kind'],
        properties: {
          id: ref('Uint64'),
          kind: { type: 'string', oneOf: [{ const: 'cat' }, { const: 'dog' }] },
          parent: { oneOf: [ref('Pet'), { type: 'null' }] },
          address: { type: 'string', format: 'evm-address' },
          weights: { type: 'object', additionalProperties: uint64 },
        },
      },
    },
  },
}

/** A second group, with positional methods in several namespaces, and numbers as hex. */
export const chain: JsonObject = {
  openrpc: '1.3.2',
  info: { title: 'Chain', version: '1.0.0' },
  'x-group': {
    key: 'chainApi',
    namespaces: ['eth', 'net'],
    path: '/ext/chain',
    transports: ['http'],
  },
  methods: [
    {
      name: 'eth_getBalance',
      paramStructure: 'by-position',
      'x-effect': 'read',
      params: [
        { name: 'address', required: true, schema: { type: 'string', format: 'evm-address' } },
        {
          name: 'block',
          schema: {
            oneOf: [
              { type: 'string', enum: ['latest'] },
              { type: 'string', format: 'hex-quantity', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' },
            ],
          },
        },
      ],
      result: { name: 'wei', schema: { type: 'string', format: 'hex-quantity' } },
    },
    { name: 'net_version', params: [], result: { name: 'v', schema: { type: 'string' } } },
  ],
}
