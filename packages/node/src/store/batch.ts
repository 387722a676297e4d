import { put, remove, type Change } from './store.ts'

/** Length that stands for a removed value. */
const REMOVED = -1
const LENGTHS = 8

/**
 * Encodes a batch: for each change the length of the key (unsigned 32-bit integer, big-endian), the length of the value
 * (signed, -1 for a removed key), the key and the value. The seal of a store hashes these bytes, and a log stores them.
 */
export function encodeBatch(changes: readonly Change[]): Buffer {
  const parts: Uint8Array[] = []
  for (const change of changes) {
    const value = change.kind === 'put' ? change.value : undefined
    const lengths = Buffer.allocUnsafe(LENGTHS)
    lengths.writeUInt32BE(change.key.length)
    lengths.writeInt32BE(value?.length ?? REMOVED, 4)
    parts.push(lengths, change.key)
    if (value !== undefined) parts.push(value)
  }
  return Buffer.concat(parts)
}

/** Decodes a batch. The changes share its memory. Throws a RangeError if the bytes are not a batch. */
export function decodeBatch(bytes: Buffer): readonly Change[] {
  const changes: Change[] = []
  for (let at = 0; at < bytes.length;) {
    const keyEnd = at + LENGTHS + bytes.readUInt32BE(at)
    const length = bytes.readInt32BE(at + 4)
    const end = keyEnd + Math.max(length, 0)
    if (length < REMOVED || end > bytes.length)
      throw new RangeError(`the change at byte ${at} is invalid`)
    const key = bytes.subarray(at + LENGTHS, keyEnd)
    changes.push(length === REMOVED ? remove(key) : put(key, bytes.subarray(keyEnd, end)))
    at = end
  }
  return changes
}
