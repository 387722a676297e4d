import { ProtocolError } from '../errors.ts'
import { isRecord } from '../json-rpc.ts'
import { parseBody } from './body.ts'
import type { ClientGroup, Transport, TransportRequest, TransportResponse } from './types.ts'

interface Entry {
  readonly request: TransportRequest
  readonly resolve: (response: TransportResponse | Promise<TransportResponse>) => void
  readonly reject: (error: unknown) => void
}

/** A transport that holds back what it is given until `flush`. */
export interface Collector {
  readonly transport: Transport
  flush(): void
}

/**
 * Holds calls back and sends them as one request per endpoint. A call with options of its own, a GET
 * route, and a call to an endpoint that takes no batches go singly; so does every call after `flush`.
 */
export function collector(transport: Transport): Collector {
  let entries: Entry[] | undefined = []
  return {
    transport(request) {
      if (!entries || !joins(request)) return transport(request)
      const open = entries
      return new Promise((resolve, reject) => open.push({ request, resolve, reject }))
    },
    flush() {
      const collected = entries ?? []
      entries = undefined
      for (const group of parcels(collected)) void send(transport, group)
    },
  }
}

function joins({ body, signal, timeoutMs, headers, call, events }: TransportRequest): boolean {
  const plain = !signal && timeoutMs === undefined && !Object.keys(headers ?? {}).length && !events
  return body !== undefined && plain && call !== undefined && call.group.batch !== false
}

function parcels(entries: readonly Entry[]): Entry[][] {
  const open = new Map<string, Entry[]>()
  const all: Entry[][] = []
  for (const entry of entries) {
    const { path, call } = entry.request
    const last = open.get(path)
    if (last && last.length < sizeOf(call?.group)) last.push(entry)
    else {
      const parcel = [entry]
      open.set(path, parcel)
      all.push(parcel)
    }
  }
  return all
}

function sizeOf(group: ClientGroup | undefined): number {
  return typeof group?.batch === 'number' ? group.batch : Infinity
}

async function send(transport: Transport, entries: readonly Entry[]): Promise<void> {
  const [first] = entries
  if (!first) return
  if (entries.length === 1) return first.resolve(transport(first.request))
  try {
    const batch = entries.map(({ request }) => request)
    const body = `[${batch.map((one) => one.body).join()}]`
    const guard = batch.find((one) => one.guard)?.guard
    const { path, chain } = first.request
    const response = await transport({
      path,
      body,
      batch,
      ...(chain !== undefined && { chain }),
      ...(guard && { guard }),
    })
    distribute(entries, response)
  } catch (error) {
    for (const entry of entries) entry.reject(error)
  }
}

function distribute(entries: readonly Entry[], response: TransportResponse): void {
  const parse = entries.find(({ request }) => request.call?.parse)?.request.call?.parse
  const awaited = entries.some(({ request }) => request.id)
  const message = awaited || response.body ? parseBody('a batch', response, parse) : []
  const answers = new Map<unknown, unknown>()
  for (const answer of Array.isArray(message) ? (message as unknown[]) : []) {
    if (isRecord(answer) && !answers.has(answer['id'])) answers.set(answer['id'], answer)
  }
  for (const { request, resolve, reject } of entries) {
    const id = request.id
    const answer = Array.isArray(message) ? answers.get(id) : message
    if (id === undefined) resolve({ status: response.status, body: '' })
    // One answer instead of a list is the node's refusal of the whole batch.
    else if (answer !== undefined) resolve({ ...response, message: answer })
    else reject(new ProtocolError(`The batch has no answer to ${request.call?.wire}`))
  }
}
