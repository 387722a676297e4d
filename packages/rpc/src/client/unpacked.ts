import { promisify } from 'node:util'
import { ProtocolError } from '../errors.ts'

/** Maximum number of content codings. Real servers apply one or two. */
const MOST_LAYERS = 3

/**
 * Decompresses a body, since a server may compress its response without being asked (RFC 9110, 12.5.3).
 * Throws a `ProtocolError` for invalid data, or if the result is longer than `maxBytes`.
 */
export async function unpacked(body: Buffer, codings: string, maxBytes: number): Promise<Buffer> {
  // Loaded on demand, since it is rarely needed and slow to load.
  const { brotliDecompress, unzip } = await import('node:zlib')
  const layers = codings
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity')
  if (layers.length > MOST_LAYERS)
    throw new ProtocolError(`Unsupported content-encoding of the response: ${codings}`)
  let bytes = body
  for (const coding of layers.toReversed()) {
    const unpack = { gzip: unzip, 'x-gzip': unzip, deflate: unzip, br: brotliDecompress }[coding]
    if (!unpack) throw new ProtocolError(`Unsupported content-encoding of the response: ${codings}`)
    try {
      bytes = await promisify<Buffer, object, Buffer>(unpack)(bytes, { maxOutputLength: maxBytes })
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
