import { programOf } from './program.mjs'

const big = { type: 'integer', format: 'uint64', minimum: 0 }
const text = { type: 'string' }

function method(
  name: string,
  effect: string,
  params: readonly object[] = [],
  more: object = {},
): object {
  return {
    name,
    summary: `The method ${name}`,
    'x-effect': effect,
    paramStructure: 'by-name',
    params,
    result: { name: 'result', schema: true },
    ...more,
  }
}

const param = (name: string, schema: object, required = false): object => ({
  name,
  schema,
  required,
})

const id = param('id', big, true)
const password = param('password', { ...text, 'x-secret': true }, true)
const busy = {
  code: -32000,
  message: 'busy',
  'x-reason': { name: 'busy', when: 'The shop is full', help: 'Try again later' },
}

/** A document with methods of all effects. */
export const pets = {
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0' },
  'x-group': { key: 'pets', path: '/', transports: ['http'] },
  methods: [
    method('getPet', 'read', [id, param('kind', text)], { errors: [busy] }),
    method('feed', 'write', [id]),
    method('sell', 'write', [id, param('to', text)], { paramStructure: 'by-position' }),
    method('login', 'write', [param('user', text, true), password]),
    method('exportKey', 'read', [id], {
      result: {
        name: 'key',
        schema: { properties: { key: { ...text, 'x-secret': true }, pin: { format: 'password' } } },
      },
    }),
    method('shutdown', 'admin'),
    method('watch', 'read', [], {
      'x-subscription': {
        notification: 'event',
        unsubscribe: 'unwatch',
        kinds: [{ name: 'all', payload: true }],
      },
    }),
    method('unwatch', 'read', [id]),
  ],
}

export const program = programOf({ pets })
