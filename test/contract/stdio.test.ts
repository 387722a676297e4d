import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApi, type JsonObject } from 'rpcloom/model'
import type { Listening } from '@rpcloom/rpc/node'
import { describe, expect, test } from 'vitest'
import { documentOf, loadedFrom } from '../model/documents.ts'
import { rpcloom } from '../rpcloom.ts'
import { type Emitted, installed } from '../targets/emitted.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const text = { type: 'string' }
const question = { name: 'question', required: true, schema: text }
const methods: readonly JsonObject[] = [
  {
    name: 'ask',
    'x-effect': 'read',
    params: [question],
    result: { name: 'answer', schema: text },
    examples: [
      {
        name: 'sure',
        params: [{ name: 'question', value: 'Sure?' }],
        result: { name: 'answer', value: 'yes' },
      },
    ],
  },
  {
    name: 'hello',
    params: [{ name: 'name', required: true, schema: text }],
    result: { name: 'greeting', schema: text },
    examples: [
      {
        name: 'me',
        params: [{ name: 'name', value: 'me' }],
        result: { name: 'greeting', value: 'hi' },
      },
    ],
  },
  { name: 'ready', params: [] },
  {
    name: 'confirm',
    'x-implemented-by': ['client'],
    params: [question],
    result: { name: 'ok', schema: { type: 'boolean' } },
    examples: [
      {
        name: 'sure',
        params: [{ name: 'question', value: 'Sure?' }],
        result: { name: 'ok', value: true },
      },
    ],
  },
]
const chat = documentOf(methods, {}, { servers: [{ url: 'ws://localhost' }] })

const server = (ask: string, framing = 'lines'): string => `
import { createServer, stdio } from '@test/server'
createServer({ test: { ask: ${ask}, hello: () => 'hi', ready: () => undefined } }).attach(stdio(process, '${framing}'))
`
const asking =
  "async ({ question }, { client }) => ((await client.confirm(question)) ? 'yes' : 'no')"

/** Returns a folder with programs that serve the document by its generated server. */
async function programs(): Promise<Pick<Emitted, 'folder' | 'load'>> {
  const { api } = buildApi(loadedFrom({ 'test.json': chat }), { scope: '@test' })
  const { folder, put, load } = await installed(api, ['server'])
  put('chat.json', JSON.stringify(chat))
  put('own.json', JSON.stringify(documentOf(methods.slice(0, -1))))
  put('client.json', JSON.stringify(documentOf(methods.slice(-1))))
  put('sound.mjs', server(asking))
  put('headers.mjs', server(asking, 'headers'))
  put('wrong-result.mjs', server('() => 5'))
  const asked = JSON.stringify('{"jsonrpc":"2.0","id":"x","method":"unknown"}\n')
  put('unknown-call.mjs', `${server(asking)}process.stdout.write(${asked})`)
  put('ends.mjs', server("({ question }) => (question === 'Sure?' ? process.exit(3) : 'yes')"))
  const ask =
    "async (_params, { client }) => { await client.confirm(5).catch(() => 0); return 'yes' }"
  put('wrong-question.mjs', server(ask))
  put('wants-hello.mjs', wantsHello("'hi'"))
  put('wrong-hello.mjs', wantsHello('5'))
  put('socket.mjs', wantsHello("'hi'", 'listen()'))
  put('hello.json', '[{"id":"h","method":"hello"},{"method":"ready"}]')
  put('refused.json', '[{"id":1,"method":"ask","params":["Sure?"]}]')
  return { folder, load }
}

/** A server that asks its client in its handshake, and refuses calls before it. */
const wantsHello = (greeting: string, serve = "attach(stdio(process, 'lines'))"): string => `
import { createServer, RpcError, stdio } from '@test/server'
let state = 'new'
export const served = createServer({ test: {
  hello: async ({ name }, { client }) => {
    await client.confirm(name)
    state += ' hello'
    return ${greeting}
  },
  ready: () => void (state += ' ready'),
  ask: async ({ question }, { client }) => {
    if (!state.endsWith(' hello ready')) throw new RpcError(-1, state)
    return (await client.confirm(question)) ? 'yes' : 'no'
  },
} }).${serve}
`

const node = JSON.stringify(process.execPath)
type Run = (...args: readonly string[]) => ReturnType<typeof rpcloom>
const program = (name: string): readonly string[] => ['--stdio', `${node} ${name}.mjs`]

