import { describe, expect, test } from 'vitest'
import { imported, type Run, runImporter } from './imported.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const refTo = (name: string): object => ({ $ref: `#/$defs/${name}` })
const text = { type: 'string' }
const empty = { type: 'object' }

/** A small schema of each protocol, and the document that its importer makes of it. */
const cases = [
  {
    name: 'lsp',
    schema: {
      metaData: { version: '3.18.0' },
      requests: [
        {
          method: 'box/open',
          messageDirection: 'serverToClient',
          params: { kind: 'reference', name: 'OpenParams' },
          result: {
            kind: 'or',
            items: [
              { kind: 'base', name: 'uinteger' },
              { kind: 'base', name: 'null' },
            ],
          },
          documentation: 'Opens a box.',
        },
      ],
      notifications: [{ method: 'exit', messageDirection: 'clientToServer' }],
      structures: [
        { name: 'Base', properties: [{ name: 'id', type: { kind: 'base', name: 'DocumentUri' } }] },
        {
          name: 'OpenParams',
          extends: [{ kind: 'reference', name: 'Base' }],
          properties: [
            {
              name: 'kind',
              type: { kind: 'reference', name: 'Kind' },
              optional: true,
              documentation: 'Which.',
            },
            {
              name: 'pair',
              type: { kind: 'tuple', items: [{ kind: 'stringLiteral', value: 'a' }] },
            },
          ],
        },
      ],
      enumerations: [
        {
          name: 'Kind',
          type: { kind: 'base', name: 'string' },
          values: [{ value: 'big' }, { value: 'big' }],
          supportsCustomValues: true,
        },
      ],
      typeAliases: [{ name: 'Unused', type: { kind: 'base', name: 'string' } }],
    },
    methods: [
      {
        name: 'box/open',
        description: 'Opens a box.',
        'x-implemented-by': ['client'],
        params: [],
        'x-params': { $ref: '#/components/schemas/OpenParams' },
        result: {
          name: 'result',
          schema: {
            anyOf: [{ type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 }, { type: 'null' }],
          },
        },
      },
      { name: 'exit', 'x-implemented-by': ['server'], params: [] },
    ],
    schemas: {
      Base: {
        type: 'object',
        properties: { id: { type: 'string', format: 'uri' } },
        required: ['id'],
      },
      Kind: { anyOf: [{ enum: ['big'] }, text] },
      OpenParams: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            type: 'object',
            properties: {
              kind: { description: 'Which.', allOf: [{ $ref: '#/components/schemas/Kind' }] },
              pair: { type: 'array', items: [{ const: 'a' }], minItems: 1, maxItems: 1 },
            },
            required: ['pair'],
          },
        ],
      },
    },
  },
  {
    name: 'acp',
    schema: {
      $defs: {
        AskRequest: {
          'x-method': 'ask',
          'x-side': 'client',
          type: 'object',
          properties: { of: refTo('Of') },
        },
        AskResponse: { 'x-method': 'ask', 'x-side': 'client', ...empty },
        StopNotification: {
          'x-method': 'stop',
          'x-side': 'protocol',
          description: 'Stops.',
          ...empty,
        },
        Of: text,
      },
    },
    methods: [
      {
        name: 'ask',
        'x-implemented-by': ['client'],
        params: [],
        'x-params': { $ref: '#/components/schemas/AskRequest' },
        result: { name: 'result', schema: { $ref: '#/components/schemas/AskResponse' } },
      },
      {
        name: 'stop',
        description: 'Stops.',
        'x-implemented-by': ['server', 'client'],
        params: [],
        'x-params': { $ref: '#/components/schemas/StopNotification' },
      },
    ],
    schemas: {
      AskRequest: {
        'x-method': 'ask',
        'x-side': 'client',
        type: 'object',
        properties: { of: { $ref: '#/components/schemas/Of' } },
      },
      AskResponse: { 'x-method': 'ask', 'x-side': 'client', ...empty },
      Of: text,
      StopNotification: {
        'x-method': 'stop',
        'x-side': 'protocol',
        description: 'Stops.',
        ...empty,
      },
    },
  },
  {
    name: 'mcp',
    schema: {
      definitions: {
        ClientRequest: { anyOf: [{ $ref: '#/definitions/PingRequest' }] },
        ServerRequest: {
          anyOf: [{ $ref: '#/definitions/PingRequest' }, { $ref: '#/definitions/ListRequest' }],
        },
        ServerNotification: { anyOf: [{ $ref: '#/definitions/ChangedNotification' }] },
        PingRequest: { properties: { method: { const: 'ping' } } },
        ListRequest: {
          properties: { method: { const: 'list' }, params: { $ref: '#/definitions/ListParams' } },
        },
        ListParams: empty,
        ListResult: empty,
        EmptyResult: empty,
        ChangedNotification: { properties: { method: { const: 'changed' } } },
      },
    },
    methods: [
      {
        name: 'ping',
        'x-implemented-by': ['server', 'client'],
        params: [],
        result: { name: 'result', schema: { $ref: '#/components/schemas/EmptyResult' } },
      },
      {
        name: 'list',
        'x-implemented-by': ['client'],
        params: [],
        'x-params': { $ref: '#/components/schemas/ListParams' },
        result: { name: 'result', schema: { $ref: '#/components/schemas/ListResult' } },
      },
      { name: 'changed', 'x-implemented-by': ['client'], params: [] },
    ],
    schemas: { EmptyResult: empty, ListParams: empty, ListResult: empty },
  },
  {
    name: 'codex',
    schema: {
      title: 'CodexAppServerProtocolV2',
      definitions: {
        ClientRequest: {
          oneOf: [
            {
              description: 'Starts a thread.',
              properties: {
                id: refTo('Id'),
                method: { enum: ['thread/start'] },
                params: { $ref: '#/definitions/ThreadStartParams' },
              },
            },
            { properties: { method: { enum: ['memory/reset'] } } },
          ],
        },
        ClientNotification: { oneOf: [{ properties: { method: { enum: ['initialized'] } } }] },
        ServerRequest: {
          oneOf: [
            {
              properties: {
                method: { enum: ['item/tool/call'] },
                params: { $ref: '#/definitions/DynamicToolCallParams' },
              },
            },
          ],
        },
        ServerNotification: {
          oneOf: [
            {
              properties: {
                method: { enum: ['warning'] },
                params: { $ref: '#/definitions/WarningNotification' },
              },
            },
          ],
        },
        ThreadStartParams: empty,
        ThreadStartResponse: empty,
        DynamicToolCallParams: empty,
        WarningNotification: { type: 'object', properties: { message: text } },
        Unused: text,
      },
    },
    methods: [
      {
        name: 'thread/start',
        description: 'Starts a thread.',
        'x-implemented-by': ['server'],
        params: [],
        'x-params': { $ref: '#/components/schemas/ThreadStartParams' },
        result: { name: 'result', schema: { $ref: '#/components/schemas/ThreadStartResponse' } },
      },
      // Without params, a request does not name its response.
      {
        name: 'memory/reset',
        'x-implemented-by': ['server'],
        params: [],
        result: { name: 'result', schema: {} },
      },
      { name: 'initialized', 'x-implemented-by': ['server'], params: [] },
      {
        name: 'item/tool/call',
        'x-implemented-by': ['client'],
        params: [],
        'x-params': { $ref: '#/components/schemas/DynamicToolCallParams' },
        result: { name: 'result', schema: {} },
      },
      {
        name: 'warning',
        'x-implemented-by': ['client'],
        params: [],
        'x-params': { $ref: '#/components/schemas/WarningNotification' },
      },
    ],
    schemas: {
      ThreadStartParams: empty,
      ThreadStartResponse: empty,
      DynamicToolCallParams: empty,
      WarningNotification: { type: 'object', properties: { message: text } },
    },
  },
  {
    name: 'copilot',
    schema: {
      title: 'CopilotApi',
      server: {
        models: {
          list: {
            rpcMethod: 'models.list',
            description: 'Lists the models.',
            params: { anyOf: [{ not: {} }, { $ref: '#/definitions/ListRequest' }] },
            result: { $ref: 'session-events.schema.json#/definitions/ListResult' },
          },
        },
      },
      session: { stop: { rpcMethod: 'session.stop', params: null, result: { type: 'null' } } },
      clientSession: {
        write: {
          rpcMethod: 'files.write',
          params: { anyOf: [text, empty] },
          result: { anyOf: [{ not: {} }, text, empty], description: 'Why not.' },
        },
      },
      definitions: { ListRequest: empty, ListResult: empty, Unused: text },
    },
    methods: [
      {
        name: 'models.list',
        description: 'Lists the models.',
        'x-implemented-by': ['server'],
        params: [],
        'x-params': { $ref: '#/components/schemas/ListRequest' },
        result: { name: 'result', schema: { $ref: '#/components/schemas/ListResult' } },
      },
      {
        name: 'session.stop',
        'x-implemented-by': ['server'],
        params: [],
        result: { name: 'result', schema: { type: 'null' } },
      },
      {
        name: 'files.write',
        'x-implemented-by': ['client'],
        params: [],
        'x-params': { anyOf: [text, empty] },
        // An alternative that nothing matches is an absent value.
        result: {
          name: 'result',
          required: false,
          schema: { anyOf: [text, empty], description: 'Why not.' },
        },
      },
    ],
    schemas: { ListRequest: empty, ListResult: empty },
  },
  {
    name: 'core-lightning',
    schema: {
      rpc: 'pay',
      title: 'Pays',
      description: ['Pays', 'an invoice.'],
      request: {
        required: ['invoice'],
        properties: {
          // A param with the name of a keyword.
          description: { type: 'msat', added: 'v24.02', description: ['How much.'] },
          invoice: { type: 'string' },
        },
      },
      response: {
        properties: {
          parts: { type: 'array', items: { type: 'hex' } },
          other: { type: 'mystery' },
        },
      },
    },
    methods: [
      {
        name: 'pay',
        summary: 'Pays',
        description: 'Pays\nan invoice.',
        params: [
          { name: 'invoice', required: true, schema: text },
          {
            name: 'description',
            schema: {
              type: 'integer',
              format: 'uint64',
              'x-since': 'v24.02',
              description: 'How much.',
            },
          },
        ],
        result: {
          name: 'result',
          schema: {
            properties: {
              parts: { type: 'array', items: { type: 'string', pattern: '^([0-9a-f]{2})*$' } },
              other: {},
            },
          },
        },
      },
    ],
    schemas: {},
  },
]

describe.each(cases)('the importer of $name', ({ name, schema, methods, schemas }) => {
  test('makes a document of a schema', () => {
    const document = imported(name, schema)
    expect(document).toMatchObject({ openrpc: '1.3.2' })
    expect(document.methods).toEqual(methods)
    expect(document.components).toEqual({ schemas })
  })

  // The importers refuse files in the same way.
  if (isLong || name === 'lsp')
    test('refuses another schema with one sentence', () => {
      expectRefusal(runImporter(name, '{"type":"object"}'), /^Not a .*: .*\.\n$/)
    })
})

test.each([
  ['no file', [], /^Name a file: .*\.\n$/],
  ['text', ['not JSON'], /^Not .*: .*JSON.*\.\n$/],
  ['null', ['null'], /^Not a .*: .*\.\n$/],
] as const)('an importer refuses %s with one sentence', (_, contents, message) => {
  expectRefusal(runImporter('acp', ...contents), message)
})

function expectRefusal({ status, stdout, stderr }: Run, message: RegExp): void {
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(message)
}
