import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { pointerResolver } from '@rpcloom/schema'
import { readCurl } from '../../templates/docs/try-it/call/read-curl.ts'
import { readResponse } from '../../templates/docs/try-it/call/response.ts'
import { curlSample, typescriptSample } from '../../templates/docs/try-it/call/samples.ts'
import { endpointOf, isLoopback } from '../../templates/docs/try-it/call/endpoint.ts'
import { sendSocket } from '../../templates/docs/try-it/call/socket.ts'
import type { Method } from '../../templates/docs/try-it/call/method.ts'
import type { GroupData, MethodData } from '../../templates/docs/try-it/group-data.ts'
import { readTypedJson } from '../../templates/docs/try-it/json/typed-json.ts'
import { flatJson, writeJson } from '../../templates/docs/try-it/json/write-json.ts'
import { fieldOf } from '../../templates/docs/try-it/schema/field.ts'
import { headersIn, sessionHeaders } from '../../templates/docs/try-it/panel/session.ts'
import { mask, masked, unmasked } from '../../templates/docs/try-it/schema/secrets.ts'

describe('JSON', () => {
  test('is parsed like JSON.parse, and printed in either layout', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        const read = readTypedJson(text)
        expect(read.kind === 'value' && flatJson(read.value)).toBe(JSON.stringify(JSON.parse(text)))
        expect(JSON.parse(writeJson(value))).toEqual(JSON.parse(text))
        expect(JSON.parse(flatJson(value))).toEqual(JSON.parse(text))
      }),
      { seed: 1 },
    )
  })

  test.each([
    ['{\n  "a": [1,\n  ]\n}', 'Line 3, column 3: unexpected character'],
    ['', 'Line 1, column 1: expected a value'],
    ['{"a": ', 'Line 1, column 7: unexpected end'],
    ['1 2', 'Line 1, column 3: unexpected text after the value'],
    ['['.repeat(600), 'Line 1, column 502: nested too deeply'],
    ['{"b": {"a": 1, "a": 2}}', 'Duplicate member /b/a'],
    ['[1e400]', 'Line 1, column 2: this number is too large'],
    ['9007199254740993.5', 'Line 1, column 1: this number would be sent as 9007199254740994'],
    ['[\n1e-400]', 'Line 2, column 1: this number would be sent as 0'],
  ])('%j is an error', (text, want) => {
    expect(readTypedJson(text)).toMatchObject({ message: want })
  })

  test('keeps every digit and member', () => {
    const text = '{"__proto__":18446744073709551616,"a":-9007199254740993}'
    const read = readTypedJson(text)
    expect(read.kind === 'value' && flatJson(read.value)).toBe(text)
  })
})

const method: MethodData = {
  name: 'm',
  slug: 'm',
  effect: 'read',
  http: true,
  ws: true,
  positional: true,
  carriesPassword: false,
  access: 'node.m',
  routes: [],
}
const chain: GroupData = {
  document: {},
  servers: [],
  path: '/ext/C/rpc',
  pathIsServers: false,
  wsPath: '/ext/C/ws',
  methods: [],
}
const other: GroupData = {
  document: {},
  servers: [],
  path: '/v1',
  pathIsServers: true,
  methods: [],
}
/** A group whose paths are those of an HTTP and of a WebSocket server. */
const both: GroupData = { ...other, wsPath: '/stream', wsPathIsServers: true }

test.each([
  ['localhost:9650', 'http', chain, 'http://localhost:9650/ext/C/rpc'],
  ['https://node.example/ext/C/rpc', 'http', chain, 'https://node.example/ext/C/rpc'],
  ['https://node.example/ext/C/rpc', 'ws', chain, 'wss://node.example/ext/C/ws'],
  ['ws://node.example/ext/C/ws', 'http', chain, 'http://node.example/ext/C/rpc'],
  [
    'https://node.example/below/?key=1',
    'http',
    chain,
    'https://node.example/below/ext/C/rpc?key=1',
  ],
  ['https://node.example', 'http', other, 'https://node.example/v1'],
  ['https://node.example/v2/key', 'http', other, 'https://node.example/v2/key'],
  ['wss://node.example/v2/key', 'ws', both, 'wss://node.example/v2/key'],
  ['node.example', 'ws', both, 'ws://node.example/stream'],
] as const)('%s by %s', (address, kind, group, want) => {
  const endpoint = endpointOf(address, { kind }, { group, method, isListed: false })
  expect(endpoint.kind === 'url' && endpoint.url.href).toBe(new URL(want).href)
})

test.each([
  ['http://localhost:8545', 'http', other, 'http://localhost:8545/'],
  ['wss://stream.example', 'ws', other, 'wss://stream.example/'],
  ['https://node.example/v2', 'http', other, 'https://node.example/v2'],
  ['wss://stream.example/stream', 'ws', both, 'wss://stream.example/stream'],
  ['wss://stream.example/v2/stream', 'ws', both, 'wss://stream.example/v2/stream'],
  ['https://node.example/v1', 'ws', both, 'wss://node.example/stream'],
  ['wss://stream.example/stream', 'http', both, 'https://stream.example/v1'],
  ['https://node.example', 'http', chain, 'https://node.example/ext/C/rpc'],
] as const)('a server of the document, %s by %s', (address, kind, group, want) => {
  const endpoint = endpointOf(address, { kind }, { group, method, isListed: true })
  expect(endpoint.kind === 'url' && endpoint.url.href).toBe(new URL(want).href)
})

