import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { readCheckpoint } from './checkpoint.ts'
import type { Ownership } from './ownership.ts'
import type { Seal } from './seal.ts'
import { StoreError } from './store-error.ts'
import type { Change } from './store.ts'

/** Bytes that are unzipped at once. The default, 16 kB, takes twice the CPU time. */
const CHUNK_BYTES = 256 * 1024

/** A place that a checkpoint is read from, with its name in messages. */
export interface CheckpointSource {
  readonly name: string
  /** Opens the gzip stream. Throws a {@link StoreError} if it cannot be opened. */
  readonly open: () => Promise<Readable>
}

/**
 * Returns the checkpoint in a file, or that of a node at an `http:` or `https:` URL. The token is that of the node's
 * `--checkpoint-token-file`.
 */
export function checkpointSource(from: string, token = ''): CheckpointSource {
  if (!/^https?:/.test(from)) return checkpointFile(from)
  return { name: new URL(from).host, open: () => fetchCheckpoint(from, token) }
}

export function checkpointFile(file: string): CheckpointSource {
  return {
    name: file,
    async open() {
      const source = createReadStream(file)
      await once(source, 'open').catch((cause: Error) => {
        throw new StoreError('unreadable', `Cannot read ${file}: ${cause.message}.`, cause)
      })
      return source
    },
  }
}

/** Requests the checkpoint of a node. Resolves with the gzip stream. */
export async function fetchCheckpoint(from: string, token: string): Promise<Readable> {
  const headers = { authorization: `Bearer ${token}` }
  const url = new URL(from)
  if (url.username !== '' || url.password !== '')
    throw new StoreError('unreadable', 'The URL of a checkpoint must not have a password.')
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/ext/checkpoint`
  const response = await fetch(url, { headers, redirect: 'error' }).catch((cause: unknown) => {
    const { cause: reason = cause } = cause instanceof Error ? cause : {}
    const text = reason instanceof Error ? reason.message : String(reason)
    throw new StoreError('unreadable', `${url.href} cannot be reached: ${text}.`, cause)
  })
  const type = response.headers.get('content-type')
  if (response.status !== 200 || response.body === null || type !== 'application/gzip')
    throw new StoreError('unreadable', `${url.href} responded with status ${response.status}.`)
  return Readable.from(response.body)
}

/**
 * Yields the changes of a checkpoint, and returns its seal. Throws a {@link StoreError} if it is damaged or has another
 * owner.
 */
export async function* changesFrom(
  { name, open }: CheckpointSource,
  owner: Ownership,
): AsyncGenerator<readonly Change[], Seal> {
  const zipped = await open()
  const unzipped = zipped.pipe(createGunzip({ chunkSize: CHUNK_BYTES }))
  zipped.on('error', (error) => unzipped.destroy(error))
  try {
    return yield* readCheckpoint(unzipped, owner)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')))
      throw error
    throw new StoreError('corrupt', `The checkpoint ${name} is damaged: ${error.message}.`, error)
  } finally {
    zipped.destroy()
  }
}
