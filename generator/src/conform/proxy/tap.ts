import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { IncomingHttpHeaders } from 'node:http'

/** Longer bodies are forwarded but not observed. */
const maxTapped: number = 32 * 1024 * 1024

/** Collects the bytes of a body while they are forwarded. */
export interface Tap {
  readonly take: (chunk: Buffer) => void
  /** Returns all bytes; undefined if there were too many. */
  readonly bytes: () => Buffer | undefined
}

/** Opens a tap. */
export function openTap(): Tap {
  let chunks: Buffer[] = []
  let size = 0
  return {
    take(chunk) {
      size += chunk.length
      if (size > maxTapped) chunks = []
      else chunks.push(chunk)
    },
    bytes: () => (size > maxTapped ? undefined : Buffer.concat(chunks)),
  }
}

/** Decompresses a body; undefined for an unknown coding or invalid data. */
export function unpacked(bytes: Buffer, headers: IncomingHttpHeaders): Buffer | undefined {
  const packings = (headers['content-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '' && one !== 'identity')
  let plain = bytes
  try {
    for (const packing of packings.toReversed()) {
      const unpack = unpackers.get(packing)
      if (unpack === undefined) return undefined
      plain = unpack(plain)
    }
    return plain
  } catch (error) {
    // zlib reports invalid data, or a result that is too long, by errors with a code.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

const most = { maxOutputLength: maxTapped }

const unpackers: ReadonlyMap<string, (bytes: Buffer) => Buffer> = new Map([
  ['gzip', (bytes) => gunzipSync(bytes, most)],
  ['x-gzip', (bytes) => gunzipSync(bytes, most)],
  ['br', (bytes) => brotliDecompressSync(bytes, most)],
  [
    'deflate',
    // Some servers omit the zlib wrapper that the specification requires.
    (bytes) =>
      ((bytes[0] ?? 0) & 15) === 8 ? inflateSync(bytes, most) : inflateRawSync(bytes, most),
  ],
])