describe('conform --stdio', () => {
  test('checks programs that ask their client', async () => {
    const { folder, load } = await programs()
    const conform: Run = (...args) => rpcloom(folder, 'conform', '-i', 'chat.json', ...args)
    const words = '\'$(touch hacked)\' "`touch hacked`" ; touch hacked'
    const sound = await conform('--stdio', `${node} sound.mjs ${words}`)
    expect([sound.code, sound.stderr]).toEqual([0, ''])
    expect(sound.stdout).toMatch(/\d+ passed, 0 failed/)
    expect(existsSync(join(folder, 'hacked'))).toBe(false)
    const inTwo = ['-i', 'own.json', '-i', 'client.json']
    const paired = await rpcloom(folder, 'conform', ...inTwo, ...program('sound'))
    expect([paired.code, paired.stderr]).toEqual([0, ''])
    expect(paired.stdout).toMatch(/\d+ passed, 0 failed/)
    const greeted = await conform(...program('wants-hello'), '--before', 'hello.json')
    expect([greeted.code, greeted.stderr]).toEqual([0, ''])
    expect(greeted.stdout).toContain('sent before the cases (--before)')
    const wrong = await conform(...program('wrong-hello'), '--before', 'hello.json')
    expect([wrong.code, wrong.stdout]).toEqual([
      1,
      expect.stringContaining('error result  hello [before the cases]'),
    ])
    const refused = await conform(...program('wants-hello'), '--before', 'refused.json')
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/RL031.*ask failed: \{"code":-1,"message":"new"\}/),
    })
    const { served } = (await load('socket.mjs')) as { readonly served: Promise<Listening> }
    const { port, close } = await served
    const overSocket = await conform(`ws://127.0.0.1:${port}`, '--before', 'hello.json')
    await close()
    expect([overSocket.code, overSocket.stderr]).toEqual([0, ''])
    expect(overSocket.stdout).toMatch(/\d+ passed, 0 failed/)
    expect(overSocket.stdout).toContain('sent before the cases (--before)')
    await expectFaults(conform, faults)
  }, 60_000)

  if (isLong)
    test('checks programs with headers, without documents, and that end', async () => {
      const { folder } = await programs()
      const conform: Run = (...args) => rpcloom(folder, 'conform', '-i', 'chat.json', ...args)
      const headers = await conform(...program('headers'), '--framing', 'headers')
      expect([headers.code, headers.stdout]).toEqual([0, expect.stringContaining(' 0 failed')])
      // Without documents, the program is asked for its own.
      const command = `${node} ${JSON.stringify(join(folder, 'sound.mjs'))}`
      const alone = await rpcloom(temporaryFolder({}), 'conform', '--stdio', command)
      expect([alone.code, alone.stdout]).toEqual([0, expect.stringContaining(' 0 failed')])
      await expectFaults(conform, { ends: 'error connection  ask' })
    })

  const conform: Run = (...args) =>
    rpcloom(
      temporaryFolder({ 'chat.json': JSON.stringify(chat) }),
      'conform',
      '-i',
      'chat.json',
      ...args,
    )

  test.each([
    ['cannot start', '/does/not/exist', 'ENOENT'],
    ['ends', `${node} -e 'process.exit(3)'`, /ended \(3\)/],
    ['hangs', `${node} -e 'setInterval(() => {}, 1000)'`, 'no response within 300 ms'],
    [
      'prints garbage',
      `${node} -e 'console.log("hello"); setInterval(() => {}, 1000)'`,
      'it sent "hello"',
    ],
    ['has an open quote', `${node} -e 'hello`, 'closed quotes'],
  ])('fails for a program that %s', async (what, command, message) => {
    const timeoutMs = what === 'hangs' ? '300' : '10000'
    const { code, stderr } = await conform('--stdio', command, '--timeout', timeoutMs)
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })

  test.each([
    [['http://127.0.0.1:1', '--stdio', 'x'], 'either a URL or --stdio'],
    [['http://127.0.0.1:1', '--framing', 'lines'], '--framing requires --stdio'],
    [['--stdio', 'x', '--proxy', '0'], '--proxy requires'],
    [['--stdio', 'x', '-H', 'a: b'], '--header requires a URL'],
    [['http://127.0.0.1:1', '--before', 'chat.json'], '--before requires'],
    [['--stdio', 'x', '--before', 'none.json'], 'none.json: ENOENT'],
    [['--stdio', 'x', '--before', 'chat.json'], 'must contain a JSON array'],
    [[], 'requires the URL of a server'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await conform(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

const faults = {
  'wrong-result': 'error result  ask',
  'wrong-question': 'error request  confirm [calls of the client]',
  'unknown-call': 'error undocumented  unknown [calls of the client]',
}

async function expectFaults(conform: Run, all: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, finding] of Object.entries(all)) {
    const { code, stdout } = await conform(...program(name))
    expect([code, stdout]).toEqual([1, expect.stringContaining(finding)])
  }
}
