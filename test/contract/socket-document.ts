import { shopDocument } from './shop-document.ts'

const text = { type: 'string' }

/** The shop over WebSockets, with a subscription to sales. */
export const socketDocument = {
  ...shopDocument,
  'x-group': { ...shopDocument['x-group'], wsPath: '/shop/ws', transports: ['http', 'ws'] },
  methods: [
    ...shopDocument.methods,
    {
      name: 'shop.subscribe',
      'x-effect': 'write',
      'x-subscription': {
        notification: 'shop.event',
        unsubscribe: 'shop.unsubscribe',
        kinds: [
          { name: 'sales', params: [], payload: { $ref: '#/components/schemas/Item' } },
          {
            name: 'prices',
            params: [{ name: 'above', schema: { type: 'integer', minimum: 1, maximum: 100 } }],
            payload: { type: 'string', pattern: '^\\d+\\.\\d\\d$' },
          },
        ],
      },
      paramStructure: 'by-position',
      params: [
        { name: 'kind', required: true, schema: { enum: ['sales', 'prices'] } },
        { name: 'above', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      ],
      result: { name: 'subscription', schema: text },
      examples: [
        {
          name: 'what is sold',
          params: [{ name: 'kind', value: 'sales' }],
          result: { name: 'subscription', value: 's1' },
        },
      ],
    },
    {
      name: 'shop.unsubscribe',
      'x-effect': 'write',
      paramStructure: 'by-name',
      params: [{ name: 'subscription', required: true, schema: text }],
      result: { name: 'ended', schema: { const: true } },
      errors: [{ code: -32003, message: 'No such subscription' }],
    },
  ],
}
