import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { IncomingHttpHeaders } from 'node:http'

/** More is forwarded, and not looked at. */
const maxTapped: number = 32 * 1024 * 1024

/** Bytes on their way, kept for a look. */
export interface Tap {
  readonly take: (chunk: Buffer) => void
  /** All that passed; undefined where it was too much. */
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

/** The text that bytes are, unpacked; undefined for a packing that is not known, or that is broken. */
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
    // zlib says by its own errors that the bytes are none of its packing, or unpack to too much.
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
    // Some servers leave out the wrapper that the specification asks for.
    (bytes) =>
      ((bytes[0] ?? 0) & 15) === 8 ? inflateSync(bytes, most) : inflateRawSync(bytes, most),
  ],
])
