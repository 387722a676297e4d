import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeCheckpoint } from '../store/checkpoint.ts'
import type { Ownership } from '../store/ownership.ts'
import type { Store } from '../store/store.ts'

const path = '/ext/checkpoint'

export interface CheckpointParts {
  readonly store: Promise<Store>
  readonly owner: Ownership
  /** Secret that callers send as `Authorization: Bearer <token>`. */
  readonly token: string
  readonly onFailure: (error: unknown) => void
}

/** Serves the chain data of one moment, compressed by gzip, to callers that know the token. One at a time. */
export function checkpointListener(parts: CheckpointParts, next: RequestListener): RequestListener {
  let isSending = false
  return (request, response) => {
    const { url = '', method, headers } = request
    if (url.split('?', 1)[0] !== path) return next(request, response)
    if (!isSame(headers.authorization ?? '', `Bearer ${parts.token}`))
      return refuse(response, 401, { 'www-authenticate': 'Bearer' })
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

/** Compares in a time that does not depend on the texts. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
