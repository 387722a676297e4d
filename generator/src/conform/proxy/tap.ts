import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { IncomingHttpHeaders } from 'node:http'

/** Maximum size in bytes of a body that is observed. A larger body is only forwarded. */
const maxTapped: number = 32 * 1024 * 1024

export interface Tap {
  readonly take: (chunk: Buffer) => void
  /** Returns the complete body; undefined if it was too large. */
  readonly bytes: () => Buffer | undefined
}

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

/** Decompresses a body. Returns undefined if the content coding is unknown or the data is invalid. */
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
    // zlib throws errors with a `code` for invalid data and for data that is too large after decompression.
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
