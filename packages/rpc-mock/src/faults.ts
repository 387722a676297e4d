import { TransportError, isRecord } from '@rpcloom/rpc'
import { type Transport, memory } from '@rpcloom/rpc/client'
import { HttpReplyError, type Reply } from '@rpcloom/rpc/internal'
import { type Channel, type Dispatcher, type Scope, fetchHandler } from '@rpcloom/rpc/server'
import type { Malformed } from './types.ts'

type Later<T> = T | Promise<T>

/** A fault to inject into a response. `drop` breaks the connection. */
export type Fault =
  { readonly kind: 'drop' | 'truncated' | 'wrong-id' } | Exclude<Malformed, string>

export function faultOf(fault: 'drop' | Malformed): Fault {
  if (typeof fault !== 'string') return fault
  return fault === 'html' ? { kind: 'html', status: 200 } : { kind: fault }
}

/** Injected faults by the scope of the request message. */
const faults = new WeakMap<Scope, Fault>()

/** Injects a fault into the response to a message. For a batch, only the first fault is injected. */
export function injectFault(scope: Scope, fault: Fault): void {
  if (!faults.has(scope)) faults.set(scope, fault)
}

/** Thrown instead of a response with an injected fault. Adapters send the reply of the error. */
export class InjectedFault extends HttpReplyError {
  override readonly name: string = 'InjectedFault'

  constructor(reply?: Reply) {
    super(reply ? 'A fault was injected into the response' : 'The connection was dropped', reply)
  }
}

/**
 * Returns a server that injects faults into the responses of `inner`. Its `handle` and `rest` reject with an
 * `InjectedFault`.
 */
export function withFaults(inner: Dispatcher): Dispatcher {
  const { groups, unimplemented, dialect, limits, messageBytes, connected } = inner
  const handle: Dispatcher['handle'] = (text, scope = {}, parsed) =>
    withFault(scope, inner.handle(text, scope, parsed), (response) => response)
  const server: Dispatcher = {
    groups,
    unimplemented,
    dialect,
    limits,
    messageBytes,
    connected,
    route: (path, transport) => inner.route(path, transport),
    isRest: (path) => inner.isRest(path),
    compile: () => inner.compile(),
    handle,
    rest: (path, query, scope = {}) =>
      withFault(scope, inner.rest(path, query, scope), (response) => response?.body),
    stream: (send) => inner.stream(send),
    attach: (channel, options) => inner.attach(channel, options, withDrops(handle, channel)),
    fetch: async (request) => {
      try {
        return await handleFetch(request)
      } catch (error) {
        if (!(error instanceof InjectedFault)) throw error
        // `fetch` throws the same error if the connection fails.
        if (!error.reply) throw new TypeError('fetch failed', { cause: error })
        const { status, headers, body } = error.reply
        return new Response(body, { status, headers })
      }
    },
  }
  const handleFetch = fetchHandler(server)
  return server
}

export function faultyTransport(server: Dispatcher): Transport {
  const inner = memory(server)
  return async (request) => {
    try {
      return await inner(request)
    } catch (error) {
      const { status, body } = replyIn(error)
      return { status, body }
    }
  }
}

/**
 * Handles a request and returns the text of the response, including an injected fault. Rejects with a
 * `TransportError` if the connection breaks.
 */
export function handleWithFaults(
  server: Dispatcher,
  text: string,
  scope?: Scope,
): Later<string | undefined> {
  // Faults are stored by scope, so each message needs its own scope.
  const response = server.handle(text, { ...scope })
  if (!(response instanceof Promise)) return response
  return response.catch((error: unknown) => replyIn(error).body)
}

/** Closes the channel instead of responding if the connection breaks. */
function withDrops(handle: Dispatcher['handle'], channel: Channel): Dispatcher['handle'] {
  return (text, message, parsed) => {
    const response = handle(text, message, parsed)
    if (!(response instanceof Promise)) return response
    return response.catch((error: unknown) => {
      if (!(error instanceof InjectedFault)) throw error
      if (error.reply) return error.reply.body
      channel.close(1011, 'dropped')
      return undefined
    })
  }
}

/** Returns the reply of an injected fault; rethrows any other error. */
function replyIn(error: unknown): Reply {
  if (!(error instanceof InjectedFault)) throw error
  if (!error.reply) throw new TransportError(error.message, { cause: error })
  return error.reply
}

/** Returns the response, or rejects with the fault that was injected while it was computed. */
function withFault<Response>(
  scope: Scope,
  response: Later<Response>,
  textOf: (response: Response) => string | undefined,
): Later<Response> {
  const finish = (given: Response): Response => {
    const fault = faults.get(scope)
    if (!fault) return given
    throw new InjectedFault(replyOf(fault, textOf(given) ?? ''))
  }
  if (response instanceof Promise) return response.then(finish)
  // Adapters expect a rejected promise rather than an exception.
  return faults.has(scope) ? Promise.resolve(response).then(finish) : response
}

const json = { 'content-type': 'application/json' }

function replyOf(fault: Fault, text: string): Reply | undefined {
  switch (fault.kind) {
    case 'drop':
      return undefined
    case 'truncated':
      return { status: 200, headers: json, body: text.slice(0, Math.floor(text.length / 2)) }
    case 'html':
      return {
        status: fault.status,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: `<html><head><title>${fault.status}</title></head><body>${fault.status}</body></html>`,
      }
    case 'wrong-id':
      return { status: 200, headers: json, body: withWrongIds(text) }
    case 'status':
      return { status: fault.status, headers: json, body: text }
    case 'body':
      return { status: 200, headers: json, body: fault.body }
  }
}

function withWrongIds(text: string): string {
  if (text === '') return text
  const response: unknown = JSON.parse(text)
  const changed = (one: unknown): unknown =>
    isRecord(one) ? { ...one, id: wrongId(one['id']) } : one
  return JSON.stringify(Array.isArray(response) ? response.map(changed) : changed(response))
}

function wrongId(id: unknown): unknown {
  if (typeof id === 'number') return id + 1_000_000
  return `${typeof id === 'string' ? id : ''}-other`
}