const asked: Method = {
  data: method,
  group: chain,
  resolve: pointerResolver({}),
  params: [],
  result: {},
  errors: [],
  examples: [],
  payloads: new Map(),
}

test.each<[string, string, object]>([
  ['the response', '{"jsonrpc":"2.0","id":1,"result":2}', { kind: 'result', value: 2 }],
  ['that of another request', '{"id":9,"result":2}', { kind: 'result', stray: { id: 9 } }],
  ['one without an id', '{"result":2}', { kind: 'result', stray: {} }],
  ['an error of who could not read', '{"id":null,"error":{"code":-32700}}', { kind: 'error' }],
  [
    'a result with an unknown id',
    '{"id":null,"result":2}',
    { kind: 'result', stray: { id: null } },
  ],
])('%s is recognized by its id', (_, text, want) => {
  const answer = readResponse(asked, text, 'rpc')
  expect(answer).toMatchObject(want)
  expect('stray' in answer).toBe('stray' in want)
})

test.each([
  ['a Hangul filler', '\u3164'],
  ['a half-width filler', '\uffa0'],
  ['a choseong filler', '\u115f'],
  ['a mark that reverses the text direction', '\u202e'],
  ['a zero-width space', '\u200b'],
  ['a tag', '\u{e0041}'],
])('%s is escaped in the samples of a call', (_, mark) => {
  const params = [{ name: 'text', required: true, schema: {} }] as unknown as Method['params']
  const called: Method = { ...asked, params, group: { ...chain, client: '@test/client' } }
  const call = { params: { text: `a${mark}b` }, headers: [] }
  const samples = [
    curlSample(called, call, 'http://localhost'),
    typescriptSample(called, call, 'http://localhost'),
  ]
  const escaped = mark
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
  for (const sample of samples) {
    expect(sample).not.toContain(mark)
    expect(sample).toContain(`a${escaped}b`)
  }
})

test('copied samples have the headers of the reader', () => {
  const called: Method = { ...asked, group: { ...chain, client: '@test/client' } }
  const call = { params: {}, headers: [['x-key', "it's"]] as const }
  expect(curlSample(called, call, 'http://localhost')).toContain(`\n  -H 'x-key: it'\\''s' \\\n`)
  expect(typescriptSample(called, call, 'http://localhost')).toContain(
    `http('http://localhost', { headers: { 'x-key': 'it\\'s' } })`,
  )
})

test.each([
  [
    `--user me --data-binary '{"method":"m"}' -H 'x-key: a' http://127.0.0.1:8332/`,
    'http://127.0.0.1:8332/',
  ],
  [`-sX POST https://api.example/rpc -d '{"method":"m"}'`, 'https://api.example/rpc'],
  [`-sXPOST -d'{"method":"m"}' api.example/rpc`, 'api.example/rpc'],
  [`--unknown value localhost --json '{"method":"m"}'`, undefined],
  [`--unknown 1.5 https://api.example --data='{"method":"m"}'`, 'https://api.example'],
  [`$RPC_URL -d '{"method":"m"}'`, undefined],
])('curl %s calls %s', (command, url) => {
  expect(readCurl(`curl ${command}`)).toMatchObject({ kind: 'call', method: 'm', url })
})

test('a command that a browser copied has its escape sequences decoded', () => {
  const command = String.raw`curl 'https://a.example' --data-raw $'{"method":"m\u0021","params":["it\'s","a\\nb"]}'`
  expect(readCurl(command)).toMatchObject({ method: 'm!', params: ["it's", 'a\nb'] })
})

test('a notification has no id, and no response is awaited', async () => {
  const tell: Method = { ...asked, result: undefined }
  expect(curlSample(tell, { params: {}, headers: [] }, 'http://localhost')).not.toContain('"id"')
  class Socket extends EventTarget {
    readonly send = vi.fn()
    readonly close = vi.fn()
    constructor() {
      super()
      queueMicrotask(() => this.dispatchEvent(new Event('open')))
    }
  }
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', new EventTarget())
  onTestFinished(() => void vi.unstubAllGlobals())
  const { signal } = new AbortController()
  const url = new URL('ws://localhost')
  const outcome = await sendSocket({ url, body: '{}', signal, isNotification: true })
  expect(outcome).toMatchObject({ kind: 'response', text: '' })
})

test('headers apply without storage, and the content type is sent once', () => {
  const blocked = (): never => {
    throw new Error('Storage is blocked')
  }
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked })
  onTestFinished(() => void vi.unstubAllGlobals())
  sessionHeaders.write('Content-Type: text/plain\nx-key: a')
  expect(headersIn(sessionHeaders.read())).toEqual([['x-key', 'a']])
})

