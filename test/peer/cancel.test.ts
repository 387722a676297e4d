import { describe, expect, test } from 'vitest'
import { type Channel, pair } from '@rpcloom/rpc/channels'
import { TimeoutError } from '@rpcloom/rpc'
import { clientOf, handlersOf, serverOf } from './ends.mjs'
import { eventsOf } from './channel-events.ts'

type Message = Readonly<Record<string, unknown>>

/** Returns a client and the messages that it sends; `receive` responds. */
function alone(options: Parameters<typeof clientOf>[1] = {}): {
  readonly peer: ReturnType<typeof clientOf>
  readonly sent: Message[]
  respond(message: object): void
} {
  const [near, far] = pair()
  const sent: Message[] = []
  far.listen(eventsOf((text) => sent.push(JSON.parse(text) as Message)))
  const respond = (message: object): void => far.send(JSON.stringify(message))
  return { peer: clientOf(near, options), sent, respond }
}

/** Returns the channel to a server, and what it sends. */
function serverAlone(
  handlers: object = {},
  options: object = {},
): {
  readonly near: Channel
  readonly received: Message[]
  readonly own: ReturnType<typeof handlersOf>
} {
  const [near, far] = pair()
  const own = { ...handlersOf(), ...handlers }
  serverOf({ handlers: own, ...options }).attach(far)
  const received: Message[] = []
  near.listen(eventsOf((text) => received.push(JSON.parse(text) as Message)))
  return { near, received, own }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const aborted = (): AbortSignal => AbortSignal.abort(new Error('enough'))

describe('a caller', () => {
  test('sends nothing if the signal has aborted before', async () => {
    const { peer, sent } = alone()
    await expect(peer.hang({ signal: aborted() })).rejects.toThrow('enough')
    await turn()
    expect(sent).toEqual([])
  })

  test('sends the cancellation and rejects at once; the late response is dropped', async () => {
    const { peer, sent, respond } = alone()
    const abort = new AbortController()
    const call = peer.hang({ signal: abort.signal })
    await turn()
    abort.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await turn()
    const [{ id } = {}, second] = sent
    expect(second).toEqual({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } })
    respond({ jsonrpc: '2.0', id, result: 'late' })
    respond({ jsonrpc: '2.0', id: 'unknown', result: 'late' })
    const next = peer.echo({ value: 1 })
    await turn()
    respond({ jsonrpc: '2.0', id: sent[2]?.['id'], result: 'works' })
    expect(await next).toBe('works')
  })

  test('drops a late response of any length', async () => {
    const { peer, sent, respond } = alone()
    const abort = new AbortController()
    const call = peer.hang({ signal: abort.signal })
    await turn()
    abort.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await turn()
    respond({ jsonrpc: '2.0', id: sent[0]?.['id'], result: 'x'.repeat(100_000) })
    const next = peer.echo({ value: 1 })
    await turn()
    expect(sent.map(({ method }) => method)).toEqual(['hang', '$/cancelRequest', 'echo'])
    respond({ jsonrpc: '2.0', id: sent[2]?.['id'], result: 'works' })
    expect(await next).toBe('works')
  })

  test('sends the cancellations of a batch', async () => {
    const { peer, sent } = alone()
    const abort = new AbortController()
    const client = (peer as unknown as { with(options: object): typeof peer }).with({
      signal: abort.signal,
    })
    const calls = client.batch((batch) => Promise.all([batch.hang(), batch.hang()]))
    await turn()
    abort.abort(new Error('enough'))
    await expect(calls).rejects.toThrow('enough')
    await turn()
    const ids = (sent[0] as unknown as readonly Message[]).map(({ id }) => id)
    expect(sent.slice(1).map((one) => (one['params'] as Message)['id'])).toEqual(ids)
  })

  test('cancels a call that takes too long; progress restarts the time limit', async () => {
    const { peer, sent, respond } = alone({ timeoutMs: 60 })
    const seen: unknown[] = []
    const call = peer.steps({ count: 1 }, { onProgress: (value: unknown) => seen.push(value) })
    await turn()
    const { id, params } = sent[0] ?? {}
    expect(params).toEqual({ count: 1, workDoneToken: id })
    for (let n = 1; n <= 5; n++) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      respond({ jsonrpc: '2.0', method: '$/progress', params: { token: id, value: n } })
    }
    await expect.poll(() => seen).toEqual([1, 2, 3, 4, 5])
    await expect(call).rejects.toBeInstanceOf(TimeoutError)
    await turn()
    expect(sent[1]).toMatchObject({ method: '$/cancelRequest', params: { id } })
  })

  test('sends no cancellation if the protocol has none', async () => {
    const { peer, sent } = alone({ cancel: undefined, progress: undefined })
    const abort = new AbortController()
    const call = peer.steps({ count: 1 }, { signal: abort.signal, onProgress: () => undefined })
    await turn()
    abort.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await turn()
    expect(sent.map((one) => one['params'])).toEqual([{ count: 1 }])
  })
})

