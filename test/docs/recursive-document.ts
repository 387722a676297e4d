import type { JsonObject } from 'rpcloom/model'
import { documentOf } from '../model/documents.ts'

/** Recursive schemas: through a list, through a union, and through a required member. */
export const recursiveDocument: JsonObject = documentOf(
  [
    {
      name: 'put',
      params: [
        { name: 'tree', required: true, schema: { $ref: '#/components/schemas/Tree' } },
        { name: 'filter', schema: { $ref: '#/components/schemas/Filter' } },
        { name: 'endless', schema: { $ref: '#/components/schemas/Endless' } },
      ],
      result: { name: 'tree', schema: { $ref: '#/components/schemas/Tree' } },
    },
  ],
  {
    Tree: {
      type: 'object',
      required: ['name', 'children'],
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    },
    Filter: {
      oneOf: [
        { title: 'word', type: 'string' },
        {
          title: 'not',
          type: 'object',
          required: ['not'],
          properties: { not: { $ref: '#/components/schemas/Filter' } },
        },
      ],
    },
    Endless: {
      type: 'object',
      required: ['next'],
      properties: { next: { $ref: '#/components/schemas/Endless' } },
    },
  },
)