test('a method that the server does not have is reported', () => {
  const text = '{"id":1,"error":{"code":-32601,"message":"Method not found"}}'
  const answer = readResponse(asked, text, 'rpc')
  const about = expect.stringContaining(`This server does not implement ${method.name}`) as string
  expect(answer).toMatchObject({ kind: 'error', listed: { kind: 'reserved', about } })
})

test.each(['', 'http://', 'ftp://node.example', 'https://user:word@node.example', 'a b'])(
  '%j is not a valid address',
  (address) => {
    expect(
      endpointOf(address, { kind: 'http' }, { group: chain, method, isListed: false }).kind,
    ).toBe('fault')
  },
)

test.each([
  ['http://127.0.0.1', true],
  ['http://127.9.9.9', true],
  ['http://[::1]:1', true],
  ['http://a.localhost', true],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost.evil.example', false],
  ['http://10.0.0.1', false],
])('%s is a local address: %s', (url, want) => {
  expect(isLoopback(new URL(url))).toBe(want)
})

test.each<[string, unknown, object]>([
  [
    'a reference',
    { $ref: '#/$defs/a' },
    { kind: 'enum', values: [false, true].map((value) => ({ value })) },
  ],
  ['a circle of references', { $ref: '#/$defs/loop' }, { kind: 'any' }],
  ['an enum', { enum: [1, 'a'] }, { kind: 'enum' }],
  [
    'constants to choose of',
    { oneOf: [{ const: 1 }, { const: 2, description: 'two' }] },
    { kind: 'enum' },
  ],
  [
    'an integer that is sent as a string',
    { type: ['string', 'integer'], format: 'uint64' },
    { kind: 'number', asText: true },
  ],
  ['an integer that may be null', { type: ['integer', 'null'] }, { kind: 'choice' }],
  ['a nullable string', { type: 'string', nullable: true }, { kind: 'choice' }],
  [
    'rules for the whole',
    { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { kind: 'object' },
  ],
  [
    'intersected objects',
    { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    { kind: 'object' },
  ],
  ['an empty schema', {}, { kind: 'any' }],
  ['anything', true, { kind: 'any' }],
])('the input field for %s', (_, schema, want) => {
  const defs = { a: { type: 'boolean' }, loop: { $ref: '#/$defs/loop' } }
  const root = typeof schema === 'object' ? { ...schema, $defs: defs } : schema
  expect(fieldOf(root, pointerResolver(root))).toMatchObject(want)
})

test.each<[object, readonly string[]]>([
  [
    { minItems: 1, maxItems: 9, minContains: 2, maxContains: 2 },
    ['1 to 9 items', 'exactly 2 items that match "contains"'],
  ],
  [{ maxContains: 0 }, ['at most 0 items that match "contains"']],
  [{ maxProperties: 0 }, ['always empty']],
  [
    { exclusiveMinimum: 0, multipleOf: 5, minLength: 3 },
    ['more than 0', 'a multiple of 5', 'at least 3 characters'],
  ],
  [{ pattern: '^0x[0-9a-f]{4}$' }, ['consists of 0x, 4 lower-case hexadecimal digits']],
  [{ pattern: '^(a|b)' }, ['pattern ^(a|b)']],
])('the hints for %j', (schema, want) => {
  expect(fieldOf(schema, pointerResolver(schema)).hints).toEqual(want)
})

test('secrets are masked wherever a schema may have them, and restored by edits next to them', () => {
  const secret = { type: 'string', 'x-secret': true }
  const schema = {
    properties: {
      user: {},
      keys: { items: secret },
      either: { oneOf: [{ type: 'null' }, secret] },
    },
    additionalProperties: { format: 'password' },
  }
  const value = { user: 'me', keys: ['a', 'b'], either: 'c', more: 7 }
  const resolve = pointerResolver(schema)
  const hidden = masked(value, schema, resolve)
  expect(hidden).toEqual({ user: 'me', keys: [mask, mask], either: mask, more: mask })
  expect(unmasked(hidden, value)).toEqual(value)
  expect(unmasked(hidden, {})).toEqual({ user: 'me', keys: [] })
  const open = { properties: schema.properties }
  expect(masked(value, open, resolve)).toEqual({ ...value, keys: [mask, mask], either: mask })
  expect(masked({ user: 'me' }, open, resolve)).toEqual({ user: 'me' })
})

test('an option of alternatives beside other schemas has no alternatives itself', () => {
  const alternatives = ['a', 'b'].map((name) => ({
    title: name,
    type: 'object',
    properties: { [name]: { type: 'string' } },
  }))
  const schema = {
    type: 'object',
    allOf: [{ required: ['c'], properties: { c: {} } }, { oneOf: alternatives }],
  }
  const field = fieldOf(schema, pointerResolver(schema))
  if (field.kind !== 'choice') throw new Error(`not a choice: ${field.kind}`)
  const options = field.options.map((option) => fieldOf(option.schema, pointerResolver(schema)))
  const names = options.map((each) =>
    each.kind === 'object' ? each.members.declared.map(({ name }) => name) : each.kind,
  )
  expect(names).toEqual([
    ['a', 'c'],
    ['b', 'c'],
  ])
})
