import type { JsonObject } from 'rpcloom/model'

/** A method of a small document. */
export interface Wanted {
  readonly summary?: string
  readonly params?: readonly JsonObject[]
  readonly result?: JsonObject
  readonly deprecated?: JsonObject
  /** The method starts a subscription with one topic. */
  readonly subscribes?: true
}

const id: JsonObject = { name: 'id', required: true, schema: { type: 'string' } }
const pet: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
}

/** Returns a document with these methods, in this order. */
export function petsWith(methods: Readonly<Record<string, Wanted>>): JsonObject {
  return {
    openrpc: '1.3.2',
    info: { title: 'Pets', version: '1.0.0' },
    'x-group': { key: 'pets', path: '/pets', transports: ['http'] },
    methods: Object.entries(methods).map(([name, wanted]) => ({
      name,
      summary: wanted.summary ?? `About ${name}`,
      paramStructure: 'by-name',
      params: wanted.params ?? [id],
      result: { name: 'result', schema: wanted.result ?? { $ref: '#/components/schemas/Pet' } },
      ...(wanted.subscribes && { 'x-subscription': subscriptionOf(name) }),
      ...(wanted.deprecated && { deprecated: true, 'x-deprecated': wanted.deprecated }),
    })),
    components: { schemas: { Pet: pet } },
  }
}

function subscriptionOf(method: string): JsonObject {
  const kind = { name: method.replace('pets.', ''), payload: { $ref: '#/components/schemas/Pet' } }
  return { notification: 'pets.moved', unsubscribe: 'pets.stop', single: true, kinds: [kind] }
}

export const three: Readonly<Record<string, Wanted>> = {
  'pets.get': {},
  'pets.list': { params: [], result: { type: 'array', items: { type: 'string' } } },
  'pets.drop': { result: { type: 'boolean' } },
}
