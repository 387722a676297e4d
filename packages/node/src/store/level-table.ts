import { maskedCrc32c } from './crc32c.ts'
import { Cursor, uncompress } from './snappy.ts'

/** Footer of a LevelDB table: the handles of the metaindex and index blocks, and a magic number. */
const FOOTER = 48
const MAGIC = Buffer.from('57fb808b247547db', 'hex')
/** The trailer of a block: the compression type and a CRC. */
const TRAILER = 5
const COMPRESSED = 1

interface BlockHandle {
  readonly offset: number
  readonly size: number
}

/** Describes the damage of a table file. Returns undefined if all checksums match. */
export function tableDamage(bytes: Uint8Array): string | undefined {
  if (bytes.length < FOOTER) return 'it is too short'
  const footer = bytes.subarray(-FOOTER)
  if (!MAGIC.equals(footer.subarray(-MAGIC.length))) return 'its footer is damaged'
  try {
    const cursor = new Cursor(footer)
    const [meta, index] = [readHandle(cursor), readHandle(cursor)]
    for (const handle of [
      meta,
      index,
      ...handlesIn(blockAt(bytes, index)),
      ...handlesIn(blockAt(bytes, meta)),
    ])
      blockAt(bytes, handle)
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

function readHandle(cursor: Cursor): BlockHandle {
  return { offset: cursor.varint(), size: cursor.varint() }
}

function blockAt(bytes: Uint8Array, { offset, size }: BlockHandle): Uint8Array {
  const end = offset + size
  if (end + TRAILER > bytes.length) throw new RangeError(`there is no block at ${offset}`)
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset).readUInt32LE(end + 1)
  if (maskedCrc32c(bytes.subarray(offset, end + 1)) !== stored)
    throw new RangeError(`the block at ${offset} is damaged`)
  const content = bytes.subarray(offset, end)
  return bytes[end] === COMPRESSED ? uncompress(content) : content
}

/** Returns the blocks that an index lists. The restart points at the end of the index are not entries. */
function handlesIn(block: Uint8Array): readonly BlockHandle[] {
  const restarts = Buffer.from(block.buffer, block.byteOffset, block.length).readUInt32LE(
    block.length - 4,
  )
  const entries = new Cursor(block.subarray(0, block.length - 4 * (restarts + 1)))
  const handles: BlockHandle[] = []
  while (!entries.isAtEnd) {
    entries.varint()
    const [keyLength, valueLength] = [entries.varint(), entries.varint()]
    entries.take(keyLength)
    handles.push(readHandle(new Cursor(entries.take(valueLength))))
  }
  return handles
}
