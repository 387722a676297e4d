import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { load } from 'rpcloom/load'
import { fetchInput, fetchText } from '../../generator/src/load/read/remote.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const document = {
  openrpc: '1.3.2',
  info: { title: 'T', version: '1.0.0' },
  methods: [
    { name: 'get', params: [], result: { name: 'r', schema: { $ref: 'schemas/pet.json' } } },
  ],
}

/** The response at a path: a JSON value, or a function that writes the response. */
type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => unknown

/** Starts a server that responds at these paths, and with 404 elsewhere. */
async function serve(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
    const answer = answers[request.url ?? '']
    response.statusCode = answer === undefined ? 404 : 200
    const value = answer?.(request, body, response)
    if (value !== undefined || answer === undefined) response.end(JSON.stringify(value))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

function text(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_request, _body, response) => void response.writeHead(status, headers).end(body)
}

const simple = {
  ...document,
  methods: [{ name: 'get', params: [], result: { name: 'r', schema: { type: 'string' } } }],
}

function loadFrom(input: string): ReturnType<typeof load> {
  return load({ root: temporaryFolder({}), inputs: [input], allowRemote: true })
}

test('an address is read with its references', async () => {
  const base = await serve({
    '/v1/api.json': () => document,
    '/v1/schemas/pet.json': () => ({ type: 'string' }),
  })
  const { loaded, diagnostics } = await load({
    root: temporaryFolder({}),
    inputs: [`${base}/v1/api.json`],
    allowRemote: true,
  })
  expect(diagnostics).toEqual([])
  expect([...(loaded?.files.keys() ?? [])]).toEqual([
    `${base}/v1/api.json`,
    `${base}/v1/schemas/pet.json`,
  ])
})

test('the document of a running service is requested', async () => {
  const methods = [{ name: 'get', params: [], result: { name: 'r', schema: {} } }]
  const base = await serve({
    '/rpc': ({ method }, body) => ({
      id: 1,
      result: { ...document, methods, 'x-asked': `${method} ${body}` },
    }),
  })
  const { loaded } = await load({
    root: temporaryFolder({}),
    inputs: [`discover:${base}/rpc`],
    allowRemote: true,
  })
  expect(loaded?.documents[0]?.json['x-asked']).toContain('POST {"jsonrpc":"2.0"')
})

test.each([
  ['an address that is not there', (base: string) => `${base}/none.json`],
  ['a port without a listener', () => 'http://127.0.0.1:1/api.json'],
  ['a service without a document', (base: string) => `discover:${base}/rpc`],
])('%s is reported as a diagnostic', async (_, inputOf) => {
  const base = await serve({ '/rpc': () => ({ id: 1, error: { code: -32601, message: 'no' } }) })
  const { loaded, diagnostics } = await load({
    root: temporaryFolder({}),
    inputs: [inputOf(base)],
    allowRemote: true,
  })
  expect(diagnostics.map(({ code }) => code)).toEqual(['RL114'])
  expect(loaded).toBeUndefined()
})

const isAsked: Answer = ({ method }, body) =>
  method === 'POST' && body.includes('rpc.discover')
    ? { jsonrpc: '2.0', id: 1, result: simple }
    : { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } }

const isRead: Answer = ({ method }, _body, response) => {
  if (method === 'GET') return simple
  response.statusCode = 405
  return { error: 'read only' }
}

test.each<readonly [string, Answer, string]>([
  ['a service', isAsked, '/'],
  ['a service below a path', isAsked, '/ext/rpc'],
  ['a document without an ending', isRead, '/openrpc'],
  ['a document behind a question', isRead, '/openrpc.json?raw=1'],
  ['a document that ends like one', ({ method }) => (method === 'GET' ? simple : null), '/a.json'],
  ['a server that returns the document for every request', () => simple, '/spec'],
  ['YAML', text('openrpc: 1.3.2\ninfo: { title: T, version: 1.0.0 }\nmethods: []\n'), '/a.yml?v=2'],
  [
    'YAML without an ending',
    text('openrpc: 1.3.2\ninfo:\n  title: T\n  version: v\nmethods: []\n'),
    '/spec',
  ],
])('an address is %s', async (_, answer, path) => {
  const base = await serve({ [path]: answer })
  const { loaded, diagnostics } = await loadFrom(`${base}${path}`)
  expect(diagnostics).toEqual([])
  expect(loaded?.documents[0]?.json['openrpc']).toBe('1.3.2')
})

