import type { RequestListener, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeCheckpoint } from '../store/checkpoint.ts'
import type { Ownership } from '../store/ownership.ts'
import type { Store } from '../store/store.ts'

export const checkpointPath = '/ext/checkpoint'

/** Time in milliseconds for which a caller may stop reading. */
const STALL_MS = 60_000

export interface CheckpointParts {
  readonly store: Promise<Store>
  readonly owner: Ownership
  readonly onFailure: (error: unknown) => void
}

/** Serves the chain data of one moment, compressed by gzip. One at a time. */
export function checkpointListener(parts: CheckpointParts, next: RequestListener): RequestListener {
  let isSending = false
  return (request, response) => {
    const { url = '', method } = request
    if (url.split('?', 1)[0] !== checkpointPath) return next(request, response)
    if (method !== 'GET') return refuse(response, 405, { allow: 'GET' })
    if (isSending) return refuse(response, 503, { 'retry-after': '10' })
    isSending = true
    send(parts, response)
      .catch((error: unknown) => {
        if (!response.closed) parts.onFailure(error)
        response.destroy()
      })
      .finally(() => {
        isSending = false
      })
  }
}

async function send({ store, owner }: CheckpointParts, response: ServerResponse): Promise<void> {
  const snapshot = (await store).snapshot()
  try {
    // The snapshot is not held for a caller that does not read.
    response.setTimeout(STALL_MS, () => response.destroy())
    response.writeHead(200, { 'content-type': 'application/gzip' })
    await pipeline(writeCheckpoint(snapshot, owner), createGzip({ level: 1 }), response)
  } finally {
    await snapshot.release()
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, headers).end()
}
