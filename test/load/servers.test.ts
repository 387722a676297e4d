import { expect, test } from 'vitest'
import { load } from 'rpcloom/load'
import { temporaryFolder } from '../temporary-folder.ts'

async function found(servers: unknown, method: object = {}): Promise<readonly string[]> {
  const getPet = { name: 'get', params: [], result: { name: 'pet', schema: {} }, ...method }
  const document = { openrpc: '1.3.2', info: { title: 'T', version: '1' }, servers }
  const root = temporaryFolder({ 'a.json': JSON.stringify({ ...document, methods: [getPet] }) })
  const { diagnostics } = await load({ root, inputs: ['a.json'] })
  expect(JSON.stringify(diagnostics)).not.toContain('hunter2')
  return diagnostics.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)
}

test.each([
  ['https://ann:hunter2@pets.example/rpc', true],
  ['wss://hunter2@pets.example', true],
  ['https://{user}:hunter2@{host}', true],
  ['https://{user}:{password}@{host}', false],
  ['https://pets.example:8080/@ann', false],
  ['/rpc', false],
  ['https://pets.example/rpc?apiKey=hunter2', true],
  ['https://pets.example/rpc?net=main&API_KEY=hunter2#top', true],
  ['wss://pets.example/?key=hunter2', true],
  ['/rpc?Token=hunter2', true],
  ['/rpc?access_token=hunter2', true],
  ['/rpc?auth=hunter2', true],
  ['/rpc?secret=hunter2', true],
  ['/rpc?password=hunter2', true],
  ['/rpc?clientSecret=hunter2', true],
  ['/rpc?session-token=hunter2', true],
  ['/rpc?key=', false],
  ['/rpc?key', false],
  ['/rpc?key={key}', false],
  ['/rpc?key=${key}', false],
  ['/rpc?key=YOUR_KEY', false],
  ['/rpc?token=your-token-here', false],
  ['/rpc?key=<key>', false],
  ['/rpc?key=%3Ckey%3E', false],
  ['/rpc?apiKey=API_KEY', false],
  ['/rpc?key=xxxx', false],
  ['/rpc?key=...', false],
  ['/rpc?monkey=hunter2&keys=hunter2', false],
  ['/rpc#?key=hunter2', false],
])('the server URL %s has credentials: %s', async (url, isReported) => {
  expect(await found([{ url }])).toEqual(isReported ? ['warning RL216 /servers/0'] : [])
})

test.each([
  ['a query param', '/rpc?key={a}', 'hunter2', true],
  ['a placeholder', '/rpc?key={a}', 'YOUR_KEY', false],
  ['a password', 'https://{b}:{a}@pets.example', 'hunter2', true],
  ['a whole URL', '{a}', 'https://ann:hunter2@pets.example', true],
  ['a host', 'https://{a}/rpc?key={b}', 'pets.example', false],
])('a default of a variable that is %s', async (_, url, fallback, isReported) => {
  const variables = { a: { default: fallback } }
  const want = isReported ? ['warning RL216 /servers/0/variables/a/default'] : []
  expect(await found([{ url, variables }])).toEqual(want)
})

test.each([
  ['hunter2', true],
  ['', false],
  ['your-api-key', false],
])('the default %s of a variable with the name of a credential', async (fallback, isReported) => {
  const server = {
    url: 'https://pets.example/v3/{apiKey}',
    variables: { apiKey: { default: fallback } },
  }
  const want = isReported ? ['warning RL216 /servers/0/variables/apiKey/default'] : []
  expect(await found([server])).toEqual(want)
})

test('servers of the document, of methods and of links are checked', async () => {
  const server = { url: '/rpc?key=hunter2' }
  const links = [{ name: 'again', method: 'get', server }]
  expect(await found([server], { servers: [server], links })).toEqual([
    'warning RL216 /servers/0',
    'warning RL216 /methods/0/servers/0',
    'warning RL216 /methods/0/links/0/server',
  ])
})
