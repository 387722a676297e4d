import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from './raw-client.ts'

// The server of the conformance suite over HTTP, without any client library.

let server: ReturnType<typeof spawn>
let url: string

beforeAll(async () => {
  const program = join(import.meta.dirname, 'suite-server.mjs')
  server = spawn(process.execPath, [program, '--http', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [line] = (await once(server.stderr ?? server, 'data')) as readonly Buffer[]
  url = String(line).trim()
})
afterAll(() => void server.kill('SIGKILL'))

interface Answer {
  readonly session: string | null
  readonly messages: readonly Message[]
}

/** Sends a request, and returns the messages of its response. */
async function post(
  method: string,
  params: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  const lines = text.startsWith('{')
    ? [text]
    : [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data)
  return {
    session: response.headers.get('mcp-session-id'),
    messages: lines.map((line) => JSON.parse(line) as Message),
  }
}

const version = '2026-07-28'

/** Calls a tool without a session, and returns its result or error. */
async function stateless(name: string, more: object = {}): Promise<Message> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  }
  const params = { name, arguments: {}, _meta: meta, ...more }
  const { messages, session } = await post('tools/call', params, {
    'mcp-protocol-version': version,
  })
  expect(session).toBeNull()
  return messages.at(-1) ?? {}
}

const rounds = 'test_input_required_result_multi_round'
const answered = (name: string, content: object, state: unknown): object => ({
  requestState: state,
  inputResponses: { [name]: { action: 'accept', content } },
})

test('each session has its own level of log messages', async () => {
  const sessions = await Promise.all(
    ['error', 'debug', undefined].map(async (level) => {
      const { session } = await post('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
      })
      const headers = { 'mcp-session-id': session ?? '', 'mcp-protocol-version': '2025-11-25' }
      if (level !== undefined) await post('logging/setLevel', { level }, headers)
      return headers
    }),
  )
  expect(new Set(sessions.map((one) => one['mcp-session-id'])).size).toBe(3)
  const counts: number[] = []
  for (const headers of sessions) {
    const { messages, session } = await post(
      'tools/call',
      { name: 'test_tool_with_logging' },
      headers,
    )
    expect(session).toBeNull()
    counts.push(messages.filter(({ method }) => method === 'notifications/message').length)
  }
  expect(counts).toEqual([0, 3, 3])
})

test('a session that sent no initialize is not asked', async () => {
  const params = { name: 'test_elicitation', arguments: { message: 'Name?' } }
  const { messages } = await post('tools/call', params)
  expect(messages).toMatchObject([{ id: 1, result: { isError: true } }])
})

test('a server that asks during a call gets the answers of further requests', async () => {
  const first = await stateless(rounds)
  expect(first.result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { step1: { method: 'elicitation/create' } },
  })
  const state = first.result?.['requestState']
  const missing = await stateless(rounds, { requestState: state, inputResponses: { other: {} } })
  expect(missing.result).toMatchObject({ inputRequests: { step1: {} } })
  expect((await stateless(rounds, answered('step1', {}, state))).error).toMatchObject({
    code: -32_602,
  })
  const next = missing.result?.['requestState']
  const second = await stateless(rounds, answered('step1', { name: 'Ada' }, next))
  expect(second.result).toMatchObject({ inputRequests: { step2: {} } })
  const last = answered('step2', { color: 'red' }, second.result?.['requestState'])
  const results = await Promise.all([stateless(rounds, last), stateless(rounds, last)])
  // An answer is used once, also by requests at the same time.
  expect(results.flatMap(({ error }) => error ?? [])).toEqual([
    expect.objectContaining({ code: -32_602 }),
  ])
  expect(results.flatMap(({ result }) => result ?? [])).toEqual([
    expect.objectContaining({ structuredContent: { result: 'Ada red' } }),
  ])
})

test('an answer that is declined or invalid is an error of the call', async () => {
  const ask = async (): Promise<unknown> => (await stateless(rounds)).result?.['requestState']
  const wrong = await stateless(rounds, answered('step1', { name: 5 }, await ask()))
  expect(wrong.result).toMatchObject({ isError: true })
  const declined = { step1: { action: 'decline' } }
  const { result } = await stateless(rounds, {
    requestState: await ask(),
    inputResponses: declined,
  })
  expect(result).toMatchObject({ isError: true })
  expect(JSON.stringify(result)).toContain('declined')
})

test('a session of a former process is unknown', async () => {
  const { session } = await post('initialize', { protocolVersion: '2025-11-25', capabilities: {} })
  const statuses: number[] = []
  for (const one of [session ?? '', 'f81d4fae-7dec-4d0f-a765-00a0c91e6bf6']) {
    const headers = { 'content-type': 'application/json', 'mcp-session-id': one }
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    statuses.push((await fetch(url, { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([200, 404])
})

test('pages of other sites are rejected', async () => {
  const statuses: number[] = []
  for (const origin of ['http://example.org', 'null', 'http://localhost:6274']) {
    const headers = { 'content-type': 'application/json', origin }
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    statuses.push((await fetch(url, { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([403, 403, 200])
})

test('unknown versions are rejected, and batches except in 2025-03-26', async () => {
  const send = async (version: string | undefined, body: string): Promise<string> => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version !== undefined && { 'mcp-protocol-version': version }),
    }
    const response = await fetch(url, { method: 'POST', headers, body })
    return `${response.status} ${await response.text()}`
  }
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  expect(await send('1999-01-01', ping)).toMatch(/^400 /)
  expect(await send('2025-06-18', ping)).toMatch(/^200 /)
  for (const version of [undefined, '2025-03-26'])
    expect(await send(version, `[${ping},${ping}]`)).toMatch(/^200 .*"id":1.*"id":1/s)
  for (const version of ['2025-06-18', '2025-11-25', '2026-07-28'])
    expect(await send(version, `[${ping}]`)).toContain('-32600')
})
