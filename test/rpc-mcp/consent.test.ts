import { createRandom } from '@rpcloom/schema/internal'
import { expect, test } from 'vitest'
import { recordingServer } from '../rpc-cli/server.ts'
import { program } from './pets.ts'
import { type Message, rawClient } from './raw-client.ts'

const accept = { action: 'accept', content: {} }
const stateless = (elicitation: object | null = {}): object => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': elicitation ? { elicitation } : {},
  },
})

test('a read needs no consent, and a write is sent if the user accepts', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  let action = 'decline'
  const client = await rawClient(program, { connection: { url } }, () => ({ action }))
  await client.tool('getPet', { id: 1 })
  expect(client.received).toEqual([])
  expect(await client.tool('feed', { id: 1 })).toMatchObject({
    isError: true,
    structuredContent: { error: { reason: 'declined' } },
  })
  action = 'accept'
  expect(await client.tool('feed', { id: 2 })).toMatchObject({
    structuredContent: { result: true },
  })
  expect(received.map(({ method, params }) => [method, params])).toEqual([
    ['getPet', { id: 1 }],
    ['feed', { id: 2 }],
  ])
  expect(client.received.map(({ method, params }) => [method, params?.['message']])).toEqual([
    ['elicitation/create', 'Allow the call of feed (write) with {"id":1}?'],
    ['elicitation/create', 'Allow the call of feed (write) with {"id":2}?'],
  ])
})

test('the question for consent hides no argument behind a long one', async () => {
  const { url } = await recordingServer(() => '"result":true')
  const client = await rawClient(program, { connection: { url } }, () => ({ action: 'accept' }))
  await client.tool('sell', { to: 'x'.repeat(5000), id: 7 })
  expect(client.received[0]?.params?.['message']).toContain('"id":7')
})

test('a client that cannot ask gets an error that says what to do, and --allow-writes needs no consent', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  const client = await rawClient(program, { connection: { url } })
  const { structuredContent } = await client.tool('feed', { id: 1 })
  expect(structuredContent).toMatchObject({
    error: { reason: 'consentRequired', help: expect.stringContaining('--allow-writes') },
  })
  const incapable = { ...stateless(null), name: 'feed', arguments: { id: 1 } }
  expect((await client.call('tools/call', JSON.stringify(incapable))).result).toMatchObject({
    isError: true,
  })
  expect(received).toEqual([])
  const trusting = await rawClient(program, { connection: { url }, allowWrites: true })
  await trusting.tool('feed', { id: 1 })
  expect(received).toHaveLength(1)
})

test.each([
  [{}, false],
  [{ elicitation: { url: {} } }, false],
  [{ elicitation: {} }, true],
  [{ elicitation: { form: {}, url: {} } }, true],
])('a client with the capabilities %j is asked by a form: %j', async (capabilities, isAsked) => {
  const { url } = await recordingServer(() => '"result":true')
  const client = await rawClient(program, { connection: { url } }, () => accept)
  const start = { protocolVersion: '2025-11-25', capabilities, clientInfo: {} }
  await client.call('initialize', JSON.stringify(start))
  const result = await client.tool('feed', { id: 1 })
  expect(client.received).toHaveLength(isAsked ? 1 : 0)
  expect(result['isError']).toBe(isAsked ? undefined : true)
  const { elicitation = null } = capabilities as { readonly elicitation?: object }
  const params = { name: 'feed', arguments: { id: 1 }, ...stateless(elicitation) }
  const { result: other } = await client.call('tools/call', JSON.stringify(params))
  expect(other?.['resultType']).toBe(isAsked ? 'input_required' : 'complete')
})

test('the result of a stateless call asks for consent, which holds for one call with the same arguments', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  const client = await rawClient(program, { connection: { url } })
  const call = async (params: object): Promise<Message> =>
    client.call('tools/call', JSON.stringify({ ...stateless(), name: 'sell', ...params }))
  const args = { arguments: { id: 1, to: 'Ada' } }
  const { result } = await call(args)
  expect(result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { confirm: { method: 'elicitation/create' } },
  })
  const { requestState } = result ?? {}
  const answered = { requestState, inputResponses: { confirm: accept } }
  const wrong = [
    { ...answered, arguments: { id: 2, to: 'Ada' } },
    { ...answered, arguments: { id: 1 }, name: 'feed' },
    { ...args, ...answered, requestState: `${String(requestState)}0` },
  ]
  for (const one of wrong) expect((await call(one)).error).toMatchObject({ code: -32_602 })
  expect(received).toEqual([])
  expect((await call({ ...args, ...answered })).result).toMatchObject({ resultType: 'complete' })
  expect((await call({ ...args, ...answered })).error).toMatchObject({ code: -32_602 })
  expect(received.map(({ params }) => params)).toEqual([[1, 'Ada']])
  // An answer without a question is no consent.
  const forged = { ...args, inputResponses: { confirm: accept } }
  expect((await call(forged)).result).toMatchObject({ resultType: 'input_required' })
})

test('no write is sent without consent in 1,000 random calls', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  const random = createRandom('consent')
  const one = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random.next() * items.length)] as Item
  let accepted = 0
  const client = await rawClient(program, { connection: { url } }, () => {
    const answer = one([accept, { action: 'decline' }, { action: 'cancel' }, {}, undefined])
    if (answer === accept) accepted++
    return answer
  })
  const names = ['getPet', 'feed', 'sell', 'login', 'shutdown', 'call_method', 'watch', 'nope']
  const values = [
    { id: 1 },
    { id: 2, to: 'Ada' },
    { user: 'a', password: 'bcde' },
    {},
    { id: 'x' },
    { method: 'feed', params: { id: 1 } },
  ]
  const states = ['', 'x.y.z', `${Date.now() + 1000}.0.0`]
  const asked = new Map<string, string>()
  const used = new Set<string>()
  for (let count = 0; count < 1000; count++) {
    const known = one(states)
    const repeated = random.next() < 0.5 ? asked.get(known) : undefined
    const [name, args] = (
      repeated === undefined ? [one(names), one(values)] : JSON.parse(repeated)
    ) as readonly [string, object]
    const isStateless = random.next() < 0.6
    const requestState = random.next() < 0.7 ? known : undefined
    const response = one([accept, { action: 'decline' }, {}, 'accept', null, true])
    const key = JSON.stringify([name, args])
    const extra = isStateless
      ? {
          ...stateless(random.next() < 0.9 ? {} : null),
          ...(requestState !== undefined && { requestState }),
          ...(random.next() < 0.8 && { inputResponses: { confirm: response } }),
        }
      : {}
    const before = received.filter(({ method }) => method !== 'getPet').length
    const acceptedBefore = accepted
    const { result } = await client.call(
      'tools/call',
      JSON.stringify({ name, arguments: args, ...extra }),
    )
    const writes = received.filter(({ method }) => method !== 'getPet').length - before
    const state = result?.['requestState']
    if (typeof state === 'string') {
      states.push(state)
      asked.set(state, key)
    }
    if (writes === 0) continue
    expect(writes).toBe(1)
    if (!isStateless) {
      expect(accepted).toBe(acceptedBefore + 1)
      continue
    }
    expect('inputResponses' in extra && extra.inputResponses?.confirm).toBe(accept)
    expect(asked.get(requestState ?? '')).toBe(key)
    expect(used.has(requestState ?? '')).toBe(false)
    used.add(requestState ?? '')
  }
  // Both ways of asking were used.
  expect(accepted).toBeGreaterThan(10)
  expect(used.size).toBeGreaterThan(4)
})
