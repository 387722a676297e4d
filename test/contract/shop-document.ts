/** A small service with everything from which cases are made. */
const uint64 = { type: ['string', 'integer'], format: 'uint64' }
const text = { type: 'string' }

const item = {
  type: 'object',
  required: ['id', 'name', 'price', 'stock', 'state', 'size', 'open'],
  properties: {
    id: { type: 'integer', minimum: 1, maximum: 1000 },
    name: { type: 'string', minLength: 1 },
    price: { type: 'string', pattern: '^\\d+\\.\\d\\d$' },
    stock: uint64,
    state: { enum: ['fresh', 'stale'] },
    open: { type: 'boolean' },
    size: {
      type: 'object',
      required: ['width'],
      properties: { width: { type: 'number' }, unit: text },
    },
    tags: { type: 'array', items: text, maxItems: 5 },
    note: text,
    added: { type: 'string', format: 'date-time' },
  },
}

export const tea = {
  id: 7,
  name: 'tea',
  price: '3.50',
  stock: '18014398509481985',
  state: 'fresh',
  open: true,
  size: { width: 2.5, unit: 'cm' },
  tags: ['hot', 'green'],
  added: '2026-01-02T03:04:05Z',
}

const errors = [
  { code: -32001, message: 'No such item' },
  { code: -32002, message: 'Refused' },
]

export const shopDocument = {
  openrpc: '1.3.2',
  info: { title: 'Shop', version: '1.0.0' },
  'x-group': { key: 'shop', path: '/shop', transports: ['http'] },
  methods: [
    {
      name: 'shop.getItem',
      paramStructure: 'by-name',
      params: [
        { name: 'id', required: true, schema: { $ref: '#/components/schemas/Id' } },
        { name: 'fields', schema: { type: 'array', items: text, maxItems: 3 } },
      ],
      result: { name: 'item', schema: { $ref: '#/components/schemas/Item' } },
      errors,
      examples: [
        {
          name: 'tea',
          params: [{ name: 'id', value: 7 }],
          result: { name: 'item', value: tea },
        },
      ],
    },
    {
      name: 'shop.listItems',
      paramStructure: 'by-position',
      params: [
        { name: 'limit', required: true, schema: { type: 'integer', minimum: 1, maximum: 100 } },
        { name: 'after', schema: text },
      ],
      result: {
        name: 'page',
        schema: {
          type: 'object',
          required: ['items', 'next'],
          additionalProperties: false,
          properties: {
            items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
            next: { type: ['string', 'null'] },
          },
        },
      },
      errors,
    },
    {
      name: 'shop.countItems',
      params: [],
      result: { name: 'count', schema: { type: 'integer', minimum: 0 } },
      examples: [{ name: 'many', params: [], result: { name: 'count', value: 1 } }],
    },
    {
      name: 'shop.login',
      'x-effect': 'read',
      paramStructure: 'by-name',
      params: [
        { name: 'user', required: true, schema: { type: 'string', minLength: 3 } },
        { name: 'word', required: true, schema: { type: 'string', 'x-secret': true } },
      ],
      result: { name: 'is', schema: { type: 'boolean' } },
      errors,
      examples: [
        {
          name: 'someone',
          params: [
            { name: 'user', value: 'someone' },
            { name: 'word', value: 'correct horse battery' },
          ],
          result: { name: 'is', value: true },
        },
      ],
    },
    {
      name: 'shop.addItem',
      paramStructure: 'by-name',
      params: [{ name: 'name', required: true, schema: text }],
      result: { name: 'id', schema: { type: 'integer' } },
    },
    {
      name: 'shop.getState',
      deprecated: true,
      'x-deprecated': { replacedBy: 'shop.countItems' },
      'x-rest': [
        {
          name: 'state',
          paths: ['/shop/state'],
          query: [{ name: 'tag', param: 'tags', repeated: true }],
          status: { member: 'well', ok: 200, fail: 503 },
        },
      ],
      paramStructure: 'by-name',
      params: [{ name: 'tags', schema: { type: 'array', items: text } }],
      result: {
        name: 'state',
        schema: {
          type: 'object',
          required: ['well'],
          properties: { well: { type: 'boolean' }, tags: { type: 'array', items: text } },
        },
      },
      examples: [
        {
          name: 'one tag',
          params: [{ name: 'tags', value: ['a', 'b'] }],
          result: { name: 'state', value: { well: true, tags: ['a', 'b'] } },
        },
      ],
    },
  ],
  components: {
    schemas: { Item: item, Id: { type: 'integer', minimum: 1, maximum: 1000 } },
  },
}
