import {
  sampleAddress,
  sampleOrigin,
  samplePort,
  sampleSocketUrl,
  sampleUrl,
} from 'rpcloom/codegen'
import { exportApi } from '../../generator/src/export/export.ts'
import { expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { emitted } from '../targets/emitted.ts'

test.each<readonly [servers: readonly string[], address: string, port: string]>([
  [[], 'http://127.0.0.1:8545', '8545'],
  [['http://localhost:9650/rpc'], 'http://localhost:9650', '9650'],
  [['wss://a.example', 'https://b.example/rpc'], 'https://b.example', '8545'],
  [['/rpc', '${scheme}://b.example', 'http://c.example:81'], 'http://c.example:81', '81'],
  [['http://ann:hunter2@localhost:9000/rpc?key=1'], 'http://localhost:9000', '9000'],
  [['http://[::1]:7000'], 'http://[::1]:7000', '7000'],
  [['https://eu-{region}.example', 'https://b.example'], 'https://b.example', '8545'],
])('samples of a document with the servers %j use %s and port %s', (urls, address, port) => {
  const servers = urls.map((url, index) => ({ name: `s${index}`, url }))
  const { api } = build(documentOf([], {}, { servers }))
  expect([sampleAddress(api), samplePort(api)]).toEqual([address, port])
})

test.each<readonly [servers: readonly string[], url: string, origin: string]>([
  [['ws://localhost:{port}', 'wss://h.example/ws'], 'wss://h.example/ws', 'wss://h.example'],
  [['wss://eu-{region}.example/rpc'], 'wss://eu-{region}.example/rpc', 'wss://rpc.example'],
  [['ws://localhost:{port}'], 'ws://localhost:{port}', 'ws://rpc.example'],
  [['WSS://h.example/ws'], 'wss://h.example/ws', 'wss://h.example'],
])('samples of a document with the servers %j connect to %s', (urls, url, origin) => {
  const servers = urls.map((one) => ({ url: one }))
  const { api } = build(documentOf([{ name: 'look', params: [] }], {}, { servers }))
  const [group] = api.groups
  if (group === undefined) throw new Error('The document has no group.')
  expect(group.route.transports).toEqual(['ws'])
  expect([sampleSocketUrl(group), sampleOrigin(group)]).toEqual([url, origin])
  const { host } = new URL(origin)
  expect(exportApi(api, 'asyncapi')).toMatchObject({
    json: { servers: { server: { host, protocol: origin.replace(/:.*/, '') } } },
  })
})

test.each([
  [
    ['https://localhost:{port}', 'https://h.example/rpc'],
    'https://h.example/rpc',
    'https://h.example',
  ],
  [['https://eu-{region}.example/rpc'], 'https://eu-{region}.example/rpc', 'https://rpc.example'],
  [['HTTPS://h.example/rpc'], 'https://h.example/rpc', 'https://h.example'],
])('calls over HTTP of a document with the servers %j go to %s', (urls, url, origin) => {
  const servers = urls.map((one) => ({ url: one }))
  const [group] = build(documentOf([], {}, { servers })).api.groups
  if (group === undefined) throw new Error('The document has no group.')
  expect([sampleUrl(group), sampleOrigin(group)]).toEqual([url, origin])
})

const http = 'http://a.example:81/rpc'
test.each<readonly [urls: readonly string[], wsPath: string | undefined, lines: readonly string[]]>(
  [
    [['/rpc', 'stdio:pets'], undefined, []],
    [['wss://a.example/ws'], undefined, ["url: 'wss://a.example'"]],
    [['wss://ann:hunter2@a.example?key=1'], undefined, ["url: 'wss://a.example'"]],
    [['wss://a.example/ws'], '/ws', ["url: 'wss://a.example'"]],
    [[http], undefined, ["url: 'http://a.example:81'"]],
    [
      [http, 'ws://a.example:82/rpc'],
      undefined,
      ["url: 'http://a.example:81'", "wsUrl: 'ws://a.example:82'"],
    ],
  ],
)(
  'a command line of a document with the servers %j and the path %s',
  async (urls, wsPath, want) => {
    const servers = urls.map((url, index) => ({ name: `s${index}`, url }))
    const group = wsPath === undefined ? {} : { 'x-group': { wsPath } }
    const { api } = build(documentOf([], {}, { servers, ...group }))
    const { sources } = await emitted(api, ['cli'])
    const text = sources.get('cli/src/index.ts') ?? ''
    expect([...text.matchAll(/^ +((?:url|wsUrl): .*),$/gm)].map(([, line]) => line)).toEqual(want)
  },
)
