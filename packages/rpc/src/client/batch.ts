import { unexpected } from './message.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

interface Entry {
  readonly request: TransportRequest
  readonly resolve: (response: TransportResponse | Promise<TransportResponse>) => void
  readonly reject: (error: unknown) => void
}

type Batch = readonly Entry[]

/** Holds back requests until `flush` is called. */
export interface Collector {
  readonly transport: Transport
  flush(): void
}

/**
 * Collects calls and sends them as one request per endpoint. Sends the following calls separately: calls with
 * their own options, GET routes, calls to an endpoint that does not accept batches, and calls after `flush`.
 */
export function collector(transport: Transport): Collector {
  let entries: Entry[] | undefined = []
  return {
    transport(request) {
      if (!entries || !isBatchable(request)) return transport(request)
      const open = entries
      return new Promise((resolve, reject) => open.push({ request, resolve, reject }))
    },
    flush() {
      const collected = entries ?? []
      entries = undefined
      for (const batch of batchesOf(collected)) void send(transport, batch)
    },
  }
}

function isBatchable({
  method,
  signal,
  timeoutMs,
  headers,
  call,
  events,
  onProgress,
}: TransportRequest): boolean {
  if (signal || timeoutMs !== undefined || onProgress || Object.keys(headers ?? {}).length > 0)
    return false
  return !events && method !== undefined && call?.group.batch.allowed === true
}

/** Groups entries by path, up to the endpoint's batch limit. */
function batchesOf(entries: readonly Entry[]): readonly Batch[] {
  const open = new Map<string, Entry[]>()
  const all: Entry[][] = []
  for (const entry of entries) {
    const { path, call } = entry.request
    let batch = open.get(path)
    if (!batch || batch.length >= (call?.group.batch.maxPublic ?? Infinity)) {
      batch = []
      open.set(path, batch)
      all.push(batch)
    }
    batch.push(entry)
  }
  return all
}

async function send(transport: Transport, entries: Batch): Promise<void> {
  const [first, second] = entries
  if (!first) return
  if (!second) return first.resolve(transport(first.request))
  const batch = entries.map(({ request }) => request)
  const { path } = first.request
  try {
    const response = await transport({
      path,
      batch,
      json: batch.find(({ json }) => json)?.json,
      containsCredentials: batch.some((one) => one.containsCredentials),
    })
    distribute(entries, response)
  } catch (error) {
    for (const entry of entries) entry.reject(error)
  }
}

interface Identified {
  readonly id?: unknown
}

function distribute(entries: readonly Entry[], response: TransportResponse): void {
  const { status, message } = response
  const list = Array.isArray(message) ? (message as readonly unknown[]) : undefined
  // Of several responses with the same ID, the first is used.
  const responses = new Map(list?.toReversed().map((one) => [(Object(one) as Identified).id, one]))
  for (const { request, resolve, reject } of entries) {
    const { id, method = '' } = request
    // A single response instead of an array is an error for the whole batch.
    const own = list ? responses.get(id) : message
    if (id === undefined) resolve({ status })
    else if (own !== undefined) resolve({ ...response, message: own })
    else reject(unexpected(method, response))
  }
}
