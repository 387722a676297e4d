import { ProtocolError } from '../errors.ts'
import { isRecord } from '../json-rpc.ts'
import { parseBody } from './body.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

interface Entry {
  readonly request: TransportRequest
  readonly resolve: (response: TransportResponse | Promise<TransportResponse>) => void
  readonly reject: (error: unknown) => void
}

type Parcel = [Entry, ...Entry[]]

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
      for (const parcel of parcels(collected)) void send(transport, parcel)
    },
  }
}

function joins({ body, signal, timeoutMs, headers, call, events }: TransportRequest): boolean {
  const isPlain =
    !signal && timeoutMs === undefined && !events && !Object.keys(headers ?? {}).length
  return isPlain && body !== undefined && call !== undefined && call.group.batch.allowed
}

/** Entries that go together: of one path, as many as its endpoint takes at once. */
function parcels(entries: readonly Entry[]): readonly Parcel[] {
  const open = new Map<string, Parcel>()
  const all: Parcel[] = []
  for (const entry of entries) {
    const { path, call } = entry.request
    const parcel = open.get(path)
    if (parcel && parcel.length < (call?.group.batch.maxPublic ?? Infinity)) parcel.push(entry)
    else {
      const opened: Parcel = [entry]
      open.set(path, opened)
      all.push(opened)
    }
  }
  return all
}

async function send(transport: Transport, entries: Parcel): Promise<void> {
  const [first, second] = entries
  if (!second) return first.resolve(transport(first.request))
  const batch = entries.map(({ request }) => request)
  // All have one path and one chain, and the guard of one guards the others.
  const { call: _call, id: _id, ...shared } = batch.find(({ guard }) => guard) ?? first.request
  try {
    const body = `[${batch.map((one) => one.body).join()}]`
    distribute(entries, await transport({ ...shared, body, batch }))
  } catch (error) {
    for (const entry of entries) entry.reject(error)
  }
}

function distribute(entries: readonly Entry[], response: TransportResponse): void {
  const { parse } = entries.find(({ request }) => request.call?.json)?.request.call?.json ?? JSON
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
    else reject(new ProtocolError(`The batch has no response to ${request.call?.name}`))
  }
}
