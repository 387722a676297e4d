import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Contract, readContract, redactMessage } from '@rpcloom/conform'
import { canonicalText, deepEqual, recordOf, stringify } from '@rpcloom/schema/internal'
import { isObject } from '../../json/pointer.ts'
import { readJson } from '../../json/text.ts'
import { exchangesOf, isJson, methodOf } from './format.ts'
import type { NamedIo } from './folder.ts'
import { idsIn, withIds } from './id-spans.ts'

/** How a request is matched with a recorded one: by equal params, or else by params of the same types. */
export type Matching = 'params' | 'shape'

interface Recording {
  readonly request: unknown
  readonly ids: readonly string[]
  /** The recorded response; empty for a notification. */
  readonly response: string
}

interface Recordings {
  readonly all: readonly Recording[]
  /** Index of the next response. The last one is repeated. */
  next: number
}

/** Answers requests from recordings. */
export interface Replay {
  /** Returns the response to a request; an empty text for a notification. */
  readonly answer: (text: string) => string
}

/**
 * Creates a replay of `.io` files. Responses to equal requests are given in the order of the recording; the last
 * is repeated. A response is the recorded text with the id of the request. `contract` says which values of
 * requests are secret, as for the recording.
 */
export function openReplay(
  files: readonly NamedIo[],
  matching: Matching,
  contract: Contract = readContract({}),
): Replay {
  const recordings = recordingsOf(files)
  const byKey = grouped(recordings, keyOf)
  const byShape = matching === 'shape' ? grouped(recordings, shapeKeyOf) : undefined
  const methods = new Set(recordings.map(({ request }) => methodOf(request)))
  const found = (request: unknown): Recording | undefined => {
    const key = keyOf(request)
    const equal = byKey.get(key)?.find(({ all: [first] }) => isEqualCall(first?.request, request))
    const one = equal ?? byShape?.get(shapeKeyOf(request))?.[0]
    if (one === undefined) return undefined
    const at = Math.min(one.next++, one.all.length - 1)
    return one.all[at]
  }
  const answer = (text: string): string => {
    if (!isJson(text)) return failure('null', -32_700, 'Parse error')
    const request = readJson(redactMessage(contract, text))
    const ids = idsIn(text)
    const recording = found(request)
    if (recording) return withIds(recording.response, idsBetween(recording.ids, ids))
    if (Array.isArray(request) && request.length > 0) {
      const parts = request
        .map((one) => (Array.isArray(one) ? invalid : answer(stringify(one))))
        .filter((part) => part !== '')
      return parts.length === 0 ? '' : `[${parts.join(',')}]`
    }
    const method = methodOf(request)
    if (method === undefined) return invalid
    const [id] = ids
    if (id === undefined) return ''
    return methods.has(method)
      ? failure(id, -32_602, 'No recorded call has these params')
      : failure(id, -32_601, 'No call of this method is recorded')
  }
  return { answer }
}

function recordingsOf(files: readonly NamedIo[]): readonly Recording[] {
  return files.flatMap(exchangesOf).map(({ request, response }) => ({
    request: readJson(request),
    ids: idsIn(request),
    response,
  }))
}

/** Groups recordings of equal requests. Several groups may have one key, since keys round large integers. */
function grouped(
  recordings: readonly Recording[],
  key: (request: unknown) => string,
): ReadonlyMap<string, readonly Recordings[]> {
  const groups = new Map<string, { all: Recording[]; next: number }[]>()
  for (const recording of recordings) {
    const own = key(recording.request)
    const known = groups.get(own) ?? []
    groups.set(own, known)
    const same = known.find(
      ({ all: [first] }) => key !== keyOf || isEqualCall(first?.request, recording.request),
    )
    if (same) same.all.push(recording)
    else known.push({ all: [recording], next: 0 })
  }
  return groups
}

/** Returns a request without its ids. Omitted and empty params are equal. */
function callOf(request: unknown): unknown {
  if (Array.isArray(request)) return request.map(callOf)
  if (!isObject(request)) return request
  const { method, params } = request
  const isEmpty = typeof params === 'object' && params !== null && Object.keys(params).length === 0
  return { method, params: params === undefined || isEmpty ? [] : params, call: 'id' in request }
}

function isEqualCall(one: unknown, other: unknown): boolean {
  return deepEqual(callOf(one), callOf(other))
}

function keyOf(request: unknown): string {
  return canonicalText(callOf(request))
}

/** Returns a text that is equal for calls, or notifications, of one method whose params have the same types. */
function shapeKeyOf(request: unknown): string {
  if (Array.isArray(request)) return `[${request.map(shapeKeyOf).join()}]`
  const method = methodOf(request)
  if (method === undefined) return keyOf(request)
  const { params, call } = recordOf(callOf(request))
  return `${stringify([method, call])} ${shapeOf(params)}`
}

/** Returns the JSON types of a value and its members, as text. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`
  if (!isObject(value))
    return value === null ? 'null' : typeof value === 'bigint' ? 'number' : typeof value
  const members = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${shapeOf(inner)}`,
  )
  return `{${members.toSorted().join()}}`
}

/** Returns the replacements of recorded ids by those of a request with as many calls. */
function idsBetween(
  recorded: readonly string[],
  asked: readonly string[],
): readonly (readonly [string, string])[] {
  return recorded.map((id, index) => [id, asked[index] ?? id])
}

function failure(id: string, code: number, message: string): string {
  return `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${JSON.stringify(message)}}}`
}

const invalid = failure('null', -32_600, 'Invalid Request')

export interface ReplayServer {
  readonly url: string
  readonly close: () => Promise<void>
}

const MAX_REQUEST = 32 * 1024 * 1024

/** Serves a replay over HTTP. */
export async function serveReplay(
  replay: Replay,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ReplayServer> {
  const server = createServer((request, response) => {
    // Only a request that the client aborted cannot be read.
    serve(replay, request, response).catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function serve(
  replay: Replay,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end()
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_REQUEST) {
      response.writeHead(413, { connection: 'close' }).end()
      return
    }
    chunks.push(chunk)
  }
  const body = replay.answer(Buffer.concat(chunks).toString('utf8'))
  if (body === '') response.writeHead(204).end()
  else response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}
