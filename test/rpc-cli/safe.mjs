// A command line of two small documents, for tests: one without marks of secrets and without a server, and one with both.
import { runCli } from '@rpcloom/cli'

const param = (name, schema, more = {}) => ({ name, schema, ...more })
const result = (schema) => ({ name: 'result', schema })
const text = { type: 'string' }
const pages = { cursor: { param: 'cursor', result: 'next' }, items: 'items', end: 'empty-page' }

const wallet = {
  openrpc: '1.3.2',
  info: { title: 'Wallet', version: '1.0.0' },
  methods: [
    {
      name: 'createWallet',
      'x-effect': 'write',
      paramStructure: 'by-position',
      params: [
        param('name', text, { required: true }),
        param('disable_private_keys', { type: 'boolean' }),
        param('label', { type: 'string', pattern: '^a' }),
        param('passphrase', text),
      ],
      result: result(true),
    },
    {
      name: 'listCoins',
      description: 'One line\r\nand another',
      'x-effect': 'read',
      paramStructure: 'by-name',
      params: [param('cursor', text)],
      'x-pagination': pages,
      result: result(true),
      errors: [
        { code: -1, message: 'first' },
        { code: -1, message: 'second' },
      ],
    },
    {
      name: 'shutdown',
      'x-effect': 'admin',
      paramStructure: 'by-name',
      params: [param('note', text), param('help', text)],
      result: result(true),
    },
    {
      name: 'subscribe',
      'x-effect': 'read',
      paramStructure: 'by-position',
      params: [param('topic', { enum: ['heads', 'logs'] }, { required: true })],
      result: result(text),
      'x-subscription': {
        notification: 'event',
        unsubscribe: 'unsubscribe',
        kinds: [
          { name: 'heads', payload: { type: 'integer' } },
          { name: 'logs', params: [param('filter', text)], payload: { type: 'integer' } },
        ],
      },
      examples: [
        {
          name: 'logs',
          params: [
            { name: 'topic', value: 'logs' },
            { name: 'filter', value: '0x1' },
          ],
          result: { name: 'result', value: 'id' },
        },
      ],
    },
    {
      name: 'unsubscribe',
      'x-effect': 'read',
      paramStructure: 'by-position',
      params: [param('id', text, { required: true })],
      result: result({ type: 'boolean' }),
    },
  ],
}

const login = {
  type: 'object',
  properties: { password: { ...text, 'x-secret': true }, apiKey: { ...text, 'x-secret': false } },
}

const vault = {
  openrpc: '1.3.2',
  info: { title: 'Vault', version: '1.0.0' },
  methods: [
    {
      name: 'openVault',
      'x-effect': 'write',
      paramStructure: 'by-name',
      params: [
        param('pin', { type: 'integer', 'x-secret': true }, { required: true }),
        param('login', login),
        param('apiKey', text),
      ],
      result: result(true),
    },
    {
      name: 'setNames',
      'x-effect': 'write',
      paramStructure: 'by-name',
      params: [
        ...['options', 'url', 'fooBar', 'foo-bar', '$()', '__proto__'].map((name) =>
          param(name, text),
        ),
        param('a/b', { type: 'integer' }),
        param('any', true),
        param('maybe', { type: ['boolean', 'null'] }),
        param('size', { enum: [true, 'small', '@large', '--url'] }),
        param('code', { ...text, format: 'password' }),
      ],
      result: result(true),
      examples: [
        {
          name: 'odd',
          params: ['foo-bar', 'fooBar', '$()', 'any'].map((name) => ({ name, value: '5' })),
          result: { name: 'result', value: 1 },
        },
      ],
    },
  ],
}

const group = { key: 'safe', path: '/', transports: ['http', 'ws'], batch: { allowed: false } }
const subscription = {
  notification: 'event',
  unsubscribe: 'unsubscribe',
  topics: { heads: { order: [] }, logs: { order: ['filter'] } },
}

const groupOf = (command, document, more = {}) => ({
  command,
  title: document.info.title,
  ...more,
  document: async () => document,
  methods: async () =>
    Object.fromEntries(
      document.methods.map((one) => [
        one.name,
        {
          group,
          name: one.name,
          order: one.params.map(({ name }) => name),
          effect: one['x-effect'],
          ...(one.paramStructure === 'by-position' && { structure: 'by-position' }),
          ...(one['x-pagination'] && { pagination: pages }),
          ...(one['x-subscription'] && { subscription }),
        },
      ]),
    ),
  commands: document.methods.map(({ name }) => ({
    words: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    method: name,
    summary: name,
  })),
})

await runCli({
  name: 'safe',
  version: '1.2.3',
  description: 'Calls a safe',
  groups: [
    groupOf('wallet', wallet, { wsUrl: 'ws://127.0.0.1:1' }),
    groupOf('vault', vault, { url: 'http://127.0.0.1:1' }),
  ],
  errors: async () => ({ errors: {}, lists: {} }),
})
