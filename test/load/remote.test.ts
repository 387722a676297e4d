import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { load } from '../../generator/src/load/load.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const document = {
  openrpc: '1.3.2',
  info: { title: 'T', version: '1.0.0' },
  methods: [
    { name: 'get', params: [], result: { name: 'r', schema: { $ref: 'schemas/pet.json' } } },
  ],
}

type Answer = (request: IncomingMessage, body: string) => unknown

/** A server that answers these paths with JSON, and others with 404. */
async function serve(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
    const answer = answers[request.url ?? '']
    response.statusCode = answer === undefined ? 404 : 200
    response.end(JSON.stringify(answer?.(request, body)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

test('an address is read with what it refers to', async () => {
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

test('a running service is asked for its document', async () => {
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
  ['a port that nobody listens on', () => 'http://127.0.0.1:1/api.json'],
  ['a service without a document', (base: string) => `discover:${base}/rpc`],
])('%s is a diagnostic', async (_, inputOf) => {
  const base = await serve({ '/rpc': () => ({ id: 1, error: { code: -32601, message: 'no' } }) })
  const { loaded, diagnostics } = await load({
    root: temporaryFolder({}),
    inputs: [inputOf(base)],
    allowRemote: true,
  })
  expect(diagnostics.map(({ code }) => code)).toEqual(['RL114'])
  expect(loaded).toBeUndefined()
})
