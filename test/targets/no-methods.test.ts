import { expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { emitted } from './emitted.ts'

type Create = (options: object) => object
interface Server {
  handle(text: string): Promise<string | undefined> | string | undefined
  readonly unimplemented: readonly string[]
}

test('a document without methods has a client, and a server that serves the document', async () => {
  const { api, diagnostics } = build(documentOf([]))
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const output = await emitted(api, ['client', 'server'])
  output.compile('client')
  output.compile('server')
  const { createClient } = await output.load('client/dist/index.js')
  const client = (createClient as Create)({ transport: () => Promise.resolve({ status: 200 }) })
  expect(Object.keys(client)).toContain('test')
  const { createServer } = await output.load('server/dist/index.js')
  const server = (createServer as Create)({}) as Server
  expect(server.unimplemented).toEqual([])
  const ask = async (method: string): Promise<unknown> =>
    JSON.parse((await server.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method }))) ?? 'null')
  expect(await ask('rpc.discover')).toMatchObject({ result: { methods: [] } })
  expect(await ask('test.none')).toMatchObject({ error: { code: -32601 } })
})
