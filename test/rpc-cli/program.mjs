// A command line of a small document, for tests: what the target `cli` generates, in one file.
import { runCli } from '@rpcloom/cli'

const big = { type: 'integer', format: 'uint64', minimum: 0 }
const pair = { type: 'object', properties: { n: big }, additionalProperties: false }
const param = (name, schema, more = {}) => ({ name, schema, ...more })
const result = (schema) => ({ name: 'result', schema })
const notFound = { code: -32000, message: 'not found', 'x-reason': { name: 'unknownPet' } }
const busy = {
  code: -32000,
  message: 'busy',
  'x-reason': { name: 'busy', pattern: '^busy', help: 'Try again later' },
}

const document = {
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1.0.0' },
  'x-group': { key: 'pets', path: '/pets/{shop}', transports: ['http'] },
  methods: [
    {
      name: 'getPet',
      summary: 'Returns a pet',
      'x-effect': 'read',
      params: [
        param('id', big, { required: true }),
        param('kind', { enum: ['cat', 'dog', '$(touch hostile)', '*', 'a b', 'x;y'] }),
        param('withOwner', { type: 'boolean', default: false }, { summary: 'Adds the owner' }),
      ],
      paramStructure: 'by-name',
      result: result(true),
      errors: [notFound, busy],
      examples: [
        {
          name: 'one',
          params: [{ name: 'id', value: 7 }],
          result: { name: 'result', value: { name: 'Tom', age: 3 } },
        },
      ],
    },
    {
      name: 'echo',
      summary: 'Returns its params',
      'x-effect': 'write',
      paramStructure: 'by-position',
      params: [
        param('any', true),
        param('text', { type: 'string' }),
        param('list', { type: 'array', items: { type: 'string' } }),
        param('either', { anyOf: [{ type: 'string' }, pair] }),
        param('number', { type: ['string', 'integer'] }),
      ],
      result: result(true),
    },
    {
      name: 'login',
      summary: 'Checks a password',
      'x-effect': 'write',
      paramStructure: 'by-name',
      params: [
        param('user', { type: 'string' }, { required: true }),
        param('password', { type: 'string', 'x-secret': true, minLength: 3 }, { required: true }),
      ],
      result: result(true),
    },
    {
      name: 'listPets',
      summary: 'Lists pets in pages',
      'x-effect': 'read',
      paramStructure: 'by-name',
      params: [param('cursor', { type: 'string' })],
      'x-pagination': {
        cursor: { param: 'cursor', result: 'next' },
        items: 'pets',
        end: 'empty-page',
      },
      result: result({
        type: 'object',
        required: ['pets', 'next'],
        properties: { pets: { type: 'array', items: pair }, next: { type: 'string' } },
      }),
    },
  ],
}

const group = {
  key: 'pets',
  path: '/pets/main',
  at: '/pets/{shop}',
  transports: ['http'],
  batch: { allowed: false },
}
const order = Object.fromEntries(
  document.methods.map(({ name, params }) => [name, params.map((one) => one.name)]),
)
const methods = {
  getPet: { group, name: 'getPet', order: order.getPet },
  echo: { group, name: 'echo', order: order.echo, structure: 'by-position', effect: 'write' },
  login: { group, name: 'login', order: order.login, effect: 'write', secrets: ['password'] },
  listPets: {
    group,
    name: 'listPets',
    returns: 'optional',
    order: order.listPets,
    pagination: { cursor: { param: 'cursor', result: 'next' }, items: 'pets', end: 'empty-page' },
  },
}
const words = { getPet: 'get-pet', echo: 'echo', login: 'login', listPets: 'list-pets' }

await runCli({
  name: 'pets',
  version: '1.2.3',
  description: 'Calls Pets',
  url: 'http://127.0.0.1:1',
  groups: [
    {
      command: '',
      title: 'Pets',
      document: async () => document,
      methods: async () => methods,
      commands: document.methods.map(({ name, summary }) => ({
        words: words[name],
        method: name,
        summary,
      })),
    },
  ],
  errors: async () => ({
    errors: {
      unknownPet: { code: -32000, message: 'not found', pattern: '^not found' },
      busy: { code: -32000, message: 'busy', pattern: '^busy' },
    },
    lists: { pets: { getPet: ['unknownPet', 'busy'] } },
  }),
})