test.each<readonly [string, Answer, string]>([
  ['a page', text('<!doctype html><title>Hello</title>'), 'HTML or XML'],
  ['a response that is not JSON', text('{"jsonrpc": '), 'not JSON'],
  ['an error of the service', () => ({ error: { code: -32601, message: 'no' } }), '-32601'],
  ['an error of HTTP', text('gone', 410), '410'],
  ['a response without a result', () => ({ jsonrpc: '2.0', id: 1 }), 'not a document'],
  ['a list', () => [1, 2], 'not an object'],
  ['bytes', (_q, _b, response) => void response.end(Buffer.from([0x7b, 0xff])), 'UTF-8'],
  ['a broken connection', (_q, _b, response) => void response.destroy(), 'fetch failed'],
])('%s in place of a document is reported as a diagnostic', async (_, answer, expectedMessage) => {
  const base = await serve({ '/rpc': answer })
  const { loaded, diagnostics } = await loadFrom(`discover:${base}/rpc`)
  expect(loaded).toBeUndefined()
  const read = await loadFrom(`${base}/rpc`)
  expect(read.loaded).toBeUndefined()
  const messages = [...diagnostics, ...read.diagnostics].map(({ message }) => message).join('\n')
  expect(messages).toContain(expectedMessage)
})

test('redirects are followed, and references are relative to the final address', async () => {
  const base = await serve({
    '/latest.json': text('', 302, { location: '/v7/api.json' }),
    '/v7/api.json': () => document,
    '/v7/schemas/pet.json': () => ({ items: { $ref: '../../tag.json' } }),
    '/tag.json': () => ({ type: 'string' }),
  })
  const { loaded, diagnostics } = await loadFrom(`${base}/latest.json`)
  expect(diagnostics).toEqual([])
  expect([...(loaded?.files.keys() ?? [])]).toEqual([
    `${base}/latest.json`,
    `${base}/v7/schemas/pet.json`,
    `${base}/tag.json`,
  ])
})

test('endless redirects, and those to other protocols, are reported as diagnostics', async () => {
  const base = await serve({
    '/a.json': text('', 302, { location: '/b.json' }),
    '/b.json': text('', 302, { location: '/a.json' }),
    '/file.json': text('', 302, { location: 'file:///etc/hosts' }),
  })
  for (const path of ['/a.json', '/file.json']) {
    const { diagnostics } = await loadFrom(`${base}${path}`)
    expect(diagnostics.map(({ code }) => code)).toEqual(['RL114'])
  }
})

test('a remote document cannot refer to files of this machine', async () => {
  const method = { name: 'get', params: [], result: { name: 'r', schema: { $ref: 'REF' } } }
  const refs = [
    'pet.json',
    '../../../../etc/passwd',
    'file:///etc/passwd',
    '/etc/passwd',
    '//[x]/a',
  ]
  const methods = refs.map((ref, at) => ({
    ...method,
    name: `get${at}`,
    result: { name: 'r', schema: { $ref: ref } },
  }))
  const base = await serve({
    '/api.json': () => ({ ...document, methods }),
    '/rpc': () => ({ result: { ...document, methods } }),
  })
  const root = temporaryFolder({ 'pet.json': '{}' })
  for (const input of [`${base}/api.json`, `discover:${base}/rpc`]) {
    const { files, diagnostics } = await load({ root, inputs: [input], allowRemote: true })
    expect([...files.keys()]).toEqual([input])
    expect(diagnostics).toHaveLength(refs.length)
  }
})

test('downloads stop at the size limit and the time limit', async () => {
  const base = await serve({
    '/large.json': text('x'.repeat(5000)),
    '/slow.json': () => undefined,
    '/dripping.json': (_request, _body, response) => void response.write('{'),
  })
  const limits = { timeoutMs: 300, maxBytes: 1000 }
  expect(await fetchText(`${base}/large.json`, limits)).toMatchObject({
    reason: 'the response exceeds 1000 bytes',
  })
  for (const path of ['slow', 'dripping']) {
    const late = await fetchInput(`${base}/${path}.json`, limits)
    expect(late).toMatchObject({ reason: expect.stringContaining('timeout') })
  }
})

test.each([
  'https://ann:hunter2@example.test/openrpc.json',
  'discover:https://ann:hunter2@example.test/rpc',
  'https://ann:x#hunter2@example.test/openrpc.json',
])('refuses %s without showing the password', async (input) => {
  const { loaded, diagnostics } = await loadFrom(input)
  expect(loaded).toBeUndefined()
  expect(diagnostics.map(({ code }) => code)).toEqual(['RL114'])
  expect(JSON.stringify(diagnostics)).not.toContain('hunter2')
})
