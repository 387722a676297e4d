import { unexpected } from './message.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

interface Entry {
  readonly request: TransportRequest
  readonly resolve: (response: TransportResponse | Promise<TransportResponse>) => void
  readonly reject: (error: unknown) => void
}

type Parcel = [Entry, ...Entry[]]

/** A transport that holds requests back until `flush`. */
export interface Collector {
  readonly transport: Transport
  flush(): void
}

/**
 * Collects calls and sends them as one request per endpoint. Calls with their own options, GET routes, and
 * calls to an endpoint that does not accept batches are sent separately, as is every call after `flush`.
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

function joins({ method, signal, timeoutMs, headers, call, events }: TransportRequest): boolean {
  const isPlain =
    !signal && timeoutMs === undefined && !events && !Object.keys(headers ?? {}).length
  return isPlain && method !== undefined && call !== undefined && call.group.batch.allowed
}

/** Groups entries by path, up to the endpoint's batch limit. */
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
  const { path, chain } = first.request
  try {
    const response = await transport({
      path,
      batch,
      ...(chain !== undefined && { chain }),
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
  const { message = [] } = response
  const isAwaited = entries.some(({ request }) => request.id)
  if (isAwaited && response.message === undefined) throw unexpected('a batch', response)
  const list: readonly unknown[] = Array.isArray(message) ? message : []
  // If several responses have the same ID, the first one is used.
  const responses = new Map(list.toReversed().map((one) => [(Object(one) as Identified).id, one]))
  for (const { request, resolve, reject } of entries) {
    const { id, method = '' } = request
    const own = Array.isArray(message) ? responses.get(id) : message
    if (id === undefined) resolve({ status: response.status })
    // A single response instead of an array is the error for the whole batch.
    else if (own !== undefined) resolve({ ...response, message: own })
    else reject(unexpected(method, response))
  }
}
