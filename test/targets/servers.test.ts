import { buildApi } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { documentOf, loadedFrom } from '../model/documents.ts'
import { emitted } from './emitted.ts'

const text = { type: 'string' }
const result = { name: 'it', schema: text }

const main = documentOf(
  [
    { name: 'read', params: [], result },
    {
      name: 'report',
      params: [],
      result,
      servers: [{ url: 'https://reports.example.org/reports' }],
    },
  ],
  {},
  {
    servers: [
      { name: 'socket', url: 'wss://example.org/ws' },
      {
        name: 'main',
        url: 'https://${region}.example.org:${port}/${base}',
        variables: {
          region: { default: 'eu', enum: ['eu', 'us'] },
          port: { default: '443' },
          base: { default: 'v2' },
        },
      },
    ],
  },
)
/** None of its methods uses the URL of this document. */
const apart = documentOf([
  { name: 'far', params: [], result, servers: [{ url: 'https://a.org/x' }] },
])
/** A document with the URL of the first document and other methods. */
const more = documentOf([{ name: 'other', params: [], result }], {}, { servers: [{ url: '/v2' }] })

/** A document whose path has a variable with allowed values. */
const tiers = documentOf(
  [{ name: 'which', params: [], result }],
  {},
  {
    servers: [
      {
        url: 'https://example.org/{tier}/rpc',
        variables: { tier: { default: 'free', enum: ['free', "o'paid"] } },
      },
    ],
  },
)

const consumer = `
import { createClient, http, memory, methodServers, servers, serverUrl } from '../client/dist/index.js'
import { createServer } from '../server/dist/index.js'

const urls = [
  serverUrl(servers.core[1]),
  serverUrl(servers.core[1], { region: 'us', port: '8080' }),
  serverUrl(servers.core[0]),
  serverUrl(methodServers.core.report[0]),
  serverUrl(servers.more[0]),
]
// @ts-expect-error no such region
void (() => serverUrl(servers.core[1], { region: 'asia' }))
// @ts-expect-error no variable of a path
void ((client: ReturnType<typeof createClient>) => client.at({ region: 'us' }))
// @ts-expect-error its path has no variables
void ((client: ReturnType<typeof createClient>) => client.at({ base: 'x' }).more)
// @ts-expect-error no such tier
void ((client: ReturnType<typeof createClient>) => client.at({ tier: 'gold' }))
// @ts-expect-error no such variable
void (() => serverUrl(servers.core[1], { regio: 'us' }))

export async function run(): Promise<readonly unknown[]> {
  const server = createServer({
    core: { read: (_params, { at }) => 'read ' + at['base'], report: () => 'report' },
    more: { other: () => 'other' },
    apart: { far: () => 'far' },
    tiers: { which: (_params, { at }) => 'tier ' + at['tier'] },
  })
  const near = createClient({ transport: memory(server) })
  const answers = [await near.core.read(), await near.core.report(), await near.more.other()]
  const placed = near.at({ base: 'v 3/é' })
  answers.push(await placed.core.read(), ...await placed.batch((n) => Promise.all([n.core.read(), n.core.read()])))
  answers.push(String(await near.at({ base: '..' }).core.read().catch((error: unknown) => error)))
  answers.push(await near.tiers.which(), await near.at({ tier: "o'paid" }).tiers.which())
  try {
    near.at({ tier: 'gold' as 'free' })
  } catch (error) {
    answers.push(Object(error).code + ' ' + String(error))
  }
  const asked: string[] = []
  const fetch = (async (url: string) => {
    asked.push(url)
    return new Response('{}')
  }) as typeof globalThis.fetch
  for (const base of ['https://h', 'https://h/?key=1', 'https://h/v2/KEY', serverUrl(servers.core[1])]) {
    const far = createClient({ transport: http(base, { fetch }) })
    await far.core.read().catch(() => undefined)
    await far.core.report().catch(() => undefined)
    await far.batch((n) => Promise.allSettled([n.core.read(), n.more.other()]))
  }
  return [urls, answers, asked]
}
`

test('a client and a server use the servers of their documents', async () => {
  const files = { 'core.json': main, 'more.json': more, 'apart.json': apart, 'tiers.json': tiers }
  const { api, diagnostics } = buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' })
  expect(diagnostics).toEqual([])
  const output = await emitted(api, ['client', 'server'])
  output.compile('client')
  output.compile('server')
  output.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }))
  output.put('consumer/run.ts', consumer)
  output.compile('consumer')
  output.compile('consumer', '5.9')
  const { run } = await output.load('consumer/run.js')
  const [urls, answers, asked] =
    typeof run === 'function' ? ((await run()) as readonly unknown[]) : []
  expect(urls).toEqual([
    'https://eu.example.org:443/v2',
    'https://us.example.org:8080/v2',
    'wss://example.org/ws',
    'https://reports.example.org/reports',
    '/v2',
  ])
  expect(answers).toEqual([
    'read v2',
    'report',
    'other',
    ...Array.from({ length: 3 }, () => 'read v 3/é'),
    expect.stringContaining('TypeError: /{base} requires a valid base'),
    'tier free',
    "tier o'paid",
    "pathValue TypeError: tier must be one of free, o'paid, not gold",
  ])
  expect(asked).toEqual([
    'https://h/v2',
    'https://h/reports',
    'https://h/v2',
    ...Array.from({ length: 3 }, () => 'https://h/?key=1'),
    ...Array.from({ length: 3 }, () => 'https://h/v2/KEY'),
    ...Array.from({ length: 3 }, () => 'https://eu.example.org:443/v2'),
  ])
})

const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom'],
  types: ['node'],
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
}

test.each([
  ['https://h', '/'],
  ['https://h/', '/'],
  ['https://h/a//b/', '/a//b/'],
  ['https://h//a', '/a'],
  ['http://h:1?key=2#x', '/'],
  ['/api/v1', '/api/v1'],
  ['./api', '/api'],
  ['https://${host}/x', '/x'],
  ['https://h/${none}', '/'],
  ['https://h/{none}/x', '/'],
  ['${all}', '/from/all'],
  ['{all}/x', '/from/all/x'],
  ['https://h/ünï', '/%C3%BCn%C3%AF'],
  ['https://h/../../etc', '/etc'],
  ['stdio://local', '/'],
  ['not an address', '/'],
  ['https://[', '/'],
])('the path of %s is %s', (url, path) => {
  const variables = { all: { default: 'https://h/from/all' } }
  const document = documentOf([], {}, { servers: [{ url, variables }] })
  const { api } = buildApi(loadedFrom({ 'a.json': document }), { scope: '@test' })
  expect(api.groups[0]?.route.path).toBe(path)
})
