import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportApi } from '../../generator/src/export/export.ts'
import { buildApi } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { docsFiles } from '../docs/site.ts'
import { build, documentOf, loadedFrom } from '../model/documents.ts'
import { emitted } from './emitted.ts'

const result = { name: 'it', schema: { type: 'string' } }
const read = {
  name: 'read',
  params: [],
  result,
  examples: [{ name: 'one', params: [], result: { name: 'it', value: 'x' } }],
}
const feed = {
  name: 'feed_subscribe',
  params: [{ name: 'kind', required: true, schema: { enum: ['news'] } }],
  result,
  'x-subscription': {
    notification: 'feed_event',
    unsubscribe: 'feed_unsubscribe',
    kinds: [{ name: 'news', params: [], payload: true }],
  },
}
const withServers = (urls: readonly string[], others: object = {}): ReturnType<typeof documentOf> =>
  documentOf([read, feed], {}, { servers: urls.map((url) => ({ url })), ...others })

const both = ['https://a.example/rpc', 'wss://b.example/socket']
test.each<readonly [urls: readonly string[], others: object, route: object]>([
  [['wss://a.example/socket'], {}, { path: '/socket', transports: ['ws'], pathIsDefault: true }],
  [['ws://a.example'], {}, { path: '/', transports: ['ws'] }],
  [
    both,
    {},
    { path: '/rpc', wsPath: '/socket', wsPathIsDefault: true, transports: ['http', 'ws'] },
  ],
  [both, { 'x-group': { path: '/own' } }, { path: '/own', transports: ['http', 'ws'] }],
  [both, { 'x-group': { wsPath: '/own' } }, { path: '/rpc', wsPath: '/own' }],
  [['wss://a.example/s', '/rpc'], {}, { path: '/rpc', wsPath: '/s' }],
  [['wss://a.example/s'], { 'x-group': { transports: ['http'] } }, { transports: ['http'] }],
  [['stdio:it'], {}, { path: '/', transports: ['http', 'ws'] }],
  [['https://a.example/{x}/rpc', 'wss://a.example/{x}/s'], {}, { at: '/{x}/rpc', wsAt: '/{x}/s' }],
  [['https://a.example/rpc', 'wss://a.example/{x}/s'], {}, { wsPath: '/y/s', path: '/rpc' }],
])('a document with the servers %j and %j has the route %j', (urls, others, route) => {
  const variables = { x: { default: 'y' } }
  const servers = urls.map((url) => ({ url, variables }))
  const { api } = build(documentOf([read, feed], {}, { servers, ...others }))
  expect(api.groups[0]?.route).toMatchObject(route)
  const { path, wsPath, wsAt, transports } = api.groups[0]?.route ?? {}
  if (!('wsPath' in route)) expect(wsPath).toBe(wsAt && '/y/s')
  if (urls.length === 1) expect(path).not.toBe(wsPath)
  expect(api.groups[0]?.availability.http).toBe(transports?.includes('http') ? 'public' : 'absent')
})

test('docs of a document with a WebSocket server alone use no HTTP', async () => {
  const { api } = build(withServers(['wss://a.example/socket']))
  const files = await docsFiles(api, { client: '@test/client' })
  const page = files.get('site/test/read.md') ?? ''
  expect(page).toContain('npx wscat --connect wss://a.example/socket')
  expect(page).toContain("createClient({ transport: webSocket('wss://a.example') })")
  expect(page).not.toMatch(/curl|http\.Post|urlopen|POST|https?:\/\//)
  const [, feedPage] = [...files].find(([path]) => /feed.*\.md$/.test(path)) ?? []
  expect(feedPage).toContain("createClient({ transport: webSocket('wss://a.example') })")
  expect(feedPage).not.toContain('http(')
  const [, data] = [...files].find(([path]) => path.startsWith('site/assets/try-it/')) ?? []
  expect(data).not.toContain('\\"http\\":true')
})

test('exports of a document with a WebSocket server alone have no HTTP requests', () => {
  const { api } = build(withServers(['wss://a.example/socket']))
  expect(exportApi(api, 'openapi')).toMatchObject({ json: { paths: {} } })
  expect(exportApi(api, 'postman')).toMatchObject({ json: { item: [] } })
  expect(exportApi(api, 'asyncapi')).toMatchObject({
    json: {
      servers: { server: { host: 'a.example', protocol: 'wss' } },
      channels: { test: { address: '/socket' } },
      operations: { read: { action: 'receive' } },
    },
  })
})

test.each([
  [['wss://a.example/socket'], "transport: webSocket('wss://a.example')", undefined],
  [both, "transport: http('https://a.example')", "subscriptions: webSocket('wss://b.example')"],
])('the README of a client with the servers %j', async (urls, transport, subscriptions) => {
  const { api } = build(withServers(urls))
  const { folder } = await emitted(api, ['client', 'query'])
  const texts = ['client/README.md', 'client/llms.txt', 'query/README.md'].map((path) =>
    readFileSync(join(folder, path), 'utf8'),
  )
  for (const text of texts) expect(text).toContain(transport)
  for (const text of texts.slice(0, 2)) {
    if (subscriptions === undefined) expect(text).not.toContain('http(')
    else expect(text).toContain(subscriptions)
  }
})

const consumer = `
import { createClient, memory, servers, serverUrl, webSocket } from '../client/dist/index.js'
import { createServer } from '../server/dist/index.js'

export async function run(): Promise<readonly unknown[]> {
  const asked: string[] = []
  class Socket {
    constructor(url: string) {
      asked.push(url)
      throw new Error('offline')
    }
  }
  for (const url of ['ws://h', 'ws://h/own?key=1', serverUrl(servers.a[0])]) {
    const transport = webSocket(url, { webSocket: Socket as never })
    const client = createClient({ transport })
    const calls = [client.a.read(), client.b.read(), client.batch((n) => Promise.all([n.a.read()]))]
    await Promise.allSettled(calls)
    transport.close()
  }
  const server = createServer({ a: { read: () => 'x' } })
  return [asked, await createClient({ transport: memory(server) }).a.read()]
}
`

test('a client uses the path of a WebSocket server unless the address has its own', async () => {
  const files = {
    'a.json': withServers(['wss://a.example/socket']),
    'b.json': withServers(['https://a.example/rpc', 'wss://b.example/events']),
  }
  const { api } = buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' })
  const output = await emitted(api, ['client', 'server'])
  output.compile('client')
  output.compile('server')
  output.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }))
  output.put('consumer/run.ts', consumer)
  output.compile('consumer')
  const { run } = await output.load('consumer/run.js')
  const [asked, answer] = typeof run === 'function' ? ((await run()) as readonly unknown[]) : []
  expect(new Set(asked as readonly string[])).toEqual(
    new Set(['ws://h/socket', 'ws://h/events', 'ws://h/own?key=1', 'wss://a.example/socket']),
  )
  expect(answer).toBe('x')
})

const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom'],
  types: ['node'],
  skipLibCheck: false,
}
