import { promisify } from 'node:util'
import { ProtocolError } from '../errors.ts'

/** Maximum number of content codings. Servers apply one or two. */
const MAX_CODINGS = 3

/**
 * Decompresses a body. A server may compress a response although the request has no `accept-encoding` (RFC 9110,
 * 12.5.3). Throws a `ProtocolError` for invalid data, or if the result is longer than `maxBytes`.
 */
export async function decompress(body: Buffer, codings: string, maxBytes: number): Promise<Buffer> {
  // Loaded on demand, because it is slow to load and rarely needed.
  const { brotliDecompress, unzip } = await import('node:zlib')
  const applied = codings
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity')
  if (applied.length > MAX_CODINGS)
    throw new ProtocolError(`Unsupported content-encoding of the response: ${codings}`)
  let bytes = body
  for (const coding of applied.toReversed()) {
    const decompressOne = { gzip: unzip, 'x-gzip': unzip, deflate: unzip, br: brotliDecompress }[
      coding
    ]
    if (!decompressOne)
      throw new ProtocolError(`Unsupported content-encoding of the response: ${codings}`)
    try {
      bytes = await promisify<Buffer, object, Buffer>(decompressOne)(bytes, {
        maxOutputLength: maxBytes,
      })
    } catch (cause) {
      const isTooLong = cause instanceof RangeError
      throw new ProtocolError(
        isTooLong
          ? `The response exceeds ${maxBytes} bytes`
          : `The response body is not valid ${coding}, its content-encoding`,
        { cause },
      )
    }
  }
  return bytes
}