describe('a handler', () => {
  const cancel = (id: unknown): string =>
    JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } })
  const request = (id: unknown, method: string): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method })

  test.each([
    ['the reason of its signal', ({ signal }: Aborting) => signal.reason as Error],
    ['another error', () => new Error('secret')],
  ])('that throws %s responds with -32800', async (_, errorOf) => {
    const hang = (_params: object, ctx: Aborting): Promise<never> =>
      new Promise((_resolve, reject) =>
        ctx.signal.addEventListener('abort', () => reject(errorOf(ctx))),
      )
    const { near, received } = serverAlone({ hang })
    near.send(request('a', 'hang'))
    await turn()
    near.send(cancel('a'))
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]).toMatchObject({
      id: 'a',
      error: { code: -32800, message: 'Request cancelled' },
    })
  })

  test('may respond with a result nevertheless', async () => {
    const hang = (_params: object, { signal }: Aborting): Promise<string> =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('partial')))
    const { near, received } = serverAlone({ hang })
    near.send(request(1, 'hang'))
    await turn()
    near.send(cancel(1))
    await expect.poll(() => received).toEqual([{ jsonrpc: '2.0', id: 1, result: 'partial' }])
  })

  test('of a call of a batch is cancelled alone', async () => {
    const { near, received, own } = serverAlone()
    near.send(`[${request(1, 'hang')},${request(2, 'hang')}]`)
    await turn()
    near.send(cancel(1))
    await turn()
    expect(own.started).toEqual(['hang', 'hang', 'aborted'])
    near.send(cancel(2))
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]).toMatchObject([{ id: 1 }, { id: 2 }])
  })

  test('is aborted by a cancellation in a batch, which waits for it', async () => {
    const { near, received, own } = serverAlone({}, { limits: { messages: 1 } })
    near.send(request(1, 'hang'))
    await turn()
    near.send(`[${request(2, 'echo')},${cancel(1)}]`)
    await expect.poll(() => received.length).toBe(2)
    expect(received).toMatchObject([{ id: 1, error: { code: -32800 } }, [{ id: 2 }]])
    near.send(`[${request(3, 'hang')},${cancel(3)}]`)
    await expect.poll(() => received.length).toBe(3)
    expect(own.started).toEqual(['hang', 'aborted', undefined, 'hang', 'aborted'])
  })

  test('of a call that waits is not called', async () => {
    const { near, received, own } = serverAlone({}, { limits: { messages: 1 } })
    near.send(request(1, 'hang'))
    near.send(request(2, 'hang'))
    await turn()
    near.send(cancel(2))
    near.send(cancel(1))
    await expect.poll(() => received.length).toBe(2)
    expect(received.map((one) => one['error'])).toMatchObject([{ code: -32800 }, { code: -32800 }])
    expect(own.started).toEqual(['hang', 'aborted'])
  })

  test('of a call of a batch that has yet to start is not called', async () => {
    const { near, received, own } = serverAlone({}, { limits: { batchConcurrency: 1 } })
    near.send(`[${request(1, 'hang')},${request(2, 'echo')},${request(3, 'started')}]`)
    await turn()
    near.send(cancel(2))
    near.send(cancel(1))
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]).toMatchObject([
      { id: 1, error: { code: -32800 } },
      { id: 2, error: { code: -32800 } },
      { id: 3, result: ['hang', 'aborted'] },
    ])
    // The cancellation is for no later call.
    near.send(cancel(4))
    near.send(request(4, 'echo'))
    await expect.poll(() => received[1]).toMatchObject({ id: 4, result: null })
    expect(own.started).toEqual(['hang', 'aborted', undefined])
  })

  test('is aborted if an earlier call with its ID has ended', async () => {
    const { near, received } = serverAlone({
      back: () => new Promise((resolve) => setTimeout(() => resolve('first'), 5)),
    })
    near.send(request(1, 'back'))
    near.send(request(1, 'hang'))
    await expect.poll(() => received).toMatchObject([{ id: 1, result: 'first' }])
    near.send(cancel(1))
    await expect.poll(() => received[1]).toMatchObject({ id: 1, error: { code: -32800 } })
  })

  test('of an unknown call is not affected', async () => {
    const { near, received } = serverAlone()
    for (const id of [1, null, {}, 'x']) near.send(cancel(id))
    near.send('{"jsonrpc":"2.0","method":"$/cancelRequest"}')
    near.send(request(1, 'echo'))
    await expect.poll(() => received).toEqual([{ jsonrpc: '2.0', id: 1, result: null }])
  })

  test('is aborted when the channel ends', async () => {
    const { near, own } = serverAlone()
    near.send(request(1, 'hang'))
    await turn()
    near.close()
    await expect.poll(() => own.started).toEqual(['hang', 'aborted'])
  })
})

interface Aborting {
  readonly signal: AbortSignal
}
