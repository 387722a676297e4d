import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApi, type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { loadedFrom } from '../model/documents.ts'
import { consumerOptions, installed } from '../targets/emitted.ts'

// A session with the app-server of the npm package @openai/codex 0.171.0 (315 MB, so it is not installed for tests). The program
// ran as `codex app-server` with an empty home directory and without an account; paths, IDs and the operating system were
// replaced in the recording. The document is what examples/protocols/codex.mjs makes of the schemas that
// `codex app-server generate-json-schema` writes, reduced to the methods of the session and without descriptions.

const folder = join(import.meta.dirname, 'codex')
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))

/** A client that answers, and a server that replays a recording and asks in between. */
const consumer = `
import { createPeer, pair, type Channel } from '@test/client/peer'

type Message = Record<string, unknown>

export async function run(session: readonly { readonly client?: Message; readonly server?: Message }[]): Promise<unknown> {
  const [near, far] = pair()
  const received: Message[] = []
  let next = 0
  const replay = (): void => {
    for (; session[next]?.server; next++) far.send(JSON.stringify(session[next]?.server))
  }
  far.listen({
    text(text = '') {
      const message = JSON.parse(text) as Message
      received.push(message)
      if (!('method' in message)) return
      next++
      replay()
    },
    drain: () => undefined,
    alive: () => undefined,
    end: () => undefined,
  })
  const seen: unknown[] = []
  const codex = createPeer({
    channel: near as Channel,
    dialect: 'unversioned',
    handlers: {
      configWarning: ({ summary }) => void seen.push(summary.slice(0, 15)),
      remoteControl: { status: { changed: ({ status }) => void seen.push(status) } },
      item: { tool: { call: ({ tool }) => ({ success: true, contentItems: [{ type: 'inputText', text: tool }] }) } },
    },
  })
  const { userAgent } = await codex.initialize({ clientInfo: { name: 'generated', version: '1.0.0' } })
  await codex.initialized()
  const { account, requiresOpenaiAuth } = await codex.account.read({ refreshToken: false })
  const { files } = await codex.fuzzyFileSearch({ query: 'alp', roots: ['/home/user/project'] })
  const refused = await codex.thread.archive({ threadId: 'none' }).catch((error: unknown) => Object(error).code)
  far.send(JSON.stringify({ id: 'ask', method: 'item/tool/call', params: { tool: 'look', arguments: {}, callId: 'c', threadId: 't', turnId: 'u' } }))
  for (let tries = 0; received.at(-1)?.['id'] !== 'ask' && tries < 500; tries++) await new Promise((done) => setTimeout(done, 10))
  const answer = received.pop()
  await codex.close()
  return { sent: received, seen, answer, results: [userAgent, account, requiresOpenaiAuth, files.map(({ path }) => path), refused] }
}
`

test('a generated client has the recorded session with the app-server of Codex', async () => {
  const document = read('document.json') as JsonObject
  const { api, diagnostics } = buildApi(loadedFrom({ 'codex.json': document }), { scope: '@test' })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const output = await installed(api, ['client'])
  output.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions: consumerOptions }))
  output.put('consumer/run.ts', consumer)
  output.compile('consumer')
  const session = read('session.json') as readonly { readonly client?: object }[]
  const { run } = (await output.load('consumer/run.js')) as { run(given: unknown): unknown }
  expect(await run(session)).toEqual({
    // The client sends exactly what the program was sent in the recording, without `jsonrpc`.
    sent: session.flatMap(({ client }) => client ?? []),
    seen: ['Codex could not', 'disabled'],
    answer: {
      id: 'ask',
      result: { success: true, contentItems: [{ type: 'inputText', text: 'look' }] },
    },
    results: ['generated/0.171.0 (Linux)', null, true, ['alpha.ts'], -32600],
  })
}, 60_000)
